#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace engd::reproduce {

/// One optimiser on one problem from one start.
struct Case {
  std::string problem, file, optimizer;
  std::uint64_t seed = 0;
  int iterations = 0;
  std::filesystem::path folder;
  int threads = 1;
};

struct Selection {
  std::vector<std::string> problems;    ///< empty: all of the paper
  std::vector<std::string> optimizers;  ///< empty: those of the paper for each problem
  std::vector<std::uint64_t> seeds;
  bool fast = false;  ///< a tenth of the iterations of the first-order methods
};

/// The cases asked for, in the order in which they are run: cheap ones first. Throws InputError for
/// a name that the paper does not have. `file_of` finds the problem file of a name.
std::vector<Case> plan(const Selection& selection, const std::filesystem::path& out,
                       std::string (*file_of)(const std::string&));

/// Cases to be run one by one and with all threads: the median of their times an iteration is what
/// the tables show. Every seed, and the whole run, for an iteration costs more at some places than
/// at others, but of GD and Adam one seed for about a second: at least 100 iterations, as in the
/// paper.
std::vector<Case> plan_timings(const std::vector<Case>& cases, const std::filesystem::path& out,
                               int threads);

/// True when the folder holds the finished result of just this case: the same problem file, the
/// same number of iterations, the same version of the program.
bool is_done(const Case& one, const std::string& version);

/// A guess at the time of a case, in seconds on one core, for the order and the estimate of time
/// left.
double expected_seconds(const Case& one);

}  // namespace engd::reproduce
