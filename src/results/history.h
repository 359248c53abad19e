#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "results/run_folder.h"

namespace engd::results {

/// One line of history.csv.
struct HistoryRow {
  std::uint64_t seed = 0;
  int iteration = 0;
  double seconds = 0;
  double loss = 0;
  std::vector<double> term_losses;       ///< one a term
  std::optional<double> rel_l2, rel_h1;  ///< absent where not evaluated
  std::optional<double> step, gradient_norm;
  std::optional<std::int64_t> rank;
  std::vector<double> coefficients;  ///< one a coefficient
};

/// Writes history.csv line by line: seed, iteration, seconds, loss, loss_<term>..., rel_l2,
/// rel_h1, step, gradient_norm, rank, coefficient_<name>... Numbers have 17 digits, so that reading
/// them gives the same values. The file takes its name when the writer is closed or destroyed, on
/// failure too.
class HistoryWriter {
 public:
  /// `before`: the text that a run which goes on had written already.
  HistoryWriter(RunFolder& folder, const std::vector<std::string>& term_names,
                const std::vector<std::string>& coefficient_names = {},
                const std::string& before = {});
  ~HistoryWriter();
  HistoryWriter(const HistoryWriter&) = delete;
  HistoryWriter& operator=(const HistoryWriter&) = delete;

  void write(const HistoryRow& row);  ///< throws std::runtime_error when the disk is full
  void close();
  const std::string& text() const { return text_; }  ///< all that was written
  /// Likewise, but for what a run that goes on had written before.
  const std::vector<HistoryRow>& rows() const { return rows_; }

 private:
  void put(const std::string& text);
  void check();

  RunFolder& folder_;
  std::size_t terms_, coefficients_;
  std::ofstream stream_;
  std::string text_;
  std::vector<HistoryRow> rows_;
  bool open_ = true;
};

struct History {
  std::vector<std::string> term_names, coefficient_names;
  std::vector<HistoryRow> rows;  ///< in the order of the file: seed after seed
};

/// Reads history.csv back. Throws InputError with FILE:LINE for a file that is missing or damaged.
History read_history(const std::filesystem::path& path);

}  // namespace engd::results
