#pragma once

#include <optional>
#include <vector>

#include "energy/ansatz.h"
#include "expr/change.h"

namespace engd::energy {

/// The parts of f(known + trained) of degree 0, 1, 2, ... in what is trained: Taylor's formula
///
///     f(k + t) = sum_m  1/m!  f^(m)(k) [t, ..., t] ,
///
/// exact where f is a polynomial in the jet, and without the cancellation of f(k + t) - f(k) where
/// t is small. Nothing where f is no polynomial, or one of a degree above 8 or with so many entries
/// of the jet that the formula is long.
std::optional<std::vector<expr::Node>> parts_by_degree(expr::Graph& graph, expr::Node f,
                                                       Ansatz& ansatz);

/// f(known), what is trained of it, f(k + t) - f(k), and what of that is not linear in t; for every
/// f, and without cancellation as well.
expr::Change change_by_training(expr::Graph& graph, expr::Node f, Ansatz& ansatz);

}  // namespace engd::energy
