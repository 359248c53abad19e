#include "geometry/region.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "support/error.h"

namespace engd::geometry {

bool Region::has_normals() const {
  return !patches.empty() &&
         std::ranges::all_of(patches, [](const Patch& p) { return p.has_normal(); });
}

double Region::measure() const {
  double sum = 0;
  for (const Patch& patch : patches) sum += patch.measure();
  return sum;
}

bool Region::contains(std::span<const double> point) const {
  if (keep && !keep(point)) return false;
  std::vector<double> nearest(point.size());
  return std::ranges::any_of(patches, [&](const Patch& patch) {
    patch.map(patch.locate(point), nearest);
    double distance = 0, size = 0;
    for (std::size_t j = 0; j < point.size(); ++j) {
      distance = std::max(distance, std::abs(point[j] - nearest[j]));
      size = std::max(size, std::abs(point[j]));
    }
    return distance <= 1e-12 * (1 + size) && patch.keeps(point);
  });
}

namespace {

std::string name_of(std::size_t axis, const std::vector<std::string>& names) {
  return axis < names.size() ? names[axis] : fmt::format("coordinate {}", axis + 1);
}

Patch face(const Box& box, int axis, bool upper) {
  const auto j = static_cast<std::size_t>(axis);
  Patch patch{box.lower, box.upper, axis, upper ? 1.0 : -1.0};
  patch.lower[j] = patch.upper[j] = upper ? box.upper[j] : box.lower[j];
  return patch;
}

}  // namespace

void check_box(const Box& box, const std::vector<std::string>& coordinate_names) {
  if (box.lower.empty()) throw InputError("the domain has no coordinates");
  if (box.lower.size() != box.upper.size())
    throw InputError(
        fmt::format("the domain has {} lower and {} upper bounds; one of each is "
                    "needed for every coordinate",
                    box.lower.size(), box.upper.size()));
  for (std::size_t j = 0; j < box.lower.size(); ++j) {
    const double lower = box.lower[j], upper = box.upper[j];
    if (!std::isfinite(lower) || !std::isfinite(upper) || !std::isfinite(upper - lower))
      throw InputError(fmt::format("the domain is not finite: {} in [{}, {}]",
                                   name_of(j, coordinate_names), lower, upper));
    if (!(lower < upper))
      throw InputError(
          fmt::format("the domain is empty: {} in [{}, {}]; the lower bound must be "
                      "below the upper",
                      name_of(j, coordinate_names), lower, upper));
  }
}

std::string to_string(const Box& box, const std::vector<std::string>& coordinate_names) {
  constexpr std::size_t shown = 6;
  std::string text;
  for (std::size_t j = 0; j < std::min(box.lower.size(), shown); ++j)
    text += fmt::format("{}{} in [{}, {}]", j == 0 ? "" : ", ", name_of(j, coordinate_names),
                        box.lower[j], box.upper[j]);
  if (box.lower.size() > shown) text += fmt::format(", and {} more", box.lower.size() - shown);
  return text;
}

Region interior_of(const Box& box) {
  check_box(box);
  return {box.dimension(), {Patch{box.lower, box.upper, -1, 0}}, {}};
}

Region boundary_of(const Box& box) {
  check_box(box);
  Region region{box.dimension(), {}, {}};
  if (box.dimension() == 2) {
    region.patches = {face(box, 1, false), face(box, 0, true), face(box, 1, true),
                      face(box, 0, false)};
    return region;
  }
  for (int axis = 0; axis < box.dimension(); ++axis)
    for (bool upper : {false, true}) region.patches.push_back(face(box, axis, upper));
  return region;
}

Region face_of(const Box& box, int axis, bool upper) {
  check_box(box);
  assert(0 <= axis && axis < box.dimension());
  return {box.dimension(), {face(box, axis, upper)}, {}};
}

}  // namespace engd::geometry
