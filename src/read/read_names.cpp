#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "expr/names.h"
#include "read/reader.h"
#include "read/suggest.h"

namespace engd::read {
namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

bool is_name(std::string_view text) {
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '_';
  });
}

void claim_name(const Problem& problem, const std::string& name, const std::string& what,
                const Place& place) {
  const expr::Scope& scope = problem.scope;
  const auto among = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::string other;
  if (expr::is_reserved_name(name)) other = "a name that formulas know already";
  if (among(scope.coordinates)) other = "a coordinate";
  for (const expr::Family& family : scope.families) {
    if (family.name == name) other = "a family of coordinates";
  }
  if (among(scope.unknowns)) other = "an unknown";
  if (among(scope.coefficients)) other = "a coefficient";
  if (scope.constants.count(name)) other = "a constant";
  if (scope.functions.count(name)) other = "a function";
  if (const auto derivative = expr::derivative_name(scope, name); derivative && derivative->along) {
    other = "a derivative of the unknown '" +
            scope.unknowns[static_cast<std::size_t>(derivative->unknown)] + "'";
  }
  if (!other.empty()) {
    throw error_at(place, fmt::format("the {} '{}' clashes: '{}' is {}", what, name, name, other));
  }
}

namespace {

/// Several names in one string.
std::string list_hint(const std::string& text) {
  const bool several = text.find_first_of(", ;") != std::string::npos;
  return several ? "; several names are a list, [\"a\", \"b\"]" : "";
}

/// "u[2]": only coordinates have families.
std::string family_hint(const std::string& text) {
  const std::string name = text.substr(0, text.find('['));
  if (name.size() == text.size() || !is_name(name)) return "";
  return fmt::format("; unknowns have no families: write [\"{0}1\", \"{0}2\"]", name);
}

/// "x", or "x[5]" for a family x1 .. x5.
void read_variable(Problem& problem, const std::string& path, const Value& value) {
  const std::string& text = as_text(path, value);
  expr::Scope& scope = problem.scope;
  constexpr int most = 1000;  // the faces of the box take memory as the square of it
  const std::size_t bracket = text.find('[');
  const std::string name = text.substr(0, bracket);
  int count = 1;
  bool good = is_name(name);
  if (bracket != std::string::npos) {
    const char* end = text.data() + text.size() - 1;
    const auto [stop, error] = std::from_chars(text.data() + bracket + 1, end, count);
    good = good && text.back() == ']' && error == std::errc{} && stop == end && count >= 1 &&
           count <= most;
  }
  if (!good) {
    throw bad_value(path, value,
                    fmt::format("must be a name such as \"x\", or a family "
                                "such as \"x[5]\" with 1 to {} members{}",
                                most, list_hint(text)));
  }
  if (bracket == std::string::npos) {
    claim_name(problem, name, "coordinate", value.place());
    scope.coordinates.push_back(name);
    return;
  }
  claim_name(problem, name, "family of coordinates", value.place());
  const int first = static_cast<int>(scope.coordinates.size());
  for (int k = 1; k <= count; ++k) {
    claim_name(problem, name + std::to_string(k), "coordinate", value.place());
    scope.coordinates.push_back(name + std::to_string(k));
  }
  scope.families.push_back({name, first, count});
  if (scope.coordinates.size() > most) {
    throw bad_value(path, value, fmt::format("there are more than {} coordinates", most));
  }
}

/// The differential operators of space leave time out.
void read_time(Problem& problem, const Section& section) {
  const std::vector<std::string>& coordinates = problem.scope.coordinates;
  std::string time = "t";
  if (const Value* value = section.find("time")) {
    const bool none = (value->kind == Value::Kind::boolean && !value->boolean) ||
                      (value->kind == Value::Kind::text && value->text.empty());
    time = none ? "" : value->text;
    if (!none && std::find(coordinates.begin(), coordinates.end(), time) == coordinates.end()) {
      throw bad_value(
          section.path("time"), *value,
          "must be false or one of the coordinates " + list_names(coordinates) +
              did_you_mean(time, coordinates) +
              (value->kind == Value::Kind::list ? "; its interval stands in problem.domain" : ""));
    }
  }
  expr::Space& space = problem.scope.space;
  space.dimension = static_cast<int>(coordinates.size());
  for (int j = 0; j < space.dimension; ++j) {
    if (coordinates[static_cast<std::size_t>(j)] != time) space.spatial.push_back(j);
  }
}

/// "k(s)" -> k and its parameters.
expr::Definition read_signature(const Entry& entry, std::string& name) {
  expr::Definition definition;
  const std::string& key = entry.key;
  const std::size_t open = key.find('(');
  name = key.substr(0, open);
  while (!name.empty() && name.back() == ' ') name.pop_back();
  bool good = is_name(name) && (open == std::string::npos || key.back() == ')');
  if (good && open != std::string::npos) {
    std::string rest = key.substr(open + 1, key.size() - open - 2) + ",";
    std::erase(rest, ' ');
    for (std::size_t at = 0; at < rest.size();) {
      const std::size_t comma = rest.find(',', at);
      definition.parameters.push_back(rest.substr(at, comma - at));
      const std::string& parameter = definition.parameters.back();
      good = good && is_name(parameter) && !expr::is_reserved_name(parameter);
      at = comma + 1;
    }
  }
  std::vector<std::string> sorted = definition.parameters;
  std::sort(sorted.begin(), sorted.end());
  good = good && std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  if (!good) {
    throw error_at(entry.place,
                   fmt::format("functions: '{}' must be a name such as f, or a name with different "
                               "parameters such as \"k(s)\" or \"g(a, b)\"",
                               key));
  }
  return definition;
}

/// A function by itself, so that its mistakes are shown where they are and not where it is used.
/// Parameters stand for anything, numbers or vectors: of their use only the names are checked.
std::optional<expr::FormulaError> mistake_in(const expr::Definition& definition,
                                             expr::Scope scope) {
  scope.allow_normal = true;
  for (const std::string& parameter : definition.parameters) {
    if (!expr::is_declared(scope, parameter)) scope.coordinates.push_back(parameter);
  }
  try {
    expr::check_syntax(definition.text);
  } catch (const expr::FormulaError& error) {
    return error;
  }
  expr::Graph graph;
  try {
    expr::parse(graph, definition.text, scope);
  } catch (const expr::FormulaError& error) {
    try {
      expr::parse(graph, "norm2(" + definition.text + ")", scope);  // vectors are fine, too
    } catch (const expr::FormulaError&) {
      const bool about_name = std::string_view(error.what()).starts_with("unknown ");
      if (definition.parameters.empty() || about_name) return error;
    }
  }
  return std::nullopt;
}

void check_functions(const expr::Scope& scope, const std::vector<std::string>& names,
                     const std::vector<const Entry*>& entries) {
  std::optional<expr::FormulaError> first;
  const Value* where = nullptr;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto mistake = mistake_in(scope.functions.at(names[k]), scope);
    if (!mistake) continue;
    // "in function 'g': ..." is found again, at the right place, when g itself is looked at.
    const bool elsewhere = std::string_view(mistake->what()).starts_with("in function ");
    if (!elsewhere) throw_formula_error(entries[k]->value, *mistake);
    if (!first) {
      first = mistake;
      where = &entries[k]->value;
    }
  }
  if (first) throw_formula_error(*where, *first);
}

}  // namespace

void read_problem_section(Problem& problem, const Section& section) {
  section.read("title", problem.title);
  const Value& variables = section.require("variables");
  for (const Value* value : one_or_several(section.path("variables"), variables)) {
    read_variable(problem, section.path("variables"), *value);
  }
  std::vector<std::string>& unknowns = problem.scope.unknowns;
  if (const Value* list = section.find("unknowns")) {
    const std::string path = section.path("unknowns");
    for (const Value* value : one_or_several(path, *list)) {
      const std::string& name = as_text(path, *value);
      if (!is_name(name)) {
        throw bad_value(path, *value,
                        "must be a name such as \"u\"" + list_hint(name) + family_hint(name));
      }
      claim_name(problem, name, "unknown", value->place());
      unknowns.push_back(name);
      problem.unknown_places.push_back(value->place());
    }
  } else {
    claim_name(problem, "u", "unknown", section.place());
    unknowns = {"u"};
    problem.unknown_places = {section.place()};
  }
  try {
    expr::check_names(problem.scope);  // an unknown u_x beside a later u shows only now
  } catch (const expr::FormulaError& error) {
    throw error_at(section.place(), error.what());
  }
  read_time(problem, section);
}

void read_constants(Problem& problem, const Value& table) {
  for (const Entry& entry : as_table("constants", table).entries) {
    if (!is_name(entry.key)) {
      throw error_at(
          entry.place,
          fmt::format("constants: '{}' must be a name of letters, digits and _", entry.key));
    }
    claim_name(problem, entry.key, "constant", entry.place);
    const double value = read_constant(problem, "constants." + entry.key, entry.value);
    problem.scope.constants[entry.key] = value;
    problem.places[entry.key] = entry.value.place();
  }
}

void read_functions(Problem& problem, const Value& table) {
  std::vector<const Entry*> entries;
  std::vector<std::string> names;
  for (const Entry& entry : as_table("functions", table).entries) {
    std::string name;
    expr::Definition definition = read_signature(entry, name);
    claim_name(problem, name, "function", entry.place);
    definition.text = formula_text("functions." + entry.key, entry.value);
    problem.places[name] = entry.value.place();
    problem.scope.functions[name] = std::move(definition);
    entries.push_back(&entry);
    names.push_back(name);
  }
  check_functions(problem.scope, names, entries);
}

}  // namespace engd::read
