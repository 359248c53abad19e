#pragma once

#include <cstdint>
#include <vector>

#include "pairs/rules.h"

namespace engd::pairs {

/// Two or three levels of different factors.
using Levels = std::vector<std::pair<int, int>>;  ///< factor, level

/// Every two levels of different factors, also those that rules forbid.
std::vector<Levels> all_pairs();
/// What has these levels and else as many plain ones as can be; false where nothing has.
bool choice_with(const Compatibility& rules, const Levels& levels, Choice& choice);

/// Choices in which every so many levels of different factors that go together occur at least once.
struct Covering {
  std::vector<Choice> choices;
  std::int64_t covered = 0;  ///< pairs or triples
  std::int64_t impossible =
      0;  ///< that no choice has, though every two of their levels go together
};
/// Greedy, and the same on every machine. `strength` is 2 or 3.
Covering covering(const Compatibility& rules, int strength);

}  // namespace engd::pairs
