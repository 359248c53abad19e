#include "linalg/spectral_factor.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "linalg/gram.h"

namespace engd::linalg {

double rounding_cutoff(Index size) {
  return std::numeric_limits<double>::epsilon() * static_cast<double>(size);
}

double typical_rounding(Index size) {
  return std::numeric_limits<double>::epsilon() * std::sqrt(static_cast<double>(size));
}

Outcome SpectralFactor::factor(const System& system) {
  assert(system.g);
  decomposed_ = is_empty(system) ? Outcome::zero : decompose(system);
  if (decomposed_ == Outcome::ok) {
    // A decomposition in floating point gives zero eigenvalues a sign.
    spectrum_.s = spectrum_.s.cwiseMax(0.0);
    spectrum_.largest = spectrum_.s.maxCoeff();
    if (!(spectrum_.largest > 0)) decomposed_ = Outcome::zero;
  }
  return rotate(system);
}

Outcome SpectralFactor::rotate(const System& system) {
  parameters_ = system.g->size();
  outcome_ = decomposed_;
  if (!finite_right_hand_side(system)) outcome_ = Outcome::not_finite;
  if (outcome_ == Outcome::ok) rotate_right_hand_side(system);
  return outcome_;
}

double SpectralFactor::smallest_allowed(double damping, double cutoff) const {
  return (cutoff < 0 ? default_cutoff_ : cutoff) * (spectrum_.largest + damping);
}

Solution SpectralFactor::step(double damping, double cutoff, Vector& d) {
  assert(damping >= 0);
  Solution solution{.outcome = outcome_};
  if (outcome_ != Outcome::ok) {
    d.setZero(parameters_);
    return solution;
  }
  const double allowed = smallest_allowed(damping, cutoff);
  solution.largest = solution.smallest_kept = spectrum_.largest;
  weights_.resize(spectrum_.s.size());
  for (Index i = 0; i < weights_.size(); ++i) {
    const double s = spectrum_.s[i];
    const bool kept = s + damping > allowed;
    weights_[i] = kept ? 1 / (s + damping) : 0.0;
    if (!kept) continue;
    ++solution.rank;
    solution.smallest_kept = std::min(solution.smallest_kept, s);
  }
  combine(weights_, damping > allowed ? damping : 0.0, d);
  if (!all_finite(d)) {
    d.setZero(parameters_);
    return {.outcome = Outcome::not_finite};
  }
  return solution;
}

double SpectralFactor::predicted_decrease(double damping, double cutoff) const {
  if (outcome_ != Outcome::ok) return 0;
  const double allowed = smallest_allowed(damping, cutoff);
  double sum = damping > allowed ? 2 * spectrum_.outside / damping : 0.0;
  for (Index i = 0; i < spectrum_.s.size(); ++i) {
    const double s = spectrum_.s[i], c = spectrum_.c[i];
    if (s + damping > allowed) sum += c * c * (s + 2 * damping) / ((s + damping) * (s + damping));
  }
  return sum / 2;
}

std::unique_ptr<SpectralFactor> make_spectral_factor(Method method) {
  switch (method) {
    case Method::gram_eigen:
      return make_gram_factor();
    case Method::qr_svd:
      return make_rows_factor();
    case Method::kernel:
      return make_kernel_factor();
    case Method::gram_svd:
    case Method::qr_pivoted:
    case Method::gram_cholesky:
    case Method::kernel_cholesky:
      break;
  }
  throw std::logic_error("the method does not give a spectrum");
}

}  // namespace engd::linalg
