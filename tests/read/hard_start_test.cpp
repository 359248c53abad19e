#include "problem/hard_start.h"

#include <array>

#include "common/files.h"
#include "expr/tape.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;

/// u_t = u_xx with these conditions, in -1 < x < 1, 1 < t < 3.
std::string heat(const std::string& conditions, const std::string& about = "",
                 const std::string& equation = "u_t - u_xx") {
  return "[problem]\nvariables = [\"x\", \"t\"]\ndomain = { x = [-1, 1], t = [1, 3] }\n" +
         (about.empty() ? "hard_start = true\n" : about) +
         "[[term]]\non = \"interior\"\nresidual = \"" + equation + "\"\n" + conditions;
}

std::string condition(const std::string& on, const std::string& residual) {
  return "[[term]]\non = " + on + "\nresidual = " + residual + "\n";
}

Problem read(const std::string& text) {
  return read_problem_text("p.toml", text);
}

double value(const Problem& problem, const problem::Formula& formula, double x, double t) {
  return expr::evaluate_scalar(problem.graph, formula.node, std::array<double, 2>{x, t});
}

// What the residual says elsewhere, at later times, is not known.
TEST(HardStart, IsWhatTheTermsSayAtTheStart) {
  const Problem problem = read(heat(condition("\"initial\"", "\"3*(t*sin(x) - u)\"")));
  ASSERT_TRUE(problem.hard.at(0));
  EXPECT_EQ(problem.terms.size(), 1u);
  EXPECT_NEAR(value(problem, problem.hard[0]->value, 0.5, 1), std::sin(0.5), 1e-15);
  EXPECT_NEAR(value(problem, problem.hard[0]->value, 0.5, 2), std::sin(0.5), 1e-15);
  EXPECT_EQ(value(problem, problem.hard[0]->distance, 0.5, 1), 0);
  EXPECT_NEAR(value(problem, problem.hard[0]->distance, 0.5, 2), 0.5, 1e-15);
}

TEST(HardStart, HasTheSlopeOfAnEquationOfSecondOrder) {
  const std::string conditions =
      condition("\"initial\"", "[\"u - x^2\", \"2*u_t - diff(t^2*cos(x), t)\"]");
  const Problem problem = read(heat(conditions, "", "u_tt - u_xx"));
  ASSERT_TRUE(problem.hard.at(0));
  EXPECT_EQ(problem.terms.size(), 1u);
  EXPECT_NEAR(value(problem, problem.hard[0]->value, 0.5, 2), 0.25 + std::cos(0.5), 1e-15);
  EXPECT_NEAR(value(problem, problem.hard[0]->distance, 0.5, 2), 0.25, 1e-15);
  // Of an equation of first order a slope is a condition like others.
  EXPECT_EQ(read(heat(conditions)).terms.size(), 2u);
}

TEST(HardStart, LeavesWhatHoldsElsewhere) {
  const Problem problem =
      read(heat(condition("[\"initial\", \"lateral\"]", "\"u - cos(x)*exp(-t)\"")));
  ASSERT_TRUE(problem.hard.at(0));
  ASSERT_EQ(problem.terms.size(), 2u);
  EXPECT_EQ(problem.terms[1].region.patches.size(), 2u);
}

TEST(HardStart, LeavesOtherConditions) {
  for (const char* residual :
       {"\"u^2 - x\"", "\"u - u_x\"", "\"x*u - 1\"", "\"u_x - 1\"", "\"u_t - 1\""}) {
    const Problem problem = read(heat(condition("\"initial\"", residual)));
    EXPECT_FALSE(problem.hard.at(0)) << residual;
    EXPECT_EQ(problem.terms.size(), 2u) << residual;
  }
  EXPECT_FALSE(read(heat(condition("\"initial and x > 0\"", "\"u - x\""))).hard.at(0));
  EXPECT_FALSE(read(heat(condition("\"initial\"", "\"u - x\""), "hard_start = false\n")).hard[0]);
  const Problem given =
      read(heat(condition("\"initial\"", "\"u - x\"") + "[hard.u]\nvalue = 7\non = \"initial\"\n"));
  EXPECT_EQ(value(given, given.hard.at(0)->value, 0, 1), 7);
}

// The second derivative of a corner is zero at all points of training.
TEST(HardStart, IsSmooth) {
  for (const char* start : {"abs(x - 0.1)", "max(x, 0.3)^2", "sqrt((x - 0.1)^2 + 1e-12)"})
    EXPECT_FALSE(
        read(heat(condition("\"initial\"", "\"u - " + std::string(start) + "\""))).hard.at(0))
        << start;
  EXPECT_TRUE(read(heat(condition("\"initial\"", "\"u - tanh(20*x)\""))).hard.at(0));
}

TEST(HardStart, IsSmoothOverThePeriod) {
  const std::string about = "periodic = \"x\"\nhard_start = true\n";
  EXPECT_TRUE(read(heat(condition("\"initial\"", "\"u - cos(pi*x)\""), about)).hard.at(0));
  // x^2 cos(pi x) has other slopes at both ends.
  EXPECT_FALSE(read(heat(condition("\"initial\"", "\"u - x^2*cos(pi*x)\""), about)).hard.at(0));
}

TEST(HardStart, NeedsATime) {
  const auto message = [](const std::string& text) { return input_error_of([&] { read(text); }); };
  EXPECT_EQ(message(heat("", "periodic = \"t\"\nhard_start = true\n")),
            "p.toml:5:14: problem.hard_start = true: a periodic time has no start");
  EXPECT_EQ(message(heat("", "time = false\nhard_start = true\n")),
            "p.toml:5:14: problem.hard_start = true: no coordinate is the time");
}

}  // namespace
}  // namespace engd::read
