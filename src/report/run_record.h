#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "formats/vtk.h"
#include "results/history.h"
#include "results/summary.h"

namespace engd::report {

/// What the files of a run folder say.
struct RunRecord {
  results::Summary summary;
  results::History history;
  std::string problem_text;
  std::string chosen_text;  ///< the same with all that the program chose; or empty
  std::optional<formats::SampledField> solution;  ///< absent where the run saved none
};

/// Reads the files of a run folder. Throws InputError when one of them is missing or damaged.
RunRecord read_run(const std::filesystem::path& folder);

}  // namespace engd::report
