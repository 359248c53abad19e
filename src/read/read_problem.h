#pragma once

#include <string>
#include <vector>

#include "read/problem_names.h"

namespace engd::read {

/// What a problem is read for.
enum class Purpose {
  solving,
  evaluation,  ///< of what was trained: measurements and references that are gone are left out
};

/// Reads and checks a problem file. `overrides` are the "a.b=v" of --set. Throws InputError with
/// FILE:LINE:COL, the formula and a caret where there is one.
Problem read_problem(const std::string& path, const std::vector<std::string>& overrides = {});
/// The same for the text of a file that would stand at `path`.
Problem read_problem_text(const std::string& path, const std::string& text,
                          const std::vector<std::string>& overrides = {},
                          Purpose purpose = Purpose::solving);

}  // namespace engd::read
