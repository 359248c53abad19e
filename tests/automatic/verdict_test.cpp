#include "automatic/verdict.h"

#include <gtest/gtest.h>

#include "common/contains.h"

namespace engd::automatic {
namespace {

using engd::testing::contains;

Verdict verdict(std::optional<double> asked, std::optional<double> reached, End end = End::budget,
                double score = 1e-6, double time = 0) {
  std::optional<Estimate> estimate;
  if (reached) estimate = Estimate{*reached, {}};
  return verdict_of({true, asked, time}, estimate, score, end, 0.5);
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

TEST(Verdict, SaysWhatLimitedTheRun) {
  EXPECT_TRUE(
      contains(verdict(1e-6, 1e-7, End::accuracy).sentence, "1.0e-06 asked for, 1.0e-07 reached"));
  EXPECT_TRUE(contains(verdict({}, 1e-3).sentence, "limited by the amount of work"));
  EXPECT_TRUE(contains(verdict({}, 1e-3).sentence, "--time 240"));
  EXPECT_TRUE(contains(verdict({}, 1e-3, End::budget, 1e-6, 30).sentence,
                       "limited by the 30 s; more would help: --time 120"));
  EXPECT_TRUE(contains(verdict(0.0, 1e-3).sentence, "the least error asked for"));
  EXPECT_TRUE(contains(verdict({}, 1e-15, End::rounding).sentence, "limited by rounding"));
  EXPECT_TRUE(contains(verdict({}, 1e-3, End::exhausted).sentence, "larger ones gained nothing"));
  EXPECT_TRUE(contains(verdict({}, 1e-3, End::interrupted).sentence, "interrupted"));
  EXPECT_TRUE(contains(verdict({}, {}).sentence, "no estimate"));
}

}  // namespace
}  // namespace engd::automatic
