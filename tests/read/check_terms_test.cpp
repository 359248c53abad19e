// What terms must have together.

#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

std::string term(const std::string& on, const std::string& what) {
  return "[[term]]\non = \"" + on + "\"\n" + what + "\n";
}

/// The message without the name of the file; empty where there is none.
std::string message_of(const std::string& unknowns, const std::string& terms) {
  const std::string text = "[problem]\nvariables = [\"x\", \"y\"]\nunknowns = " + unknowns +
                           "\ndomain = { box = [[0, 1], [0, 1]] }\n" + terms;
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", text).string();
  try {
    read_problem(file);
  } catch (const InputError& error) {
    return std::string(error.what()).substr(file.size() + 1);
  }
  return "";
}

const std::string momentum =
    "residual = [\"u*u_x + v*u_y + p_x - laplacian(u)\", \"u*v_x + v*v_y + p_y - laplacian(v)\"]";
const std::string flow = "[\"u\", \"v\", \"p\"]";

TEST(CheckTerms, FewerEquationsThanUnknowns) {
  const std::string walls = term("boundary", "residual = [\"u\", \"v\"]");
  EXPECT_EQ(message_of(flow, term("interior", momentum) + walls),
            "3:23: there are 3 unknowns (u, v, p) and only 2 equations for them inside the domain");
  EXPECT_EQ(message_of("[\"u\", \"v\"]", term("interior", "residual = \"u - v\"")),
            "3:18: there are 2 unknowns (u, v) and only 1 equation for them inside the domain");
  EXPECT_EQ(message_of("[\"u\", \"v\"]", term("boundary", "residual = \"u - v\"")),
            "3:18: there are 2 unknowns (u, v) and only 0 equations for them inside the domain");
  EXPECT_EQ(message_of(flow, term("interior", momentum) +
                                 term("interior", "residual = \"u_x + v_y\"") + walls),
            "");
}

TEST(CheckTerms, AnEnergyIsAnEquationForEachOfItsUnknowns) {
  EXPECT_EQ(message_of("[\"u\", \"v\"]",
                       term("interior", "density = \"norm2(grad(u)) + norm2(grad(v)) + u*v\"")),
            "");
}

TEST(CheckTerms, AFieldIsFoundFromDataOrFurtherConditions) {
  const std::string equation = term("interior", "residual = \"div(k*grad(u)) + 1\"");
  const std::string fields = "[\"u\", \"k\"]";
  EXPECT_EQ(message_of(fields, equation + term("boundary", "residual = \"u\"")),
            "3:18: there are 2 unknowns (u, k) and only 1 equation for them inside the domain");
  EXPECT_EQ(message_of(fields, equation + term("interior", "residual = \"u - x*y\"")), "");
  EXPECT_EQ(message_of(fields, equation + term("boundary", "residual = [\"u\", \"k*dn(u) - x\"]")),
            "");
  EXPECT_EQ(message_of(fields, equation + term("boundary", "residual = \"u - x\"\nnoise = 0.1")),
            "");
}

TEST(CheckTerms, WithoutTermsInsideConditionsCount) {
  EXPECT_EQ(message_of("[\"u\", \"v\"]", term("boundary", "residual = [\"u - v\", \"v\"]")), "");
}

TEST(CheckTerms, AnUnknownThatNothingUses) {
  EXPECT_EQ(message_of("[\"u\", \"v\"]", term("interior", "residual = \"u\"")),
            "3:18: no term uses the unknown 'v'");
}

}  // namespace
}  // namespace engd::read
