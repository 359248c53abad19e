// qr_svd: the singular values of A without forming A^T A.
//
//     rows >= parameters   A = Q R,       R = U S V^T:     G = V S^2 V^T,       V^T g = S U^T Q^T r
//     rows <  parameters   A^T = Q R,   R^T = U S V^T:     G = Q V S^2 V^T Q^T, V^T Q^T g = S U^T r
//
// In the second case Q is completed to an orthogonal matrix of all parameters (LAPACK keeps it as
// reflections, so this costs nothing), and the further eigenvalues are zero. A^T is factored by QR
// rather than A by LQ: LAPACK's LQ runs along rows and takes twice the time.

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
    const Index small = std::min(rows, parameters);
    return sizeof(double) *
               static_cast<std::size_t>(rows * parameters + (block + 1) * small + rows) +
           Svd::workspace_bytes(small);
  }

 protected:
  Outcome decompose(const System& system) override {
    assert(system.A);
    if (!all_finite(*system.A)) return Outcome::not_finite;
    const Index rows = system.A->rows(), p = system.A->cols(), small = std::min(rows, p);
    wide_ = rows < p;
    if (wide_)
      reflections_ = system.A->transpose();
    else
      reflections_ = *system.A;
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
    const Index small = reflections_.cols(), p = wide_ ? reflections_.rows() : small;
    Vector& c = spectrum_.c;
    if (system.r) {
      left_ = *system.r;
      if (!wide_) apply_Q('T', left_);
      svd_.to_left(left_.data());
      c.setZero(p);
      c.head(small) = svd_.values().cwiseProduct(left_.head(small));
    } else {
      c = *system.g;
      if (wide_) apply_Q('T', c);
      svd_.to_right(c.data());
    }
  }

  void combine(const Vector& weights, double, Vector& d) override {
    d = weights.cwiseProduct(spectrum_.c);
    svd_.from_right(d.data());
    if (wide_) apply_Q('N', d);
  }

 private:
  // Leaves Q in `reflections_` and puts R, or R^T, into `triangle`.
  void reduce(Matrix& triangle) {
    const Index small = triangle.rows();
    const int m = lapack_size(reflections_.rows()), n = lapack_size(small);
    scales_.resize(small);
    work_.resize(block * small);
    {
      const BlasThreads scope(threads());
      LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, m, n, reflections_.data(), m, scales_.data(),
                          work_.data(), lapack_size(block * small));
    }
    triangle.setZero();
    for (Index j = 0; j < small; ++j) {
      const auto column = reflections_.col(j).head(j + 1);
      if (wide_)
        triangle.row(j).head(j + 1) = column;
      else
        triangle.col(j).head(j + 1) = column;
    }
  }

  // x := Q x or Q^T x, of as many entries as the long side of A has.
  void apply_Q(char transpose, Vector& x) {
    const int m = static_cast<int>(reflections_.rows()), n = static_cast<int>(reflections_.cols());
    LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', transpose, m, 1, n, reflections_.data(), m,
                        scales_.data(), x.data(), m, work_.data(), static_cast<int>(work_.size()));
  }

  bool wide_ = false;   // fewer rows than parameters
  Matrix reflections_;  // A or A^T, then the Householder vectors of Q and R
  Vector scales_, left_;
  std::vector<double> work_;
  Svd svd_;
};

}  // namespace

std::unique_ptr<SpectralFactor> make_rows_factor() {
  return std::make_unique<RowsFactor>();
}

}  // namespace engd::linalg
