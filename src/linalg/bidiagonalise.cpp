// Golub and Kahan's reduction with each step in one pass over the matrix.
//
// Step k reflects column k (v, tau) and then row k (u, rho). With s = A^T v, the row is
// r_j = A_kj - tau s_j after the first reflection; the second needs x = rho (A - tau v s^T) u,
// where u_j = r_j / alpha except at its first place, alpha = r_1 - beta, beta the entry that
// remains:
//
//     x = rho ((sum_j r_j a_j - beta a_1) / alpha - tau (s.u) v),   A := A - tau v s^T - x u^T.
//
// s_j and r_j are known as soon as column a_j has been read, so that it joins the sum while it is
// still in the nearest cache; and the subtraction waits for the pass of the next step. So a step
// reads and writes the matrix once, where LAPACK's dgebrd reads it twice and also forms products
// of blocks: about half of its time for some hundreds of columns.
#include "linalg/bidiagonalise.h"

#include <lapacke.h>

#include <algorithm>
#include <utility>

#include "linalg/blas.h"

namespace engd::linalg {

namespace {

// Beyond, LAPACK with its products of blocks on several threads is faster.
constexpr Index largest_in_one_pass = 600;
// LAPACK wants its block size (32) times a side; 64 leaves room.
constexpr Index block = 64;

// Eight numbers, for the vector units. Columns begin on such a boundary and are as long as a
// multiple of it.
constexpr Index width = 8;
using Pack [[gnu::vector_size(64), gnu::may_alias]] = double;

Pack& pack(double* x) {
  return *reinterpret_cast<Pack*>(x);
}
const Pack& pack(const double* x) {
  return *reinterpret_cast<const Pack*>(x);
}

double sum(const Pack& x) {
  return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

// Of `columns` columns a_c, one `stride` after another: a_c -= p_c v + u_c x, and s_c = a_c.w.
template <int columns>
void subtract_and_dot(Index n, double* a, Index stride, const double* p, const double* v,
                      const double* u, const double* x, const double* w, double* s) {
  Pack sums[columns] = {};
  for (Index i = 0; i < n; i += width) {
    const Pack vi = pack(v + i), xi = pack(x + i), wi = pack(w + i);
    for (int c = 0; c < columns; ++c) {
      Pack& at = pack(a + c * stride + i);
      at = at - p[c] * vi - u[c] * xi;
      sums[c] += at * wi;
    }
  }
  for (int c = 0; c < columns; ++c) s[c] = sum(sums[c]);
}

// to += the sum of r_c a_c.
template <int columns>
void add(Index n, const double* r, const double* a, Index stride, double* to) {
  for (Index i = 0; i < n; i += width) {
    Pack total = pack(to + i);
    for (int c = 0; c < columns; ++c) total += r[c] * pack(a + c * stride + i);
    pack(to + i) = total;
  }
}

void subtract(Index n, double* a, double p, const double* v, double u, const double* x) {
  for (Index i = 0; i < n; i += width) pack(a + i) -= p * pack(v + i) + u * pack(x + i);
}

// The reflection that leaves only the first of n numbers: its scale; the numbers become its vector
// with 1 at the first place, `left` what remains there.
double reflect(Index n, double* numbers, double& left) {
  double scale = 0;
  LAPACKE_dlarfg_work(static_cast<int>(n), numbers, numbers + 1, 1, &scale);
  left = std::exchange(numbers[0], 1.0);
  return scale;
}

// x := x - scale v (v.x) for `columns` vectors x, one `stride` after another.
template <int columns>
void reflect_columns(Index n, double scale, const double* v, double* x, Index stride) {
  Pack sums[columns] = {};
  for (Index i = 0; i < n; i += width)
    for (int c = 0; c < columns; ++c) sums[c] += pack(v + i) * pack(x + c * stride + i);
  double s[columns];
  for (int c = 0; c < columns; ++c) s[c] = scale * sum(sums[c]);
  for (Index i = 0; i < n; i += width)
    for (int c = 0; c < columns; ++c) pack(x + c * stride + i) -= s[c] * pack(v + i);
}

}  // namespace

void Bidiagonalisation::reduce(const Matrix& A) {
  n_ = A.rows();
  for (Vector* vector : {&diagonal_, &above_, &left_scales_, &right_scales_}) vector->setZero(n_);
  by_lapack_ = n_ > largest_in_one_pass;
  if (by_lapack_)
    reduce_by_lapack(A);
  else
    reduce_in_passes(A);
}

void Bidiagonalisation::reduce_by_lapack(const Matrix& A) {
  const int n = static_cast<int>(n_);
  left_ = A;
  work_.resize(2 * block * n_);
  const BlasThreads scope(threads_for_order(n_));
  LAPACKE_dgebrd_work(LAPACK_COL_MAJOR, n, n, left_.data(), n, diagonal_.data(), above_.data(),
                      left_scales_.data(), right_scales_.data(), work_.data(),
                      static_cast<int>(work_.size()));
}

void Bidiagonalisation::reduce_in_passes(const Matrix& A) {
  const Index n = n_;
  // Columns whose distance is a multiple of 512 bytes would share few places of the cache.
  Index stride = (n + width - 1) / width * width;
  if (stride % 64 == 0) stride += width;
  left_.setZero(stride, n);
  left_.topRows(n) = A;
  right_.setZero(stride, n);
  for (Vector* vector : {&p_, &u_, &row_}) vector->setZero(n);
  for (Vector* vector : {&v_, &x_, &sum_}) vector->setZero(stride);
  for (Index k = 0; k < n; ++k) {
    // v and x are zero above row k: a pass may begin before it. w takes the place of column k.
    const Index from = k / width * width, rows = stride - from, below = n - k;
    double* w = left_.col(k).data() + from;
    const auto pass = [&]<int columns>(Index j, double* s) {
      subtract_and_dot<columns>(rows, left_.col(j).data() + from, stride, &p_[j], v_.data() + from,
                                &u_[j], x_.data() + from, w, s);
    };
    double s[4];
    subtract(rows, w, p_[k], v_.data() + from, u_[k], x_.data() + from);
    left_.col(k).head(k).setZero();
    const double tau = reflect(below, left_.col(k).data() + k, diagonal_[k]);
    left_scales_[k] = tau;
    sum_.tail(rows).setZero();
    const auto columns_from = [&]<int columns>(Index j) {
      pass.operator()<columns>(j, s);
      for (int c = 0; c < columns; ++c) {
        p_[j + c] = tau * s[c];
        row_[j + c] = left_(k, j + c) - p_[j + c];
      }
      add<columns>(rows, &row_[j], left_.col(j).data() + from, stride, sum_.data() + from);
    };
    Index j = k + 1;
    for (; j + 4 <= n; j += 4) columns_from.operator()<4>(j);
    for (; j < n; ++j) columns_from.operator()<1>(j);
    v_ = left_.col(k);
    if (k + 1 == n) break;

    const Index right = n - k - 1;
    const double first = row_[k + 1];
    const double rho = reflect(right, row_.data() + k + 1, above_[k]);
    right_scales_[k] = rho;
    std::swap(u_, row_);
    right_.col(k).segment(k + 1, right) = u_.tail(right);
    x_.setZero();
    if (rho != 0) {
      const double along = p_.tail(right).dot(u_.tail(right)), alpha = first - above_[k];
      x_.segment(k + 1, right) =
          rho * ((sum_.segment(k + 1, right) - above_[k] * left_.col(k + 1).segment(k + 1, right)) /
                     alpha -
                 along * v_.segment(k + 1, right));
    }
    v_[k] = 0;  // row k is done
  }
}

void Bidiagonalisation::apply(Side side, bool transposed, double* x, Index count, Index stride) {
  const Vector& scales = side == Side::left ? left_scales_ : right_scales_;
  if (by_lapack_) {
    const int n = static_cast<int>(n_);
    // dormbr wants a block times the columns, and its own 65 x 64 triangle. Its P^T is our P^T.
    const Index size = block * std::max(count, n_) + 65 * block;
    if (std::ssize(work_) < size) work_.resize(size);
    LAPACKE_dormbr_work(LAPACK_COL_MAJOR, side == Side::left ? 'Q' : 'P', 'L',
                        transposed ? 'T' : 'N', n, static_cast<int>(count), n, left_.data(), n,
                        scales.data(), x, static_cast<int>(stride), work_.data(),
                        static_cast<int>(work_.size()));
    return;
  }
  const Matrix& vectors = side == Side::left ? left_ : right_;
  const Index rows = vectors.rows();
  if (columns_.rows() != rows || columns_.cols() < count) columns_.setZero(rows, count);
  for (Index c = 0; c < count; ++c)
    columns_.col(c).head(n_) = Eigen::Map<const Vector>(x + c * stride, n_);
  for (Index step = 0; step < n_; ++step) {
    const Index k = transposed ? step : n_ - 1 - step, from = k / width * width;
    const double* v = vectors.col(k).data() + from;
    double* to = columns_.data() + from;
    Index c = 0;
    for (; c + 3 <= count; c += 3)
      reflect_columns<3>(rows - from, scales[k], v, to + c * rows, rows);
    for (; c < count; ++c) reflect_columns<1>(rows - from, scales[k], v, to + c * rows, rows);
  }
  for (Index c = 0; c < count; ++c)
    Eigen::Map<Vector>(x + c * stride, n_) = columns_.col(c).head(n_);
}

}  // namespace engd::linalg
