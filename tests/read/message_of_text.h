#pragma once

#include "common/files.h"
#include "read/read_problem.h"

namespace engd::testing {

/// The message with which the text of a file is refused; "" where it is accepted.
inline std::string message_of_text(const std::string& text) {
  return input_error_of([&] { read::read_problem_text("p.toml", text); });
}

}  // namespace engd::testing
