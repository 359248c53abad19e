// What the rows and the gradient claim, measured: orders of Taylor remainders, the adjoint
// identity.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "backend/cases.h"
#include "common/discretisation.h"

namespace engd {
namespace {

using energy::Linearisation;
using testing::Case;

class DerivativesTest : public ::testing::TestWithParam<Case> {
 protected:
  DerivativesTest()
      : made_(GetParam().statement),
        energy_(made_.make_energy(7, 2)),
        theta_(made_.network.initial(3)),
        direction_(made_.network.initial(4)) {}

  testing::Discretisation made_;
  std::unique_ptr<energy::Energy> energy_;
  Vector theta_, direction_;
};

/// Only a sum of squares has a residual vector and rows that are its derivative.
class ResidualDerivativesTest : public DerivativesTest {};

/// Observed order of a remainder that should fall like h^order; the smallest pair above round-off.
double observed_order(const std::function<double(double)>& remainder, double scale) {
  double order = std::nan("");
  double before = remainder(0.1);
  for (double h = 0.05; h > 1e-4; h /= 2) {
    const double now = remainder(h);
    if (now < 1e-11 * scale) break;
    order = std::log2(before / now);
    before = now;
  }
  return order;
}

TEST_P(DerivativesTest, GradientLeavesASecondOrderRemainder) {
  Vector g;
  const double loss = energy_->gradient(theta_, g);
  const double slope = g.dot(direction_);
  const double order = observed_order(
      [&](double h) {
        return std::fabs(energy_->loss(theta_ + h * direction_) - loss - h * slope);
      },
      std::fabs(loss) + std::fabs(slope));
  EXPECT_GT(order, 1.9);
}

TEST_P(ResidualDerivativesTest, RowsLeaveASecondOrderRemainderInTheResidual) {
  Linearisation here, there;
  energy_->rows(theta_, {}, here);
  const Vector slope = here.A * direction_;
  const double order = observed_order(
      [&](double h) {
        energy_->rows(theta_ + h * direction_, {}, there);
        return (there.r - here.r - h * slope).norm();
      },
      here.r.norm() + slope.norm());
  EXPECT_GT(order, 1.9);
}

// <A v, r> = <v, A^T r>: the rows (a reverse sweep a point) on the left, the gradient (one sweep
// for all points) on the right.
TEST_P(ResidualDerivativesTest, GradientIsTheAdjointOfTheRows) {
  Linearisation here;
  energy_->rows(theta_, {}, here);
  Vector g;
  energy_->gradient(theta_, g);
  const double left = (here.A * direction_).dot(here.r), right = direction_.dot(g);
  EXPECT_NEAR(left, right, 1e-13 * (here.A * direction_).norm() * here.r.norm());
}

std::vector<Case> residual_cases() {
  auto list = testing::cases();
  for (Case& one : testing::cpu_cases()) list.push_back(std::move(one));
  std::erase_if(list, [](const Case& one) {
    return std::ranges::any_of(one.statement.terms, &testing::TermText::is_density);
  });
  return list;
}

INSTANTIATE_TEST_SUITE_P(Cases, ResidualDerivativesTest, ::testing::ValuesIn(residual_cases()),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Cases, DerivativesTest, ::testing::ValuesIn(testing::cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace engd
