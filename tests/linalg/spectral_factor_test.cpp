#include "linalg/spectral_factor.h"

#include <gtest/gtest.h>

#include "prescribed.h"

namespace engd::linalg {
namespace {

using testing::geometric;
using testing::name;
using testing::Problem;
using testing::relative_error;

const std::vector<Method> spectral = {Method::gram_eigen, Method::qr_svd, Method::kernel};
const std::vector<std::pair<Index, Index>> spectral_shapes = {{1, 1},   {1, 4},   {4, 1},  {33, 32},
                                                              {32, 33}, {97, 31}, {31, 97}};
const std::vector<double> dampings = {0, 1e-3, 0.1, 10};

/// Decrease of 1/2 |r|^2 by the step d where r goes to r - A d.
double brute_decrease(const Problem& problem, const Vector& d) {
  return (problem.r.squaredNorm() - (problem.r - problem.A * d).squaredNorm()) / 2;
}

TEST(SpectralFactor, StepsForManyDampingsFromOneFactorisation) {
  for (auto [rows, p] : spectral_shapes) {
    const Problem problem(rows, p, geometric(std::min(rows, p), 2, 0.5));
    for (Method method : spectral)
      for (const System& system : {problem.with_residual(), problem.with_gradient()}) {
        auto factor = make_spectral_factor(method);
        ASSERT_EQ(factor->factor(system), Outcome::ok);
        for (double damping : dampings) {
          Vector d;
          factor->step(damping, -1, d);
          // Rounding of A where G is zero, divided by the damping: its condition number.
          const double condition = damping > 0 ? 4 / damping : 16;
          EXPECT_LE(relative_error(d, problem.damped_step(problem.g, damping)),
                    10 * 2.2e-16 * condition + 1e-13)
              << name(method) << " " << rows << " x " << p << " damping " << damping;
        }
      }
  }
}

TEST(SpectralFactor, PredictsTheDecreaseOfTheModel) {
  for (auto [rows, p] : spectral_shapes) {
    const Problem problem(rows, p, geometric(std::min(rows, p), 2, 0.5));
    for (Method method : spectral)
      for (const System& system : {problem.with_residual(), problem.with_gradient()}) {
        auto factor = make_spectral_factor(method);
        factor->factor(system);
        for (double damping : dampings) {
          Vector d;
          factor->step(damping, -1, d);
          const double brute = brute_decrease(problem, d);
          EXPECT_NEAR(factor->predicted_decrease(damping), brute, 1e-12 * problem.r.squaredNorm())
              << name(method) << " " << rows << " x " << p << " damping " << damping;
        }
      }
  }
}

TEST(SpectralFactor, PredictsForGradientsThatNoResidualHas) {
  // g with a part outside the range of G: the decrease is g.d - 1/2 |A d|^2, unbounded as damping
  // goes to zero, and without damping that part is dropped.
  for (auto [rows, p, rank] : {std::array<Index, 3>{40, 25, 11}, {25, 40, 25}, {25, 40, 11}}) {
    const Problem problem(rows, p, geometric(rank, 2, 0.5));
    const Vector b = testing::random_vector(p, 77);
    for (Method method : spectral) {
      auto factor = make_spectral_factor(method);
      factor->factor({.A = &problem.A, .g = &b});
      for (double damping : dampings) {
        Vector d;
        factor->step(damping, -1, d);
        const double brute = b.dot(d) - (problem.A * d).squaredNorm() / 2;
        EXPECT_NEAR(factor->predicted_decrease(damping), brute, 1e-11 * std::abs(brute))
            << name(method) << " rank " << rank << " damping " << damping;
      }
    }
  }
}

TEST(SpectralFactor, PredictionAndStepDropTheSameDirections) {
  const Problem problem(30, 12, geometric(12, 1, 1e-3));
  for (Method method : spectral) {
    auto factor = make_spectral_factor(method);
    factor->factor(problem.with_residual());
    for (double cutoff : {1e-5, 1e-3, 1e-1}) {
      Vector d;
      const Solution solution = factor->step(0, cutoff, d);
      const Index kept = (problem.sigma.array().square() > cutoff).count();
      EXPECT_EQ(solution.rank, kept);
      EXPECT_LT(kept, 12);
      EXPECT_NEAR(factor->predicted_decrease(0, cutoff), brute_decrease(problem, d), 1e-11);
    }
  }
}

TEST(SpectralFactor, SpectrumIsThatOfTheGramMatrix) {
  const Index rows = 20, p = 30;
  const Problem problem(rows, p, geometric(rows, 2, 0.5));
  for (Method method : spectral) {
    auto factor = make_spectral_factor(method);
    factor->factor(problem.with_residual());
    const Spectrum& spectrum = factor->spectrum();
    Vector s = spectrum.s;
    std::sort(s.data(), s.data() + s.size(), std::greater<>());
    EXPECT_LE((s.head(rows) - problem.sigma.cwiseAbs2()).cwiseAbs().maxCoeff(), 1e-13)
        << name(method);
    EXPECT_LE(s.tail(s.size() - rows).sum(), 1e-12) << name(method);
    // Parseval: g is spanned by the eigenvectors.
    EXPECT_NEAR(spectrum.c.squaredNorm() + spectrum.outside, problem.g.squaredNorm(),
                1e-12 * problem.g.squaredNorm());
  }
}

TEST(SpectralFactor, TakesAnotherRightHandSide) {
  const Problem problem(30, 20, geometric(20, 2, 0.5));
  const Vector r = testing::random_vector(30, 5);
  const Vector g = problem.A.transpose() * r;
  for (Method method : spectral) {
    auto factor = make_spectral_factor(method);
    factor->factor(problem.with_residual());
    Vector d;
    for (const System& system : {System{.r = &r, .g = &g}, System{.g = &g}}) {
      ASSERT_EQ(factor->rotate(system), Outcome::ok);
      factor->step(0.2, -1, d);
      EXPECT_LE(relative_error(d, problem.damped_step(g, 0.2)), 1e-12) << name(method);
    }
    // One bad right-hand side does not spoil the factorisation.
    Vector bad = g;
    bad[7] = std::nan("");
    EXPECT_EQ(factor->rotate({.g = &bad}), Outcome::not_finite);
    EXPECT_EQ(factor->predicted_decrease(0.2), 0);
    EXPECT_EQ(factor->rotate({.g = &g}), Outcome::ok);
    factor->step(0.2, -1, d);
    EXPECT_LE(relative_error(d, problem.damped_step(g, 0.2)), 1e-12) << name(method);
  }
}

}  // namespace
}  // namespace engd::linalg
