#include "solve/window_end.h"

#include <gtest/gtest.h>

#include "read/problem_text.h"
#include "solve/heat_windows.h"
#include "solve/windows.h"

namespace engd::solve {
namespace {

const expr::JetEntry u = expr::value_of(0);

TEST(EndValuesTest, AnswersTheSameQuestionOnly) {
  EndValues ends;
  const int first = ends.new_end(), second = ends.new_end();
  EXPECT_NE(first, second);
  ends.keep({first, {u}, {0.5}}, {7});
  ASSERT_NE(ends.find({first, {u}, {0.5}}), nullptr);
  EXPECT_EQ(*ends.find({first, {u}, {0.5}}), std::vector<double>{7});
  EXPECT_EQ(ends.find({second, {u}, {0.5}}), nullptr);
  EXPECT_EQ(ends.find({first, {u.differentiated(0)}, {0.5}}), nullptr);
  EXPECT_EQ(ends.find({first, {u}, {0.25}}), nullptr);
}

TEST(EndValuesTest, ALaterEndTakesThePlaceAndOldQuestionsAreForgotten) {
  EndValues ends;
  const int first = ends.new_end(), second = ends.new_end();
  ends.keep({first, {u}, {0.5}}, {7});
  ends.keep({second, {u}, {0.5}}, {8});
  EXPECT_EQ(ends.find({first, {u}, {0.5}}), nullptr);
  for (int k = 1; k <= 15; ++k) ends.keep({first, {u}, {0.5 + k}}, {1});
  EXPECT_NE(ends.find({second, {u}, {0.5}}), nullptr);
  ends.keep({first, {u}, {0.25}}, {1});
  EXPECT_EQ(ends.find({second, {u}, {0.5}}), nullptr);
  EXPECT_NE(ends.find({first, {u}, {1.5}}), nullptr);
}

// Under a hard condition the state at an end has parts of all windows before it.
class WindowEndTest : public ::testing::Test {
 protected:
  WindowEndTest()
      : problem_(testing::problem_from(
            testing::heat, {"problem.windows=4", "network.layers=[5]", "optimizer.iterations=3"})),
        solved_(Windows(problem_, 0, 1).run({}, {})) {}

  static geometry::PointSet points(std::vector<double> x, std::vector<double> t) {
    geometry::PointSet set;
    set.dimension = 2;
    set.count = std::ssize(x);
    set.weights.assign(x.size(), 1.0);
    set.coordinates = std::move(x);
    set.coordinates.insert(set.coordinates.end(), t.begin(), t.end());
    return set;
  }
  /// As the last window begins, at x alone.
  double start(double x) const {
    return solved_.pieces.back().level.before->evaluate(entries_, points({x}, {0.0}))[0];
  }

  problem::Problem problem_;
  Solved solved_;
  const std::vector<expr::JetEntry> entries_{u, u.differentiated(0).differentiated(0)};
};

TEST_F(WindowEndTest, ValuesDoNotDependOnWhatWasAskedBefore) {
  const auto& before = *solved_.pieces.back().level.before;
  const auto fresh = before.evaluate(entries_, points({0.3, 0.7}, {0.8, 0.9}));
  // At every end, in the order of the windows, and then once more.
  for (int round = 0; round < 2; ++round)
    for (std::size_t k = 1; k < solved_.pieces.size(); ++k)
      solved_.pieces[k].level.before->evaluate(entries_, points({0.3, 0.7}, {0.1, 0.2}));
  const auto again = before.evaluate(entries_, points({0.3, 0.7}, {0.8, 0.9}));
  EXPECT_EQ(fresh, again);
  const auto earlier =
      solved_.pieces[1].level.before->evaluate(entries_, points({0.3, 0.7}, {0.8, 0.9}));
  EXPECT_NE(fresh, earlier);
}

TEST_F(WindowEndTest, TheTimeOfThePointsDoesNotCountAndPlacesMayRepeat) {
  const auto& before = *solved_.pieces.back().level.before;
  const auto values = before.evaluate(entries_, points({0.7, 0.3, 0.7, 0.1}, {0, 0.5, 1, 0.25}));
  ASSERT_EQ(values.size(), 8u);
  const std::vector<double> x{0.7, 0.3, 0.7, 0.1};
  for (std::size_t q = 0; q < 4; ++q) EXPECT_NEAR(values[q], start(x[q]), 1e-14) << q;
  EXPECT_EQ(values[4], values[6]);
  EXPECT_NE(values[4], values[5]);
}

}  // namespace
}  // namespace engd::solve
