#pragma once

#include <optional>
#include <string>

#include "automatic/race.h"

namespace engd::automatic {

/// The accuracy that a user asks for; without one it is this.
inline constexpr double default_accuracy = 1e-8;
/// An estimate above this is a failure whatever was asked for.
inline constexpr double largest_error = 1e-2;

double target_of(const problem::Automatic& automatic);

/// What a run came to, in one line: the accuracy asked for, that reached by its own estimate, what
/// limited it, and what would help.
struct Verdict {
  std::string sentence;
  bool fell_short = false;
};
Verdict verdict_of(const problem::Automatic& automatic, const std::optional<Estimate>& estimate,
                   double score, End end, double fraction);

}  // namespace engd::automatic
