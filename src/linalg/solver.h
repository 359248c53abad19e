#pragma once

#include <memory>
#include <string>

#include "support/types.h"

namespace engd::linalg {

/// How (A^T A + damping I) d = g is solved. A has a row a (weighted) point and a column a
/// parameter.
enum class Method {
  gram_eigen,      ///< eigen-decomposition of G = A^T A, small eigenvalues dropped: the paper's G^+
  gram_svd,        ///< the same by a singular value decomposition of G, as the authors' code
  qr_svd,          ///< A = Q R, R = U S V^T: the condition number is not squared
  qr_pivoted,      ///< of damped steps only: A P = Q R, then as by default (damped_factor.h)
  gram_cholesky,   ///< Cholesky of G + damping I
  kernel,          ///< eigen-decomposition of A A^T, for fewer rows than parameters
  kernel_cholesky  ///< Cholesky of A A^T + damping I
};

/// Whether a method works on G alone, so that A need not be kept.
inline bool uses_gram(Method method) {
  return method == Method::gram_eigen || method == Method::gram_svd ||
         method == Method::gram_cholesky;
}

/// How one system is solved.
struct SolverOptions {
  Method method = Method::gram_eigen;
  double damping = 0;
  /// Eigenvalues of G + damping I at or below cutoff * largest are dropped, so a damping above the
  /// cutoff keeps every direction: d is then the exact damped step by every method.
  /// Negative: the authors' rule, eps * number of parameters. (kernel: eps * max(N, p), the order
  /// of K may be the larger one; qr_svd: singular values of A below eps * max(N, p) * largest;
  /// Cholesky drops nothing: a pivot at or below cutoff times its diagonal entry is a breakdown.)
  double cutoff = -1;
};

enum class Outcome {
  ok,
  not_finite,  ///< a NaN or an infinity in A, r or g, or the square of an entry of A is one
  not_positive_definite,  ///< Cholesky broke down: more damping is needed
  no_convergence,         ///< an eigenvalue iteration failed, or an eigenvalue overflows
  zero                    ///< G is zero: no direction
};
std::string describe(Outcome outcome);

/// Unless the outcome is ok, d = 0. Cholesky does not know eigenvalues and leaves them 0.
struct Solution {
  Outcome outcome = Outcome::ok;
  Index rank = 0;            ///< directions kept
  double largest = 0;        ///< largest eigenvalue of G
  double smallest_kept = 0;  ///< smallest eigenvalue of G that was kept
};

/// One linearised problem. Either the residual r with g = A^T r, or the gradient g alone
/// (`r` empty). Rows of A are scaled by the square roots of the quadrature weights.
/// `gram` may be given when the caller has it already (then A may be empty for the gram_ methods).
struct System {
  const Matrix* A = nullptr;     ///< N x p
  const Matrix* gram = nullptr;  ///< p x p, both triangles; optional
  const Vector* r = nullptr;     ///< N; optional
  const Vector* g = nullptr;     ///< p; always
};

/// A solver keeps its work arrays between calls: nothing is allocated once sizes settle.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual Solution solve(const System& system, const SolverOptions& options, Vector& d) = 0;
  /// Bytes of work space for N rows and p parameters, beyond A, G, g and d.
  virtual std::size_t workspace_bytes(Index rows, Index parameters) const = 0;
};
std::unique_ptr<Solver> make_solver(Method method);

/// The method `auto` stands for: kernel when rows < parameters, else gram_eigen.
Method automatic(Index rows, Index parameters);

/// G = A^T A, both triangles filled. The same bits for the same number of threads.
void gram(const Matrix& A, Matrix& G);

}  // namespace engd::linalg
