#include "automatic/points.h"

#include <gtest/gtest.h>

#include "automatic/stated.h"

namespace engd::automatic {
namespace {

using geometry::PointRule;
using testing::stated;

double count(const problem::Problem& problem, std::size_t term, const PointRule& rule) {
  return static_cast<double>(geometry::point_count(rule, problem.terms[term].region).value());
}

TEST(Points, AreAsManyAsAskedFor) {
  const problem::Problem problem = stated(testing::poisson);
  for (const double rows : {400.0, 3000.0}) {
    const auto points = points_for(problem, rows);
    ASSERT_EQ(points.size(), 2u);
    EXPECT_EQ(points[0].second.kind, PointRule::Kind::gauss);
    const double inside = count(problem, 0, points[0].second);
    const double boundary = count(problem, 1, points[1].second);
    // Three quarters inside; a rule of n by n points goes up in steps of about 2 n.
    EXPECT_GE(inside, 0.75 * rows);
    EXPECT_LE(inside, 0.75 * rows + 2 * std::sqrt(0.75 * rows) + 1);
    EXPECT_GE(boundary, 0.25 * rows);
    EXPECT_LE(boundary, 0.25 * rows + 4);
  }
}

TEST(Points, AreShared) {
  // Two equations: each point makes two rows. A single point needs no rule.
  const problem::Problem problem = stated(R"toml([problem]
variables = "t"
unknowns = ["a", "b"]
domain = { t = [0, 2] }
[[term]]
on = "interior"
residual = ["a_t - b", "b_t + a"]
[[term]]
on = "initial"
residual = ["a", "b - 1"]
)toml");
  const auto points = points_for(problem, 400);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].second.count, std::vector{150});
}

TEST(Points, AreSobolWhereThereAreNoGaussPoints) {
  const std::string text = R"toml([problem]
variables = ["x", "y", "z"]
domain = { box = [0, 1] }
[[term]]
on = "interior"
residual = "laplacian(u)"
[[term]]
on = "boundary"
residual = "u - x"
)toml";
  const auto points = points_for(stated(text), 1000);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].second.kind, PointRule::Kind::sobol);
  EXPECT_EQ(points[0].second.count, std::vector{750});
  EXPECT_EQ(points[1].second.kind, PointRule::Kind::gauss);
}

TEST(Points, OfTheFileStay) {
  const auto points = points_for(stated(testing::poisson, {"term.0.points={random=33}"}), 1000);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].first, 1u);
}

}  // namespace
}  // namespace engd::automatic
