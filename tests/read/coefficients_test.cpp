// [coefficients]: unknown numbers of the equation.

#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

const std::string heat = R"toml([problem]
variables = ["t", "x"]
domain = { t = [0, 1], x = [0, 1] }
[constants]
half = 0.5
[coefficients]
k = { start = "half", positive = true }
b = -2
[functions]
flux = "k*u_x"
[[term]]
on = "interior"
residual = "u_t - diff(flux, x) + b*u"
[[term]]
on = "initial"
residual = "u - sin(pi*x)"
[solution]
k = "half/5"
)toml";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = heat;
  testing::replace(text, from, to);
  return text;
}

Problem read(const std::string& text) {
  const TemporaryFolder folder;
  return read_problem(folder.write("p.toml", text).string());
}

/// The message without the name of the file.
std::string message_of(const std::string& text) {
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", text).string();
  const std::string message = input_error_of([&] { read_problem(file); });
  return message.starts_with(file + ":") ? message.substr(file.size() + 1) : message;
}

TEST(Coefficients, AreNamesOfFormulas) {
  const Problem problem = read(heat);
  ASSERT_EQ(problem.coefficients.size(), 2u);
  EXPECT_EQ(problem.coefficients[0].name, "k");
  EXPECT_EQ(problem.coefficients[0].start, 0.5);
  EXPECT_TRUE(problem.coefficients[0].positive);
  EXPECT_EQ(problem.coefficients[0].exact, 0.1);
  EXPECT_EQ(problem.coefficients[1].start, -2);
  EXPECT_FALSE(problem.coefficients[1].positive || problem.coefficients[1].exact);
  EXPECT_FALSE(problem.has_solution());

  // k u_xx and no derivative of k: it is the same everywhere.
  const auto entries = expr::jet_entries(problem.graph, {problem.terms[0].residuals.front().node});
  int coefficients = 0;
  for (const expr::JetEntry& entry : entries) coefficients += entry.is_coefficient();
  EXPECT_EQ(coefficients, 2);
  EXPECT_EQ(entries.size(), 5u);  // k, b, u, u_t, u_xx
}

TEST(Coefficients, MistakesAreToldWithTheirPlace) {
  EXPECT_EQ(message_of(changed("start = \"half\"", "start = \"-half\"")),
            "7:15: coefficients.k = \"-half\": is -0.5: must be a finite number > 0");
  EXPECT_EQ(message_of(changed("b = -2", "b = { positive = true }")),
            "8:5: coefficients.b needs the key 'start'");
  EXPECT_EQ(message_of(changed("b = -2", "b = { start = 1, exact = 2 }")),
            "8:18: unknown key 'exact' in coefficients.b. Allowed: start, positive");
  EXPECT_EQ(message_of(changed("b = -2", "half = -2")),
            "8:1: the coefficient 'half' clashes: 'half' is a constant");
  EXPECT_EQ(message_of(changed("b = -2", "\"b c\" = -2")),
            "8:1: coefficients: 'b c' must be a name of letters, digits and _");
  EXPECT_EQ(message_of(changed("flux = ", "b = ")),
            "10:1: the function 'b' clashes: 'b' is a coefficient");
  EXPECT_EQ(message_of(changed(" + b*u", "")), "8:1: no term uses the coefficient 'b'");
  EXPECT_TRUE(message_of(changed("k = \"half/5\"", "u = \"k*x\""))
                  .starts_with("18:6: the coefficient 'k' cannot be used here: only the "
                               "coordinates, constants and functions of them"));
  std::string many = "[coefficients]\n";
  for (int k = 0; k <= 1000; ++k) many += "c" + std::to_string(k) + " = 1\n";
  EXPECT_EQ(message_of(changed("[coefficients]\n", many)),
            "1007:1: there are more than 1000 coefficients");
}

TEST(Coefficients, AreTheSameInAllWindows) {
  EXPECT_EQ(message_of(changed("[constants]", "windows = 2\n[constants]")),
            "4:11: problem.windows = 2: a coefficient is one number for all times: solve them at "
            "once");
}

TEST(Coefficients, MayStandAloneInAResidual) {
  const Problem problem = read(changed("u - sin(pi*x)", "b - 1"));
  EXPECT_EQ(problem.terms[1].residuals.size(), 1u);
}

}  // namespace
}  // namespace engd::read
