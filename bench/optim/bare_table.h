#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace engd::bench {

/// The table of bench_bare: cells of text, in the order of `columns`.
enum Column {
  problem,
  kind,  ///< the folder of the file
  error,
  estimate,  ///< the program's own
  warned,
  exit_code,
  seconds,
  solved_with,
  own_error,  ///< with the settings of the file
  budget,
  commit,
  date,
  columns
};
using Row = std::array<std::string, columns>;

std::string table_head();
std::string to_text(const Row& row);
/// Nothing where the line is no row of this table.
std::optional<Row> read_row(const std::string& line);
/// Whether two rows are of the same problem, with the same commit and budget.
bool is_same_run(const Row& a, const Row& b);

/// Fills in what a run folder says: error, estimate, warning, and what was solved with.
void read_results(const std::filesystem::path& folder, Row& row);

/// Median, and how many are good or bad, or bad and silent about it. A run that was killed or
/// failed without a number counts as worse than every number.
std::string summary_text(const std::vector<Row>& rows);

std::string text_of(const std::filesystem::path& file);

}  // namespace engd::bench
