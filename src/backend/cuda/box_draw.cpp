#include "backend/cuda/box_draw.h"

#include <algorithm>

#include "backend/cuda/kernels.h"
#include "support/random.h"

namespace engd::cuda {

using geometry::Patch;

bool BoxDraw::applies(const energy::Term& term) {
  const geometry::Region& region = term.region;
  return term.rule.kind == geometry::PointRule::Kind::random && !region.keep && !term.fields &&
         term.shift.empty() && !term.density.data().on_host_only() &&
         region.patches.front().dimension() > 0 &&
         std::ranges::none_of(region.patches,
                              [](const Patch& patch) { return patch.chart != nullptr; });
}

BoxDraw::BoxDraw(const Device& device, const energy::Term& term)
    : dimension_(term.region.space_dimension),
      patches_(static_cast<int>(term.region.patches.size())),
      has_normals_(term.region.has_normals()) {
  cube_ = term.region.patches.front().dimension() + (patches_ > 1 ? 1 : 0);
  std::vector<double> table;
  double sum = 0;
  for (const Patch& patch : term.region.patches) {
    table.push_back(sum += patch.envelope());
    table.insert(table.end(), patch.lower.begin(), patch.lower.end());
    table.insert(table.end(), patch.upper.begin(), patch.upper.end());
    for (int j = 0; j < dimension_; ++j)
      table.push_back(j == patch.normal_axis ? patch.normal_sign : 0.0);
  }
  table_.set(device, table);
  device.wait();  // for the table
}

void BoxDraw::draw(const Device& device, const geometry::Draw& draw, Index count, double* x,
                   double* normals) const {
  draw_in_boxes(device.stream(),
                {draw.seed, static_cast<unsigned>(Purpose::points), draw.stream, draw.index,
                 dimension_, cube_, patches_, table_.data()},
                count, x, has_normals_ ? normals : nullptr);
}

}  // namespace engd::cuda
