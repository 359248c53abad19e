#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "results/statement.h"

namespace engd {
class StateArchive;
}

namespace engd::results {

/// The root mean square of a term's residual on the points of training and on fresh ones.
struct TermResidual {
  std::string term;
  double trained = 0, fresh = 0;
  std::int64_t points = 0;  ///< fresh ones
  /// The fresh residual over the root mean square of its summands; absent where that says nothing.
  std::optional<double> relative = {};
  double to_start = 1;  ///< and over the residual at the start of training

  void exchange(StateArchive& archive);
};

/// What was found for an unknown number of the equation.
struct Estimate {
  std::string name;
  double value = 0;
  std::optional<double> standard_error;  ///< absent where no data have noise
  bool determined = true;       ///< false: other values fit as well, so that there is no error
  std::optional<double> exact;  ///< where the file knows it

  void exchange(StateArchive& archive);
};
/// "0.0100000(12)"-like: the value with what is known about it, in words.
std::string to_string(const Estimate& estimate);

/// The relative errors of one unknown; absent where its solution is zero, rel_h1 also where no
/// derivatives are known.
struct UnknownError {
  std::string name;
  std::optional<double> rel_l2, rel_h1;

  void exchange(StateArchive& archive);
};

/// The estimated relative L2 error of one unknown; absent where the unknown is zero.
struct UnknownEstimate {
  std::string name;
  std::optional<double> rel_l2;

  void exchange(StateArchive& archive);
};

/// A network with points and a method that the program tried, to choose the best.
struct Racer {
  std::string kind, network;
  std::int64_t parameters = 0, points = 0;
  int iterations = 0;
  double work = 0;  ///< the part of the budget
  double seconds = 0;
  std::optional<double> score;     ///< the residuals on fresh points next to their summands
  std::optional<double> distance;  ///< relative L2, to the one that was chosen
  std::string why_left;
};

/// What one seed came to.
struct SeedSummary {
  std::uint64_t seed = 0;
  std::optional<double> rel_l2, rel_h1;  ///< of Summary::errors_of together; absent where none is
  double loss = 0;
  int iterations = 0;
  double seconds = 0;
  double ms_per_iteration = 0;
  std::string termination;  ///< one word: why it stopped
  std::string message;      ///< one sentence
  std::vector<TermResidual> residuals;
  std::string warning;  ///< one sentence about the residuals, or empty
  std::vector<Estimate> coefficients;
  std::vector<UnknownError> errors_by_unknown;  ///< of Summary::errors_of

  // Where the program chose what the file leaves open.
  std::optional<double> estimated_rel_l2;  ///< of all unknowns together; absent where none is
  std::vector<UnknownEstimate> estimated_by_unknown;
  std::string verdict;      ///< the accuracy asked for and reached, and what limited it; or empty
  bool fell_short = false;  ///< of the accuracy

  void exchange(StateArchive& archive);
};

/// What a run came to: the content of summary.json, whose names other tools read.
struct Summary {
  std::string problem;  ///< name of the problem file without folder and ending
  std::string title, file;
  std::string optimizer, device;
  std::int64_t parameters = 0;
  std::int64_t points = 0;
  int iterations = 0;  ///< asked for, of all stages together
  std::string version, machine;
  int threads = 0;
  std::vector<SeedSummary> seeds;
  std::vector<std::string> errors_of;  ///< the unknowns whose solution is known

  // What the page about the run needs beyond that. Files of earlier versions lack it.
  std::string date, compiler;
  int cores = 0;
  int seeds_asked = 0;                 ///< more than `seeds` has when the run was interrupted
  std::vector<std::string> overrides;  ///< the --set arguments of the command
  std::vector<std::string> failures;   ///< a sentence for each seed that failed
  std::vector<Racer> race;             ///< in the order in which they began; or none
  std::optional<Statement> statement;

  bool interrupted() const;
  bool is_partly_measured() const;  ///< the solution of some unknowns is not known
  bool has_errors() const;          ///< of all seeds: the solution is known
  bool has_slope_errors() const;    ///< rel_h1 of all seeds: derivatives of the solution as well
};

/// Median, least and greatest over seeds. A value that is not finite counts as worse than every
/// number, so that a seed that diverged is never hidden by the others; null where that is the
/// answer.
struct Spread {
  std::optional<double> median, min, max;
};
Spread spread_of(std::vector<double> values);

/// JSON text. Values that are not finite are null: JSON has no NaN.
std::string to_json(const Summary& summary);

/// Reads summary.json back. A loss, a time or an error of a known solution that was not finite is
/// NaN. Throws InputError for a file that is missing or damaged.
Summary read_summary(const std::filesystem::path& path);

}  // namespace engd::results
