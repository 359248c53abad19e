#include <fmt/format.h>

#include <algorithm>

#include "expr/names.h"
#include "expr/synonyms.h"

namespace engd::expr {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The longest unknown that `text` begins with; "" where there is none.
std::string leading_unknown(const Scope& scope, std::string_view text) {
  std::string longest;
  for (const std::string& unknown : scope.unknowns)
    if (text.starts_with(unknown) && unknown.size() > longest.size()) longest = unknown;
  return longest;
}

void drop_digits(std::string_view& text) {
  while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
}

/// dudx, d2udx2, du_dx, du: fractions of books.
std::string as_fraction(const Scope& scope, std::string_view name) {
  if (name.front() != 'd' && name.front() != 'D') return "";
  name.remove_prefix(1);
  std::string_view order = name;
  drop_digits(name);
  order = order.substr(0, order.size() - name.size());
  const std::string unknown = leading_unknown(scope, name);
  if (unknown.empty()) return "";
  name.remove_prefix(unknown.size());
  if (name.empty())
    return fmt::format("; derivatives are written {0}_x, {0}_xx, or diff({0}, x)", unknown);
  if (name.front() == '_') name.remove_prefix(1);
  if (name.empty() || (name.front() != 'd' && name.front() != 'D')) return "";
  name.remove_prefix(1);
  while (!name.empty() && is_digit(name.back())) name.remove_suffix(1);
  if (!coordinate_index(scope, name)) return "";
  const std::size_t times = order.size() == 1 ? static_cast<std::size_t>(order[0] - '0') : 1;
  if (times > 4) return "";
  std::string along;
  for (std::size_t k = 0; k < std::max<std::size_t>(times, 1); ++k) along += name;
  return fmt::format("; did you mean '{}_{}'?", unknown, along);
}

/// uxx for u_xx.
std::string without_underscore(const Scope& scope, std::string_view name) {
  const std::string unknown = leading_unknown(scope, name);
  if (unknown.empty()) return "";
  const std::string_view rest = name.substr(unknown.size());
  if (!split_coordinates(scope, rest)) return "";
  return fmt::format("; did you mean '{}_{}'?", unknown, rest);
}

/// pix for pi*x.
std::string as_product(const Scope& scope, std::string_view name) {
  const auto is_factor = [&](std::string_view part) {
    return part == "pi" ||
           (is_declared(scope, part) && (scope.allow_unknowns || !unknown_index(scope, part)));
  };
  for (std::size_t cut = name.size() - 1; cut > 0; --cut) {
    const std::string_view left = name.substr(0, cut), right = name.substr(cut);
    if (left != right && is_factor(left) && is_factor(right))
      return fmt::format("; did you mean '{}*{}'?", left, right);
  }
  return "";
}

}  // namespace

std::string likely_meaning(const Scope& scope, const std::string& name) {
  if (const auto instead = value_instead(name)) return "; " + *instead;
  if (scope.allow_unknowns) {
    for (const auto& reading : {as_fraction(scope, name), without_underscore(scope, name)})
      if (!reading.empty()) return reading;
  }
  return as_product(scope, name);
}

}  // namespace engd::expr
