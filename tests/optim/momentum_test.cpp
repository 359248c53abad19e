// The previous step as the centre of the damping, and what more one factorisation gives.
#include "optim/momentum.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>

#include "linalg/damped_factor.h"
#include "optim/corrections.h"
#include "optim/quadratic.h"
#include "support/random.h"

namespace engd::optim {
namespace {

using energy::ScaledRows;

Matrix random_matrix(Index rows, Index columns, std::uint32_t stream) {
  const RandomStream random{7, Purpose::initialisation, stream, 0};
  Matrix A(rows, columns);
  for (Index k = 0; k < A.size(); ++k) A.data()[k] = random.normal(static_cast<std::uint64_t>(k));
  return A;
}

ScaledRows random_rows(Index rows, Index parameters) {
  ScaledRows result;
  result.D = random_matrix(parameters, 1, 3).col(0).cwiseAbs().array() + 0.5;
  const Matrix A = random_matrix(rows, parameters, 1);
  result.now.A = A * result.D.cwiseInverse().asDiagonal();
  result.now.r = random_matrix(rows, 1, 2).col(0);
  result.now.g = result.now.A.transpose() * result.now.r;
  return result;
}

// Rows [A; sqrt(lambda) D] and the right-hand side [r; sqrt(lambda) mu D p], by a solver that knows
// nothing of factorisations; with fewer rows than parameters this is the kernel formula of SPRING.
TEST(MomentumTest, StepsAreDampedTowardsThePreviousOne) {
  const double lambda = 0.3, mu = 0.9;
  for (auto [rows, parameters] : {std::pair<Index, Index>{12, 5}, {5, 12}})
    for (bool residual : {true, false}) {
      ScaledRows at = random_rows(rows, parameters);
      const Vector p = random_matrix(parameters, 1, 4).col(0), r = at.now.r;
      if (!residual) at.now.r.resize(0);
      Momentum momentum(mu);
      EXPECT_FALSE(momentum.active());
      momentum.remember(p);
      auto factor = linalg::make_damped_factor();
      ASSERT_EQ(factor->factor(momentum.centred(at)), linalg::Outcome::ok);
      ASSERT_TRUE(momentum.active());
      Matrix e(parameters, 1);
      double decrease = 0;
      factor->steps(std::span(&lambda, 1), e, std::span(&decrease, 1));
      const Vector d = e.col(0).cwiseQuotient(at.D) + momentum.centre();

      const Matrix A = at.now.A * at.D.asDiagonal();
      Matrix stacked(rows + parameters, parameters);
      stacked << A, Matrix(std::sqrt(lambda) * at.D.asDiagonal());
      Vector right(rows + parameters);
      right << r, std::sqrt(lambda) * mu * at.D.cwiseProduct(p);
      const Vector want = stacked.householderQr().solve(right);
      EXPECT_LT((d - want).norm(), 1e-12 * want.norm()) << rows << " " << residual;
      EXPECT_NEAR(momentum.promised() + decrease,
                  0.5 * r.squaredNorm() - 0.5 * (r - A * d).squaredNorm(), 1e-12);
      momentum.forget();
      momentum.centred(at);
      EXPECT_FALSE(momentum.active());
      EXPECT_EQ(momentum.promised(), 0);
    }
}

TEST(MomentumTest, NoneRemembersNothing) {
  Momentum momentum(0);
  momentum.remember(Vector::Ones(3));
  EXPECT_FALSE(momentum.active());
}

/// r = J x + |x|^2 c - b, two residuals of two parameters; 1/2 |r|^2, or as if it were any energy.
class Bent final : public testing::FormulaEnergy {
 public:
  Bent(double size, bool squares)
      : FormulaEnergy(
            2, [this](const Vector& x) { return 0.5 * residual(x).squaredNorm(); },
            [this](const Vector& x) { return Vector(slope(x).transpose() * residual(x)); }),
        squares_(squares) {
    b_ << size, -0.5 * size;
  }
  Vector residual(const Vector& x) const { return J_ * x + x.squaredNorm() * c_ - b_; }
  Matrix slope(const Vector& x) const { return J_ + 2 * c_ * x.transpose(); }
  bool least_squares() const override { return squares_; }
  double residuals(const Vector& x, Vector& r) override {
    r = residual(x);
    return 0.5 * r.squaredNorm();
  }
  void rows(const Vector& x, const energy::Metric& which, energy::Linearisation& out) override {
    metric = slope(x);
    FormulaEnergy::rows(x, which, out);
    if (squares_) out.r = residual(x);
  }

 private:
  bool squares_;
  Matrix J_{{2.0, 0.3}, {-0.4, 1.0}};
  Vector c_{{0.7, -0.2}}, b_{2};
};

/// log2 of the ratio of |r| after a step, for distances that differ by a factor of two.
template <typename Improve>
double observed_order(bool squares, Improve&& improve) {
  double rest[2];
  for (int k = 0; k < 2; ++k) {
    Bent energy(k == 0 ? 2e-2 : 1e-2, squares);
    State state;
    state.theta = Vector::Zero(2);
    ScaledRows rows;
    energy::Linearisation now;
    EXPECT_EQ(rows.evaluate(energy, state.theta, now), linalg::Outcome::ok);
    auto factor = linalg::make_damped_factor();
    linalg::System system{&rows.now.A, nullptr, squares ? &rows.now.r : nullptr, &rows.now.g};
    EXPECT_EQ(factor->factor(system), linalg::Outcome::ok);
    const double damping = 1e-14;
    Matrix step(2, 1);
    double ignored = 0;
    factor->steps(std::span(&damping, 1), step, std::span(&ignored, 1));
    Vector d = step.col(0).cwiseQuotient(rows.D);
    Corrections corrections(*factor, rows);
    improve(corrections, energy, state, damping, d);
    rest[k] = energy.residual(state.theta - d).norm();
  }
  return std::log2(rest[0] / rest[1]);
}

// A Newton step leaves |r| = O(h^2); its second-order term, or one correction, O(h^3).
TEST(CorrectionsTest, RaiseTheOrderOfAStep) {
  const auto nothing = [](auto&&...) {};
  const auto accelerate = [](Corrections& corrections, auto& energy, auto& state, double damping,
                             Vector& d) {
    EXPECT_TRUE(corrections.accelerate(energy, state, damping, 1, d));
  };
  const auto correct = [](Corrections& corrections, auto& energy, auto& state, double damping,
                          Vector& d) {
    Step step;
    step.loss = energy.loss(state.theta - d, nullptr);
    const double before = step.loss;
    corrections.correct(energy, state, damping, 1, d, step);
    EXPECT_LT(step.loss, before);
    EXPECT_EQ(step.loss, energy.loss(state.theta - d, nullptr));
  };
  EXPECT_NEAR(observed_order(true, nothing), 2, 0.1);
  EXPECT_NEAR(observed_order(true, accelerate), 3, 0.2);
  EXPECT_NEAR(observed_order(true, correct), 3, 0.2);
  EXPECT_NEAR(observed_order(false, correct), 3, 0.2);
}

TEST(CorrectionsTest, LongSecondOrderTermsAreLeftOut) {
  Bent energy(3, true);
  State state;
  state.theta = Vector::Zero(2);
  ScaledRows rows;
  energy::Linearisation now;
  ASSERT_EQ(rows.evaluate(energy, state.theta, now), linalg::Outcome::ok);
  auto factor = linalg::make_damped_factor();
  ASSERT_EQ(factor->factor({&rows.now.A, nullptr, &rows.now.r, &rows.now.g}), linalg::Outcome::ok);
  Corrections corrections(*factor, rows);
  Vector d = Vector::Constant(2, -1);
  EXPECT_FALSE(corrections.accelerate(energy, state, 1e-6, 1e-3, d));
  EXPECT_EQ(d, Vector::Constant(2, -1));
}

}  // namespace
}  // namespace engd::optim
