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
