#include "expr/special_values.h"

#include <math.h>  // jn and yn are POSIX

#include <cmath>
#include <limits>
#include <numbers>

namespace engd::expr {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_odd(double order) {
  return std::fmod(order, 2) != 0;
}

/// digamma(x) for x >= 10: log(x) - 1/(2x) - sum over k of B_2k / (2k x^2k).
double digamma_far(double x) {
  constexpr double terms[] = {1.0 / 12,  -1.0 / 120,       1.0 / 252, -1.0 / 240,
                              1.0 / 132, -691.0 / 32760.0, 1.0 / 12,  -3617.0 / 8160};
  const double z = 1 / (x * x);
  double sum = 0, power = z;
  for (const double term : terms) {
    sum += term * power;
    power *= z;
  }
  return std::log(x) - 0.5 / x - sum;
}

/// By digamma(x + 1) = digamma(x) + 1/x, and on the left by reflection.
double digamma(double x) {
  if (x <= 0) {
    if (x == std::floor(x)) return nan;  // a pole with two signs
    return digamma(1 - x) - std::numbers::pi / std::tan(std::numbers::pi * (x - std::floor(x)));
  }
  double sum = 0;
  for (; x < 10; x += 1) sum += 1 / x;
  return digamma_far(x) - sum;
}

/// (-1)^(n+1) polygamma(n, x) for n >= 1 and x >= 20 + n, by Stirling's series:
/// (n-1)!/x^n + n!/(2 x^(n+1)) + sum over k of B_2k (2k+n-1)!/((2k)! x^(2k+n)).
double polygamma_far(double n, double x) {
  constexpr double bernoulli[] = {1.0 / 6,  -1.0 / 30,       1.0 / 42, -1.0 / 30,
                                  5.0 / 66, -691.0 / 2730.0, 7.0 / 6,  -3617.0 / 510};
  const double first = std::tgamma(n) * std::pow(x, -n);  // (n-1)! / x^n
  double sum = first * (1 + 0.5 * n / x), k = 0;
  double factor = first;  // (2k+n-1)! / ((2k)! x^(2k+n))
  for (const double b : bernoulli) {
    k += 2;
    factor *= (k + n - 2) * (k + n - 1) / ((k - 1) * k * x * x);
    sum += b * factor;
  }
  return sum;
}

}  // namespace

double bessel_j(double order, double x) {
  return ::jn(static_cast<int>(order), x);
}

double bessel_y(double order, double x) {
  return x < 0 ? nan : ::yn(static_cast<int>(order), x);
}

double bessel_i(double order, double x) {
  if (std::isnan(x)) return x;
  if (std::fabs(x) > 720) return x < 0 && is_odd(order) ? -infinity : infinity;
  const double value = std::cyl_bessel_i(order, std::fabs(x));
  return x < 0 && is_odd(order) ? -value : value;
}

double bessel_k(double order, double x) {
  if (std::isnan(x) || x < 0) return nan;
  if (x == 0) return infinity;
  if (x > 760) return 0;
  return std::cyl_bessel_k(order, x);
}

double polygamma(double order, double x) {
  if (std::isnan(x)) return x;
  if (order == 0) return digamma(x);
  if (x < -1e4) return nan;  // as many steps as that
  // polygamma(n, x) = polygamma(n, x + 1) + (-1)^(n+1) n! / x^(n+1)
  double sum = 0;
  for (; x < 20 + order; x += 1) sum += std::pow(x, -order - 1);
  sum = std::tgamma(order + 1) * sum + polygamma_far(order, x);
  return is_odd(order) ? sum : -sum;
}

}  // namespace engd::expr
