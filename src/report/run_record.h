#pragma once

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

}  // namespace engd::report
