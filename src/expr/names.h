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

/// All ways to read a suffix as coordinates, at most two: "xx" where there are x and xx.
std::vector<std::vector<int>> coordinate_readings(const Scope& scope, std::string_view suffix);

/// A name such as u_xy: an unknown and the coordinates it is differentiated along. `along` is empty
/// when what follows the unknown is not made of coordinates.
struct DerivativeName {
  int unknown = 0;
  std::string suffix;
  std::optional<std::vector<int>> along;
  std::string other_reading = {};  ///< "diff(u, x, 2)" where the name can mean that as well
};
std::optional<DerivativeName> derivative_name(const Scope& scope, std::string_view name);
std::string diff_text(const Scope& scope, const DerivativeName& derivative);  ///< "diff(u, x, 2)"

/// "; did you mean u_x?" where an unknown name looks like something in another notation: dudx, uxx,
/// pix, PI; "" otherwise.
std::string likely_meaning(const Scope& scope, const std::string& name);

/// "; known: u, x, y, f; did you mean 'u'?" for a name that is none of them. `local` are parameters
/// and indices; `candidates` are further names that are not listed but may be meant. A `hint` takes
/// the place of the guess.
std::string known_names(const Scope& scope, std::string_view name,
                        const std::vector<std::string>& local,
                        const std::vector<std::string>& candidates, const std::string& hint);

/// The one of `candidates` that differs from `name` by a slip of the finger, or nothing.
std::optional<std::string> closest(std::string_view name,
                                   const std::vector<std::string>& candidates);

std::string joined(const std::vector<std::string>& words);  ///< with commas

}  // namespace engd::expr
