#include "geometry/parts.h"

#include <algorithm>
#include <array>

#include "geometry/patches.h"

namespace engd::geometry {
namespace {

struct Side {
  std::string_view name;
  int axis;
  bool upper;
};

constexpr std::array<Side, 6> sides{{{"left", 0, false},
                                     {"right", 0, true},
                                     {"bottom", 1, false},
                                     {"top", 1, true},
                                     {"front", 2, false},
                                     {"back", 2, true}}};

std::optional<int> axis_named(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<int>(found - names.begin());
}

bool drop_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool drop_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

std::optional<Region> unless_empty(Region region) {
  if (region.patches.empty()) return std::nullopt;
  return region;
}

/// The pieces of the shape's boundary called `name`, or NAME.something; of an interval its ends,
/// left and right.
std::optional<Region> pieces_of(const Domain& domain, std::string_view name) {
  Region region = lateral_of(domain);
  std::erase_if(region.patches, [&](const Patch& patch) {
    if (!patch.chart) return patch.normal_sign != (name == "left" ? -1 : name == "right" ? 1 : 0);
    std::string_view piece = patch.chart->name;
    return !(drop_prefix(piece, name) && (piece.empty() || piece.starts_with('.')));
  });
  return unless_empty(std::move(region));
}

/// All faces but those of the time.
Region sides_of(const Domain& domain) {
  Region region = proper_boundary_of(domain);
  std::erase_if(region.patches,
                [&](const Patch& patch) { return patch.normal_axis == domain.time; });
  return region;
}

/// The subdomain of "NAME" or "NAME.PIECE", and the piece; null where there is none.
struct Named {
  const Domain* subdomain = nullptr;
  std::string_view piece;
};

Named subdomain_named(const Domain& domain, std::string_view name) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  const auto found = domain.subdomains.find(std::string(name.substr(0, dot)));
  if (found == domain.subdomains.end()) return {};
  return {found->second.get(), name.substr(std::min(dot + 1, name.size()))};
}

/// What an interval leaves of the domain, below and above.
Region beside_interval(const Domain& domain, const Domain& interval) {
  Region region{domain.dimension(), {}, {}};
  for (const Patch& patch : interior_of(domain).patches) {
    for (std::size_t j = 0; j < domain.lower.size(); ++j) {
      if (interval.lower[j] == domain.lower[j] && interval.upper[j] == domain.upper[j]) continue;
      Patch below = patch, above = patch;
      below.upper[j] = interval.lower[j];
      above.lower[j] = interval.upper[j];
      for (const Patch& part : {below, above})
        if (part.lower[j] < part.upper[j]) region.patches.push_back(part);
    }
  }
  return region;
}

Region outside_of(const Domain& domain, const std::shared_ptr<const Domain>& subdomain) {
  if (!subdomain->shape) return beside_interval(domain, *subdomain);
  Region region = interior_of(domain);
  region.keep = [subdomain](std::span<const double> x) { return !subdomain->contains(x); };
  return region;
}

/// Whether a patch lies in a region, as some of its points say.
bool lies_in(const Patch& patch, const Region& region) {
  std::vector<double> parameters(patch.lower.size());
  std::vector<double> point(static_cast<std::size_t>(patch.space_dimension()));
  for (const double part : {0.1, 0.5, 0.8}) {
    for (std::size_t j = 0; j < parameters.size(); ++j)
      parameters[j] = patch.lower[j] + part * (patch.upper[j] - patch.lower[j]);
    patch.map(parameters, point);
    if (!region.contains(point)) return false;
  }
  return true;
}

/// The pieces of a subdomain's boundary that lie inside the domain; those on the boundary of the
/// domain have nothing on their other side.
Region interface_of(const Domain& domain, const Domain& subdomain, std::string_view piece) {
  Region region = piece.empty()
                      ? lateral_of(subdomain)
                      : pieces_of(subdomain, piece).value_or(Region{domain.dimension(), {}, {}});
  const Region outer = domain.shape ? lateral_of(domain) : sides_of(domain);
  std::erase_if(region.patches, [&](const Patch& patch) { return lies_in(patch, outer); });
  return region;
}

std::optional<Region> subdomain_part(const Domain& domain, std::string_view name) {
  const bool inside = drop_prefix(name, "inside."), outside = drop_prefix(name, "outside.");
  if (!inside && !outside && !drop_prefix(name, "interface.")) return std::nullopt;
  const auto [subdomain, piece] = subdomain_named(domain, name);
  if (!subdomain) return std::nullopt;
  if (!inside && !outside) return unless_empty(interface_of(domain, *subdomain, piece));
  if (!piece.empty()) return std::nullopt;
  if (inside) return interior_of(*subdomain);
  return unless_empty(outside_of(domain, domain.subdomains.at(std::string(name))));
}

}  // namespace

const Domain& domain_of_part(const Domain& domain, std::string_view name) {
  if (!drop_prefix(name, "inside.") && !drop_prefix(name, "interface.")) return domain;
  const Domain* subdomain = subdomain_named(domain, name).subdomain;
  return subdomain ? *subdomain : domain;
}

std::optional<Region> part_of(const Domain& domain,
                              const std::vector<std::string>& coordinate_names,
                              std::string_view name) {
  check_box(domain, coordinate_names);
  if (name == "interior") return interior_of(domain);
  if (name == "boundary") return unless_empty(proper_boundary_of(domain));
  const bool in_time = domain.time >= 0 && has_interval(domain, domain.time);
  if (name == "initial" || name == "final") {
    if (!in_time) return std::nullopt;
    return face_of(domain, domain.time, name == "final");
  }
  if (name == "lateral") {
    if (domain.shape && !domain.other_axes.empty()) return lateral_of(domain);
    if (domain.shape || !in_time || domain.dimension() == 1) return std::nullopt;
    return unless_empty(sides_of(domain));
  }
  if (auto part = subdomain_part(domain, name)) return part;
  if (!drop_prefix(name, "boundary.")) return std::nullopt;
  if (domain.shape) {
    if (auto pieces = pieces_of(domain, name)) return pieces;
  } else {
    for (const Side& side : sides)
      if (name == side.name && side.axis < domain.dimension())
        return face_of(domain, side.axis, side.upper);
  }
  const auto axis_with_face = [&](std::string_view coordinate) {
    const auto axis = axis_named(coordinate_names, coordinate);
    return axis && has_interval(domain, *axis) ? axis : std::nullopt;
  };
  if (const auto axis = axis_with_face(name))
    return merge(std::array{face_of(domain, *axis, false), face_of(domain, *axis, true)});
  for (bool upper : {false, true}) {
    std::string_view coordinate = name;
    if (!drop_suffix(coordinate, upper ? ".max" : ".min")) continue;
    if (const auto axis = axis_with_face(coordinate)) return face_of(domain, *axis, upper);
  }
  return std::nullopt;
}

std::vector<std::string> part_names(const Domain& domain,
                                    const std::vector<std::string>& coordinate_names) {
  std::vector<std::string> names{"interior"};
  if (part_of(domain, coordinate_names, "boundary")) names.push_back("boundary");
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  if (domain.shape) {
    // "hole.left" is a part, and so is "hole".
    for (const Patch& patch : domain.shape->boundary()) {
      const std::string& piece = patch.chart->name;
      for (std::size_t dot = 0; dot < piece.size();) {
        dot = std::min(piece.find('.', dot + 1), piece.size());
        add("boundary." + piece.substr(0, dot));
      }
    }
  } else {
    for (const Side& side : sides)
      if (side.axis < domain.dimension()) add("boundary." + std::string(side.name));
  }
  for (std::size_t j = 0; j < coordinate_names.size(); ++j)
    if (has_interval(domain, static_cast<int>(j)))
      for (const char* end : {"", ".min", ".max"})
        names.push_back("boundary." + coordinate_names[j] + end);
  if (domain.time >= 0 && has_interval(domain, domain.time)) {
    names.push_back("initial");
    names.push_back("final");
  }
  if (part_of(domain, coordinate_names, "lateral")) names.push_back("lateral");
  for (const auto& [name, subdomain] : domain.subdomains)
    for (const char* part : {"inside.", "outside.", "interface."})
      if (subdomain_part(domain, part + name)) names.push_back(part + name);
  return names;
}

}  // namespace engd::geometry
