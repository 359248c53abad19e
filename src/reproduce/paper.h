#pragma once

#include <optional>
#include <string>
#include <vector>

namespace engd::reproduce {

/// Median, minimum and maximum over ten initialisations.
struct Printed {
  std::optional<double> median, min, max;
};

/// What the tables of the paper say of one optimiser on one problem. Times are on a laptop GPU
/// (NVIDIA RTX 3080).
struct PaperResult {
  std::string problem, optimizer;
  Printed l2, h1;
  std::optional<double> seconds_per_iteration, seconds_in_all;
};

const std::vector<PaperResult>& paper_results();
const PaperResult* paper_result(const std::string& problem, const std::string& optimizer);

/// The names of the paper: "E-NGD" for engd, ...
std::string printed_name(const std::string& optimizer);

/// Problems in the order of the paper, and the optimisers that it ran on each.
std::vector<std::string> paper_problems();
std::vector<std::string> paper_optimizers(const std::string& problem);

}  // namespace engd::reproduce
