#include "network/frozen.h"

#include <algorithm>

namespace engd::network {

std::vector<double> evaluate(std::span<const FrozenNetwork> networks,
                             std::span<const expr::JetEntry> entries, const expr::Space& space,
                             const geometry::PointSet& points) {
  const JetPlan plan(entries, space);
  std::vector<std::unique_ptr<JetBlock<Wide>>> blocks;
  for (const FrozenNetwork& one : networks)
    blocks.push_back(one.trainable.network().make_wide_block(plan));
  const Index count = points.count;
  std::vector<double> values(entries.size() * static_cast<std::size_t>(count));
  std::vector<const double*> x(static_cast<std::size_t>(points.dimension));
  std::vector<Wide> sum;
  constexpr Index capacity = JetBlock<Wide>::capacity;
  for (Index first = 0; first < count; first += capacity) {
    const int n = static_cast<int>(std::min(capacity, count - first));
    for (int j = 0; j < points.dimension; ++j)
      x[static_cast<std::size_t>(j)] = points.coordinates.data() + j * count + first;
    for (std::size_t s = 0; s < networks.size(); ++s) {
      blocks[s]->set_points(n, x.data());
      blocks[s]->forward(networks[s].theta.data(), false);
    }
    for (std::size_t k = 0; k < entries.size(); ++k) {
      sum.assign(static_cast<std::size_t>(n), 0);
      const int unknown = entries[k].index, channel = plan.used_index(entries[k]);
      for (std::size_t s = 0; s < networks.size(); ++s) {
        const Wide scale = networks[s].scale[static_cast<std::size_t>(unknown)];
        const Wide* values_of = blocks[s]->output(unknown, channel);
        for (int q = 0; q < n; ++q) sum[static_cast<std::size_t>(q)] += scale * values_of[q];
      }
      for (int q = 0; q < n; ++q)
        values[k * static_cast<std::size_t>(count) + static_cast<std::size_t>(first + q)] =
            static_cast<double>(sum[static_cast<std::size_t>(q)]);
    }
  }
  return values;
}

}  // namespace engd::network
