// Solutions that do not satisfy what the file asks for.

#include <fmt/format.h>

#include <cmath>

#include "check/found.h"
#include "read/read_problem.h"
#include "support/error.h"

namespace engd::check {
namespace {

using testing::expect_found;
using testing::expect_kind;
using testing::expect_nothing;
using testing::heat;
using testing::heat_solution;
using testing::poisson;
using testing::with;

TEST(Solution, TheRightOne) {
  expect_nothing(poisson);
  expect_nothing(heat + heat_solution);
}

TEST(Solution, AWrongSignOrFactor) {
  expect_found(with(poisson, "(u) + f", "(u) - f"), "9: solution: ",
               "the given solution does not satisfy term 'inside': root mean square ");
  expect_found(with(poisson, "2*pi^2", "pi^2"), "9: solution: ", "names: f in line 5");
  expect_found(with(poisson, "residual = \"u\"", "residual = \"u - 0.001\""),
               "13: solution: ", "term 'edges': root mean square 0.001");
  expect_found(with(heat + heat_solution, "u - sin(pi*x)", "u - sin(x)"),
               "11: solution: ", "at t = 0, x = 1");
}

TEST(Solution, WhereNothingFitsItIsTheSolution) {
  expect_found(with(poisson, "u = \"sin(pi*x)*sin(pi*y)\"", "u = \"sin(pi*x)*cos(pi*y)\""),
               "15: solution: ", "satisfies no term");
}

// The Laplacian of a harmonic function is rounding alone; so is sin(pi*x) at x = 1.
TEST(Solution, RoundingIsNoMistake) {
  expect_nothing(R"toml([problem]
variables = ["x", "y"]
domain = { shape = "disk", radius = 1 }
[functions]
v = "1e6*exp(x)*sin(y)"
[[term]]
on = "interior"
residual = "10*(laplacian(u) - laplacian(v))"
[[term]]
on = "boundary"
residual = "1e3*(u - v)"
[solution]
u = "v"
)toml");
}

TEST(Solution, FourthDerivatives) {
  const std::string beam = R"toml([problem]
variables = "x"
domain = { interval = [0, 1] }
[[term]]
on = "interior"
residual = "u_xxxx - diff(sin(20*x)^2, x, 4)"
points = 200
[[term]]
on = "boundary"
residual = ["u - sin(20*x)^2", "u_x - 20*sin(40*x)"]
[solution]
u = "sin(20*x)^2"
[network]
layers = [16]
)toml";
  expect_nothing(beam);
  expect_found(with(beam, "x, 4)\"", "x, 3)\""), "6: solution: ", "does not satisfy");
}

TEST(Solution, HardConditionsAndPeriods) {
  const std::string problem = R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, "2*pi"], t = [0, 1] }
periodic = "x"
[hard.u]
value = "sin(x)"
on = "initial"
[[term]]
on = "interior"
residual = "u_t + 2*u_x"
[solution]
u = "sin(x - 2*t)"
)toml";
  expect_nothing(problem);
  expect_found(with(problem, "value = \"sin(x)\"", "value = \"cos(x)\""),
               "6: solution: ", "the hard condition of 'u' on initial");
  expect_kind(with(problem, "sin(x - 2*t)", "sin(x/2 - t)"), "solution");
}

TEST(Solution, EnergiesAreStationaryAtIt) {
  const std::string ritz = R"toml([problem]
variables = "x"
domain = { interval = [-1, 1] }
[[term]]
on = "interior"
density = "0.5*u_x^2 + 0.25*u^4 - (pi^2*cos(pi*x) + cos(pi*x)^3)*u"
[solution]
u = "cos(pi*x)"
)toml";
  expect_nothing(ritz);
  expect_found(with(ritz, "0.5*u_x^2", "u_x^2"), "6: solution: ", "Euler and Lagrange");
  expect_found(with(ritz, "[-1, 1]", "[0, 2.5]"), "6: solution: ", "natural condition");
}

TEST(Solution, CoefficientsHaveTheirExactValues) {
  const std::string problem = with(heat + heat_solution + "k = 0.25\n", "u_xx/4", "k*u_xx");
  const std::string coefficients =
      "[coefficients]\nk = { start = 1, positive = true }\n[[term]]\non = \"x == 0.5\"\nresidual = "
      "\"u - exp(-pi^2*t/4)\"\n";
  expect_nothing(problem + coefficients);
  expect_kind(with(problem, "k = 0.25", "k = 0.5") + coefficients, "solution");
}

TEST(Solution, PartsAndInterfaces) {
  const std::string problem = R"toml([problem]
variables = ["x", "y"]
unknowns = ["u1", "u2"]
domain = { box = [[-1, 1], [-1, 1]] }
[subdomains.core]
shape = "disk"
radius = 0.5
[[term]]
on = "inside.core"
residual = "laplacian(u1)"
[[term]]
on = "outside.core"
residual = "laplacian(u2)"
[[term]]
on = "interface.core"
residual = ["u1 - u2", "4*dn(u1) - dn(u2)"]
[[term]]
on = "boundary"
residual = "u2 - x*(1 - 0.15/(x^2 + y^2))"
[solution]
u1 = { value = "0.4*x", on = "inside.core" }
u2 = { value = "x*(1 - 0.15/(x^2 + y^2))", on = "outside.core" }
)toml";
  expect_nothing(problem);
  expect_kind(with(problem, "4*dn(u1)", "dn(u1)"), "solution");
  expect_found(with(problem, ", on = \"inside.core\"", ", on = \"outside.core\""),
               "21: solution: ", "where it has no term");
}

// Values of a file beside what the equation says, by differences on their grid.
TEST(Solution, DataOnAGrid) {
  const engd::testing::TemporaryFolder folder;
  std::string rows = "t,u\n";
  for (int k = 0; k <= 40; ++k) rows += fmt::format("{},{}\n", k / 20.0, std::exp(-k / 20.0));
  folder.write("d.csv", rows);
  const auto found_with = [&](const std::string& equation, const std::string& file) {
    const std::string text =
        "[problem]\nvariables = \"t\"\ndomain = { t = [0, 2] }\n[[term]]\non = "
        "\"interior\"\nresidual = \"" +
        equation + "\"\npoints = 200\n" + file;
    return find(read::read_problem(folder.write("p.toml", text).string()));
  };
  const std::string data = "[[term]]\ndata = \"d.csv\"\n";
  const std::string reference =
      "[[term]]\non = \"initial\"\nresidual = \"u - 1\"\n[evaluation]\nreference = \"d.csv\"\n";
  for (const std::string& file : {data, reference}) {
    EXPECT_TRUE(found_with("u_t + u", file).empty());
    const auto findings = found_with("u_t - u", file);
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].place.line, 6);
    EXPECT_NE(findings[0].text.find("derivatives by differences"), std::string::npos);
  }
  EXPECT_EQ(found_with("u_t + u", testing::with(reference, "u - 1", "u - 2")).size(), 1u);
}

TEST(Solution, NoiseOfAnotherSize) {
  const engd::testing::TemporaryFolder folder;
  std::string rows = "t,u\n";
  for (int k = 0; k <= 40; ++k) rows += fmt::format("{},{}\n", k / 20.0, k % 2 ? 0.01 : -0.01);
  folder.write("d.csv", rows);
  for (const auto& [noise, count] : {std::pair{"0.01", 0u}, {"0.1", 1u}, {"0.001", 1u}}) {
    const std::string text = std::string(
                                 "[problem]\nvariables = \"t\"\ndomain = { t = [0, 2] }\n"
                                 "[[term]]\ndata = \"d.csv\"\nnoise = ") +
                             noise +
                             "\n[[term]]\non = \"interior\"\nresidual = \"u_t + u\"\npoints = "
                             "200\n[solution]\nu = 0\n";
    const auto findings = find(read::read_problem(folder.write("p.toml", text).string()));
    ASSERT_EQ(findings.size(), count) << noise;
    for (const Finding& finding : findings)
      EXPECT_NE(finding.text.find("differ from the given solution by 0.01 (root mean square of \"u "
                                  "- (measured u)\"), and their noise is said to be " +
                                  std::string(noise)),
                std::string::npos)
          << finding.text;
  }
}

TEST(Solution, NotFiniteInsideIsAnError) {
  const std::string problem = R"toml([problem]
variables = "x"
domain = { interval = [-1, 1] }
[[term]]
on = "interior"
residual = "x*u - 1"
points = { grid = 3 }
[[term]]
on = "boundary"
residual = "u_x + 1"
[solution]
u = "1/x"
)toml";
  try {
    find(engd::testing::problem_from(problem));
    ADD_FAILURE();
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find(":12:5: the solution of 'u' is not finite at x = 0"), std::string::npos)
        << text;
    EXPECT_NE(text.find("u = { value = \"...\", on = "), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace engd::check
