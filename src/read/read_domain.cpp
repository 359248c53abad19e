#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "read/reader.h"
#include "read/suggest.h"

namespace engd::read {
namespace {

/// Reads the interval of a coordinate into the domain.
void read_side(Problem& problem, const std::string& path, const Value& value,
               std::size_t coordinate) {
  const Interval side = read_interval(problem, path, value, problem.scope.coordinates[coordinate]);
  problem.domain.lower[coordinate] = side.lower;
  problem.domain.upper[coordinate] = side.upper;
}

/// [[a, b], [c, d], ...], or [a, b] for every one of these coordinates.
void read_box(Problem& problem, const std::string& path, const Value& value,
              const std::vector<std::size_t>& coordinates) {
  const std::vector<Value>& items = as_list(path, value);
  if (items[0].kind != Value::Kind::list && items.size() != 2)
    throw bad_value(path, value,
                    "must have an interval for each coordinate, as in [[0, 1], [0, 1]]");
  if (items[0].kind != Value::Kind::list) {
    for (std::size_t j : coordinates) read_side(problem, path, value, j);
    return;
  }
  if (items.size() != coordinates.size()) {
    std::vector<std::string> names;
    for (std::size_t j : coordinates) names.push_back(problem.scope.coordinates[j]);
    throw bad_value(path, value,
                    fmt::format("has {} intervals; must have {}, one for each of {}", items.size(),
                                coordinates.size(), list_names(names)));
  }
  for (std::size_t k = 0; k < items.size(); ++k) {
    read_side(problem, path, items[k], coordinates[k]);
  }
}

/// One key a coordinate or a family of coordinates.
void read_named_intervals(Problem& problem, const std::string& path, const Value& table) {
  const std::vector<std::string>& coordinates = problem.scope.coordinates;
  std::vector<std::string> names{"box", "interval", "shape"};
  for (const expr::Family& family : problem.scope.families) names.push_back(family.name);
  names.insert(names.end(), coordinates.begin(), coordinates.end());
  const Section section(table, path, names);

  std::vector<bool> known(coordinates.size(), false);
  for (const expr::Family& family : problem.scope.families) {
    const Value* value = section.find(family.name);
    for (int k = 0; value && k < family.count; ++k) {
      const auto j = static_cast<std::size_t>(family.first) + k;
      read_side(problem, section.path(family.name), *value, j);
      known[j] = true;
    }
  }
  for (std::size_t j = 0; j < coordinates.size(); ++j) {
    const Value* value = section.find(coordinates[j]);
    if (value) read_side(problem, section.path(coordinates[j]), *value, j);
    if (!value && !known[j]) {
      throw error_at(table.place(), fmt::format("{} says nothing about the coordinate '{}'", path,
                                                coordinates[j]));
    }
  }
}

/// The coordinate that is time, if there is one.
std::optional<std::size_t> time_of(const Problem& problem) {
  const expr::Space& space = problem.scope.space;
  for (int j = 0; j < space.dimension; ++j) {
    const bool spatial = std::ranges::find(space.spatial, j) != space.spatial.end();
    if (!spatial) return static_cast<std::size_t>(j);
  }
  return std::nullopt;
}

std::size_t require_time(const Problem& problem, const std::string& path, const Value& value) {
  const auto time = time_of(problem);
  if (time) return *time;
  throw bad_value(path, value,
                  "there is no coordinate for the time among " +
                      list_names(problem.scope.coordinates) + "; name it in problem.time");
}

/// A shape times the intervals of the coordinates that are named, or of the time.
void read_shape_domain(Problem& problem, const std::string& path, const Value& table) {
  const std::vector<std::string>& coordinates = problem.scope.coordinates;
  std::vector<std::string> keys = coordinates;
  keys.push_back("time");
  std::vector<bool> is_other(coordinates.size(), false);
  for (std::size_t j = 0; j < coordinates.size(); ++j) {
    const Entry* interval = table.find(coordinates[j]);
    if (!interval) continue;
    read_side(problem, path + "." + coordinates[j], interval->value, j);
    is_other[j] = true;
  }
  if (const Entry* time = table.find("time")) {
    const std::size_t j = require_time(problem, path + ".time", time->value);
    if (is_other[j]) {
      throw bad_value(path + ".time", time->value,
                      fmt::format("the interval of '{}' is there already", coordinates[j]));
    }
    read_side(problem, path + ".time", time->value, j);
    is_other[j] = true;
  }
  std::vector<int> shape_axes;
  geometry::Box others;
  for (std::size_t j = 0; j < coordinates.size(); ++j) {
    if (!is_other[j]) {
      shape_axes.push_back(static_cast<int>(j));
      continue;
    }
    others.lower.push_back(problem.domain.lower[j]);
    others.upper.push_back(problem.domain.upper[j]);
  }
  auto shape = read_shape(problem, path, table, static_cast<int>(shape_axes.size()), keys);
  problem.domain = geometry::make_domain(std::move(shape), std::move(shape_axes), others);
}

}  // namespace

Interval read_interval(const Problem& problem, const std::string& path, const Value& value,
                       const std::string& of) {
  if (value.kind != Value::Kind::list || value.items.size() != 2) {
    throw bad_value(path, value, "must be an interval [lower, upper]");
  }
  static const std::vector<std::string> infinities{"inf",      "-inf",      "+inf", "oo",  "-oo",
                                                   "infinity", "-infinity", "Inf",  "-Inf"};
  for (const Value& end : value.items) {
    const bool is_infinite = (end.kind == Value::Kind::real && !std::isfinite(end.real)) ||
                             (end.kind == Value::Kind::text &&
                              std::ranges::find(infinities, end.text) != std::end(infinities));
    if (is_infinite)
      throw bad_value(path, end,
                      fmt::format("must be a finite number: cut the domain where the solution is "
                                  "what it is far away, or map the half line, {0} = s/(1 - s) with "
                                  "s in [0, 0.99]",
                                  of));
  }
  const Interval interval{read_constant(problem, path, value.items[0]),
                          read_constant(problem, path, value.items[1])};
  if (!(interval.lower < interval.upper)) {
    throw bad_value(path, value,
                    fmt::format("the domain is empty: the lower bound {} must be below the upper "
                                "bound {} (of {})",
                                interval.lower, interval.upper, of));
  }
  return interval;
}

namespace {

void read_any_domain(Problem& problem, const std::string& path, const Value& value) {
  const std::size_t dimension = problem.scope.coordinates.size();
  problem.domain.lower.assign(dimension, 0.0);
  problem.domain.upper.assign(dimension, 0.0);
  if (value.kind != Value::Kind::table)
    throw bad_value(path, value,
                    "must be a table, such as { box = [[0, 1], [0, 1]] } with an interval for each "
                    "coordinate, or { shape = \"disk\", radius = 1 }");
  if (value.find("shape")) return read_shape_domain(problem, path, value);
  const Entry* box = value.find("box");
  const Entry* interval = value.find("interval");
  if (!box && !interval) return read_named_intervals(problem, path, value);
  const Entry* time = box ? value.find("time") : nullptr;
  if (value.entries.size() > (time ? 2u : 1u)) {
    throw bad_value(path, value,
                    "must be one of { box = ... }, { box = ..., time = [lower, upper] }, "
                    "{ interval = ... }, { coordinate = [lower, upper], ... } and "
                    "{ shape = ..., ... }");
  }
  std::vector<std::size_t> coordinates(dimension);
  std::iota(coordinates.begin(), coordinates.end(), std::size_t{0});
  if (time) {
    const std::size_t j = require_time(problem, path + ".time", time->value);
    read_side(problem, path + ".time", time->value, j);
    std::erase(coordinates, j);
  }
  if (box) return read_box(problem, path + ".box", box->value, coordinates);
  if (dimension != 1) {
    throw bad_value(path, value,
                    fmt::format("an interval is one-dimensional, but there are {} coordinates; "
                                "use box",
                                dimension));
  }
  read_side(problem, path + ".interval", interval->value, 0);
}

}  // namespace

void read_domain(Problem& problem, const std::string& path, const Value& value) {
  read_any_domain(problem, path, value);
  if (const auto time = time_of(problem)) problem.domain.time = static_cast<int>(*time);
}

}  // namespace engd::read
