#pragma once

#include <chrono>

#include "optim/options.h"

namespace engd::automatic {

/// The operations of one iteration with r rows and p parameters, about:
///
///     r p (p + 300) + p^3 ,
///
/// rows and their Gram matrix, evaluations of the network, factorisations; four times as many
/// where a method decomposes rows, r p 30 where it has gradients only.
double work_of_iteration(const optim::Method& method, double rows, double parameters);

/// With the digits of a small damping rows are multiplied by themselves twice and by a factor once:
/// an iteration costs so many times as much.
inline constexpr double fine_times = 4;

/// What a run may do without --time: about 60 s on two cores.
inline constexpr double default_work = 1e12;

/// How much of a budget is spent. Without a time it counts work, so that all that is decided by it
/// is the same on every machine.
class Meter {
 public:
  Meter(double work, double seconds) : work_(work), seconds_(seconds) {}
  void add(double work) { done_ += work; }
  double done() const { return done_; }
  /// From 0 to 1, and above.
  double fraction() const;
  /// The fraction that so much work costs, about.
  double cost_of(double work) const;
  bool is_timed() const { return seconds_ > 0; }

 private:
  using Clock = std::chrono::steady_clock;
  double work_, seconds_, done_ = 0;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace engd::automatic
