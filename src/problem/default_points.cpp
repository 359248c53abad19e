#include "problem/default_points.h"

#include <algorithm>

namespace engd::problem {

geometry::PointRule default_points(const geometry::Region& region, bool density) {
  int dimension = 0;
  bool on_shape = false, has_gauss = true;
  for (const geometry::Patch& patch : region.patches) {
    dimension = std::max(dimension, patch.dimension());
    on_shape |= patch.chart != nullptr;
    has_gauss &= patch.has_gauss_rule();
  }
  using Kind = geometry::PointRule::Kind;
  geometry::PointRule rule;
  if (dimension > (density ? 3 : 2) || !has_gauss) {
    rule.kind = Kind::sobol;
    rule.count = {dimension > 2 ? 4096 : 1024};
    return rule;
  }
  // The triangles of a polygon share the points.
  if (on_shape && dimension == 2) {
    const double pieces = static_cast<double>(region.patches.size());
    rule.kind = Kind::gauss;
    rule.count = {std::max(4, static_cast<int>(std::lround(30 / std::sqrt(pieces))))};
    return rule;
  }
  // An energy is only as good as its integrals: a network finds every gap between the points.
  rule.kind = density || on_shape ? Kind::gauss : Kind::grid;
  rule.count = {density && region.space_dimension == 1 ? 200 : dimension == 3 ? 16 : 30};
  return rule;
}

}  // namespace engd::problem
