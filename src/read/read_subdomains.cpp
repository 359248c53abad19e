#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "geometry/points.h"
#include "read/reader.h"

namespace engd::read {
namespace {

bool is_plain_name(const std::string& name) {
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return letter(c) || std::isdigit(static_cast<unsigned char>(c)) || c == '_';
  });
}

/// A subdomain is a part of the domain: at points of its boundary.
void check_within(const Problem& problem, const std::string& path, const Value& table,
                  const geometry::Domain& subdomain) {
  const auto points =
      geometry::probe_points(1000, geometry::interior_of(subdomain), problem.scope.coordinates);
  std::vector<double> x(static_cast<std::size_t>(points.dimension));
  for (std::ptrdiff_t q = 0; q < points.count; ++q) {
    std::string place;
    for (int j = 0; j < points.dimension; ++j) {
      x[static_cast<std::size_t>(j)] = points.coordinate(q, j);
      place += fmt::format("{}{} = {:g}", j == 0 ? "" : ", ",
                           problem.scope.coordinates[static_cast<std::size_t>(j)],
                           points.coordinate(q, j));
    }
    if (!problem.domain.contains(x))
      throw error_at(table.place(),
                     fmt::format("{} reaches out of the domain, to {}", path, place));
  }
}

/// { interval = [a, b] }, or the same with shape = "interval".
bool is_interval(const Value& table) {
  const Entry* shape = table.find("shape");
  return shape ? shape->value.kind == Value::Kind::text && shape->value.text == "interval"
               : table.find("interval") != nullptr;
}

/// An interval of the one coordinate of space, at all times.
geometry::Domain read_interval_domain(const Problem& problem, const std::string& path,
                                      const Value& table, const std::vector<int>& axes) {
  const Section section(table, path, {"shape", "interval"});
  const Value& value = section.require("interval");
  if (axes.size() != 1)
    throw bad_value(section.path("interval"), value,
                    fmt::format("an interval is one-dimensional, but the space has {} coordinates: "
                                "use shape = \"box\", or another shape",
                                axes.size()));
  const auto j = static_cast<std::size_t>(axes.front());
  const Interval interval =
      read_interval(problem, section.path("interval"), value, problem.scope.coordinates[j]);
  const geometry::Box& whole = problem.domain;
  const bool is_all = interval.lower == whole.lower[j] && interval.upper == whole.upper[j];
  if (is_all || interval.lower < whole.lower[j] || interval.upper > whole.upper[j])
    throw bad_value(section.path("interval"), value,
                    fmt::format("must be a part of the domain, {} in [{}, {}]",
                                problem.scope.coordinates[j], whole.lower[j], whole.upper[j]));
  geometry::Domain domain(whole);
  domain.lower[j] = interval.lower;
  domain.upper[j] = interval.upper;
  domain.time = problem.domain.time;
  return domain;
}

}  // namespace

void read_subdomains(Problem& problem, const Value& table) {
  // Intervals of coordinates that are not space, and those of a cylinder, are the domain's.
  std::vector<int> axes = problem.domain.shape_axes;
  if (!problem.domain.shape) axes = problem.scope.space.spatial;
  geometry::Box others;
  for (int j = 0; j < problem.domain.dimension(); ++j) {
    if (std::find(axes.begin(), axes.end(), j) != axes.end()) continue;
    others.lower.push_back(problem.domain.lower[static_cast<std::size_t>(j)]);
    others.upper.push_back(problem.domain.upper[static_cast<std::size_t>(j)]);
  }
  for (const Entry& entry : as_table("subdomains", table).entries) {
    const std::string path = "subdomains." + entry.key;
    if (!is_plain_name(entry.key))
      throw error_at(entry.place, fmt::format("the subdomain's name '{}' must begin with a letter "
                                              "and have letters, digits and '_' only",
                                              entry.key));
    if (is_interval(as_table(path, entry.value))) {
      problem.domain.subdomains[entry.key] = std::make_shared<geometry::Domain>(
          read_interval_domain(problem, path, entry.value, axes));
      continue;
    }
    auto shape = read_shape(problem, path, entry.value, static_cast<int>(axes.size()), {});
    auto subdomain =
        std::make_shared<geometry::Domain>(geometry::make_domain(std::move(shape), axes, others));
    subdomain->time = problem.domain.time;
    check_within(problem, path, entry.value, *subdomain);
    problem.domain.subdomains[entry.key] = std::move(subdomain);
  }
}

}  // namespace engd::read
