#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "formats/number_rows.h"
#include "solution/comparison.h"
#include "solution/difference_sums.h"

namespace engd::solution {

Comparison compare_with_table(const Solution& solution, const std::filesystem::path& file,
                              const Formulas& formulas, int threads) {
  const Evaluator evaluator = solution.evaluator(formulas.with("1"), {.threads = threads});
  formats::NumberRows table(file);
  const auto& header = table.header();
  if (header.empty()) table.refuse("the first row must name the columns");
  const auto column_of = [&](const std::string& name) {
    const auto found = std::ranges::find(header, name);
    if (found == header.end())
      table.refuse(
          fmt::format("missing column '{}'; the columns are {}", name, fmt::join(header, ", ")));
    return static_cast<std::size_t>(found - header.begin());
  };
  const auto m = static_cast<std::size_t>(evaluator.columns()) - 1;
  using Field = formats::NumberRows::Field;
  for (std::size_t k = 0; k < header.size(); ++k) table.expect(k, Field::anything);
  std::vector<std::size_t> places, known;
  for (const std::string& name : solution.variables()) {
    places.push_back(column_of(name));
    table.expect(places.back(), Field::number);
  }
  std::vector<DifferenceSums::Column> columns;
  for (std::size_t k = 0; k < m; ++k) {
    const std::string& name = evaluator.names()[k];
    known.push_back(column_of(name));
    table.expect(known.back(), Field::number_or_nothing);
    columns.push_back({name, is_up_to_constant(solution, name)});
  }

  constexpr std::size_t most = 1 << 15;  // rows at a time
  const std::size_t width = header.size(), d = places.size();
  std::vector<double> rows(most * width), points(most * d), values(most * (m + 1));
  DifferenceSums sums(columns);
  Comparison comparison;
  Index all = 0;
  while (const Index n = table.read(rows)) {
    const auto count = static_cast<std::size_t>(n);
    for (std::size_t q = 0; q < count; ++q)
      for (std::size_t j = 0; j < d; ++j) points[q * d + j] = rows[q * width + places[j]];
    evaluator.evaluate(std::span(points).first(count * d),
                       std::span(values).first(count * (m + 1)));
    for (std::size_t q = 0; q < count; ++q) {
      const bool is_empty = std::ranges::any_of(
          known, [&](std::size_t column) { return std::isnan(rows[q * width + column]); });
      if (is_empty || std::isnan(values[q * (m + 1) + m])) continue;
      ++comparison.points;
      for (std::size_t k = 0; k < m; ++k)
        sums.add(k, values[q * (m + 1) + k], rows[q * width + known[k]], 1);
    }
    all += n;
  }
  if (comparison.points == 0) table.refuse("no row is a point of the domain with values");
  comparison.common = static_cast<double>(comparison.points) / static_cast<double>(all);
  const double root = std::sqrt(static_cast<double>(comparison.points));
  comparison.differences = sums.results();
  for (Difference& one : comparison.differences) {
    one.l2 /= root;
    one.reference_l2 /= root;
  }
  return comparison;
}

}  // namespace engd::solution
