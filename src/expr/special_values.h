#pragma once

/// Functions of mathematical physics that the C library has in part. `order` is a whole number >=
/// 0. Outside their domain they are NaN, at poles infinite.
namespace engd::expr {

double bessel_j(double order, double x);
double bessel_y(double order, double x);  ///< x >= 0
double bessel_i(double order, double x);
double bessel_k(double order, double x);  ///< x >= 0

/// d^order/dx^order of digamma(x) = gamma'(x)/gamma(x).
double polygamma(double order, double x);

}  // namespace engd::expr
