#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "io/history.h"
#include "io/summary.h"
#include "io/vtk.h"

namespace engd::report {

/// What the files of a run folder say.
struct RunRecord {
  io::Summary summary;
  io::History history;
  std::string problem_text;
  std::optional<io::SampledField> solution;  ///< absent where the run saved none
};

/// Reads the files of a run folder. Throws InputError when one of them is missing or damaged.
RunRecord read_run(const std::filesystem::path& folder);

}  // namespace engd::report
