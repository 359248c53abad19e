#include "geometry/domain.h"

#include <algorithm>
#include <cassert>

namespace engd::geometry {
namespace {

/// A patch of the shape times the intervals of the other coordinates.
Patch extended(Patch patch, const Domain& domain) {
  patch.space = domain.shape_axes;
  for (int axis : domain.other_axes) {
    patch.lower.push_back(domain.lower[static_cast<std::size_t>(axis)]);
    patch.upper.push_back(domain.upper[static_cast<std::size_t>(axis)]);
  }
  return patch;
}

Region extended(const std::vector<Patch>& patches, const Domain& domain) {
  Region region{domain.dimension(), {}, {}};
  for (const Patch& patch : patches) region.patches.push_back(extended(patch, domain));
  return region;
}

}  // namespace

bool Domain::contains(std::span<const double> point) const {
  for (std::size_t j = 0; j < lower.size(); ++j)
    if (!(point[j] >= lower[j] && point[j] <= upper[j])) return false;
  if (!shape) return true;
  Point3 x{};
  for (std::size_t k = 0; k < shape_axes.size(); ++k)
    x[k] = point[static_cast<std::size_t>(shape_axes[k])];
  return shape->side(std::span(x).first(shape_axes.size())) <= 0;
}

Domain make_domain(ShapePtr shape, std::vector<int> shape_axes, const Box& others) {
  const std::size_t d = shape_axes.size() + others.lower.size();
  const Box bounds = shape->bounds();
  assert(bounds.lower.size() == shape_axes.size());
  Domain domain;
  domain.lower.resize(d);
  domain.upper.resize(d);
  for (std::size_t j = 0; j < d; ++j) {
    const int axis = static_cast<int>(j);
    const auto found = std::ranges::find(shape_axes, axis);
    const bool in_shape = found != shape_axes.end();
    const auto k =
        in_shape ? static_cast<std::size_t>(found - shape_axes.begin()) : domain.other_axes.size();
    domain.lower[j] = in_shape ? bounds.lower[k] : others.lower[k];
    domain.upper[j] = in_shape ? bounds.upper[k] : others.upper[k];
    if (!in_shape) domain.other_axes.push_back(axis);
  }
  domain.shape = std::move(shape);
  domain.shape_axes = std::move(shape_axes);
  return domain;
}

std::string to_string(const Domain& domain, const std::vector<std::string>& coordinate_names) {
  if (!domain.shape) return to_string(static_cast<const Box&>(domain), coordinate_names);
  std::string text = domain.shape->describe();
  Box others;
  std::vector<std::string> names;
  for (int axis : domain.other_axes) {
    const auto j = static_cast<std::size_t>(axis);
    others.lower.push_back(domain.lower[j]);
    others.upper.push_back(domain.upper[j]);
    names.push_back(coordinate_names[j]);
  }
  if (!names.empty()) text += ", " + to_string(others, names);
  return text;
}

Region interior_of(const Domain& domain) {
  if (!domain.shape) return interior_of(static_cast<const Box&>(domain));
  return extended(domain.shape->interior(), domain);
}

Region lateral_of(const Domain& domain) {
  if (!domain.shape) {
    Region region = boundary_of(domain);
    std::erase_if(region.patches,
                  [&](const Patch& patch) { return patch.normal_axis == domain.time; });
    return region;
  }
  return extended(domain.shape->boundary(), domain);
}

Region face_of(const Domain& domain, int axis, bool upper) {
  if (!domain.shape) return face_of(static_cast<const Box&>(domain), axis, upper);
  const auto found = std::ranges::find(domain.other_axes, axis);
  assert(found != domain.other_axes.end());
  const auto position = static_cast<std::size_t>(found - domain.other_axes.begin());
  const auto j = static_cast<std::size_t>(axis);
  Region region = interior_of(domain);
  for (Patch& patch : region.patches) {
    const std::size_t parameter = patch.chart->axes.size() + position;
    patch.lower[parameter] = patch.upper[parameter] = upper ? domain.upper[j] : domain.lower[j];
    patch.normal_axis = axis;
    patch.normal_sign = upper ? 1 : -1;
  }
  return region;
}

Region boundary_of(const Domain& domain) {
  if (!domain.shape) return boundary_of(static_cast<const Box&>(domain));
  Region region = lateral_of(domain);
  for (int axis : domain.other_axes)
    for (bool upper : {false, true})
      std::ranges::move(face_of(domain, axis, upper).patches, std::back_inserter(region.patches));
  return region;
}

Region proper_boundary_of(const Domain& domain) {
  Region region = boundary_of(domain);
  std::erase_if(region.patches, [&](const Patch& patch) {
    return std::ranges::find(domain.periodic, patch.normal_axis) != domain.periodic.end();
  });
  return region;
}

bool has_interval(const Domain& domain, int axis) {
  return !domain.shape || std::ranges::find(domain.other_axes, axis) != domain.other_axes.end();
}

}  // namespace engd::geometry
