#include "check/grid.h"

#include <algorithm>

namespace engd::check {

std::vector<double> difference_weights(const std::vector<double>& nodes, double at, int order) {
  const std::size_t n = nodes.size();
  const auto m = static_cast<std::size_t>(order);
  // weights[j][k]: of node j in the derivative of order k, on the nodes so far
  std::vector<std::vector<double>> weights(n, std::vector<double>(m + 1, 0.0));
  weights[0][0] = 1;
  double product = 1;
  for (std::size_t i = 1; i < n; ++i) {
    double next_product = 1;
    const std::size_t top = std::min(i, m);
    for (std::size_t j = 0; j < i; ++j) {
      const double gap = nodes[i] - nodes[j];
      next_product *= gap;
      if (j + 1 == i)
        for (std::size_t k = top + 1; k-- > 0;)
          weights[i][k] = product / next_product *
                          ((k > 0 ? static_cast<double>(k) * weights[j][k - 1] : 0.0) -
                           (nodes[j] - at) * weights[j][k]);
      for (std::size_t k = top + 1; k-- > 0;)
        weights[j][k] = ((nodes[i] - at) * weights[j][k] -
                         (k > 0 ? static_cast<double>(k) * weights[j][k - 1] : 0.0)) /
                        gap;
    }
    product = next_product;
  }
  std::vector<double> result;
  for (const auto& node : weights) result.push_back(node[m]);
  return result;
}

std::optional<Grid> Grid::of(const geometry::PointSet& points) {
  Grid grid;
  const auto count = static_cast<std::size_t>(points.count);
  std::size_t product = 1;
  for (int j = 0; j < points.dimension; ++j) {
    std::vector<double> values;
    for (std::ptrdiff_t q = 0; q < points.count; ++q) values.push_back(points.coordinate(q, j));
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (std::ssize(values) < nodes || (product *= values.size()) > count) return std::nullopt;
    grid.axes_.push_back(std::move(values));
  }
  if (product != count) return std::nullopt;
  grid.point_at_.assign(count, -1);
  for (std::ptrdiff_t q = 0; q < points.count; ++q) {
    std::vector<std::size_t> index;
    bool centred = true;
    for (std::size_t j = 0; j < grid.axes_.size(); ++j) {
      const auto& axis = grid.axes_[j];
      const double x = points.coordinate(q, static_cast<int>(j));
      index.push_back(static_cast<std::size_t>(std::ranges::lower_bound(axis, x) - axis.begin()));
      centred = centred && index[j] >= nodes / 2 && index[j] + nodes / 2 < axis.size();
    }
    std::ptrdiff_t& place = grid.point_at_[grid.flat(index)];
    if (place >= 0) return std::nullopt;
    place = q;
    grid.index_.push_back(std::move(index));
    if (centred) grid.centres_.push_back(q);
  }
  if (grid.centres_.empty()) return std::nullopt;
  return grid;
}

std::size_t Grid::flat(const std::vector<std::size_t>& index) const {
  std::size_t at = 0;
  for (std::size_t j = 0; j < axes_.size(); ++j) at = at * axes_[j].size() + index[j];
  return at;
}

double Grid::along(const std::vector<double>& values, std::vector<std::size_t>& index,
                   std::size_t axis, const std::vector<int>& orders, int count) const {
  if (axis == axes_.size()) return values[static_cast<std::size_t>(point_at_[flat(index)])];
  if (orders[axis] == 0) return along(values, index, axis + 1, orders, count);
  const std::size_t centre = index[axis];
  const std::size_t first = centre - static_cast<std::size_t>(count / 2);
  const auto begin = axes_[axis].begin() + static_cast<std::ptrdiff_t>(first);
  const std::vector<double> weights =
      difference_weights({begin, begin + count}, axes_[axis][centre], orders[axis]);
  double sum = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    index[axis] = first + k;
    sum += weights[k] * along(values, index, axis + 1, orders, count);
  }
  index[axis] = centre;
  return sum;
}

double Grid::derivative(const std::vector<double>& values, std::ptrdiff_t point,
                        const std::vector<int>& orders, int count) const {
  std::vector<std::size_t> index = index_[static_cast<std::size_t>(point)];
  return along(values, index, 0, orders, count);
}

}  // namespace engd::check
