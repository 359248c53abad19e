#pragma once

#include <optional>

#include "energy/ansatz.h"

namespace engd::energy {

/// The energy of a density f beside frozen networks (u = k + t: what is known, what is trained),
/// with its first variation in the form of Euler and Lagrange: with p = df/d(grad u),
///
///     int f(k + t)  =  int f(k)  +  int rho t + rest(t)  +  oint (p(k).n) t ,
///     rho = df/du (k) - div p(k) ,     rest = f(k + t) - f(k) - f'(k) t .
///
/// Near a minimum f'(k) is large and only its integral against every t is small, by cancellation,
/// which in floating point ends at 1e-16 of f'(k). rho and p.n on the boundary are small
/// themselves: nothing cancels, in the energy as in its gradient.
struct Variation {
  expr::Node constant = -1;  ///< f(k)
  expr::Node inside = -1;    ///< rho t + rest(t)
  expr::Node boundary = -1;  ///< (p.n) t, on the whole boundary
};

/// Nothing where f has derivatives of an order above one, a coefficient, a normal or partners.
std::optional<Variation> first_variation(expr::Graph& graph, expr::Node f, Ansatz& ansatz,
                                         const expr::Space& space);

}  // namespace engd::energy
