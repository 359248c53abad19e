#pragma once

#include <string>

#include "support/error.h"

namespace engd::problem {

/// A place in the problem file (or in a --set argument), for messages.
struct Place {
  std::string source;  ///< file name, or "--set optimizer.method=..."
  int line = 0, column = 0;
  std::string text;  ///< the formula, for the caret; may be empty
};

/// "FILE:LINE:COL: message" ("--set a.b=v: message" for overrides).
InputError error_at(const Place& place, const std::string& message);
std::string describe(const Place& place);

}  // namespace engd::problem
