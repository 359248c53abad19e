#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "solve/level.h"

namespace engd::solve {

/// The outermost summands of a formula: of u_t - k*(u_xx + u_yy) they are u_t, -k*u_xx, -k*u_yy. A
/// Laplacian that stands alone is the sum of its second derivatives.
std::vector<expr::Node> summands_of(expr::Graph& graph, expr::Node formula,
                                    const expr::Space& space);

/// Of the summands of a term, geometric means over its residuals of root mean squares; those of a
/// condition on a boundary with the sizes that they have inside. 0 where there are none: densities,
/// measurements, points of a file, and single summands inside the domain.
struct SummandSizes {
  double now = 0;
  /// Of those with unknowns, where these had the sizes given and turned about once across the
  /// domain: u_x as large as 2 u over the length of the domain along x.
  double slow = 0;
  double known = 0;  ///< of those without unknowns, where the term stands
};

/// By number of the term. `of_unknowns`: a size for each.
std::vector<SummandSizes> measure_summands(Level level, const Vector& theta,
                                           const std::vector<double>& of_unknowns, int threads);

/// What a term's residual is next to the sizes of its summands, on fresh random points; on
/// its own where these are single ones.
struct RelativeResidual {
  std::string term;
  double size = 0;  ///< its root mean square
  std::ptrdiff_t points = 0;
  double relative = 0;  ///< root mean square of the residual over that of its summands
  double to_start = 0;  ///< and over that of the residual where training began
};

/// The part of its summands that a residual leaves: nothing where it has become small next to what
/// it was at the start.
double unsolved_part(double relative, double to_start);
/// Whether one residual is further from being solved than another.
bool is_worse(double relative, double to_start, double other_relative, double other_to_start);

/// The largest root mean squares of the summands of residuals in earlier windows of time, by term
/// and number of the residual: where a solution fades, its errors are small next to what it was.
using EarlierSizes = std::map<std::pair<std::string, std::size_t>, double>;

/// The worst residual of each term for which that means something: not densities, measurements,
/// points of a file, and single summands that have no size of their own (u_xx inside the domain).
/// Conditions on a boundary, where all summands may vanish (u, u_x, u - g), are measured by the
/// sizes that those with unknowns have as well where the equations of these hold. In windows of
/// time the sizes of earlier windows count, too, and `earlier` takes those of this one.
std::vector<RelativeResidual> measure_relative_residuals(Level level, const Vector& theta,
                                                         std::uint64_t seed, int threads,
                                                         EarlierSizes* earlier = nullptr);

}  // namespace engd::solve
