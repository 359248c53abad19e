#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace engd {

using Index = std::ptrdiff_t;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;  // column-major, as BLAS and LAPACK want it
using VectorRef = Eigen::Ref<const Eigen::VectorXd>;
using MatrixRef = Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

}  // namespace engd
