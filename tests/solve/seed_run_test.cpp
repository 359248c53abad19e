#include "solve/seed_run.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/contains.h"
#include "read/read_problem.h"
#include "solve/fresh_points.h"

namespace engd::solve {
namespace {

using optim::Termination;
using testing::contains;

/// The equation u = 2. Pieces of solutions keep its address.
const problem::Problem& equation() {
  static const problem::Problem problem =
      read::read_problem_text("p.toml",
                              "[problem]\nvariables = \"t\"\ndomain = { t = [0, 1] }\n"
                              "[[term]]\non = \"interior\"\nresidual = \"u - 2\"\n",
                              {});
  return problem;
}

/// What is said of u = `value`, where training ended so.
SeedRun judged(double value, Termination termination, double loss = 1e-30) {
  const problem::Problem& problem = equation();
  Solved solved;
  Piece& piece = solved.pieces.emplace_back(make_window(problem, 0, nullptr, 1));
  piece.theta = Vector::Zero(piece.level.trainable->parameters());
  piece.theta[piece.theta.size() - 1] = value;
  solved.loss = loss;
  solved.ending.termination = termination;
  solved.ending.sentence = "no step lowers the loss";
  return judge(problem, std::move(solved), 0, 1, 1.0);
}

// The equations hold to rounding: an optimiser that finds no way on has not failed.
TEST(SeedRunTest, RoundingIsNoFailure) {
  for (const Termination termination : {Termination::stalled, Termination::no_direction}) {
    const SeedRun run = judged(2, termination);
    EXPECT_FALSE(run.failed);
    EXPECT_EQ(run.summary.message, "the equations hold to rounding (no step lowers the loss)");
  }
  EXPECT_FALSE(contains(judged(2.001, Termination::stalled).summary.message, "rounding"));
  EXPECT_TRUE(judged(2.001, Termination::no_direction).failed);
  EXPECT_TRUE(judged(2, Termination::no_direction, std::nan("")).failed);
}

TEST(SeedRunTest, TellsThatNothingIsSolved) {
  EXPECT_EQ(what_is_unsolved(judged(2.1, Termination::iterations).summary.residuals), "");
  EXPECT_TRUE(contains(what_is_unsolved(judged(-1, Termination::iterations).summary.residuals),
                       "the equations are not solved: the residual of term 'term1'"));
}

}  // namespace
}  // namespace engd::solve
