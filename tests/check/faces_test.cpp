// Faces: slices next to them, third derivatives, the time without its name, and roots.

#include "check/found.h"

namespace engd::check {
namespace {

using testing::expect_found;
using testing::expect_nothing;
using testing::heat;
using testing::poisson;
using testing::with;

TEST(NearFace, ABoundThatWasRounded) {
  const std::string bar = R"toml([problem]
variables = "x"
domain = { x = [0, "pi"] }
[[term]]
on = "interior"
residual = "u_xx + u"
points = 200
[[term]]
on = "x == 0"
residual = "u - 1"
[[term]]
on = "x == 3.14159"
residual = "u_x"
)toml";
  expect_found(bar, "12: boundary: ", "3e-06 away from the face x = 3.14159265358979");
  expect_found(bar, "12: boundary: ", "write on = \"boundary.x.max\"");
  expect_nothing(with(bar, "3.14159", "pi"));
  expect_nothing(with(bar, "3.14159", "3.1"));
  // With a condition on the face as well the slice is meant.
  expect_nothing(with(with(bar, "u_xx + u", "u_xxx + u"), "[[term]]\non = \"x == 0\"",
                      "[[term]]\non = \"boundary\""));
}

const std::string waves = R"toml([problem]
variables = ["x", "t"]
domain = { x = [-8, 12], t = [0, 1] }
[[term]]
on = "interior"
residual = "u_t + 6*u*u_x + u_xxx"
[[term]]
on = "initial"
residual = "u - exp(-x^2)"
[[term]]
on = "boundary.x"
residual = "u - exp(-x^2)"
[[term]]
on = "boundary.x.max"
residual = "u_x"
)toml";

TEST(Dispersion, TheSlopeBelongsToOneSide) {
  expect_nothing(waves);
  expect_found(
      with(waves, "x.max", "x.min"), "6: boundary: ",
      "takes one condition at boundary.x.min and two at boundary.x.max; there are 2 and 1: "
      "give the slope u_x at boundary.x.max");
  expect_found(with(waves, "+ u_xxx", "- u_xxx"), "6: boundary: ", "two at boundary.x.min");
  expect_nothing(with(with(waves, "+ u_xxx", "- u_xxx"), "x.max", "x.min"));
  // A sign that depends on the unknown, and no time.
  expect_nothing(with(with(waves, "x.max", "x.min"), "+ u_xxx", "+ u*u_xxx"));
}

const std::string maxwell = R"toml([problem]
variables = ["x", "z", "t"]
unknowns = ["Ey", "Hx", "Hz"]
domain = { x = [0, 1], z = [0, 1], t = [0, 1] }
[constants]
mu = 1e-6
eps = 1e-11
[[term]]
on = "interior"
residual = ["mu*Hx_t - Ey_z", "mu*Hz_t + Ey_x", "eps*Ey_t - Hx_z + Hz_x"]
weight = 1e12
[[term]]
on = "initial"
residual = ["Ey - sin(pi*x)", "Hx", "Hz"]
[[term]]
on = "boundary.x"
residual = "Ey"
[[term]]
on = "boundary.z"
residual = "Ey - sin(pi*x)"
)toml";

TEST(Characteristics, WavesThatComeIn) {
  expect_nothing(maxwell);
  expect_found(with(maxwell, "boundary.x", "boundary.x.max"),
               "10: boundary: ", "carry 1 wave into the domain at x = 0, z = 0.5");
  expect_found(with(maxwell, "boundary.z", "boundary.z.min"), "10: boundary: ",
               "the conditions there are 0: add a [[term]] with on = \"boundary.z.max\"");
  // With a speed above that of sound both waves come in at one face.
  const std::string flow = R"toml([problem]
variables = ["x", "t"]
unknowns = ["p", "v"]
domain = { x = [0, 1], t = [0, 1] }
[[term]]
on = "interior"
residual = ["p_t + 2*p_x + v_x", "v_t + 2*v_x + p_x"]
[[term]]
on = "initial"
residual = ["p", "v"]
[[term]]
on = "boundary.x.min"
residual = ["p", "v"]
)toml";
  expect_nothing(flow);
  expect_found(with(flow, "x.min", "x.max"),
               "7: boundary: ", "carry 2 waves into the domain at x = 0, t = 0.5");
  // Speeds that depend on an unknown, and a wave that stands.
  expect_nothing(with(with(flow, "x.min", "x.max"), "2*p_x", "p*p_x"));
  expect_nothing(
      with(flow, "[\"p_t + 2*p_x + v_x\", \"v_t + 2*v_x + p_x\"]", "[\"p_t + p_x\", \"v_t + p\"]"));
}

// The Laplacian of a heat equation has the second derivative along a time without the name.
TEST(Boundary, ATimeWithAnotherName) {
  std::string text = with(heat, "[\"t\", \"x\"]", "[\"tau\", \"x\"]");
  text = with(with(text, "t = [0, 1]", "tau = [0, 1]"), "u_t - u_xx/4", "u_tau - laplacian(u)");
  text = with(with(text, "\"initial\"", "\"tau == 0\""), "\"lateral\"", "\"boundary.x\"");
  expect_found(text, "10: boundary: ",
               "'laplacian' has u_tautau in it: if tau is the time, write "
               "time = \"tau\" in [problem]");
  expect_nothing(with(text, "[problem]", "[problem]\ntime = \"tau\""));
  EXPECT_EQ(testing::found(with(text, "laplacian(u)", "u_xx")), std::vector<std::string>{});
}

TEST(NotFinite, ARootOfANegativeNumber) {
  const auto root = [](const std::string& factor) {
    return with(poisson.substr(0, poisson.find("[solution]")), "laplacian(u) + f",
                "laplacian(u) + f + u*" + factor);
  };
  expect_found(root("(x - 0.5)^(1/3)"), "9: not-finite: ", "the real root is cbrt(x - 0.5)");
  expect_found(root("sqrt(x - 0.5)"), "9: not-finite: ", "on a part of the domain");
  expect_found(root("(x - 0.5)^1.5"), "9: not-finite: ", "on a part of the domain");
  expect_nothing(root("cbrt(x - 0.5)"));
}

// sin(2*pi) is not zero but as small as rounding.
TEST(Solution, BoundsThatAreRounded) {
  for (const std::string end : {"2*pi", "4*pi", "100*pi"})
    expect_nothing(
        with(with(with(heat, "x = [0, 1]", "x = [0, \"" + end + "\"]"), "sin(pi*x)", "sin(x)"),
             "u_xx/4", "u_xx") +
        "[solution]\nu = \"exp(-t)*sin(x)\"\n");
}

}  // namespace
}  // namespace engd::check
