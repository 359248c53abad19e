#include "geometry/gauss_legendre.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace engd::geometry {
namespace {

using Real = long double;  // spare digits, so that the results are right to the last of a double

struct Legendre {
  Real value, derivative;  // of P_n at x, with respect to x
};

/// P_n as a function of the distance y = 1 - x from the end, by its differences
///     (k+1) (P_(k+1) - P_k) = k (P_k - P_(k-1)) - (2k+1) y P_k,
/// so that nodes close to the end, and their weights, keep all their digits; then
///     (1 - x^2) P_n' = n (P_(n-1) - x P_n),   1 - x^2 = y (2 - y).
Legendre legendre(int n, Real y) {
  Real value = 1 - y, difference = -y;
  for (int k = 1; k < n; ++k) {
    difference = (k * difference - (2 * k + 1) * y * value) / (k + 1);
    value += difference;
  }
  return {value, n * (y * value - difference) / (y * (2 - y))};
}

/// 1 - x for Tricomi's approximation of the i-th largest root,
///     x = (1 - (n-1) / (8 n^3)) cos(angle),   in error by O(n^-4).
Real first_guess(int n, int i) {
  const Real m = n;
  const Real angle = std::numbers::pi_v<Real> * (4 * i + 3) / (4 * m + 2);
  const Real half = std::sin(angle / 2);
  return 2 * half * half + (m - 1) / (8 * m * m * m) * std::cos(angle);
}

/// 1 - x for the i-th largest root of P_n, by Newton's method.
Real root(int n, int i) {
  if (2 * i + 1 == n) return 1;
  Real y = first_guess(n, i);
  // The error after a step of relative size s is about s^2: 1e-10 leaves nothing in a Real. The
  // number of steps is 2 or 3; the bound only makes the loop's end obvious.
  for (int step = 0; step < 20; ++step) {
    const Legendre p = legendre(n, y);
    const Real correction = p.value / p.derivative;
    y += correction;
    if (std::abs(correction) < 1e-10L * y) break;
  }
  return y;
}

}  // namespace

LineRule gauss_legendre(int n) {
  assert(n >= 1);
  LineRule rule{std::vector<double>(static_cast<std::size_t>(n)),
                std::vector<double>(static_cast<std::size_t>(n))};
  for (int i = 0; i < (n + 1) / 2; ++i) {
    const Real y = root(n, i);
    const Real slope = legendre(n, y).derivative;
    const auto low = static_cast<std::size_t>(i), high = static_cast<std::size_t>(n - 1 - i);
    rule.nodes[low] = static_cast<double>(y - 1);
    rule.nodes[high] = static_cast<double>(1 - y);
    rule.weights[low] = rule.weights[high] = static_cast<double>(2 / (y * (2 - y) * slope * slope));
  }
  return rule;
}

}  // namespace engd::geometry
