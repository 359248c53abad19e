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

}  // namespace

std::optional<Region> part_of(const Box& box, const std::vector<std::string>& coordinate_names,
                              std::string_view name) {
  check_box(box, coordinate_names);
  if (name == "interior") return interior_of(box);
  if (name == "boundary") return boundary_of(box);
  if (name == "initial" || name == "final") {
    const auto time = axis_named(coordinate_names, "t");
    if (!time) return std::nullopt;
    return face_of(box, *time, name == "final");
  }
  if (!drop_prefix(name, "boundary.")) return std::nullopt;
  for (const Side& side : sides)
    if (name == side.name && side.axis < box.dimension())
      return face_of(box, side.axis, side.upper);
  if (const auto axis = axis_named(coordinate_names, name))
    return merge(std::array{face_of(box, *axis, false), face_of(box, *axis, true)});
  for (bool upper : {false, true}) {
    std::string_view coordinate = name;
    if (!drop_suffix(coordinate, upper ? ".max" : ".min")) continue;
    if (const auto axis = axis_named(coordinate_names, coordinate))
      return face_of(box, *axis, upper);
  }
  return std::nullopt;
}

std::vector<std::string> part_names(const std::vector<std::string>& coordinate_names) {
  std::vector<std::string> names{"interior", "boundary"};
  for (const Side& side : sides)
    if (side.axis < static_cast<int>(coordinate_names.size()))
      names.push_back("boundary." + std::string(side.name));
  for (const std::string& coordinate : coordinate_names)
    for (const char* end : {"", ".min", ".max"}) names.push_back("boundary." + coordinate + end);
  if (axis_named(coordinate_names, "t")) {
    names.push_back("initial");
    names.push_back("final");
  }
  return names;
}

}  // namespace engd::geometry
