#pragma once

#include <array>
#include <span>
#include <vector>

#include "expr/graph.h"

namespace engd::network {

/// A derivative that is carried through the layers: D^alpha or the Laplacian, the same for every
/// unknown (JetEntry::index is 0).
using Channel = expr::JetEntry;

/// One term of the chain rule for sigma(z): channel `target` of sigma(z) gets
/// coefficient * sigma^(order)(z) * z_factor[0] * ... * z_factor[order - 1].
struct ChainTerm {
  int target = 0;
  int order = 0;
  double coefficient = 1;
  std::array<int, expr::max_order> factor{};  ///< channels of z, `order` of them
};

/// A term of the chain rule for v^2 / 2, v = phi - c, from the channels of phi and the value of v:
/// the derivatives of the square are v, 1 and 0.
template <typename Real>
Real half_square(const ChainTerm& term, const Real* phi, Real v) {
  switch (term.order) {
    case 0:
      return v * v / 2;
    case 1:
      return Real(term.coefficient) * v * phi[term.factor[0]];
    case 2:
      return Real(term.coefficient) * phi[term.factor[0]] * phi[term.factor[1]];
    default:
      return 0;
  }
}

/// Which channels each layer carries for the jet entries that a term of the energy uses, and how
/// they pass through an activation. Sigma of a derivative needs all lower ones of its argument, so
/// hidden layers carry the closure of what is used; the last layer is linear and carries only that.
class JetPlan {
 public:
  JetPlan(std::span<const expr::JetEntry> used, const expr::Space& space);

  std::span<const Channel> used() const { return used_; }        ///< ascending, distinct
  std::span<const Channel> closure() const { return closure_; }  ///< the value first
  /// From the closure of z to the closure, or to the used channels, of sigma(z).
  std::span<const ChainTerm> inner_terms() const { return inner_terms_; }
  std::span<const ChainTerm> last_terms() const { return last_terms_; }
  int highest_order() const { return highest_order_; }
  int used_index(const Channel& channel) const;
  int closure_index(const Channel& channel) const;
  const expr::Space& space() const { return space_; }

 private:
  std::vector<Channel> used_, closure_;
  std::vector<ChainTerm> inner_terms_, last_terms_;
  int highest_order_ = 0;
  expr::Space space_;
};

}  // namespace engd::network
