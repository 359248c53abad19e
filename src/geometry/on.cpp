#include "geometry/on.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "geometry/condition.h"
#include "geometry/parts.h"
#include "support/error.h"
#include "support/text.h"

namespace engd::geometry {
namespace {

bool continues_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

std::string_view leading_name(std::string_view text) {
  return text.substr(
      0, static_cast<std::size_t>(std::ranges::find_if_not(text, continues_name) - text.begin()));
}

/// "PART and CONDITION".
struct Restriction {
  std::string_view part, condition;
};

std::optional<Restriction> restriction(std::string_view text) {
  const std::string_view part = leading_name(text);
  const std::string_view rest = without_leading_blanks(text.substr(part.size()));
  if (part.empty() || leading_name(rest) != "and") return std::nullopt;
  return Restriction{part, without_leading_blanks(rest.substr(3))};
}

/// One pair of parentheses around all of it.
bool is_enclosed(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i > 0 && i + 1 == text.size();
  }
  return false;
}

[[noreturn]] void unknown_part(std::string_view name, const Domain& domain,
                               const std::vector<std::string>& coordinates) {
  constexpr std::size_t shown = 24;
  std::vector<std::string> known = part_names(domain, coordinates);
  std::string hint;
  const std::string on_boundary = fmt::format("boundary.{}", name);
  if (std::ranges::find(known, on_boundary) != known.end())
    hint = fmt::format("; did you mean '{}'?", on_boundary);
  if (domain.time < 0 && (name == "initial" || name == "final" || name == "lateral"))
    hint = "; no coordinate is the time: name it in problem.time";
  if (known.size() > shown) {
    known.resize(shown);
    known.push_back("...");
  }
  throw InputError(
      fmt::format("unknown part '{}' of the domain; known: {}, or a condition such as "
                  "\"{} == 0\"{}",
                  name, fmt::join(known, ", "), coordinates.front(), hint));
}

/// The name of a part that stands in a condition, where none can: behind `or`, `not` or `and`.
std::optional<std::string> part_within(std::string_view text, const Domain& domain,
                                       const std::vector<std::string>& coordinates) {
  for (std::size_t i = 0; i < text.size();) {
    const std::string name(leading_name(text.substr(i)));
    if (!name.empty() && part_of(domain, coordinates, name)) return name;
    i += std::max<std::size_t>(name.size(), 1);
  }
  return std::nullopt;
}

expr::Condition parse_at(std::string_view condition, std::string_view whole, const Domain& domain,
                         expr::Graph& graph, const expr::Scope& scope) {
  try {
    return expr::parse_condition(graph, condition, scope);
  } catch (const expr::FormulaError& error) {
    if (const auto part = part_within(condition, domain, scope.coordinates))
      throw InputError(
          fmt::format("'{0}' is a part, which stands alone or first, as in \"{0} and "
                      "{1} > 0.5\"; several parts are a list: [\"{0}\", \"...\"]",
                      *part, scope.coordinates.front()));
    const auto before = static_cast<std::size_t>(condition.data() - whole.data());
    throw expr::FormulaError(error.offset + before, error.length, error.what());
  }
}

}  // namespace

Region region_on(const Domain& domain, std::string_view text, expr::Graph& graph,
                 const expr::Scope& scope) {
  const std::vector<std::string>& names = scope.coordinates;
  const std::string_view described = trimmed(text);
  if (auto part = part_of(domain, names, described)) return *std::move(part);
  if (const auto within = restriction(described)) {
    const auto part = part_of(domain, names, within->part);
    if (!part) unknown_part(within->part, domain, names);
    const expr::Condition condition = parse_at(within->condition, text, domain, graph, scope);
    // `and` binds more tightly than `or`, and a part cannot be an alternative.
    if (condition.kind == expr::Condition::Kind::either && !is_enclosed(within->condition))
      throw InputError(fmt::format("put the alternatives in parentheses: \"{} and ({})\"",
                                   within->part, within->condition));
    return region_where(domain_of_part(domain, within->part), *part, graph, condition, names);
  }
  if (!expr::looks_like_condition(described)) unknown_part(described, domain, names);
  return region_where(domain, graph, parse_at(described, text, domain, graph, scope), names);
}

}  // namespace engd::geometry
