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

/// What a run has come to.
struct Reached {
  std::optional<Estimate> estimate;
  double score = 0;
  double to_trained = 1;  ///< residuals between the points of training to those on them
  End end = End::budget;
  double fraction = 0;  ///< of the budget
  std::string limit;    ///< why nothing larger was tried; or empty
};

/// The same for people: the accuracy asked for, that reached by its own estimate, what limited it,
/// and what would help.
struct Verdict {
  std::string sentence;
  bool fell_short = false;
};
Verdict verdict_of(const problem::Problem& problem, const Reached& reached);

}  // namespace engd::automatic
