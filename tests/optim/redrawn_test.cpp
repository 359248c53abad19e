// The adaptive method where points are drawn again.
#include <gtest/gtest.h>

#include <cmath>

#include "common/discretisation.h"
#include "optim/driver.h"
#include "optim/quadratic.h"
#include "support/random.h"

namespace engd::optim {
namespace {

using testing::residual;
namespace points = testing::points;

/// |theta - 1|^2 / 2 seen through draws: the rows are the identity, and each draw moves the
/// solution by noise that falls with the root of the points.
class NoisyDraws final : public testing::FormulaEnergy {
 public:
  explicit NoisyDraws(Index rows)
      : FormulaEnergy(
            2, [this](const Vector& x) { return 0.5 * residual(x).squaredNorm(); },
            [this](const Vector& x) { return residual(x); }),
        rows_(rows) {
    draw(0);
  }
  Index row_count(const energy::Metric&) const override {
    return static_cast<Index>(times_ * static_cast<double>(rows_));
  }
  bool least_squares() const override { return true; }
  bool redraws() const override { return true; }
  void enlarge(double times) override { enlarged.push_back(times_ = times); }
  bool redraw(int iteration) override {
    redrawn.push_back(iteration);
    draw(iteration);
    return true;
  }
  double residuals(const Vector& x, Vector& r) override {
    r = residual(x);
    return 0.5 * r.squaredNorm();
  }
  void rows(const Vector& x, const energy::Metric& which, energy::Linearisation& out) override {
    FormulaEnergy::rows(x, which, out);
    out.r = residual(x);
  }

  std::vector<double> enlarged;

 private:
  Vector residual(const Vector& x) const { return x - Vector::Ones(2) - noise_; }
  void draw(int iteration) {
    const RandomStream random{11, Purpose::initialisation, static_cast<std::uint32_t>(iteration),
                              0};
    noise_.resize(2);
    for (Index k = 0; k < 2; ++k)
      noise_[k] = 0.1 / std::sqrt(times_) * random.normal(static_cast<std::uint64_t>(k));
  }
  Index rows_;
  double times_ = 1;
  Vector noise_;
};

State far_away() {
  State state;
  state.theta = Vector::Constant(2, 5.0);
  return state;
}

// One row for a parameter, then three, then the limit of eight, which is enough.
TEST(RedrawnTest, PointsGrowThenStay) {
  NoisyDraws energy(2);
  State state = far_away();
  const Result result =
      minimise(energy, {.method = Adaptive{.batch_growth = 3}, .iterations = 1000}, state);
  EXPECT_EQ(result.termination, Termination::stalled) << result.sentence;
  EXPECT_EQ(energy.enlarged, (std::vector<double>{1, 3, 8}));
  EXPECT_LT(energy.redrawn.back(), result.iterations) << "the last points do not stay";
  EXPECT_LT(state.loss, 1e-20);  // of the last draw, which was solved
}

TEST(RedrawnTest, GrowthHasItsLimit) {
  NoisyDraws energy(2);
  State state = far_away();
  const Result result = minimise(
      energy, {.method = Adaptive{.batch_growth = 2, .batch_limit = 3}, .iterations = 1000}, state);
  EXPECT_EQ(result.termination, Termination::stalled) << result.sentence;
  EXPECT_EQ(energy.enlarged, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(energy.redrawn.back(), result.iterations) << "few points stay";
}

TEST(RedrawnTest, FewPointsAreDrawnToTheEnd) {
  NoisyDraws energy(2);
  State state = far_away();
  const Result result = minimise(energy, {.method = Adaptive{}, .iterations = 1000}, state);
  EXPECT_EQ(result.termination, Termination::stalled);
  EXPECT_EQ(energy.enlarged, std::vector<double>{1});
  EXPECT_EQ(energy.redrawn.back(), result.iterations);
}

TEST(RedrawnTest, EnoughPointsStayAtOnce) {
  NoisyDraws energy(8);
  State state = far_away();
  const Result result = minimise(energy, {.method = Adaptive{}, .iterations = 1000}, state);
  EXPECT_EQ(result.termination, Termination::stalled);
  EXPECT_EQ(energy.enlarged, std::vector<double>{1});
  EXPECT_LT(energy.redrawn.back(), result.iterations);
}

TEST(RedrawnTest, FreshPointsAreThoseOfTheNextIteration) {
  NoisyDraws energy(8);
  State state = far_away();
  minimise(energy, {.method = Adaptive{.judge_fresh = true}, .iterations = 4}, state);
  EXPECT_EQ(energy.redrawn, (std::vector<int>{1, 2, 3, 4}));
  // Steps that only follow the noise of the last draw are not taken: one digit from the noise 0.1.
  EXPECT_LT((state.theta - Vector::Ones(2)).norm(), 1);
}

/// -u'' + u^3 = f with Neumann conditions, solved by cos(pi x).
testing::Statement line(const geometry::PointRule& inside) {
  return testing::Statement("x", {{-1, 1}})
             .where("f", "pi^2*cos(pi*x) + cos(pi*x)^3")
             .with_layers({12}) +
         residual("interior", "-u_xx + u^3 - f", inside) + residual("boundary", "dn(u)");
}

const geometry::PointRule sixty = points::every(1, points::random(60));

double error_after(const Options& options, const geometry::PointRule& inside = sixty) {
  testing::Discretisation made(line(inside));
  const auto energy = made.make_energy(0, 1);
  State state;
  state.theta = made.trainable.initial(0);
  minimise(*energy, options, state);
  return made.error_of({"cos(pi*x)"}, points::gauss(100)).measure(state.theta).rel_l2;
}

// What each variant reaches in 60 iterations, with a margin of two digits.
TEST(RedrawnTest, EveryVariantSolves) {
  EXPECT_LT(error_after({.method = Adaptive{}, .iterations = 60}), 1e-3);
  EXPECT_LT(error_after({.method = Adaptive{.judge_fresh = true}, .iterations = 60}), 1e-3);
  EXPECT_LT(error_after({.method = Adaptive{.momentum = 0.5}, .iterations = 60}), 1e-3);
  EXPECT_LT(error_after({.method = Adaptive{.batch_growth = 2}, .iterations = 60}), 1e-3);
}

// Fewer points than parameters: each draw alone says nothing about the rest of the domain.
TEST(RedrawnTest, FewPointsAtATimeJudgedOnFreshOnes) {
  EXPECT_LT(error_after({.method = Adaptive{.judge_fresh = true}, .iterations = 150},
                        points::every(1, points::random(20))),
            1e-2);
}

TEST(RedrawnTest, ANetworksPointsGrow) {
  testing::Discretisation made(line(sixty));
  const auto energy = made.make_energy(0, 1);
  ASSERT_TRUE(energy->redraws());
  EXPECT_EQ(energy->points(), 62);
  energy->enlarge(2.5);
  EXPECT_EQ(energy->points(), 62);
  EXPECT_TRUE(energy->redraw(1));
  EXPECT_EQ(energy->points(), 152);
  EXPECT_EQ(energy->row_count({}), 152);
  EXPECT_TRUE(std::isfinite(energy->loss(made.trainable.initial(0))));
  energy->enlarge(1);
  EXPECT_TRUE(energy->redraw(2));
  EXPECT_EQ(energy->points(), 62);
  testing::Discretisation fixed(line(points::random(60)));
  EXPECT_FALSE(fixed.make_energy(0, 1)->redraws());
}

}  // namespace
}  // namespace engd::optim
