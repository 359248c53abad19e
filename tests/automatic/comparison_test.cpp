#include "automatic/comparison.h"

#include <gtest/gtest.h>

#include <limits>

#include "automatic/stated.h"
#include "solve/window.h"

namespace engd::automatic {
namespace {

using testing::stated;

// Functions without a network: u = value + 0 * N by a hard condition whose network is silent.
class Given {
 public:
  Given(const std::string& value, const std::vector<std::string>& overrides = {})
      : problem_(stated(testing::oscillator + "\n[hard.u]\nvalue = \"" + value +
                            "\"\non = \"initial\"\ndistance = \"t\"\n",
                        overrides)) {}
  Judged judged(double score) {
    solve::Piece piece{{std::shared_ptr<void>(), &problem_}, solve::Level(problem_), {}, {}};
    const network::Trainable& trainable = *piece.level.trainable;
    piece.theta = trainable.silent(trainable.initial(0));
    pieces_ = {piece};
    return {&pieces_, score};
  }
  const problem::Problem& problem() const { return problem_; }

 private:
  problem::Problem problem_;
  std::vector<solve::Piece> pieces_;
};

// |u - v| / |u| = 0.01 for v = 1.01 u: the worse one has residuals a hundred times larger.
TEST(Comparison, EstimatesByTheDistanceAndTheResiduals) {
  Given u("1 + t"), v("1.01 + 1.01*t");
  const Comparison comparison(u.problem(), 1);
  const auto estimate = comparison.estimate(u.judged(1e-6), {v.judged(1e-4)});
  ASSERT_TRUE(estimate);
  EXPECT_NEAR(estimate->rel_l2, 1e-4, 1e-12);
  ASSERT_EQ(estimate->by_unknown.size(), 1u);
  EXPECT_EQ(estimate->by_unknown[0].name, "u");
  EXPECT_NEAR(*estimate->by_unknown[0].rel_l2, 1e-4, 1e-12);
}

TEST(Comparison, LeavesOutWhatIsFree) {
  const std::string free = "solution.u={value=\"t\",up_to=\"constant\"}";
  Given u("t", {free}), v("t + 5", {free});
  const auto estimate = Comparison(u.problem(), 1).estimate(u.judged(1e-6), {v.judged(1e-4)});
  ASSERT_TRUE(estimate);
  EXPECT_LE(estimate->rel_l2, 2e-16);  // rounding
}

TEST(Comparison, NeedsNumbersAndAScoreOfBoth) {
  Given u("1 + t"), zero("0");
  const Comparison comparison(u.problem(), 1);
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(comparison.estimate(u.judged(1e-6), {zero.judged(infinite)}));
  EXPECT_FALSE(comparison.estimate(u.judged(infinite), {zero.judged(1)}));
  EXPECT_FALSE(comparison.estimate(zero.judged(1e-6), {u.judged(1)}));  // relative to nothing
  EXPECT_TRUE(comparison.estimate(u.judged(1e-6), {zero.judged(1)}));
}

// Two that miss the same part of a solution are near to each other, and none is near to that.
TEST(Comparison, IsNoBetterThanEquationsThatDoNotHold) {
  Given u("1 + t"), v("1 + t");
  const auto estimate = Comparison(u.problem(), 1).estimate(u.judged(0.3), {v.judged(0.4)});
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate->rel_l2, 0.3);
}

// Two that are near, one beside them whose score is no better, and one that solves nothing.
TEST(Comparison, TakesTheSmallerNumbersOfThoseThatAreNear) {
  Given u("1 + t"), v("1.01 + 1.01*t"), w("1.04 + 1.04*t"), x("1.25 + 1.25*t"), far("3 + 3*t");
  const Comparison comparison(u.problem(), 1);
  const auto of = [&](const std::vector<Judged>& others) {
    return comparison.estimate(u.judged(1e-6), others)->rel_l2;
  };
  EXPECT_NEAR(of({v.judged(1e-4), w.judged(1e-4), x.judged(1e-4)}), 2e-4, 1e-10);
  EXPECT_NEAR(of({far.judged(1e-5), v.judged(1e-4), x.judged(1e-2)}), 1e-4, 1e-10);
  EXPECT_NEAR(of({far.judged(1e-5)}), 0.2, 1e-10);
  Judged measured = u.judged(1e-6);
  measured.scatter = 3e-3;
  EXPECT_EQ(comparison.estimate(measured, {v.judged(1e-4)})->rel_l2, 3e-3);
}

TEST(Comparison, AScoreIsTheRootOfTheSumOfSquares) {
  EXPECT_DOUBLE_EQ(score_of({{"a", 3e-3}, {"b", 4e-3}}), 5e-3);
  EXPECT_EQ(score_of({{"a", 1}, {"b", std::numeric_limits<double>::quiet_NaN()}}),
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace engd::automatic
