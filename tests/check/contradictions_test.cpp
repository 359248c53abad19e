// Conditions that cannot hold together, and the start of time that does not fit the boundary.

#include "check/found.h"

namespace engd::check {
namespace {

using testing::expect_found;
using testing::expect_nothing;
using testing::heat;
using testing::poisson;
using testing::with;

const std::string problem = poisson.substr(0, poisson.find("[solution]"));

std::string and_on(const std::string& on, const std::string& residual) {
  return problem + "[[term]]\nname = \"more\"\non = \"" + on + "\"\nresidual = \"" + residual +
         "\"\n";
}

TEST(Contradictions, TwoValuesOnAFace) {
  expect_found(and_on("x == 0", "u - 1"),
               "17: overdetermined: ", "term 'more' asks that \"u - 1\" is zero, and term 'edges'");
  expect_found(and_on("x == 0", "u - 1"), "17: overdetermined: ", "(line 13) that \"u\" is");
  expect_found(and_on("boundary and y > 0.5", "3*u - 0.3"), "17: overdetermined: ", "by 0.3 at");
  // The same in other words, another derivative, a corner, and a face with one of them.
  expect_nothing(and_on("x == 0", "2*u"));
  expect_nothing(and_on("x == 0", "u_y"));
  expect_nothing(and_on("x == 0 and y == 0", "u - 1"));
  expect_nothing(
      with(and_on("x == 0", "u - 1"), "\"boundary\"", "[\"boundary.y\", \"boundary.x.max\"]"));
}

TEST(Contradictions, WithNormalDerivatives) {
  const std::string slopes = with(problem, "residual = \"u\"", "residual = \"dn(u) + u\"");
  const std::string more = "[[term]]\non = \"x == 1\"\nresidual = ";
  expect_nothing(slopes + more + "\"2*dn(u) + 2*u\"\n");
  expect_nothing(slopes + more + "\"u_x + 2*u\"\n");
  expect_found(slopes + more + "\"dn(u) + u - 1\"\n",
               "16: overdetermined: ", "differ by 1 at x = 1");
}

TEST(Contradictions, OfAHardCondition) {
  const std::string hard =
      with(problem, "[[term]]", "[hard.u]\nvalue = \"y + 0\"\non = \"x == 0\"\n[[term]]");
  expect_found(hard, "16: overdetermined: ", "the hard condition of 'u' (line 7)");
  expect_nothing(with(hard, "\"boundary\"", "[\"boundary.y\", \"boundary.x.max\"]"));
  expect_nothing(with(hard, "\"y + 0\"", "0"));
}

// The boundary of a box has the start of time.
TEST(Contradictions, AtTheStartOfTime) {
  const std::string both = with(with(heat, "residual = \"u\"", "residual = \"u - 2\""),
                                "\"lateral\"", "[\"lateral\", \"initial\"]");
  expect_found(both,
               "15: overdetermined: ", "on = \"lateral\" is the boundary without the faces of t");
}

// What is measured need not agree.
TEST(Contradictions, NoiseMayDiffer) {
  expect_nothing(and_on("x == 0", "u - 1") + "noise = 0.1\n");
}

TEST(Corner, TheStartAndTheBoundary) {
  expect_nothing(heat);
  expect_found(with(heat, "u - sin(pi*x)", "u - 1"),
               "15: corner: ", "they differ by 1 at t = 0, x = ");
  expect_nothing(with(heat, "u - sin(pi*x)", "u - sin(3.14159265*x)"));
  expect_nothing(
      with(with(heat, "u - sin(pi*x)", "u - 1"), "residual = \"u\"\n", "residual = \"dn(u)\"\n"));
  expect_nothing(with(with(heat, "u - sin(pi*x)", "u - 1"), "residual = \"u\"\n",
                      "residual = \"u - exp(-t)\"\n"));
}

}  // namespace
}  // namespace engd::check
