#pragma once

#include <memory>
#include <string>

#include "common/temporary_folder.h"
#include "read/read_problem.h"
#include "solution/solution.h"
#include "solve/windows.h"

namespace engd::testing {

/// A problem from the text of its file, trained for as long as the text says.
inline solution::Solution trained(const std::string& toml, std::uint64_t seed = 0) {
  const TemporaryFolder folder;
  auto problem = std::make_shared<const problem::Problem>(
      read::read_problem(folder.write("problem.toml", toml).string()));
  solve::Solved solved = solve::Windows(*problem, seed, 1).run();
  return {problem, std::move(solved.pieces), seed};
}

}  // namespace engd::testing
