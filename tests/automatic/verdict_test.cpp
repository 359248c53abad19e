#include "automatic/verdict.h"

#include <gtest/gtest.h>

#include "common/contains.h"

namespace engd::automatic {
namespace {

using engd::testing::contains;

Reached what(std::optional<double> error, End end, double score) {
  Reached reached;
  if (error) reached.estimate = Estimate{*error, {}};
  reached.score = score;
  reached.end = end;
  reached.fraction = 0.5;
  return reached;
}

Verdict verdict(std::optional<double> asked, std::optional<double> reached, End end = End::budget,
                double score = 1e-6, double time = 0) {
  problem::Problem problem;
  problem.automatic = {true, asked, time};
  return verdict_of(problem, what(reached, end, score));
}

TEST(Verdict, FallsShortOfWhatWasAskedFor) {
  EXPECT_FALSE(verdict(1e-6, 1e-6).fell_short);
  EXPECT_TRUE(verdict(1e-6, 1.1e-6).fell_short);
  EXPECT_TRUE(verdict(1e-6, std::nullopt).fell_short);
  // Nothing was asked for: the target is an aim.
  EXPECT_FALSE(verdict(std::nullopt, 1e-3).fell_short);
  EXPECT_FALSE(verdict(std::nullopt, std::nullopt).fell_short);
  EXPECT_FALSE(verdict(0.0, 1e-3).fell_short);
}

TEST(Verdict, IsAFailureWhereNothingWasSolved) {
  EXPECT_TRUE(verdict(std::nullopt, 1.1e-2).fell_short);
  EXPECT_TRUE(verdict(0.0, 1.1e-2).fell_short);
  EXPECT_TRUE(verdict(0.5, 0.1).fell_short);
  const Verdict bad = verdict(std::nullopt, std::nullopt, End::budget, 0.5);
  EXPECT_TRUE(bad.fell_short);
  EXPECT_TRUE(contains(bad.sentence, "the equations are not solved"));
}

// More than the noise of measurements is not to be had.
TEST(Verdict, TakesTheNoiseForTheAccuracy) {
  const Verdict noisy = verdict(std::nullopt, 2e-2, End::noise);
  EXPECT_FALSE(noisy.fell_short);
  EXPECT_TRUE(contains(noisy.sentence, "limited by the noise of the measurements"));
  EXPECT_TRUE(verdict(1e-6, 1e-3, End::noise).fell_short);
}

TEST(Verdict, LeavesAFileItsIterations) {
  problem::Problem problem;
  problem.iterations_are_written = true;
  EXPECT_FALSE(verdict_of(problem, what(0.1, End::budget, 0.5)).fell_short);
  problem.automatic.accuracy = 1e-3;
  EXPECT_TRUE(verdict_of(problem, what(0.1, End::budget, 0.5)).fell_short);
}

TEST(Verdict, TellsPointsAndMemory) {
  Reached reached = what(1e-5, End::exhausted, 1e-5);
  reached.limit = "the largest network was tried";
  const auto sentence = [&] { return verdict_of({}, reached).sentence; };
  EXPECT_TRUE(contains(sentence(), "are tried (the largest network was tried)"));
  reached.to_trained = 20;
  EXPECT_TRUE(contains(sentence(), "limited by points"));
  EXPECT_TRUE(contains(sentence(), "20 times larger"));
  reached.limit = "needs about 9.0 GiB; 1.0 GiB of memory are available";
  EXPECT_TRUE(contains(sentence(), "limited by memory: needs about 9.0 GiB"));
}

// A run that ends at rounding has not failed, and does not sound so.
TEST(Verdict, DoesNotBlameRounding) {
  const Verdict aim = verdict({}, 1e-15, End::rounding, 1e-14);
  EXPECT_FALSE(aim.fell_short);
  EXPECT_TRUE(contains(aim.sentence, "the equations hold to rounding"));
  EXPECT_FALSE(contains(aim.sentence, "limited"));
  EXPECT_FALSE(contains(verdict(0.0, 1e-15, End::rounding, 1e-14).sentence, "limited"));
  EXPECT_TRUE(
      contains(verdict(1e-14, 1e-12, End::rounding, 1e-14).sentence, "limited by rounding"));
}

TEST(Verdict, SaysWhatLimitedTheRun) {
  EXPECT_TRUE(
      contains(verdict(1e-6, 1e-7, End::accuracy).sentence, "1.0e-06 asked for, 1.0e-07 reached"));
  EXPECT_TRUE(contains(verdict({}, 1e-3).sentence, "1.0e-08 is the aim"));
  EXPECT_TRUE(contains(verdict({}, 1e-3).sentence, "limited by the amount of work"));
  EXPECT_TRUE(contains(verdict({}, 1e-3).sentence, "--time 240"));
  EXPECT_TRUE(contains(verdict({}, 1e-3, End::budget, 1e-6, 30).sentence,
                       "limited by the 30 s; more would help: --time 120"));
  EXPECT_TRUE(contains(verdict(0.0, 1e-3).sentence, "the least error asked for"));
  EXPECT_TRUE(contains(verdict({}, 1e-3, End::exhausted).sentence, "larger ones gained nothing"));
  EXPECT_TRUE(contains(verdict({}, 1e-3, End::interrupted).sentence, "interrupted"));
  EXPECT_TRUE(contains(verdict({}, {}).sentence, "no estimate"));
}

}  // namespace
}  // namespace engd::automatic
