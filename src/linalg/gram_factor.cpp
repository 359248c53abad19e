// gram_eigen: G = V diag(s) V^T.

#include <cassert>

#include "linalg/blas.h"
#include "linalg/gram.h"
#include "linalg/spectral_factor.h"
#include "linalg/symmetric_eigen.h"

namespace engd::linalg {
namespace {

class GramFactor final : public SpectralFactor {
 public:
  std::size_t workspace_bytes(Index, Index parameters) const override {
    return SymmetricEigen::workspace_bytes(parameters);
  }

 protected:
  Outcome decompose(const System& system) override {
    assert(system.gram || system.A);
    const Index p = system.gram ? system.gram->rows() : system.A->cols();
    Matrix& G = eigen_.matrix(p);
    if (system.gram)
      G = *system.gram;
    else
      gram_lower(*system.A, G);
    if (system.gram ? !all_finite(G) : !finite_diagonal(G)) return Outcome::not_finite;
    default_cutoff_ = typical_rounding(p);
    const Outcome outcome = eigen_.factor();
    if (outcome == Outcome::ok) spectrum_.s = eigen_.values();
    return outcome;
  }

  void rotate_right_hand_side(const System& system) override {
    spectrum_.c = *system.g;
    eigen_.to_eigenbasis(spectrum_.c);
  }

  void combine(const Vector& weights, double, Vector& d) override {
    d = weights.cwiseProduct(spectrum_.c);
    eigen_.from_eigenbasis(d);
  }

 private:
  SymmetricEigen eigen_;
};

}  // namespace

std::unique_ptr<SpectralFactor> make_gram_factor() {
  return std::make_unique<GramFactor>();
}

}  // namespace engd::linalg
