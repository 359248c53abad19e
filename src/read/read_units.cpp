#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "read/reader.h"
#include "read/suggest.h"

namespace engd::read {
namespace {

/// Everything that can have a unit: what formulas call by a name.
std::vector<std::string> names_with_units(const Problem& problem) {
  const expr::Scope& scope = problem.scope;
  std::vector<std::string> names = scope.coordinates;
  for (const expr::Family& family : scope.families) names.push_back(family.name);
  names.insert(names.end(), scope.unknowns.begin(), scope.unknowns.end());
  names.insert(names.end(), scope.coefficients.begin(), scope.coefficients.end());
  for (const auto& [name, value] : scope.constants) names.push_back(name);
  for (const auto& [name, function] : scope.functions) names.push_back(name);
  for (const Term& term : problem.terms)
    for (const std::string& column : term.points.columns)
      if (std::ranges::find(names, column) == names.end()) names.push_back(column);
  return names;
}

}  // namespace

void read_units(Problem& problem, const Value& table) {
  const std::vector<std::string> names = names_with_units(problem);
  for (const Entry& entry : as_table("units", table).entries) {
    if (std::ranges::find(names, entry.key) == names.end())
      throw error_at(
          entry.place,
          fmt::format("units: nothing is called '{}'; known: {}{}", entry.key,
                      list_names(names.size() > 30
                                     ? std::vector<std::string>{names.begin(), names.begin() + 30}
                                     : names),
                      did_you_mean(entry.key, names)));
    const std::string path = "units." + entry.key;
    if (entry.value.kind != Value::Kind::text || entry.value.text.empty())
      throw bad_value(path, entry.value, "must be a unit in quotes such as \"W/(m K)\", or \"1\"");
    try {
      problem.units[entry.key] = parse_unit(entry.value.text);
    } catch (const std::invalid_argument& error) {
      throw bad_value(path, entry.value,
                      fmt::format("must be a unit such as \"W/(m K)\": {}", error.what()));
    }
  }
}

void read_silence(Problem& problem, const std::string& path, const Value& value) {
  std::vector<std::string> names;
  for (const auto& [name, kind] : finding_kinds()) names.push_back(name);
  for (const Value* item : one_or_several(path, value)) {
    const std::string text = item->kind == Value::Kind::text ? item->text : "";
    const auto found = std::ranges::find(names, text);
    if (found == names.end())
      throw bad_value(
          path, *item,
          "must be names of warnings: " + list_names(names) + did_you_mean(text, names));
    problem.silence.push_back(
        finding_kinds()[static_cast<std::size_t>(found - names.begin())].second);
  }
}

}  // namespace engd::read
