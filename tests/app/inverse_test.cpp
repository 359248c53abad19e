// Inverse problems from the command line: what is said and written about coefficients.
#include "app_test.h"
#include "results/model_file.h"

namespace engd::testing {
namespace {

const std::string decay = R"toml([problem]
variables = ["t"]
domain = { t = [0, 2] }
[coefficients]
k = { start = 1, positive = true }
[[term]]
name = "equation"
on = "interior"
residual = "u_t + k*u"
weight = 1e6
points = { gauss = 16 }
[[term]]
name = "data"
data = "d.csv"
noise = 0.01
[solution]
u = "2*exp(-1.5*t)"
k = 1.5
[network]
layers = [6]
[optimizer]
iterations = 60
starts = 1
)toml";

// 2 exp(-1.5 t) with an error of 0.01, up and down.
const std::string samples =
    "t,u\n0.0,2.01\n0.2,1.4716364413634358\n0.4,1.1076232721880528\n0.6,0.8031393194811983\n"
    "0.8,0.6123884238244041\n1.0,0.4362603202968596\n1.2,0.3405977764431730\n";

class InverseTest : public AppTest {
 protected:
  InverseTest() {
    folder.write("decay.toml", decay);
    folder.write("d.csv", samples);
  }
};

TEST_F(InverseTest, EstimatesAreToldEverywhere) {
  const Outcome outcome = engd({"solve", "decay.toml", "--out", "run"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("        k = 1."), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(" +- 0.0"), std::string::npos) << outcome.out;

  const auto one = summary("run").at("seeds").at(0).at("coefficients").at(0);
  EXPECT_EQ(one.at("name"), "k");
  EXPECT_EQ(one.at("exact"), 1.5);
  EXPECT_EQ(one.at("determined"), true);
  const double value = one.at("value"), error = one.at("standard_error");
  EXPECT_LE(std::abs(value - 1.5), 3 * error);
  EXPECT_GT(error, 1e-3);
  EXPECT_LT(error, 0.1);

  const auto rows = history("run");
  EXPECT_EQ(rows.front().back(), "coefficient_k");
  EXPECT_EQ(std::stod(rows[1].back()), 1);
  EXPECT_EQ(std::stod(rows.back().back()), value);
  EXPECT_EQ(results::load_model(folder / "run/model.h5").seeds[0].coefficients[0], value);
  const std::string page = text_of("run/report.html");
  EXPECT_NE(page.find("<h2 id=\"coefficients\">"), std::string::npos);
  EXPECT_NE(page.find("k = 1 at the start, positive"), std::string::npos);
  EXPECT_NE(page.find("sum, in units of the noise 0.01,"), std::string::npos);
}

TEST_F(InverseTest, CheckSaysWhatIsUnknown) {
  const Outcome outcome = engd({"check", "decay.toml"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("coefficient k, 1 at the start, positive\n"), std::string::npos);
  EXPECT_NE(outcome.out.find("sum, in units of the noise 0.01, of 1/2 r^2"), std::string::npos);
  EXPECT_NE(outcome.out.find("  derivatives k, u, u_t\n"), std::string::npos) << outcome.out;
}

TEST_F(InverseTest, DamagedDataAreRefusedWithTheirPlace) {
  folder.write("d.csv", "t,u\n0,1\n0.5,?\n");
  const Outcome outcome = engd({"solve", "decay.toml"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("d.csv:3:5: '?' is not a number"), std::string::npos) << outcome.err;
  EXPECT_FALSE(exists("runs"));
}

}  // namespace
}  // namespace engd::testing
