// QR with column pivoting before the reduction to bidiagonal form, to measure what pivoting is
// worth: columns (rows, where there are fewer of them) are put in the order in which dgeqp3 takes
// them, and then factored as they stand, which gives the same triangle.

#include <lapacke.h>

#include <cassert>

#include "linalg/blas.h"
#include "linalg/damped_factor.h"
#include "linalg/gram.h"

namespace engd::linalg {
namespace {

class PivotedFactor final : public DampedFactor {
 public:
  PivotedFactor() : inner_(make_bidiagonal_factor()) {}

  Outcome factor(const System& system) override {
    assert(system.A);
    if (is_empty(system)) return Outcome::zero;
    if (!all_finite(*system.A) || !finite_right_hand_side(system)) return Outcome::not_finite;
    wide_ = system.A->rows() < system.A->cols();
    find_order(*system.A);
    A_.resize(system.A->rows(), system.A->cols());
    for (Index i = 0; i < std::ssize(order_); ++i) {
      if (wide_)
        A_.row(i) = system.A->row(order_[i] - 1);
      else
        A_.col(i) = system.A->col(order_[i] - 1);
    }
    return inner_->factor(permuted(system));
  }

  void rotate(const System& system) override { inner_->rotate(permuted(system)); }

  void steps(std::span<const double> dampings, Matrix& D, std::span<double> decreases) override {
    inner_->steps(dampings, D, decreases);
    if (wide_) return;
    for (Index k = 0; k < std::ssize(dampings); ++k) {
      d_ = D.col(k);
      for (Index i = 0; i < d_.size(); ++i) D(order_[i] - 1, k) = d_[i];
    }
  }

  double largest() const override { return inner_->largest(); }
  std::size_t workspace_bytes(Index rows, Index parameters) const override {
    return inner_->workspace_bytes(rows, parameters) +
           sizeof(double) * static_cast<std::size_t>(2 * rows * parameters);
  }

 private:
  /// order_[i] - 1 is the i-th column (row) that pivoting takes.
  void find_order(const Matrix& A) {
    if (wide_)
      factored_ = A.transpose();
    else
      factored_ = A;
    const int m = lapack_size(factored_.rows()), n = lapack_size(factored_.cols());
    order_.assign(static_cast<std::size_t>(n), 0);
    scales_.resize(n);
    work_.resize(2 * n + (n + 1) * 64);
    const BlasThreads scope(threads());
    LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, m, n, factored_.data(), m, order_.data(), scales_.data(),
                        work_.data(), static_cast<int>(work_.size()));
  }

  System permuted(const System& system) {
    System result = system;
    result.A = &A_;
    result.gram = nullptr;
    const Vector* from = wide_ ? system.r : system.g;
    if (!from) return result;
    right_.resize(from->size());
    for (Index i = 0; i < std::ssize(order_); ++i) right_[i] = (*from)[order_[i] - 1];
    (wide_ ? result.r : result.g) = &right_;
    return result;
  }

  std::unique_ptr<DampedFactor> inner_;
  bool wide_ = false;
  Matrix A_, factored_;
  std::vector<int> order_;
  Vector right_, d_, scales_, work_;
};

}  // namespace

std::unique_ptr<DampedFactor> make_pivoted_factor() {
  return std::make_unique<PivotedFactor>();
}

}  // namespace engd::linalg
