#include "energy/sampling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "common/discretisation.h"
#include "energy/adaptive_points.h"
#include "energy/causal.h"

namespace engd::energy {
namespace {

using testing::residual;
using testing::Statement;
namespace rules = testing::points;

geometry::PointSet line(int count) {
  geometry::PointSet points;
  points.dimension = 1;
  points.count = count;
  for (int q = 0; q < count; ++q) points.coordinates.push_back((q + 0.5) / count);
  points.weights.assign(static_cast<std::size_t>(count), 2.0 / count);
  return points;
}

const RandomStream stream{7, Purpose::choice, 0, 1};

// With floor 0 and a residual in the right half alone, all points are there; shares of points are
// those of the density otherwise: 1000 of 10000, so that they are binomial with a deviation of 16.
TEST(AdaptivePointsTest, RadFollowsTheResidual) {
  const geometry::PointSet all = line(10000);
  std::vector<double> squares;
  for (int q = 0; q < 10000; ++q) squares.push_back(q < 5000 ? 0 : 4);
  const auto right = [&](double power, double floor) {
    const auto set = rad_points(all, squares, 1000, power, floor, stream);
    EXPECT_EQ(set.count, 1000);
    EXPECT_NEAR(set.measure(), 2, 1e-12);
    EXPECT_EQ(std::set<double>(set.coordinates.begin(), set.coordinates.end()).size(), 1000u);
    return std::count_if(set.coordinates.begin(), set.coordinates.end(),
                         [](double x) { return x > 0.5; });
  };
  EXPECT_EQ(right(1, 0), 1000);
  EXPECT_NEAR(static_cast<double>(right(1, 1)), 750, 80);    // 3 : 1
  EXPECT_NEAR(static_cast<double>(right(1, 1e6)), 500, 80);  // uniform
  for (std::size_t q = 0; q < 5000; ++q) squares[q] = 1;     // |r| = 1 and 2
  EXPECT_NEAR(static_cast<double>(right(2, 0)), 800, 80);    // 4 : 1
  EXPECT_NEAR(static_cast<double>(right(1, 0)), 667, 80);    // 2 : 1
}

TEST(AdaptivePointsTest, RadWithoutResidualIsUniformAndNaNCountsAsLarge) {
  const geometry::PointSet all = line(100);
  EXPECT_EQ(rad_points(all, std::vector<double>(100, 0.0), 10, 1, 0, stream).count, 10);
  std::vector<double> squares(100, 1.0);
  squares[3] = std::nan("");
  EXPECT_EQ(rad_points(all, squares, 100, 1, 0, stream).coordinates, all.coordinates);
}

TEST(AdaptivePointsTest, R3KeepsWhatIsAboveTheMean) {
  const geometry::PointSet now = line(4);
  geometry::PointSet fresh = line(4);
  for (double& x : fresh.coordinates) x += 10;
  const auto set = r3_points(now, std::vector<double>{1, 16, 0, 9}, fresh);  // mean |r| = 2
  EXPECT_EQ(set.coordinates,
            (std::vector<double>{now.coordinates[1], now.coordinates[3], 10.125, 10.375}));
  EXPECT_NEAR(set.measure(), 2, 1e-15);
}

// exp(-e * integral of r^2 up to t), whatever the order of the points; equal times, equal factors.
TEST(CausalTest, FactorsAreThoseOfTheFormula) {
  geometry::PointSet points = line(4);
  points.coordinates = {0.75, 0.25, 0.5, 0.25};
  points.weights = {0.5, 0.5, 0.5, 0.5};
  const auto c = causal_factors(points, std::vector<double>{100, 1, 2, 3}, 0, 0.8);
  EXPECT_DOUBLE_EQ(c[1], 1);
  EXPECT_DOUBLE_EQ(c[3], 1);
  EXPECT_DOUBLE_EQ(c[2], std::exp(-0.8 * (1 + 3) / 4));
  EXPECT_DOUBLE_EQ(c[0], std::exp(-0.8 * (1 + 3 + 2) / 4));
}

/// u = exp(-t), with points that are drawn again in the first term.
Statement decay(geometry::Adaptation adaptation = geometry::Adaptation::none) {
  geometry::PointRule drawn = rules::every(4, rules::sobol(300));
  drawn.adaptation = adaptation;
  return Statement("x t", {{0, 1}, {0, 1}}).with_layers({8}) +
         residual("interior", {"u_t + u", "u_x"}, drawn) +
         residual("initial", "u - 1", rules::gauss(5));
}

/// The same on points that stay.
Statement still() {
  Statement statement = decay();
  statement.terms[0].points.resample = 0;
  return statement;
}

struct Trial {
  testing::Discretisation made;
  std::unique_ptr<Energy> energy;
  Vector theta;
  explicit Trial(const Statement& statement)
      : made(statement), energy(made.make_energy(0, 1)), theta(made.network.initial(0)) {}
};

/// sum over the rows of a term of |row|^2.
double trace(Energy& energy, const Vector& theta, Index first, Index count) {
  Linearisation now;
  energy.rows(theta, {}, now);
  return now.A.middleRows(first, count).squaredNorm();
}

// The losses of the terms say what the weights are: nothing else changes.
TEST(SamplingTest, CausalWeightsLowerTheLossUntilTheyAreLevelled) {
  Statement causal_in_time = still();
  causal_in_time.terms[0].options.causal = 5;
  Trial trial(causal_in_time);
  Vector before, causal, after;
  trial.energy->loss(trial.theta, &before);
  EXPECT_TRUE(trial.energy->redraws());
  EXPECT_TRUE(trial.energy->adapt(0, trial.theta));
  trial.energy->loss(trial.theta, &causal);
  EXPECT_LT(causal[0], 0.9 * before[0]);
  EXPECT_GT(causal[0], 0);
  EXPECT_EQ(causal[1], before[1]);
  EXPECT_TRUE(trial.energy->level());
  EXPECT_FALSE(trial.energy->level());
  trial.energy->loss(trial.theta, &after);
  EXPECT_EQ(after, before);
}

TEST(SamplingTest, BalancedTermsHaveTheMeanOfTheTraces) {
  Statement balanced = still();
  balanced.terms[1].options.balanced = true;
  Trial trial(balanced);
  const double first = trace(*trial.energy, trial.theta, 0, 600),
               second = trace(*trial.energy, trial.theta, 600, 5);
  EXPECT_TRUE(trial.energy->adapt(0, trial.theta));
  EXPECT_NEAR(trace(*trial.energy, trial.theta, 0, 600), first, 1e-12 * first);
  EXPECT_NEAR(trace(*trial.energy, trial.theta, 600, 5), (first + second) / 2, 1e-12 * first);
  EXPECT_FALSE(trial.energy->adapt(5, trial.theta));
  EXPECT_TRUE(trial.energy->adapt(10, trial.theta));  // from the written weight, not from its own
  EXPECT_NEAR(trace(*trial.energy, trial.theta, 600, 5), (first + second) / 2, 1e-12 * first);
}

// The noise of measurements stays in weights that are set again.
TEST(SamplingTest, BalancedTermsKeepTheirNoise) {
  Statement balanced = still();
  balanced.terms[1].options.balanced = true;
  balanced.terms[1].options.noise = 0.01;
  Trial trial(balanced);
  const double first = trace(*trial.energy, trial.theta, 0, 600),
               second = trace(*trial.energy, trial.theta, 600, 5);
  EXPECT_TRUE(trial.energy->adapt(0, trial.theta));
  EXPECT_NEAR(trace(*trial.energy, trial.theta, 600, 5), (first + second) / 2, 1e-12 * second);
}

// More of the residual is seen than by as many uniform points.
TEST(SamplingTest, AdaptedPointsSeeLargerResiduals) {
  Statement by_residual = decay(geometry::Adaptation::rad);
  by_residual.terms[0].points.floor = 0;
  Trial plain(decay()), rad(by_residual), r3(decay(geometry::Adaptation::r3));
  for (Trial* trial : {&plain, &rad, &r3}) {
    EXPECT_FALSE(trial->energy->adapt(3, trial->theta));
    EXPECT_TRUE(trial->energy->adapt(4, trial->theta));
    EXPECT_EQ(trial->energy->points(), 305);
  }
  Vector of_plain, of_rad, of_r3;
  plain.energy->loss(plain.theta, &of_plain);
  rad.energy->loss(rad.theta, &of_rad);
  r3.energy->loss(r3.theta, &of_r3);
  EXPECT_GT(of_rad[0], 1.1 * of_plain[0]);
  EXPECT_GT(of_r3[0], 1.1 * of_plain[0]);
}

// The same to the bit for every number of threads.
TEST(SamplingTest, AdaptationIsAFunctionOfTheSeed) {
  for (const auto adaptation : {geometry::Adaptation::rad, geometry::Adaptation::r3}) {
    Trial trial(decay(adaptation));
    const auto other = trial.made.make_energy(0, 2);
    trial.energy->adapt(4, trial.theta);
    other->adapt(4, trial.theta);
    EXPECT_EQ(trial.energy->loss(trial.theta), other->loss(trial.theta));
  }
}

}  // namespace
}  // namespace engd::energy
