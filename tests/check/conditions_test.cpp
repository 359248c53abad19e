// Conditions that are missing, or one too many, and signs for which none help.

#include "check/found.h"

namespace engd::check {
namespace {

using testing::expect_found;
using testing::expect_nothing;
using testing::heat;
using testing::poisson;
using testing::with;

TEST(Initial, AStartIsMissing) {
  const std::string start =
      "[[term]]\nname = \"start\"\non = \"initial\"\nresidual = \"u - sin(pi*x)\"\n";
  expect_nothing(heat);
  expect_found(with(heat, start, ""), "7: initial: ", "nothing says what u is at t = 0");
  expect_nothing(with(heat, start, "[hard.u]\nvalue = \"sin(pi*x)\"\non = \"initial\"\n"));
}

const std::string wave = R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 1], t = [0, 1] }
[[term]]
on = "interior"
residual = "u_tt - 4*u_xx"
[[term]]
on = "initial"
residual = ["u - x", "u_t"]
[[term]]
on = "lateral"
residual = "u - x"
)toml";

TEST(Initial, OnePerOrder) {
  expect_nothing(wave);
  expect_found(with(wave, "[\"u - x\", \"u_t\"]", "\"u - x\""), "6: initial: ", "what u_t is");
}

TEST(Initial, TwoValuesAreOneCondition) {
  expect_found(with(wave, "\"u_t\"]", "\"u_x - 1\"]"), "6: initial: ", "what u_t is");
  expect_nothing(with(wave, "[\"u - x\", \"u_t\"]", "[\"u_t - u + x\", \"u_t + u - x\"]"));
}

// The boundary of a box has the end of time: u at both ends is no condition for a wave.
TEST(Initial, AWaveIsNotGivenAtBothEndsOfTime) {
  const std::string both =
      with(with(wave, "[\"u - x\", \"u_t\"]", "\"u - x\""), "\"lateral\"", "\"boundary\"");
  expect_found(with(both, "[[term]]\non = \"initial\"\nresidual = \"u - x\"\n", ""),
               "8: initial: ", "in the place of u_t at the start");
  // A coordinate t of an elliptic equation has conditions at both ends.
  expect_nothing(with(with(both, "[[term]]\non = \"initial\"\nresidual = \"u - x\"\n", ""),
                      "u_tt - 4", "u_tt + 4"));
}

TEST(Initial, AHardDistanceOfSecondOrderFixesTheSlope) {
  const std::string hard = R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 1], t = [0, 1] }
[hard.u]
value = "sin(pi*x)"
on = ["initial", "lateral"]
distance = "x*(1 - x)*t^2"
[[term]]
on = "interior"
residual = "u_tt - 4*u_xx"
)toml";
  expect_nothing(hard);
  expect_found(with(hard, "*t^2", "*t"), "10: initial: ", "what u_t is");
}

TEST(Initial, AtTheEnd) {
  expect_found(with(heat, "on = \"initial\"", "on = \"final\""),
               "10: initial: ", "write on = \"initial\"");
  // An equation that goes backward has its condition there.
  expect_nothing(with(with(heat, "on = \"initial\"", "on = \"final\""), "u_t - u", "u_t + u"));
}

TEST(Initial, AnOrdinaryEquationMayHaveItsConditionAnywhere) {
  for (const char* on : {"initial", "final", "t == 0.5"})
    expect_nothing(
        "[problem]\nvariables = \"t\"\ndomain = { t = [0, 1] }\n[[term]]\non = "
        "\"interior\"\nresidual = \"u_t + u\"\npoints = 200\n[[term]]\non = \"" +
        std::string(on) + "\"\nresidual = \"u - 1\"\n");
}

TEST(Overdetermined, APeriodicCoordinateHasNoEnds) {
  const std::string text = R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 1], t = [0, 1] }
periodic = "x"
[[term]]
on = "interior"
residual = "u_t - u_xx"
[[term]]
on = "initial"
residual = "u - sin(2*pi*x)"
[[term]]
on = "boundary.x.min"
residual = "u"
)toml";
  expect_found(text, "12: overdetermined: ", "'x' is periodic and has no ends");
  expect_nothing(with(text, "\"boundary.x.min\"", "\"x == 0.5\""));
  expect_nothing(with(text, "\"boundary.x.min\"", "\"x == 0 and t == 0\""));
}

// The other unknown of a subdomain that touches the boundary does not live there.
TEST(Boundary, ASubdomainAtTheBoundary) {
  const std::string text = R"toml([problem]
variables = ["x", "y"]
unknowns = ["a", "b"]
domain = { box = [0, 1] }
[subdomains.left]
shape = "box"
box = [[0, 0.5], [0, 1]]
[[term]]
on = "inside.left"
residual = "laplacian(a)"
[[term]]
on = "outside.left"
residual = "laplacian(b)"
[[term]]
on = "interface.left"
residual = ["a - b", "dn(a) - 3*dn(b)"]
[[term]]
on = "boundary and x < 0.5"
residual = "a"
[[term]]
on = "boundary and x > 0.5"
residual = "b - 1"
)toml";
  expect_nothing(text);
  expect_found(with(text, "\"interface.left\"\nresidual = [\"a - b\", \"dn(a) - 3*dn(b)\"]",
                    "\"interface.left\"\nresidual = \"a - b\""),
               "15: boundary: ", "there is 1 at x = 0.5, ");
}

// The same in a domain with a shape.
TEST(Boundary, ASubdomainAtTheBoundaryOfAShape) {
  const std::string text = R"toml([problem]
variables = ["x", "y"]
unknowns = ["a", "b"]
domain = { shape = "polygon", vertices = [[0,0],[2,0],[2,1],[1,1],[1,2],[0,2]] }
[subdomains.corner]
shape = "polygon"
vertices = [[0,0],[1,0],[1,1],[0,1]]
[[term]]
on = "inside.corner"
residual = "laplacian(a) + 1"
[[term]]
on = "outside.corner"
residual = "laplacian(b) + 1"
[[term]]
on = "interface.corner"
residual = ["a - b", "dn(a) - dn(b)"]
[[term]]
on = "boundary and x < 1 and y < 1"
residual = "a"
[[term]]
on = "boundary and (x > 1 or y > 1)"
residual = "b"
)toml";
  expect_nothing(text);
  expect_found(with(text, "(x > 1 or y > 1)", "x > 1"), "15: boundary: ", "there are 0 at x = ");
}

TEST(Boundary, OfACylinder) {
  expect_found(
      "[problem]\nvariables = [\"x\", \"y\", \"z\"]\ndomain = { shape = \"disk\", radius = 1, z = "
      "[0, 2] "
      "}\n[[term]]\non = \"interior\"\nresidual = \"laplacian(u)\"\n[[term]]\non = "
      "\"boundary.z\"\nresidual = \"u\"\n",
      "8: boundary: ", "on = \"lateral\"");
}

TEST(Initial, ASystemOfOrdinaryEquationsMayHaveItsConditionsOnOneUnknown) {
  const std::string text = R"toml([problem]
variables = "t"
unknowns = ["x", "v"]
domain = { t = [0, 1] }
[[term]]
on = "interior"
residual = ["x_t - v", "v_t + x"]
[[term]]
on = "initial"
residual = "x - 1"
[[term]]
on = "final"
residual = "x - 0.5"
)toml";
  expect_nothing(text);
  expect_nothing(with(text, "\"final\"", "\"t == 0.5\""));
  expect_found(with(text, "[[term]]\non = \"final\"\nresidual = \"x - 0.5\"\n", ""),
               "7: initial: ", "what v is at t = 0");
  const std::string twice = with(with(text, "\"x - 1\"", "[\"x - 1\", \"2*x - 2\"]"),
                                 "[[term]]\non = \"final\"\nresidual = \"x - 0.5\"\n", "");
  expect_found(twice, "7: initial: ", "what v is at t = 0");
}

TEST(Boundary, TheConditionsOfASystemCountTogether) {
  for (const char* domain : {"box = [0, 1]", "shape = \"disk\", radius = 1"}) {
    const std::string text =
        std::string(
            "[problem]\nvariables = [\"x\", \"y\"]\nunknowns = [\"psi\", "
            "\"omega\"]\ndomain = { ") +
        domain +
        " }\n[[term]]\non = \"interior\"\nresidual = [\"laplacian(psi) + omega\", "
        "\"psi_y*omega_x - psi_x*omega_y - laplacian(omega)\"]\n[[term]]\non = "
        "\"boundary\"\nresidual = [\"psi\", \"dn(psi) - x\"]\n";
    expect_nothing(text);
    expect_found(with(text, "[\"psi\", \"dn(psi) - x\"]", "\"psi\""), "7: boundary: ", "omega");
    expect_found(with(text, "\"dn(psi) - x\"", "\"2*psi\""), "7: boundary: ", "omega");
  }
}

TEST(Overdetermined, TheBoundaryHasTheEndOfTime) {
  expect_found(with(heat, "\"lateral\"", "\"boundary\""),
               "14: overdetermined: ", "on = \"lateral\"");
}

TEST(IllPosed, DiffusionBackward) {
  expect_found(with(heat, "u_t - u_xx/4", "u_t + u_xx/4"), "7: ill-posed: ", "is a sign wrong?");
  expect_found(with(wave, "u_tt - 4", "u_tt + 4"), "6: ill-posed: ", "no wave equation");
  expect_nothing(with(with(heat, "u_t - u_xx/4", "u_t + u_xxxx + u_xx"), "residual = \"u\"",
                      "residual = [\"u\", \"u_xx\"]"));
}

TEST(IllPosed, ABoundaryThatFeeds) {
  const std::string square = poisson.substr(0, poisson.find("[solution]"));
  const auto at = [&](const std::string& residual) {
    return with(square, "residual = \"u\"", "residual = \"" + residual + "\"");
  };
  expect_found(at("dn(u) - 5*u"), "13: ill-posed: ", "a loss is dn(u) + c*u");
  expect_found(at("3 - 2*dn(u) + u/4"), "13: ill-posed: ", "is a sign wrong?");
  for (const char* residual : {"dn(u) + 5*u", "u - dn(u)*(x - 2)", "u_x - 5*u"})
    expect_nothing(at(residual));
  // Where u stands in the equation the sign may be meant, and where u is known, too.
  expect_nothing(with(at("dn(u) - 5*u"), "(u) + f", "(u) + f - 40*u"));
  expect_nothing(with(at("dn(u) - 5*u + 5"), "(u) + f", "(u) + 0*f") + "[solution]\nu = \"1\"\n");
  // At the lower end of x the outward derivative is -u_x.
  const std::string ends = heat.substr(heat.find("[[term]]\nname = \"ends\""));
  const auto bar = [&](const std::string& lower, const std::string& upper) {
    return with(heat, ends,
                "[[term]]\non = \"x == 0\"\nresidual = \"" + lower +
                    "\"\n[[term]]\non = \"x == 1\"\nresidual = \"" + upper + "\"\n");
  };
  expect_nothing(bar("u_x - 2*u", "u_x + 2*u"));
  expect_found(bar("u_x + 2*u", "u_x + 2*u"), "14: ill-posed: ", "\"u_x + 2*u\"");
}

TEST(Boundary, APartOfABoxIsMissing) {
  const std::string problem = poisson.substr(0, poisson.find("[solution]"));
  expect_nothing(problem);
  expect_found(with(problem, "on = \"boundary\"", "on = [\"boundary.x\", \"boundary.bottom\"]"),
               "12: boundary: ", "on = \"boundary.y.max\"");
  expect_found(with(problem, "on = \"boundary\"", "on = \"boundary and (x > 0 or y > 0.5)\""),
               "12: boundary: ", "x = 0");
  expect_nothing(with(problem, "residual = \"u\"\n", "residual = \"dn(u) + u\"\n"));
}

TEST(Boundary, PeriodicCoordinatesHaveNone) {
  const std::string ends = heat.substr(heat.find("[[term]]\nname = \"ends\""));
  const std::string open = with(heat, ends, "");
  expect_found(open, "7: boundary: ", "periodic = \"x\"");
  expect_nothing(with(open, "[[term]]", "periodic = \"x\"\n[[term]]"));
  expect_nothing(open +
                 "[[term]]\non = \"boundary.x.min\"\nshift = \"x\"\nresidual = "
                 "[\"jump(u)\", \"jump(u_x)\"]\n");
}

TEST(Boundary, FourthOrder) {
  const std::string plate = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[[term]]
on = "interior"
residual = "u_xxxx + 2*u_xxyy + u_yyyy - 1"
[[term]]
on = "boundary"
residual = ["u", "dn(u)"]
)toml";
  expect_nothing(plate);
  expect_found(with(plate, "[\"u\", \"dn(u)\"]", "\"u\""), "8: boundary: ", "4 conditions on u");
}

TEST(Boundary, TransportNeedsItsInflowAlone) {
  const std::string transport = R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 1], t = [0, 1] }
[[term]]
on = "interior"
residual = "u_t + 3*u_x"
[[term]]
on = "initial"
residual = "u"
[[term]]
on = "boundary.x.min"
residual = "u - t"
)toml";
  expect_nothing(transport);
  expect_found(with(transport, "u_t + 3", "u_t - 3"),
               "11: boundary: ", "carries u into the domain");
  // Nothing comes in where the speed vanishes.
  expect_nothing(
      with(with(transport, "u_t + 3*u_x", "u_t + x*(1-x)*u_x"), "boundary.x.min", "initial"));
}

TEST(Boundary, AnAxisNeedsNone) {
  expect_nothing(R"toml([problem]
variables = "r"
domain = { interval = [0, 1] }
[[term]]
on = "interior"
residual = "r*u_rr + u_r + r"
points = 200
[[term]]
on = "r == 1"
residual = "u"
)toml");
}

TEST(Boundary, BothConditionsAtOneEnd) {
  expect_nothing(R"toml([problem]
variables = "x"
domain = { interval = [0, 1] }
[[term]]
on = "interior"
residual = "u_xx + u"
points = 200
[[term]]
on = "x == 0"
residual = ["u", "u_x - 1"]
)toml");
}

TEST(Boundary, Shapes) {
  const std::string annulus = R"toml([problem]
variables = ["x", "y"]
domain = { shape = "annulus", inner = 0.5, outer = 1 }
[[term]]
on = "interior"
residual = "laplacian(u) + 1"
[[term]]
on = "boundary"
residual = "u"
)toml";
  expect_nothing(annulus);
  expect_found(with(annulus, "\"boundary\"", "\"boundary.outer\""),
               "8: boundary: ", "on = \"boundary.inner\"");
}

TEST(Boundary, InterfacesNeedTwo) {
  const std::string problem = R"toml([problem]
variables = ["x", "y"]
unknowns = ["u1", "u2"]
domain = { box = [[-1, 1], [-1, 1]] }
[subdomains.core]
shape = "disk"
radius = 0.5
[[term]]
on = "inside.core"
residual = "laplacian(u1) + 1"
[[term]]
on = "outside.core"
residual = "laplacian(u2)"
[[term]]
on = "interface.core"
residual = ["u1 - u2", "4*dn(u1) - dn(u2)"]
[[term]]
on = "boundary"
residual = "u2"
)toml";
  expect_nothing(problem);
  expect_found(with(problem, ", \"4*dn(u1) - dn(u2)\"", ""),
               "15: boundary: ", "on = \"interface.core\"");
}

TEST(Boundary, EquationsAlone) {
  expect_found(
      "[problem]\nvariables = \"x\"\ndomain = { interval = [0, 1] }\n[[term]]\non = "
      "\"interior\"\nresidual = \"u_x + u\"\npoints = 200\n",
      "6: boundary: ", "no condition");
}

TEST(Boundary, DataReplaceConditions) {
  const std::string ends = heat.substr(heat.find("[[term]]\nname = \"start\""));
  expect_nothing(
      with(heat, ends, "[[term]]\non = \"interior\"\nresidual = \"u - sin(x)*exp(-t)\"\n"));
}

TEST(Undetermined, CoefficientsWithoutData) {
  const std::string inverse = with(heat, "u_xx/4", "k*u_xx") + "[coefficients]\nk = 1\n";
  expect_found(inverse, "17: undetermined: ", "nothing determines the coefficient 'k'");
  expect_nothing(inverse + "[[term]]\non = \"interior\"\nresidual = \"u - x\"\n");
  expect_nothing(inverse + "[[term]]\non = \"x == 0\"\nresidual = \"u_x - t\"\n");
  expect_nothing(inverse + "[[term]]\non = \"x == 0.5\"\nresidual = \"u - t\"\n");
}

TEST(Constant, APressure) {
  const std::string stokes = R"toml([problem]
variables = ["x", "y"]
unknowns = ["u", "v", "p"]
domain = { box = [[0, 1], [0, 1]] }
[[term]]
on = "interior"
residual = ["p_x - laplacian(u)", "p_y - laplacian(v)", "u_x + v_y"]
[[term]]
on = "boundary"
residual = ["u - y", "v"]
)toml";
  expect_found(stokes, "3:", "nothing fixes 'p'");
  expect_nothing(stokes +
                 "[[term]]\non = \"x == 0 and y == 0\"\nresidual = \"p\"\npoints = { grid "
                 "= 1 }\n");
}

TEST(Constant, NeumannAndEnergies) {
  const std::string neumann = with(poisson.substr(0, poisson.find("[solution]")),
                                   "residual = \"u\"", "residual = \"dn(u)\"");
  expect_found(neumann, "13: constant: ", "nothing fixes 'u'");
  const std::string energy = R"toml([problem]
variables = ["x", "y"]
unknowns = "u"
domain = { box = [[0, 1], [0, 1]] }
[[term]]
on = "interior"
density = "norm2(grad(u))/2 - x*u"
)toml";
  expect_found(energy, "3: constant: ", "no least value");
  expect_nothing(with(energy, "- x*u", "+ u^2 - x*u"));
  expect_nothing(energy + "[hard.u]\nvalue = 0\n");
}

}  // namespace
}  // namespace engd::check
