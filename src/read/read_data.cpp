#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "formats/csv_reader.h"
#include "read/reader.h"
#include "read/suggest.h"

namespace engd::read {
namespace {

using formats::CsvReader;

bool among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_place(const std::vector<std::string>& coordinates, const std::string& column) {
  return among(coordinates, column) || column == "weight" ||
         (column.starts_with("n_") && among(coordinates, column.substr(2)));
}

/// A column of noise, where the value names one.
std::optional<int> find_column(const Value& value, const std::vector<std::string>& columns) {
  if (value.kind != Value::Kind::text) return std::nullopt;
  const auto found = std::find(columns.begin(), columns.end(), value.text);
  if (found == columns.end()) return std::nullopt;
  return static_cast<int>(found - columns.begin());
}

/// Reads the file once, so that a mistake in a row is reported before anything else happens.
void check_rows(CsvReader& reader, const std::string& noise) {
  const auto& header = reader.header();
  const auto column =
      static_cast<std::size_t>(std::find(header.begin(), header.end(), noise) - header.begin());
  std::vector<double> row;
  while (reader.next(row))
    if (column < row.size() && !(row[column] > 0))
      reader.fail_in(column, fmt::format("the noise {} must be above 0", row[column]));
}

Formula difference(Problem& problem, const std::string& unknown, std::size_t number, int column,
                   const Place& place) {
  expr::Graph& graph = problem.graph;
  const expr::Node u = graph.jet(expr::value_of(static_cast<int>(number)));
  return {graph.subtract(u, graph.leaf(expr::Leaf::of(expr::Leaf::Kind::measured, column))),
          fmt::format("{0} - (measured {0})", unknown), place};
}

/// The columns of the file that are no places: measurements.
void read_columns(Problem& problem, const Section& section, Term& term, expr::Scope& scope,
                  const CsvReader& reader) {
  const bool own_residual = section.find("residual") != nullptr;
  const Value* noise = section.find("noise");
  const std::vector<std::string>& unknowns = problem.scope.unknowns;
  for (const std::string& column : reader.header()) {
    if (noise && column == "weight")
      reader.fail("weights and noise exclude each other: a measurement counts by its noise");
    if (is_place(problem.scope.coordinates, column)) continue;
    const int number = static_cast<int>(term.points.columns.size());
    const auto unknown = std::find(unknowns.begin(), unknowns.end(), column);
    const bool is_noise = noise && noise->kind == Value::Kind::text && noise->text == column;
    if (unknown != unknowns.end()) {
      if (own_residual)
        reader.fail(
            fmt::format("the column '{}' has the name of an unknown, and the term has a "
                        "residual of its own: give the column another name",
                        column));
      term.residuals.push_back(difference(problem, column,
                                          static_cast<std::size_t>(unknown - unknowns.begin()),
                                          number, section.find("data")->place()));
    } else if (!own_residual && !is_noise) {
      reader.fail(fmt::format("unknown column '{}'; known: {}, weight, {}{}", column,
                              fmt::join(problem.scope.coordinates, ", "), fmt::join(unknowns, ", "),
                              did_you_mean(column, unknowns)));
    } else {
      if (!is_name(column))
        reader.fail(
            fmt::format("the column '{}' must have a name of letters, digits and _, so "
                        "that a residual can use it",
                        column));
      claim_name(problem, column, "column", term.place);
      scope.measured[column] = number;
    }
    term.points.columns.push_back(column);
  }
  if (!own_residual && term.residuals.empty())
    reader.fail(
        fmt::format("no column has the name of an unknown ({}), and the term has no "
                    "residual that says what is measured",
                    fmt::join(unknowns, ", ")));
}

}  // namespace

void check_columns_are_used(const Problem& problem, const Term& term, const expr::Scope& scope) {
  std::vector<expr::Node> roots;
  for (const Formula& residual : term.residuals) roots.push_back(residual.node);
  std::set<int> used;
  for (const expr::Node n : expr::reachable(problem.graph, roots))
    if (problem.graph[n].is(expr::Leaf::Kind::measured)) used.insert(problem.graph[n].leaf.index);
  for (const auto& [column, number] : scope.measured) {
    if (used.contains(number) || number == term.noise_column) continue;
    throw InputError(fmt::format("{}:1: the residual of the term '{}' does not use the column '{}'",
                                 term.points.file, term.name, column));
  }
}

void read_data(Problem& problem, const Section& section, Term& term, expr::Scope& scope) {
  const Value* data = section.find("data");
  const Value* noise = section.find("noise");
  term.is_data = data || noise;
  if (!term.is_data) return;
  if (const Value* density = section.find("density"))
    throw bad_value(section.path("density"), *density, "data and noise go with a residual");
  if (data) {
    if (const Value* points = section.find("points"))
      throw bad_value(section.path("points"), *points, "the data bring their points along");
    term.points = {};
    term.points.kind = geometry::PointRule::Kind::file;
    term.points.count = {};
    term.points.file = read_file_name(problem, section.path("data"), *data);
    CsvReader reader(term.points.file);
    read_columns(problem, section, term, scope, reader);
    if (noise) term.noise_column = find_column(*noise, term.points.columns).value_or(-1);
    check_rows(reader, term.noise_column >= 0 ? noise->text : "");
  }
  if (!noise) return;
  if (const Value* measure = section.find("measure"))
    throw bad_value(section.path("measure"), *measure,
                    "a term with noise is the sum over its points, each in units of its noise");
  if (term.noise_column < 0)
    term.noise = read_constant(problem, section.path("noise"), *noise, positive);
}

}  // namespace engd::read
