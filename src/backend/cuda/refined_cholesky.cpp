#include "backend/cuda/refined_cholesky.h"

#include <cmath>

#include "backend/cuda/kernels.h"
#include "linalg/row_sample.h"

namespace engd::cuda {

using linalg::Outcome;

namespace {

// The shift, relative to the largest eigenvalue: above what rounding leaves of the smallest.
constexpr double first_shift = 1e-14;
// Rows of a sample for a parameter.
constexpr Index sampled = 2;

int size(Index n) {
  return static_cast<int>(n);
}

}  // namespace

bool RefinedCholesky::applies(Index parameters) const {
  const double matrix = 8.0 * static_cast<double>(parameters) * static_cast<double>(parameters);
  const auto kept = static_cast<double>(L_.bytes() + W_.bytes() + F_.bytes() + sample_.bytes());
  return here_.storage == Storage::whole && energy_.least_squares() &&
         energy_.row_count({}) >= parameters &&
         7 * matrix <= kept + 0.5 * static_cast<double>(device_.free_bytes());
}

// L L^T = the Gram matrix of a sample of the rows + a shift.
Outcome RefinedCholesky::factor_sample() {
  const std::vector<int> sample = linalg::sampled_rows(here_.rows, sampled * p_);
  const auto count = static_cast<Index>(sample.size());
  const double* rows = here_.A.data();
  if (count < here_.rows) {
    sample_.resize(count * p_);
    indices_.set(device_, sample);
    gather_rows(device_.stream(), rows, p_, indices_.data(), count, sample_.data());
    rows = sample_.data();
  }
  L_.resize(p_ * p_);
  double shift = 0;
  for (int attempt = 0; attempt < 6; ++attempt) {
    gram(device_, rows, count, p_, L_.data(), false);
    if (attempt == 0) {
      const double largest = estimate_largest(device_, L_.data(), p_, v_, w_);
      if (!std::isfinite(largest)) return Outcome::not_finite;
      if (!(largest > 0)) return Outcome::zero;
      largest_ = largest * static_cast<double>(here_.rows) / static_cast<double>(count);
      shift = first_shift * largest;
    }
    add_to_diagonal(device_.stream(), L_.data(), p_, shift);
    if (outer_.factor(device_, L_.data(), p_)) return Outcome::ok;
    shift *= 100;
  }
  return Outcome::not_positive_definite;
}

Outcome RefinedCholesky::set(Index parameters) {
  p_ = parameters;
  if (const Outcome outcome = factor_sample(); outcome != Outcome::ok) return outcome;
  const double one = 1;
  check(cublasDtrsm(device_.blas(), CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                    CUBLAS_DIAG_NON_UNIT, size(p_), size(here_.rows), &one, L_.data(), size(p_),
                    here_.A.data(), size(p_)),
        "refining the rows");
  here_.G.resize(p_ * p_);
  gram(device_, here_.A.data(), here_.rows, p_, here_.G.data(), false);
  F_.resize(p_ * p_);
  F_.zero(device_);
  add_to_diagonal(device_.stream(), F_.data(), p_, 1.0);
  check(cublasDtrsm(device_.blas(), CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                    CUBLAS_DIAG_NON_UNIT, size(p_), size(p_), &one, L_.data(), size(p_), F_.data(),
                    size(p_)),
        "inverting a factor");
  W_.resize(p_ * p_);
  gram(device_, F_.data(), p_, p_, W_.data(), false);
  return Outcome::ok;
}

Outcome RefinedCholesky::factor(double damping) {
  damping_ = damping;
  check(
      cudaMemcpyAsync(F_.data(), here_.G.data(), sizeof(double) * static_cast<std::size_t>(p_ * p_),
                      cudaMemcpyDeviceToDevice, device_.stream()),
      "copying a matrix");
  check(cublasDaxpy_64(device_.blas(), p_ * p_, &damping, W_.data(), 1, F_.data(), 1),
        "damping a matrix");
  return inner_.factor(device_, F_.data(), p_) ? Outcome::ok : Outcome::not_positive_definite;
}

void RefinedCholesky::solve(const double* r, const double* v, Numbers& x) {
  x.resize(p_);
  check(cublasDcopy(device_.blas(), size(p_), v, 1, x.data(), 1), "copying a vector");
  outer_.solve_lower(device_, L_.data(), p_, x.data());
  multiply_transposed(device_, here_.A.data(), here_.rows, p_, 1.0, r, damping_, x.data());
  inner_.solve(device_, F_.data(), p_, x.data());
  outer_.solve_upper(device_, L_.data(), p_, x.data());
}

}  // namespace engd::cuda
