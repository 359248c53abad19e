#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/parser.h"

namespace engd::expr {

bool is_reserved_name(std::string_view name);  ///< of the language: sin, pi, grad, and, ...

std::optional<int> coordinate_index(const Scope& scope, std::string_view name);
std::optional<int> unknown_index(const Scope& scope, std::string_view name);
std::optional<int> coefficient_index(const Scope& scope, std::string_view name);
const Family* find_family(const Scope& scope, std::string_view name);
bool is_declared(const Scope& scope, std::string_view name);  ///< by the user, in any role

/// "xy" or "x1_x2" as coordinates: longest names first, taken back where the rest does not fit.
std::optional<std::vector<int>> split_coordinates(const Scope& scope, std::string_view suffix);

/// A name such as u_xy: an unknown and the coordinates it is differentiated along. `along` is empty
/// when what follows the unknown is not made of coordinates.
struct DerivativeName {
  int unknown = 0;
  std::string suffix;
  std::optional<std::vector<int>> along;
};
std::optional<DerivativeName> derivative_name(const Scope& scope, std::string_view name);

/// "; known: u, x, y, f; did you mean 'u'?" for a name that is none of them. `local` are parameters
/// and indices; `candidates` are further names that are not listed but may be meant.
std::string known_names(const Scope& scope, std::string_view name,
                        const std::vector<std::string>& local,
                        const std::vector<std::string>& candidates);

/// The one of `candidates` that differs from `name` by a slip of the finger, or nothing.
std::optional<std::string> closest(std::string_view name,
                                   const std::vector<std::string>& candidates);

std::string joined(const std::vector<std::string>& words);  ///< with commas

}  // namespace engd::expr
