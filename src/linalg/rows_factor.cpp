// qr_svd: the singular values of A without forming A^T A.
//
//     rows >= parameters   A = Q R, R = U S V^T:   G = V S^2 V^T,   V^T g = S U^T Q^T r
//     rows <  parameters   A = L Q, L = U S V^T:   G = (V^T Q)^T S^2 (V^T Q),   V^T Q g = S U^T r
//
// In the second case Q is completed to an orthogonal matrix of all parameters (LAPACK keeps it as
// reflections, so this costs nothing), and the further eigenvalues are zero.

#include <lapacke.h>

#include <algorithm>
#include <cassert>
#include <vector>

#include "linalg/blas.h"
#include "linalg/gram.h"
#include "linalg/spectral_factor.h"
#include "linalg/svd.h"

namespace engd::linalg {
namespace {

// LAPACK wants its block size (32) times the short side; 64 leaves room.
constexpr Index block = 64;

class RowsFactor final : public SpectralFactor {
 public:
  std::size_t workspace_bytes(Index rows, Index parameters) const override {
    const Index small = std::min(rows, parameters), large = std::max(rows, parameters);
    return sizeof(double) * static_cast<std::size_t>(rows * parameters + block * large + small) +
           Svd::workspace_bytes(small);
  }

 protected:
  Outcome decompose(const System& system) override {
    assert(system.A);
    if (!all_finite(*system.A)) return Outcome::not_finite;
    reflections_ = *system.A;
    const Index rows = reflections_.rows(), p = reflections_.cols(), small = std::min(rows, p);
    const double eps = rounding_cutoff(std::max(rows, p));
    default_cutoff_ = eps * eps;  // of squared singular values
    reduce(svd_.matrix(small));
    const Outcome outcome = svd_.factor();
    if (outcome != Outcome::ok) return outcome;
    spectrum_.s.setZero(p);
    spectrum_.s.head(small) = svd_.values().cwiseAbs2();
    return all_finite(spectrum_.s) ? Outcome::ok : Outcome::no_convergence;
  }

  void rotate_right_hand_side(const System& system) override {
    const Index rows = reflections_.rows(), p = reflections_.cols(), small = std::min(rows, p);
    Vector& c = spectrum_.c;
    if (system.r) {
      left_ = *system.r;
      if (rows >= p) apply_Q('T', left_);
      svd_.to_left(left_.data());
      c.setZero(p);
      c.head(small) = svd_.values().cwiseProduct(left_.head(small));
    } else {
      c = *system.g;
      if (rows < p) apply_Q('N', c);
      svd_.to_right(c.data());
    }
  }

  void combine(const Vector& weights, double, Vector& d) override {
    d = weights.cwiseProduct(spectrum_.c);
    svd_.from_right(d.data());
    if (reflections_.rows() < reflections_.cols()) apply_Q('T', d);
  }

 private:
  // A to the triangle R or L, and Q as reflections in its place.
  void reduce(Matrix& triangle) {
    const Index rows = reflections_.rows(), p = reflections_.cols(), small = triangle.rows();
    const int m = lapack_size(rows), n = lapack_size(p);
    scales_.resize(small);
    work_.resize(block * std::max(rows, p));
    const BlasThreads scope(threads());
    const int work = lapack_size(static_cast<Index>(work_.size()));
    if (rows >= p)
      LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, m, n, reflections_.data(), m, scales_.data(),
                          work_.data(), work);
    else
      LAPACKE_dgelqf_work(LAPACK_COL_MAJOR, m, n, reflections_.data(), m, scales_.data(),
                          work_.data(), work);
    triangle.setZero();
    for (Index j = 0; j < small; ++j) {
      if (rows >= p)
        triangle.col(j).head(j + 1) = reflections_.col(j).head(j + 1);
      else
        triangle.col(j).tail(small - j) = reflections_.col(j).tail(small - j);
    }
  }

  // x := Q x or Q^T x, of as many entries as the long side of A has.
  void apply_Q(char transpose, Vector& x) {
    const int m = static_cast<int>(reflections_.rows()), n = static_cast<int>(reflections_.cols());
    const int work = static_cast<int>(work_.size());
    if (m >= n)
      LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', transpose, m, 1, n, reflections_.data(), m,
                          scales_.data(), x.data(), m, work_.data(), work);
    else
      LAPACKE_dormlq_work(LAPACK_COL_MAJOR, 'L', transpose, n, 1, m, reflections_.data(), m,
                          scales_.data(), x.data(), n, work_.data(), work);
  }

  Matrix reflections_;
  Vector scales_, left_;
  std::vector<double> work_;
  Svd svd_;
};

}  // namespace

std::unique_ptr<SpectralFactor> make_rows_factor() {
  return std::make_unique<RowsFactor>();
}

}  // namespace engd::linalg
