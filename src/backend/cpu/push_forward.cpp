#include "backend/cpu/push_forward.h"

#include <algorithm>

#include "network/trainable.h"

namespace engd::cpu {

Matrix push_forward(const network::Trainable& trainable, const Vector& theta, const Vector& d,
                    const geometry::PointSet& points) {
  const expr::JetEntry value = expr::value_of(0);
  const network::JetPlan plan(std::span(&value, 1), {points.dimension, {}});
  const auto block = trainable.network().make_block(plan);
  Matrix result(points.count, trainable.network().unknowns()),
      rows(network::FunctionBlock::capacity, trainable.parameters());
  std::vector<const double*> x(static_cast<std::size_t>(points.dimension));
  for (Index first = 0; first < points.count; first += network::FunctionBlock::capacity) {
    const int n =
        static_cast<int>(std::min<Index>(network::FunctionBlock::capacity, points.count - first));
    for (int j = 0; j < points.dimension; ++j)
      x[j] = points.coordinates.data() + j * points.count + first;
    block->set_points(n, x.data());
    block->forward(theta.data(), true);
    for (int unknown = 0; unknown < trainable.network().unknowns(); ++unknown) {
      block->clear_cotangents();
      std::fill_n(block->open_cotangent(unknown, 0), n, 1.0);
      block->write_rows(theta.data(), rows.data(), rows.rows());
      result.col(unknown).segment(first, n) = rows.topRows(n) * d;
    }
  }
  return result;
}

}  // namespace engd::cpu
