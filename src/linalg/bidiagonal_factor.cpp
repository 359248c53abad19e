// A reduced to a bidiagonal matrix B by reflections, without forming A^T A:
//
//     rows >= parameters   A = Q R,       R = P B W^T
//     rows <  parameters   A^T = Q R,   R^T = P B W^T
//     rows == parameters   A = P B W^T at once
//
// With V = W (or Q W) and y = V^T d, c = P^T Q^T r (or P^T r), every damping is the small problem
//
//     min |B y - c|^2 + lambda |y|^2,
//
// solved by two Givens rotations a column (Elden 1977). The reduction is the part of a singular
// value decomposition that comes before its iteration, at about a third of the cost.
//
// Where only g is known, B^T B + lambda I = T^T T with the same rotations, and y = T^-1 T^-T V^T g.

#include <algorithm>
#include <cassert>
#include <cmath>

#include "linalg/bidiagonalise.h"
#include "linalg/blas.h"
#include "linalg/damped_factor.h"
#include "linalg/gram.h"
#include "linalg/tall_qr.h"

namespace engd::linalg {
namespace {

using Side = Bidiagonalisation::Side;

class BidiagonalFactor final : public DampedFactor {
 public:
  Outcome factor(const System& system) override {
    assert(system.A);
    parameters_ = system.g->size();
    if (is_empty(system)) return Outcome::zero;
    if (!all_finite(*system.A) || !finite_right_hand_side(system)) return Outcome::not_finite;
    wide_ = system.A->rows() < system.A->cols();
    square_ = system.A->rows() == system.A->cols();
    small_ = std::min(system.A->rows(), system.A->cols());
    if (!square_) reduce_to_triangle(*system.A);
    bidiagonal_.reduce(square_ ? *system.A : triangle_);
    const Vector &diagonal = bidiagonal_.diagonal(), &above = bidiagonal_.above();
    if (!all_finite(diagonal) || !all_finite(above.data(), small_ - 1)) return Outcome::not_finite;
    // |B|_inf |B|_1 bounds the square of the largest singular value from above, the largest entry
    // from below.
    double rows = 0;
    for (Index i = 0; i < small_; ++i)
      rows = std::max(rows, std::fabs(diagonal[i]) + (i > 0 ? std::fabs(above[i - 1]) : 0));
    largest_ = rows * rows;
    if (!(largest_ > 0)) return Outcome::zero;
    rotate(system);
    return Outcome::ok;
  }

  void rotate(const System& system) override {
    has_residual_ = system.r != nullptr;
    if (has_residual_) {
      c_ = *system.r;
      if (!wide_ && !square_) qr_.apply('T', c_.data(), 1, c_.size());
      bidiagonal_.apply(Side::left, true, c_.data(), 1, c_.size());
    } else {
      c_ = *system.g;
      if (wide_) qr_.apply('T', c_.data(), 1, c_.size());
      bidiagonal_.apply(Side::right, true, c_.data(), 1, c_.size());
    }
  }

  void steps(std::span<const double> dampings, Matrix& D, std::span<double> decreases) override {
    const Index count = std::ssize(dampings);
    assert(D.rows() == parameters_ && D.cols() >= count);
    for (Vector* vector : {&t_, &s_, &z_}) vector->resize(small_);
    for (Index k = 0; k < count; ++k) {
      double* y = D.col(k).data();
      const double lambda = dampings[k];
      decreases[k] =
          0.5 * (solve(lambda, y) + lambda * Eigen::Map<const Vector>(y, small_).squaredNorm());
      // Where A has fewer rows than parameters, G is zero on the rest of the space, in which g may
      // have a part unless it is A^T r.
      for (Index i = small_; i < parameters_; ++i) {
        y[i] = has_residual_ ? 0 : c_[i] / lambda;
        decreases[k] += has_residual_ ? 0 : c_[i] * y[i];
      }
    }
    bidiagonal_.apply(Side::right, false, D.data(), count, D.rows());
    if (wide_) qr_.apply('N', D.data(), count, D.rows());
  }

  double largest() const override { return largest_; }

  std::size_t workspace_bytes(Index rows, Index parameters) const override {
    const Index small = std::min(rows, parameters);
    return sizeof(double) *
           static_cast<std::size_t>(rows * parameters + 3 * small * small + 4 * small);
  }

 private:
  void reduce_to_triangle(const Matrix& A) {
    if (wide_)
      qr_.matrix() = A.transpose();
    else
      qr_.matrix() = A;
    qr_.factor(threads());
    triangle_.setZero(small_, small_);
    if (wide_)
      triangle_.triangularView<Eigen::Lower>() = qr_.triangle().transpose();
    else
      triangle_.triangularView<Eigen::Upper>() = qr_.triangle();
  }

  // Solves the bidiagonal problem into y; returns g.y, which is |z|^2 where T y = z.
  double solve(double lambda, double* y) {
    const double root = std::sqrt(lambda);
    double below = root;   // the entry of the damping's row in this column
    double below_rhs = 0;  // and its right-hand side
    double rest = has_residual_ ? c_[0] : 0;
    for (Index i = 0; i < small_; ++i) {
      const double q = bidiagonal_.diagonal()[i], e = i + 1 < small_ ? bidiagonal_.above()[i] : 0;
      const double t = std::hypot(q, below), cosine = q / t, sine = below / t;
      t_[i] = t;
      s_[i] = cosine * e;
      if (has_residual_) {
        z_[i] = cosine * rest + sine * below_rhs;
        below_rhs = cosine * below_rhs - sine * rest;
        rest = i + 1 < small_ ? c_[i + 1] : 0;
      }
      // What the rotation has put at -sine e into the next column joins that column's damping row.
      const double fill = -sine * e;
      below = std::hypot(root, fill);
      below_rhs *= fill / below;
    }
    if (!has_residual_)  // T^T z = V^T g
      for (Index i = 0; i < small_; ++i)
        z_[i] = (c_[i] - (i > 0 ? s_[i - 1] * z_[i - 1] : 0)) / t_[i];
    for (Index i = small_; i-- > 0;)
      y[i] = (z_[i] - (i + 1 < small_ ? s_[i] * y[i + 1] : 0)) / t_[i];
    return z_.squaredNorm();
  }

  Index parameters_ = 0, small_ = 0;
  bool wide_ = false, square_ = false, has_residual_ = false;
  TallQr qr_;        // of A or A^T
  Matrix triangle_;  // R or R^T
  Bidiagonalisation bidiagonal_;
  Vector c_, t_, s_, z_;  // the right-hand side; the triangle T = (t, s) of one damping
  double largest_ = 0;
};

}  // namespace

std::unique_ptr<DampedFactor> make_bidiagonal_factor() {
  return std::make_unique<BidiagonalFactor>();
}

}  // namespace engd::linalg
