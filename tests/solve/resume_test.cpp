// A run that is left and gone on with is the run that was never left: the same bits.
#include <array>

#include "read/problem_text.h"
#include "solve/resumed.h"
#include "support/error.h"

namespace engd::solve {
namespace {

const std::string head = R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
[[term]]
name = "inside"
on = "interior"
)toml";
const std::string fixed_points = "residual = \"u_xx + pi^2*sin(pi*x)\"\npoints = { grid = 20 }\n";
const std::string drawn_points =
    "residual = \"u_xx + pi^2*sin(pi*x)\"\npoints = { random = 20, resample = 3 }\n";
const std::string energy_density =
    "density = \"0.5*u_x^2 - pi^2*sin(pi*x)*u\"\npoints = { gauss = 20 }\n";
const std::string tail = R"toml([[term]]
name = "ends"
on = "boundary"
residual = "u"
)toml";

std::string problem_text(const std::string& points, const std::string& rest) {
  return head + points + tail + rest;
}

void expect_same_run(const std::string& text, std::initializer_list<int> leaves) {
  SCOPED_TRACE(text);
  testing::expect_same_run_of([&] { return testing::problem_from(text); }, leaves);
}

const std::array methods{"adaptive", "multistep", "engd", "hngd", "gd", "adam", "bfgs", "lbfgs"};
const std::array steps{"grid", "backtracking", "wolfe", "fixed", "schedule"};

std::string optimizer(const std::string& method, const std::string& more = {}) {
  return "[network]\nlayers = [6]\n[optimizer]\nmethod = \"" + method + "\"\niterations = 24\n" +
         more;
}

TEST(ResumeTest, EveryMethodGoesOnToTheBit) {
  static_assert(std::variant_size_v<optim::Method> == methods.size(),
                "a new method belongs into this test");
  for (const std::string method : methods) {
    expect_same_run(problem_text(fixed_points, optimizer(method)), {0, 1, 12});
    expect_same_run(problem_text(drawn_points, optimizer(method)), {2, 13});
    if (method != "hngd") expect_same_run(problem_text(energy_density, optimizer(method)), {1, 12});
  }
}

TEST(ResumeTest, EveryStepRuleGoesOnToTheBit) {
  // A custom one remembers what no checkpoint knows.
  static_assert(std::variant_size_v<optim::StepRule> == steps.size() + 1,
                "a new step rule belongs into this test");
  for (const std::string step : steps) {
    const std::string more = step == "schedule" ? "decay_start = 3\ndecay_every = 4\n" : "";
    for (const std::string method : {"engd", "gd", "bfgs"})
      expect_same_run(
          problem_text(fixed_points, optimizer(method, "step = \"" + step + "\"\n" + more)), {9});
  }
}

// It ends after ten iterations, counted from the start and not from where it was left.
TEST(ResumeTest, TheProgressOfIterationsBeforeIsKnown) {
  expect_same_run(problem_text(fixed_points, optimizer("gd", "least_progress = 0.9\n")), {5, 9});
}

TEST(ResumeTest, EveryVariantOfTheAdaptiveMethodGoesOnToTheBit) {
  for (const std::string more :
       {"momentum = 0.5\n", "corrections = 3\n", "acceleration = 0.75\n", "patience = 2\n",
        "solver = \"qr_pivoted\"\n", "solver = \"gram_cholesky\"\n"})
    expect_same_run(problem_text(fixed_points, optimizer("adaptive", more)), {1, 12, 20});
  for (const std::string more :
       {"judge = \"fresh\"\n", "batch_growth = 2\npatience = 2\n", "momentum = 0.5\n"})
    expect_same_run(problem_text(drawn_points, optimizer("adaptive", more)), {1, 12, 20});
}

// Points that grow and then stay; starts that begin again.
TEST(ResumeTest, LongAdaptiveRunsGoOnToTheBit) {
  const std::string few =
      "residual = \"u_xx + pi^2*sin(pi*x)\"\npoints = { random = 12, resample = 1 }\n";
  expect_same_run(
      problem_text(few,
                   "[network]\nlayers = [4]\n[optimizer]\niterations = 150\npatience = 3\n"
                   "batch_growth = 3\nstarts = 3\n"),
      {40, 90, 140});
  expect_same_run(problem_text(fixed_points,
                               "[network]\nlayers = [2]\n[optimizer]\n"
                               "iterations = 200\npatience = 2\nstarts = 6\n"),
                  {30, 80, 100});
}

TEST(ResumeTest, StagesAndNetworksGoOnToTheBit) {
  const std::string rest = R"toml([[network]]
layers = [6]
[[network]]
layers = [8]
activation = "sin"
[[network]]
layers = [5]
[[optimizer]]
method = "adam"
iterations = 10
[[optimizer]]
method = "adaptive"
iterations = 15
)toml";
  expect_same_run(problem_text(fixed_points, rest), {3, 14, 30, 45, 60});
  expect_same_run(problem_text(energy_density, rest), {14, 24});
}

TEST(ResumeTest, ACheckpointOfAnotherProblemIsRefused) {
  std::optional<StateArchive::Values> kept;
  testing::train(testing::problem_from(problem_text(fixed_points, optimizer("adam"))), 5, kept);
  ASSERT_TRUE(kept);
  const auto refusal = [&](const std::string& text) -> std::string {
    std::optional<StateArchive::Values> copy = kept;
    try {
      testing::train(testing::problem_from(text), -1, copy);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  const std::string start = "the checkpoint does not fit this program and problem: ";
  EXPECT_EQ(refusal(problem_text(fixed_points, optimizer("lbfgs"))),
            start + "'optimizer.iteration.direction.pairs' is missing");
  EXPECT_EQ(refusal(problem_text(fixed_points,
                                 "[network]\nlayers = [7]\n[optimizer]\n"
                                 "method = \"adam\"\niterations = 24\n")),
            start + "'optimizer.state.theta' has another length");
  EXPECT_EQ(refusal(problem_text(fixed_points, optimizer("gd"))),
            start + "'optimizer.iteration.step_rule.turn' is missing");
  (*kept)["optimizer.more"] = std::string("something");
  EXPECT_EQ(refusal(problem_text(fixed_points, optimizer("adam"))),
            start + "nobody knows what 'optimizer.more' is");
}

}  // namespace
}  // namespace engd::solve
