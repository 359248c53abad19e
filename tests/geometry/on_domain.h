#pragma once

#include <numbers>
#include <string>
#include <vector>

#include "geometry/on.h"

namespace engd::geometry {

inline constexpr double pi = std::numbers::pi;

/// The region of a domain that `on = "..."` describes.
inline Region on(const Domain& domain, std::string_view text,
                 const std::vector<std::string>& names = {"x", "y"}) {
  expr::Graph graph;
  expr::Scope scope;
  scope.coordinates = names;
  scope.space.dimension = static_cast<int>(names.size());
  scope.allow_unknowns = false;
  return region_on(domain, text, graph, scope);
}

}  // namespace engd::geometry
