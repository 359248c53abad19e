#pragma once

#include <string>
#include <vector>

#include "common/temporary_folder.h"
#include "read/read_problem.h"

namespace engd::testing {

/// A problem from the text of its file.
inline problem::Problem problem_from(const std::string& toml,
                                     const std::vector<std::string>& overrides = {}) {
  const TemporaryFolder folder;
  return read::read_problem(folder.write("problem.toml", toml).string(), overrides);
}

}  // namespace engd::testing
