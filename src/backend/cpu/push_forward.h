#pragma once

#include "geometry/points.h"
#include "network/trainable.h"

namespace engd::cpu {

/// The direction in function space that a direction d in parameter space stands for:
/// (Du_theta d)(x) = sum_i d_i du_theta/dtheta_i (x), at points; one column an unknown.
Matrix push_forward(const network::Trainable& trainable, const Vector& theta, const Vector& d,
                    const geometry::PointSet& points);

}  // namespace engd::cpu
