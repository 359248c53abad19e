#pragma once

#include <engd/problem.hpp>
#include <string>
#include <vector>

namespace engd {
inline namespace v0 {

/// Something that a mathematician would ask about before a problem is solved: allowed, and probably
/// not what was meant.
struct Finding {
  std::string kind;   ///< one word, by which [problem] silences it: "boundary", "units"
  std::string place;  ///< as Error::place
  int line = 0, column = 0;
  std::string message;  ///< one sentence
  std::string excerpt;  ///< as Error::excerpt
};
using Findings = std::vector<Finding>;

}  // namespace v0
}  // namespace engd
