// Units of formulas.

#include <stdexcept>

#include "check/found.h"
#include "problem/unit.h"
#include "support/error.h"

namespace engd::check {
namespace {

using testing::expect_found;
using testing::expect_nothing;
using testing::with;

TEST(Unit, IsRead) {
  const auto same = [](const char* a, const char* b) {
    return problem::same(problem::parse_unit(a), problem::parse_unit(b));
  };
  EXPECT_TRUE(same("W/(m K)", "kg m s^-3 K^-1"));
  EXPECT_TRUE(same("m2", "m^2"));
  EXPECT_TRUE(same("m s^-2", "m/s^2"));
  EXPECT_TRUE(same("m*s-2", "m/s/s"));
  EXPECT_TRUE(same("N", "kg m/s^2"));
  EXPECT_TRUE(same("m^(1/2) m^0.5", "m"));
  EXPECT_TRUE(same("mm", "m") == false);
  EXPECT_TRUE(same("km/h km^-1", "1/h"));
  EXPECT_TRUE(same("min", "1 min"));
  EXPECT_TRUE(same("", "1"));
  EXPECT_TRUE(same("µm", "um"));
  EXPECT_TRUE(same("N·m", "J"));
  EXPECT_EQ(problem::to_string(problem::parse_unit("W/(m K)")), "kg m/(s^3 K)");
  EXPECT_EQ(problem::to_string(problem::parse_unit("km")), "1000 m");
  EXPECT_EQ(problem::to_string(problem::parse_unit("1")), "1");
  for (const char* wrong : {"meter", "m/", "(m", "m)", "m^", "m^x", "10", "2 m", "m^(1/2", "/m"})
    EXPECT_THROW(problem::parse_unit(wrong), std::invalid_argument) << wrong;
}

const std::string heat_with_units = R"toml([problem]
variables = ["t", "x"]
domain = { t = [0, 1], x = [1, 2] }
[constants]
k = 0.25
L = 1
T0 = 300
[functions]
source = "k*T0/L^2*exp(-x/L)"
"ramp(s)" = "s^2/L"
[[term]]
name = "equation"
on = "interior"
residual = "u_t - k*u_xx - source"
[[term]]
name = "start"
on = "initial"
residual = "u - 300 - T0*sin(pi*x/L)"
[[term]]
name = "ends"
on = "lateral"
residual = "u_x/T0 - ramp(x)/x^2"
[units]
t = "s"
x = "m"
u = "K"
k = "m^2/s"
L = "m"
T0 = "K"
)toml";

TEST(Units, ThatFit) {
  expect_nothing(heat_with_units);
}

TEST(Units, OfSummands) {
  expect_found(with(heat_with_units, "u_t - k*u_xx", "u_t - k*u_x"),
               "14: units: ", "this is in m K/s, and what it is added to in K/s");
  expect_found(with(heat_with_units, "u_t - k", "u_t - 0.25"), "14: units: ", "this is in K/m^2");
  expect_found(with(heat_with_units, "k = \"m^2/s\"", "k = \"mm^2/s\""),
               "14: units: ", "this is in 1e-06 K/s");
}

TEST(Units, OfBothSidesOfAnEquation) {
  expect_nothing(with(heat_with_units, "u_t - k*u_xx - source", "u_t == k*u_xx + source"));
  expect_nothing(with(heat_with_units, "u_t - k*u_xx - source", "u_t - k*u_xx - source == 0"));
  expect_found(with(heat_with_units, "u_t - k*u_xx - source", "u_t == k*u_x + source"),
               "14: units: ", "this is in K/s, and what it is added to in m K/s");
}

TEST(Units, OfMeasurementsAreThoseOfTheirUnknown) {
  const engd::testing::TemporaryFolder folder;
  const auto file = folder.write("d.csv", "t,x,u\n0.1,1.5,300\n0.2,1.5,301\n");
  expect_nothing(
      with(heat_with_units, "[units]\n", "[[term]]\ndata = \"" + file.string() + "\"\n[units]\n"));
}

TEST(Units, OfArguments) {
  expect_found(with(heat_with_units, "sin(pi*x/L)", "sin(pi*x)"),
               "18: units: ", "the argument of sin is in m: it must be a pure number");
}

TEST(Units, AreMarkedInTheFormula) {
  const auto findings =
      find(engd::testing::problem_from(with(heat_with_units, "u_t - k*u_xx", "u_t - k*u_x")));
  ASSERT_EQ(findings.size(), 1u);
  const std::string text = to_string(findings[0]);
  EXPECT_NE(text.find(":14:19: warning: this is"), std::string::npos) << text;
  EXPECT_NE(text.find("\n    residual = \"u_t - k*u_x - source\"\n                      ^~~~~"),
            std::string::npos)
      << text;
}

TEST(Units, OfFunctions) {
  expect_found(with(heat_with_units, "s^2/L", "s^2 + L"),
               "22: units: ", "in function 'ramp', at 'L'");
  const auto texts =
      testing::found(with(heat_with_units, "T0 = \"K\"\n", "T0 = \"K\"\nsource = \"K/m\"\n"));
  ASSERT_EQ(texts.size(), 2u);  // where it stands, and where it is used
  EXPECT_EQ(texts[0].find("9: units: 'source' is in K/m, and the formula in K/s"), 0u) << texts[0];
}

TEST(Units, NamesWithoutOneFitEverywhere) {
  expect_nothing(with(heat_with_units, "k = \"m^2/s\"\n", ""));
  expect_nothing(with(heat_with_units, "L = \"m\"\nT0 = \"K\"\n", ""));
}

TEST(Units, OfVectorsAndSolutions) {
  const std::string flow = R"toml([problem]
variables = ["x", "y"]
unknowns = ["T", "p"]
domain = { box = [[0, 1], [0, 1]] }
[constants]
k = 2
q = 3
[functions]
flux = "-k*grad(T)"
[[term]]
on = "interior"
residual = ["div(flux) - q", "laplacian(p)"]
[[term]]
on = "boundary"
residual = ["dn(T)*k - dot(n, flux)", "p"]
[solution]
T = "x*q"
[units]
x = "m"
y = "m"
T = "K"
k = "W/(m K)"
q = "W/m^3"
)toml";
  const std::string silent = with(flow, "domain", "silence = [\"solution\", \"constant\"]\ndomain");
  expect_found(silent, "18: units: ", "'T' is in K, and the formula in kg/s^3");
  const std::string right = with(silent, "x*q", "q*x^2/k");
  expect_nothing(right);
  expect_found(with(right, "div(flux) - q", "div(flux) - q*x"), "13: units: ", "in kg/s^3");
  expect_found(with(right, "dn(T)*k", "dn(T)"), "16: units: ", "in kg/s^3");
}

TEST(Units, Mistakes) {
  const auto message = [](const std::string& toml) {
    try {
      engd::testing::problem_from(toml);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(
      message(with(heat_with_units, "u = \"K\"", "u = \"kelvin\""))
          .find(":26:5: units.u = \"kelvin\": must be a unit such as \"W/(m K)\": there is no "
                "unit 'kelvin'; known are m, g, s"),
      std::string::npos)
      << message(with(heat_with_units, "u = \"K\"", "u = \"kelvin\""));
  EXPECT_NE(message(with(heat_with_units, "u = \"K\"", "w = \"K\""))
                .find(":26:1: units: nothing is called 'w'"),
            std::string::npos);
}

}  // namespace
}  // namespace engd::check
