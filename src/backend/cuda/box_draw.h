#pragma once

#include "backend/cuda/device.h"
#include "energy/term.h"

namespace engd::cuda {

/// Random points of a term drawn on the card: the same numbers as geometry::place_points, to the
/// bit, for boxes, faces and slices of them. Shapes and conditions, which reject points, are left
/// to the host.
class BoxDraw {
 public:
  /// Whether points of the term can be drawn so, and data columns computed from them alone.
  static bool applies(const energy::Term& term);

  BoxDraw(const Device& device, const energy::Term& term);

  /// Coordinate j of point q to x[j * count + q], and normals likewise where the region has them.
  void draw(const Device& device, const geometry::Draw& draw, Index count, double* x,
            double* normals) const;

 private:
  int dimension_, cube_, patches_;
  bool has_normals_;
  Numbers table_;  ///< of each patch: the measure up to its end, lower, upper, normal
};

}  // namespace engd::cuda
