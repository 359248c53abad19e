#include "geometry/gauss_legendre.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace engd::geometry {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

TEST(GaussLegendre, FewPoints) {
  EXPECT_EQ(gauss_legendre(1).nodes[0], 0);
  EXPECT_DOUBLE_EQ(gauss_legendre(1).weights[0], 2);
  const LineRule three = gauss_legendre(3);
  EXPECT_DOUBLE_EQ(three.nodes[2], std::sqrt(0.6));
  EXPECT_EQ(three.nodes[1], 0);
  EXPECT_DOUBLE_EQ(three.weights[0], 5.0 / 9);
  EXPECT_DOUBLE_EQ(three.weights[1], 8.0 / 9);
}

// Computed with 40 digits. One unit in the last place, and no more, is given away.
TEST(GaussLegendre, FullPrecision) {
  const struct {
    int n, from_top;
    double node, weight;
  } expected[] = {
      {5, 0, 0.9061798459386639927976, 0.2369268850561890875143},
      {64, 0, 0.9993050417357721394569, 0.001783280721696432947296},
      {64, 31, 0.02435029266342443250896, 0.04869095700913972038337},
      {2000, 0, 0.9999992774631703113404, 0.000001854262610213272819722},
      {2000, 1, 0.9999961929984418253978, 0.000004316365960940664919141},
      {2000, 500, 0.7064123916867748242495, 0.001111532456506596529207},
      {2000, 999, 0.0007852017577214472435158, 0.001570403192702991181511},
  };
  for (const auto& e : expected) {
    const LineRule rule = gauss_legendre(e.n);
    const auto i = static_cast<std::size_t>(e.n - 1 - e.from_top);
    EXPECT_NEAR(rule.nodes[i], e.node, eps * e.node) << e.n << ' ' << e.from_top;
    EXPECT_NEAR(rule.weights[i], e.weight, eps * e.weight) << e.n << ' ' << e.from_top;
  }
}

// Exact up to degree 2n - 1, and not for 2n: the integral of x^k is 2 / (k + 1) for even k.
TEST(GaussLegendre, DegreeOfExactness) {
  for (int n = 1; n <= 12; ++n) {
    const LineRule rule = gauss_legendre(n);
    const auto integral = [&](int k) {
      double sum = 0;
      for (std::size_t i = 0; i < rule.nodes.size(); ++i)
        sum += rule.weights[i] * std::pow(rule.nodes[i], k);
      return sum;
    };
    for (int k = 0; k <= 2 * n - 1; ++k)
      EXPECT_NEAR(integral(k), k % 2 == 0 ? 2.0 / (k + 1) : 0.0, 8 * eps) << n << ' ' << k;
    // Its error is 2^(2n+1) (n!)^4 / ((2n+1) ((2n)!)^2).
    const double error = std::exp((2 * n + 1) * std::log(2.0) + 4 * std::lgamma(n + 1) -
                                  2 * std::lgamma(2 * n + 1)) /
                         (2 * n + 1);
    EXPECT_NEAR(2.0 / (2 * n + 1) - integral(2 * n), error, 8 * eps + 1e-12 * error);
  }
}

// Legendre polynomials of every degree up to 2n - 1 but 0 integrate to zero, for large n too.
TEST(GaussLegendre, LegendrePolynomialsIntegrateToZero) {
  for (int n : {31, 32, 33, 597, 2000}) {
    const LineRule rule = gauss_legendre(n);
    std::vector<double> sum(static_cast<std::size_t>(2 * n), 0.0);
    for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
      long double previous = 1, current = rule.nodes[i];
      sum[0] += rule.weights[i];
      for (std::size_t k = 1; k < sum.size(); ++k) {
        sum[k] += rule.weights[i] * static_cast<double>(current);
        const auto m = static_cast<long double>(k);
        const long double next = ((2 * m + 1) * rule.nodes[i] * current - m * previous) / (m + 1);
        previous = current;
        current = next;
      }
    }
    EXPECT_NEAR(sum[0], 2, 4e-15);
    // A node rounded by eps/2 changes P_k by at most k^2 eps/2 at the end, where weights are
    // small; over all nodes it averages out to a few hundred eps.
    for (std::size_t k = 1; k < sum.size(); ++k) ASSERT_NEAR(sum[k], 0, 1e-13) << n << ' ' << k;
  }
}

TEST(GaussLegendre, AscendingSymmetricInside) {
  for (int n : {2, 7, 100, 1001}) {
    const LineRule rule = gauss_legendre(n);
    const auto size = static_cast<std::size_t>(n);
    ASSERT_EQ(rule.nodes.size(), size);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_LT(std::abs(rule.nodes[i]), 1);
      EXPECT_EQ(rule.nodes[i], -rule.nodes[size - 1 - i]);
      EXPECT_GT(rule.weights[i], 0);
      if (i > 0) {
        EXPECT_LT(rule.nodes[i - 1], rule.nodes[i]);
      }
    }
  }
}

}  // namespace
}  // namespace engd::geometry
