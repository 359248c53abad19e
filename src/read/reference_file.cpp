#include "read/reference_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "formats/csv_reader.h"
#include "support/error.h"

namespace engd::read {

namespace {

/// Points may be outside by this much of the side: files hold rounded numbers.
constexpr double slack_of_a_side = 1e-9;

/// Which column holds what; -1 where there is none.
struct ReferenceColumns {
  std::vector<int> coordinates, unknowns;
  int weight = -1;
};

int column_named(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

ReferenceColumns columns_of(const formats::CsvReader& reader,
                            const std::vector<std::string>& coordinates,
                            const std::vector<std::string>& unknowns) {
  ReferenceColumns columns{std::vector<int>(coordinates.size(), -1),
                           std::vector<int>(unknowns.size(), -1), -1};
  const std::vector<std::string>& header = reader.header();
  for (std::size_t k = 0; k < header.size(); ++k) {
    const int coordinate = column_named(coordinates, header[k]),
              unknown = column_named(unknowns, header[k]);
    int* slot = nullptr;
    if (coordinate >= 0) slot = &columns.coordinates[static_cast<std::size_t>(coordinate)];
    if (unknown >= 0) slot = &columns.unknowns[static_cast<std::size_t>(unknown)];
    if (header[k] == "weight") slot = &columns.weight;
    if (!slot)
      reader.fail(fmt::format("unknown column '{}'; known: {}, {}, weight", header[k],
                              fmt::join(coordinates, ", "), fmt::join(unknowns, ", ")));
    if (*slot >= 0) reader.fail(fmt::format("column '{}' occurs twice", header[k]));
    *slot = static_cast<int>(k);
  }
  const auto missing = std::find(columns.coordinates.begin(), columns.coordinates.end(), -1);
  if (missing != columns.coordinates.end())
    reader.fail(
        fmt::format("missing column '{}'",
                    coordinates[static_cast<std::size_t>(missing - columns.coordinates.begin())]));
  if (std::all_of(columns.unknowns.begin(), columns.unknowns.end(), [](int k) { return k < 0; }))
    reader.fail(fmt::format("no column of an unknown ({})", fmt::join(unknowns, ", ")));
  return columns;
}

}  // namespace

Reference read_reference(const std::string& file, const std::vector<std::string>& coordinates,
                         const std::vector<std::string>& unknowns, const geometry::Box& domain) {
  formats::CsvReader reader(file);
  const ReferenceColumns columns = columns_of(reader, coordinates, unknowns);
  Reference reference;
  reference.file = file;
  for (std::size_t k = 0; k < unknowns.size(); ++k)
    if (columns.unknowns[k] >= 0) reference.unknowns.push_back(static_cast<int>(k));
  std::vector<std::vector<double>> places, values;
  std::vector<double> row, weights;
  while (reader.next(row)) {
    const auto in_column = [&](int column) { return row[static_cast<std::size_t>(column)]; };
    std::vector<double> x, u;
    for (std::size_t j = 0; j < coordinates.size(); ++j) {
      x.push_back(in_column(columns.coordinates[j]));
      const double slack = slack_of_a_side * (domain.upper[j] - domain.lower[j]);
      if (!(x[j] >= domain.lower[j] - slack && x[j] <= domain.upper[j] + slack))
        reader.fail(fmt::format("{} = {} is not in the domain", coordinates[j], x[j]));
    }
    for (const int k : reference.unknowns)
      u.push_back(in_column(columns.unknowns[static_cast<std::size_t>(k)]));
    weights.push_back(columns.weight < 0 ? 1 : in_column(columns.weight));
    if (!(weights.back() >= 0))
      reader.fail(fmt::format("the weight {} is negative", weights.back()));
    places.push_back(std::move(x));
    values.push_back(std::move(u));
  }
  if (places.empty()) reader.fail("no points: only a header");

  geometry::PointSet& points = reference.points;
  points.dimension = static_cast<int>(coordinates.size());
  points.count = std::ssize(places);
  reference.values.resize(points.count, std::ssize(reference.unknowns));
  for (int j = 0; j < points.dimension; ++j)
    for (const auto& place : places)
      points.coordinates.push_back(place[static_cast<std::size_t>(j)]);
  for (Index q = 0; q < points.count; ++q)
    for (Index k = 0; k < reference.values.cols(); ++k)
      reference.values(q, k) = values[static_cast<std::size_t>(q)][static_cast<std::size_t>(k)];
  points.weights = std::move(weights);
  const Eigen::Map<const Vector> w(points.weights.data(), points.count);
  if (!(w.dot(reference.values.rowwise().squaredNorm()) > 0))
    reader.fail(
        "the solution is zero at every point of positive weight: no error is relative to it");
  if (columns.weight < 0)
    for (double& weight : points.weights) weight /= static_cast<double>(points.count);
  return reference;
}

}  // namespace engd::read
