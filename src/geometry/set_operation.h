#pragma once

#include <span>
#include <vector>

#include "geometry/shape.h"

namespace engd::geometry {

/// Shapes and how they are put together: which points belong to the whole and to its boundary.
struct SetOperation {
  Composition composition = Composition::unite;
  std::vector<NamedShape> pieces;

  const char* name() const;  ///< "union", ...
  /// Of what the pieces' own bounds leave; throws InputError where they leave nothing.
  Box bounds() const;
  double side(std::span<const double> point) const;
  /// Whether a point on the boundary of piece `own`, with that piece's outward normal, is on the
  /// boundary of the whole. Where two pieces share a stretch of boundary, it belongs to the first.
  bool survives(std::size_t own, std::span<const double> point, std::span<const double> normal,
                double size) const;
  /// Whether the whole lies on the other side of this piece's boundary.
  bool flips(std::size_t own) const { return composition == Composition::subtract && own > 0; }
  [[noreturn]] void refuse_empty() const;
};

}  // namespace engd::geometry
