#include <fmt/format.h>

#include "io/reader.h"
#include "io/suggest.h"

namespace engd::io {
namespace {

/// [lower, upper], each a number or a formula of constants.
void read_interval(Problem& problem, const std::string& path, const Value& value,
                   std::size_t coordinate) {
  if (value.kind != Value::Kind::list || value.items.size() != 2) {
    throw bad_value(path, value, "must be an interval [lower, upper]");
  }
  const double lower = read_constant(problem, path, value.items[0]);
  const double upper = read_constant(problem, path, value.items[1]);
  if (!(lower < upper)) {
    throw bad_value(path, value,
                    fmt::format("the domain is empty: the lower bound {} must be below the upper "
                                "bound {} (of {})",
                                lower, upper, problem.scope.coordinates[coordinate]));
  }
  problem.domain.lower[coordinate] = lower;
  problem.domain.upper[coordinate] = upper;
}

/// [[a, b], [c, d], ...], or [a, b] for every coordinate.
void read_box(Problem& problem, const std::string& path, const Value& value) {
  const std::vector<Value>& items = as_list(path, value);
  const std::size_t dimension = problem.scope.coordinates.size();
  if (items[0].kind != Value::Kind::list) {
    for (std::size_t j = 0; j < dimension; ++j) read_interval(problem, path, value, j);
    return;
  }
  if (items.size() != dimension) {
    throw bad_value(path, value,
                    fmt::format("has {} intervals; must have {}, one for each of {}", items.size(),
                                dimension, list_names(problem.scope.coordinates)));
  }
  for (std::size_t j = 0; j < dimension; ++j) read_interval(problem, path, items[j], j);
}

/// One key a coordinate or a family of coordinates.
void read_named_intervals(Problem& problem, const std::string& path, const Value& table) {
  const std::vector<std::string>& coordinates = problem.scope.coordinates;
  std::vector<std::string> names{"box", "interval"};
  for (const expr::Family& family : problem.scope.families) names.push_back(family.name);
  names.insert(names.end(), coordinates.begin(), coordinates.end());
  const Section section(table, path, names);

  std::vector<bool> known(coordinates.size(), false);
  for (const expr::Family& family : problem.scope.families) {
    const Value* value = section.find(family.name);
    for (int k = 0; value && k < family.count; ++k) {
      const auto j = static_cast<std::size_t>(family.first + k);
      read_interval(problem, section.path(family.name), *value, j);
      known[j] = true;
    }
  }
  for (std::size_t j = 0; j < coordinates.size(); ++j) {
    const Value* value = section.find(coordinates[j]);
    if (value) read_interval(problem, section.path(coordinates[j]), *value, j);
    if (!value && !known[j]) {
      throw error_at(table.place(), fmt::format("{} says nothing about the coordinate '{}'", path,
                                                coordinates[j]));
    }
  }
}

}  // namespace

void read_domain(Problem& problem, const std::string& path, const Value& value) {
  const std::size_t dimension = problem.scope.coordinates.size();
  problem.domain.lower.assign(dimension, 0.0);
  problem.domain.upper.assign(dimension, 0.0);
  as_table(path, value);
  const Entry* box = value.find("box");
  const Entry* interval = value.find("interval");
  if (!box && !interval) return read_named_intervals(problem, path, value);
  if (value.entries.size() > 1) {
    throw bad_value(path, value,
                    "must be one of { box = ... }, { interval = ... } and "
                    "{ coordinate = [lower, upper], ... }");
  }
  if (box) return read_box(problem, path + ".box", box->value);
  if (dimension != 1) {
    throw bad_value(path, value,
                    fmt::format("an interval is one-dimensional, but there are {} coordinates; "
                                "use box",
                                dimension));
  }
  read_interval(problem, path + ".interval", interval->value, 0);
}

}  // namespace engd::io
