#include "geometry/csv_points.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "formats/csv_reader.h"
#include "geometry/patches.h"
#include "geometry/point_buffer.h"
#include "geometry/scattered.h"
#include "support/error.h"

namespace engd::geometry {
namespace {

/// Points may be off their patch by this much of the region's extent: files hold rounded numbers.
constexpr double slack = 1e-9;

/// Which column holds what; -1 where there is none.
struct Columns {
  std::vector<int> coordinate, normal, further;
  int weight = -1;
  bool has_normals() const { return normal.front() >= 0; }
};

int* slot_of(Columns& columns, const std::string& name, const std::vector<std::string>& names,
             const std::vector<std::string>& further) {
  for (std::size_t k = 0; k < further.size(); ++k)
    if (name == further[k]) return &columns.further[k];
  for (std::size_t j = 0; j < names.size(); ++j)
    if (name == names[j]) return &columns.coordinate[j];
  if (name == "weight") return &columns.weight;
  for (std::size_t j = 0; j < names.size(); ++j)
    if (name == "n_" + names[j]) return &columns.normal[j];
  return nullptr;
}

Columns columns_of(const formats::CsvReader& reader, const std::vector<std::string>& names,
                   const std::vector<std::string>& further) {
  Columns columns{std::vector<int>(names.size(), -1), std::vector<int>(names.size(), -1),
                  std::vector<int>(further.size(), -1), -1};
  std::string allowed =
      fmt::format("{}, weight, n_{}", fmt::join(names, ", "), fmt::join(names, ", n_"));
  if (!further.empty()) allowed += fmt::format(", {}", fmt::join(further, ", "));
  const std::vector<std::string>& header = reader.header();
  for (std::size_t k = 0; k < header.size(); ++k) {
    int* slot = slot_of(columns, header[k], names, further);
    if (!slot) reader.fail(fmt::format("unknown column '{}'; known: {}", header[k], allowed));
    if (*slot >= 0) reader.fail(fmt::format("column '{}' occurs twice", header[k]));
    *slot = static_cast<int>(k);
  }
  const bool some_normal = std::ranges::any_of(columns.normal, [](int k) { return k >= 0; });
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (columns.coordinate[j] < 0) reader.fail(fmt::format("missing column '{}'", names[j]));
    if (some_normal && columns.normal[j] < 0)
      reader.fail(fmt::format("missing column 'n_{}': a normal needs all components", names[j]));
  }
  for (std::size_t k = 0; k < further.size(); ++k)
    if (columns.further[k] < 0) reader.fail(fmt::format("missing column '{}'", further[k]));
  return columns;
}

std::vector<double> pick(const std::vector<double>& row, const std::vector<int>& columns) {
  std::vector<double> values;
  for (int k : columns) values.push_back(row[static_cast<std::size_t>(k)]);
  return values;
}

/// The size of the coordinates in the region: at the ends and in the middle of the parameters.
double extent(const Region& region) {
  double largest = 0;
  std::vector<double> point(static_cast<std::size_t>(region.space_dimension));
  for (const Patch& patch : region.patches)
    for (double part : {0.0, 0.5, 1.0}) {
      std::vector<double> parameters = patch.lower;
      for (std::size_t j = 0; j < parameters.size(); ++j)
        parameters[j] += part * (patch.upper[j] - patch.lower[j]);
      patch.map(parameters, point);
      for (double x : point) largest = std::max(largest, std::abs(x));
    }
  return largest;
}

const Patch& patch_under(const Region& region, const std::vector<double>& point, double tolerance,
                         const formats::CsvReader& reader) {
  const auto found = std::ranges::find_if(
      region.patches, [&](const Patch& p) { return contains(p, point, tolerance); });
  if (found == region.patches.end() || (region.keep && !region.keep(point)))
    reader.fail(
        fmt::format("the point ({}) is not in the region of the term", fmt::join(point, ", ")));
  return *found;
}

}  // namespace

PointSet read_points(const std::string& file, const Region& region,
                     const std::vector<std::string>& coordinate_names,
                     const std::vector<std::string>& further) {
  assert(static_cast<int>(coordinate_names.size()) == region.space_dimension);
  formats::CsvReader reader(file);
  const Columns columns = columns_of(reader, coordinate_names, further);
  const double tolerance = slack * extent(region);
  PointBuffer buffer(region.space_dimension, 0, columns.has_normals() || region.has_normals());
  std::vector<double> row;
  std::vector<std::vector<double>> measured(further.size());
  while (reader.next(row)) {
    for (std::size_t k = 0; k < further.size(); ++k)
      measured[k].push_back(row[static_cast<std::size_t>(columns.further[k])]);
    const std::vector<double> point = pick(row, columns.coordinate);
    const Patch& patch = patch_under(region, point, tolerance, reader);
    const double weight = columns.weight < 0 ? 0 : row[static_cast<std::size_t>(columns.weight)];
    if (!(weight >= 0))
      reader.fail(
          fmt::format("the weight {} is negative; a weight is a share of the measure", weight));
    if (!columns.has_normals()) {
      std::vector<double> place(point.size()), normal(point.size());
      patch.map(patch.locate(point), place, normal);
      buffer.add(point, weight, normal);
      continue;
    }
    const std::vector<double> normal = pick(row, columns.normal);
    double squares = 0;
    for (double n : normal) squares += n * n;
    if (!(std::abs(squares - 1) <= 1e-6))
      reader.fail(fmt::format("the normal ({}) has length {}; it must be 1",
                              fmt::join(normal, ", "), std::sqrt(squares)));
    buffer.add(point, weight, normal);
  }
  if (buffer.count() == 0) reader.fail("no points: only a header");
  if (columns.weight < 0)
    buffer.set_all_weights(region.measure() * kept_fraction(region) /
                           static_cast<double>(buffer.count()));
  PointSet set = std::move(buffer).finish();
  for (const std::vector<double>& column : measured)
    set.columns.insert(set.columns.end(), column.begin(), column.end());
  if (!(set.measure() > 0 && std::isfinite(set.measure())))
    throw InputError(fmt::format("{}: the weights add up to {}", file, set.measure()));
  return set;
}

bool has_normals(const std::string& file, const std::vector<std::string>& coordinate_names,
                 const std::vector<std::string>& further) {
  try {
    return columns_of(formats::CsvReader(file), coordinate_names, further).has_normals();
  } catch (const InputError&) {
    return false;  // it will be said where the points are read
  }
}

}  // namespace engd::geometry
