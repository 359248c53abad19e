#pragma once

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "linalg/solver.h"

/// Least-squares problems whose answers are known because their singular values are.
namespace engd::linalg::testing {

inline const std::vector<Method> all_methods = {Method::gram_eigen, Method::gram_svd,
                                                Method::qr_svd,     Method::gram_cholesky,
                                                Method::kernel,     Method::kernel_cholesky};

inline std::string name(Method method) {
  switch (method) {
    case Method::gram_eigen:
      return "gram_eigen";
    case Method::gram_svd:
      return "gram_svd";
    case Method::qr_svd:
      return "qr_svd";
    case Method::qr_pivoted:
      return "qr_pivoted";
    case Method::gram_cholesky:
      return "gram_cholesky";
    case Method::kernel:
      return "kernel";
    case Method::kernel_cholesky:
      return "kernel_cholesky";
  }
  return "?";
}

inline bool is_cholesky(Method method) {
  return method == Method::gram_cholesky || method == Method::kernel_cholesky;
}

inline Matrix random_matrix(Index rows, Index columns, std::uint64_t seed) {
  std::mt19937_64 bits(seed);
  Matrix M(rows, columns);
  for (Index i = 0; i < M.size(); ++i)
    M.data()[i] = static_cast<double>(bits() >> 11) * 0x1p-52 - 1;  // uniform in [-1, 1)
  return M;
}

inline Vector random_vector(Index n, std::uint64_t seed) {
  return random_matrix(n, 1, seed).col(0);
}

/// n x k with orthonormal columns, by Eigen's QR: independent of LAPACK.
inline Matrix orthonormal(Index n, Index k, std::uint64_t seed) {
  return Eigen::HouseholderQR<Matrix>(random_matrix(n, k, seed)).householderQ() *
         Matrix::Identity(n, k);
}

/// `count` numbers from `first` to `last`, equally spaced in the logarithm.
inline Vector geometric(Index count, double first, double last) {
  Vector values(count);
  for (Index i = 0; i < count; ++i)
    values[i] =
        first * std::pow(last / first, static_cast<double>(i) /
                                           static_cast<double>(std::max<Index>(1, count - 1)));
  return values;
}

/// A = U diag(sigma) V^T, rows x parameters, of rank sigma.size(), with a residual.
struct Problem {
  Matrix U, V, A;
  Vector sigma, r, g;

  Problem(Index rows, Index parameters, const Vector& values, std::uint64_t seed = 1)
      : U(orthonormal(rows, values.size(), seed)),
        V(orthonormal(parameters, values.size(), seed + 1)),
        A(U * values.asDiagonal() * V.transpose()),
        sigma(values),
        r(random_vector(rows, seed + 2)),
        g(A.transpose() * r) {}

  System with_residual() const { return {.A = &A, .r = &r, .g = &g}; }
  System with_gradient() const { return {.A = &A, .g = &g}; }

  /// (A^T A + damping I)^+ b from the singular values, for any b: without damping the part of b
  /// that V does not reach is dropped, with damping it is divided by it.
  Vector damped_step(const Vector& b, double damping) const {
    const Vector c = V.transpose() * b;
    Vector d = V * (c.array() / (sigma.array().square() + damping)).matrix();
    if (damping > 0) d += (b - V * c) / damping;
    return d;
  }
};

inline double relative_error(const Vector& value, const Vector& exact) {
  return (value - exact).norm() / exact.norm();
}

}  // namespace engd::linalg::testing
