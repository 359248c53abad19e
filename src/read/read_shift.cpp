#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "read/reader.h"
#include "read/suggest.h"

namespace engd::read {
namespace {

std::size_t axis_named(const Problem& problem, const std::string& path, const Value& value,
                       const std::string& name) {
  const std::vector<std::string>& names = problem.scope.coordinates;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw bad_value(path, value, "must name one of the coordinates " + list_names(names));
  return static_cast<std::size_t>(found - names.begin());
}

/// Partners are points of the domain, at a hundred points.
void check_partners(const Problem& problem, const std::string& path, const Value& value,
                    const geometry::Region& region, const std::vector<double>& shift) {
  const auto points = geometry::probe_points(100, region, problem.scope.coordinates);
  std::vector<double> x(shift.size());
  for (std::ptrdiff_t q = 0; q < points.count; ++q) {
    std::string place;
    for (std::size_t j = 0; j < shift.size(); ++j) {
      x[j] = points.coordinate(q, static_cast<int>(j)) + shift[j];
      place += fmt::format("{}{} = {:g}", j == 0 ? "" : ", ", problem.scope.coordinates[j], x[j]);
      // A face is reached up to round-off.
      const double lower = problem.domain.lower[j], upper = problem.domain.upper[j];
      const double slack = 1e-12 * (upper - lower);
      if (x[j] < lower && x[j] >= lower - slack) x[j] = lower;
      if (x[j] > upper && x[j] <= upper + slack) x[j] = upper;
    }
    if (!problem.domain.contains(x))
      throw bad_value(path, value, "leads out of the domain, to " + place);
  }
}

}  // namespace

std::vector<double> read_shift(const Problem& problem, const std::string& path, const Value& value,
                               const geometry::Region& region) {
  std::vector<double> shift(problem.scope.coordinates.size(), 0.0);
  if (value.kind == Value::Kind::text) {  // across the domain, from the lower face to the upper
    const std::size_t j = axis_named(problem, path, value, value.text);
    shift[j] = problem.domain.upper[j] - problem.domain.lower[j];
  } else {
    for (const Entry& entry : as_table(path, value).entries)
      shift[axis_named(problem, path, value, entry.key)] =
          read_constant(problem, path + "." + entry.key, entry.value);
  }
  if (std::all_of(shift.begin(), shift.end(), [](double s) { return s == 0; }))
    throw bad_value(path, value, "must lead to another point");
  check_partners(problem, path, value, region, shift);
  return shift;
}

}  // namespace engd::read
