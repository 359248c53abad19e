#include "expr/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "expr/functions.h"

namespace engd::expr {

namespace {

template <class Range>
std::optional<int> position(const Range& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<int>(found - names.begin());
}

/// Edit distance where exchanging two neighbours counts as one edit.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

bool in_family(const Scope& scope, int coordinate) {
  return std::any_of(scope.families.begin(), scope.families.end(), [&](const Family& family) {
    return coordinate >= family.first && coordinate < family.first + family.count;
  });
}

std::vector<std::string> listed_names(const Scope& scope) {
  std::vector<std::string> names;
  if (scope.allow_unknowns) names = scope.unknowns;
  for (std::size_t i = 0; i < scope.coordinates.size(); ++i) {
    if (!in_family(scope, static_cast<int>(i))) names.push_back(scope.coordinates[i]);
  }
  for (const Family& family : scope.families) {
    names.push_back(fmt::format("{}[1..{}]", family.name, family.count));
  }
  if (scope.allow_unknowns)
    names.insert(names.end(), scope.coefficients.begin(), scope.coefficients.end());
  for (const auto& [name, value] : scope.constants) names.push_back(name);
  for (const auto& [name, number] : scope.measured) names.push_back(name);
  for (const auto& [name, definition] : scope.functions) names.push_back(name);
  return names;
}

bool is_identifier(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

[[noreturn]] void reject(const std::string& message) {
  throw FormulaError(0, 0, message);
}

void check_usable(const std::string& name, const std::string& role) {
  if (!is_identifier(name)) {
    reject(
        fmt::format("'{}' cannot be the name of {}: names are made of letters, digits and _, "
                    "and start with a letter",
                    name, role));
  }
  if (is_reserved_name(name)) {
    reject(fmt::format("'{}' cannot be the name of {}: it is a name of the language", name, role));
  }
}

void check_parameters(const std::string& function, const Definition& definition) {
  std::set<std::string> parameters;
  for (const std::string& parameter : definition.parameters) {
    check_usable(parameter, "a parameter");
    if (!parameters.insert(parameter).second) {
      reject(fmt::format("function '{}' has two parameters '{}'", function, parameter));
    }
  }
}

}  // namespace

bool is_reserved_name(std::string_view name) {
  static constexpr std::array<std::string_view, 4> words{"pi", "and", "or", "not"};
  return position(words, name) || is_builtin(name);
}

std::optional<int> coordinate_index(const Scope& scope, std::string_view name) {
  return position(scope.coordinates, name);
}

std::optional<int> unknown_index(const Scope& scope, std::string_view name) {
  return position(scope.unknowns, name);
}

std::optional<int> coefficient_index(const Scope& scope, std::string_view name) {
  return position(scope.coefficients, name);
}

const Family* find_family(const Scope& scope, std::string_view name) {
  const auto found = std::find_if(scope.families.begin(), scope.families.end(),
                                  [&](const Family& family) { return family.name == name; });
  return found == scope.families.end() ? nullptr : &*found;
}

bool is_declared(const Scope& scope, std::string_view name) {
  const std::string key(name);
  return coordinate_index(scope, name) || unknown_index(scope, name) ||
         coefficient_index(scope, name) || find_family(scope, name) ||
         scope.measured.contains(key) || scope.constants.contains(key) ||
         scope.functions.contains(key);
}

std::optional<std::vector<int>> split_coordinates(const Scope& scope, std::string_view suffix) {
  // fits[i]: how the rest from i on starts, the longest name first; found from the end backwards
  const std::size_t n = suffix.size();
  std::vector<int> first(n + 1, -1);
  std::vector<bool> fits(n + 1, false);
  fits[n] = true;
  for (std::size_t i = n; i-- > 0;) {
    std::size_t best = 0;
    for (std::size_t c = 0; c < scope.coordinates.size(); ++c) {
      const std::string& name = scope.coordinates[c];
      if (name.size() <= best || !suffix.substr(i).starts_with(name)) continue;
      std::size_t rest = i + name.size();
      const bool separated = rest + 1 < n && suffix[rest] == '_' && fits[rest + 1];
      if (!fits[rest] && !separated) continue;
      best = name.size();
      first[i] = static_cast<int>(c);
      fits[i] = true;
    }
  }
  if (n == 0 || !fits[0]) return std::nullopt;
  std::vector<int> along;
  for (std::size_t i = 0; i < n;) {
    along.push_back(first[i]);
    i += scope.coordinates[static_cast<std::size_t>(first[i])].size();
    if (i < n && !fits[i]) ++i;  // the separating _
  }
  return along;
}

namespace {

void collect_readings(const Scope& scope, std::string_view suffix, std::vector<int>& along,
                      std::vector<std::vector<int>>& readings) {
  constexpr std::size_t highest = 16;  // derivatives beyond are known nowhere
  if (suffix.empty()) readings.push_back(along);
  if (along.size() == highest) return;
  for (std::size_t c = 0; c < scope.coordinates.size() && readings.size() < 2; ++c) {
    if (!suffix.starts_with(scope.coordinates[c])) continue;
    const std::string_view rest = suffix.substr(scope.coordinates[c].size());
    along.push_back(static_cast<int>(c));
    collect_readings(scope, rest, along, readings);
    if (rest.size() > 1 && rest.front() == '_')
      collect_readings(scope, rest.substr(1), along, readings);
    along.pop_back();
  }
}

}  // namespace

std::vector<std::vector<int>> coordinate_readings(const Scope& scope, std::string_view suffix) {
  std::vector<int> along;
  std::vector<std::vector<int>> readings;
  if (!suffix.empty()) collect_readings(scope, suffix, along, readings);
  return readings;
}

std::string diff_text(const Scope& scope, const DerivativeName& derivative) {
  std::vector<std::string> along;
  for (const int axis : *derivative.along)
    along.push_back(scope.coordinates[static_cast<std::size_t>(axis)]);
  return fmt::format("diff({}, {})", scope.unknowns[static_cast<std::size_t>(derivative.unknown)],
                     joined(along));
}

std::optional<DerivativeName> derivative_name(const Scope& scope, std::string_view name) {
  std::optional<DerivativeName> found;
  // Unknowns may contain _ themselves: the longest one whose rest is made of coordinates comes
  // first.
  for (std::size_t cut = name.rfind('_'); cut != std::string_view::npos && cut > 0;
       cut = name.rfind('_', cut - 1)) {
    const auto unknown = unknown_index(scope, name.substr(0, cut));
    if (!unknown) continue;
    DerivativeName candidate{*unknown, std::string(name.substr(cut + 1)), std::nullopt};
    candidate.along = split_coordinates(scope, candidate.suffix);
    if (!candidate.along) {
      if (!found) found = candidate;
      continue;
    }
    if (found && found->along) {
      found->other_reading = diff_text(scope, candidate);
      return found;
    }
    found = candidate;
    for (const std::vector<int>& along : coordinate_readings(scope, candidate.suffix))
      if (along != candidate.along)
        found->other_reading = diff_text(scope, {candidate.unknown, candidate.suffix, along, ""});
  }
  return found;
}

std::optional<std::string> closest(std::string_view name,
                                   const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  std::size_t least = name.size() <= 4 ? 2 : 3;  // one slip in a short name, two in a long one
  for (const std::string& candidate : candidates) {
    const std::size_t d = distance(name, candidate);
    if (d < least && d < std::max(name.size(), candidate.size())) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

namespace {

bool same_letter(char a, char b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return small(a) == small(b);
}

}  // namespace

std::string known_names(const Scope& scope, std::string_view name,
                        const std::vector<std::string>& local,
                        const std::vector<std::string>& candidates, const std::string& hint) {
  std::vector<std::string> known = local;
  for (const std::string& listed : listed_names(scope)) known.push_back(listed);
  std::string text = known.empty() ? "" : "; known: " + joined(known);
  if (!hint.empty()) return text + hint;
  std::vector<std::string> meant = known;
  meant.insert(meant.end(), scope.coordinates.begin(), scope.coordinates.end());
  meant.insert(meant.end(), candidates.begin(), candidates.end());
  const auto other_case = std::find_if(known.begin(), known.end(), [&](const std::string& one) {
    return std::equal(one.begin(), one.end(), name.begin(), name.end(), same_letter);
  });
  const std::optional<std::string> guess =
      other_case != known.end() ? std::optional(*other_case) : closest(name, meant);
  if (guess) return text + fmt::format("; did you mean '{}'?", *guess);
  if (name == "t") return text + "; the time is one of the variables, too";
  if (scope.coordinates.empty()) return text + "; only constants that stand above are known here";
  return text + "; others are declared in [constants], [functions] or problem.unknowns";
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

void check_names(const Scope& scope) {
  std::set<std::string> declared;
  const auto declare = [&](const std::string& name, const std::string& role) {
    check_usable(name, role);
    if (!declared.insert(name).second) {
      reject(fmt::format("'{}' is declared twice; the second time as {}", name, role));
    }
    if (derivative_name(scope, name).value_or(DerivativeName{}).along) {
      reject(fmt::format("'{}' cannot be the name of {}: it is a derivative of an unknown", name,
                         role));
    }
  };
  for (const std::string& name : scope.coordinates) declare(name, "a coordinate");
  for (const Family& family : scope.families) declare(family.name, "a family of coordinates");
  for (const std::string& name : scope.unknowns) declare(name, "an unknown");
  for (const std::string& name : scope.coefficients) declare(name, "a coefficient");
  for (const auto& [name, value] : scope.constants) declare(name, "a constant");
  for (const auto& [name, number] : scope.measured) declare(name, "a column of measured values");
  for (const auto& [name, definition] : scope.functions) {
    declare(name, "a function");
    check_parameters(name, definition);
  }
}

}  // namespace engd::expr
