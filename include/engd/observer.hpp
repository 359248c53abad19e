#pragma once

#include <engd/export.h>

#include <cstdint>
#include <optional>
#include <string>

namespace engd {
inline namespace v0 {

/// The start of an iteration, and once more the end of the run.
struct Moment {
  std::uint64_t seed = 0;
  int iteration = 0;  ///< of all networks and windows
  int window = 0;     ///< of time, from 0
  double loss = 0;
  std::optional<double> error;  ///< relative L2, the last one measured, where a solution is known
  double seconds = 0;           ///< of training
  bool final = false;
};

/// Looks on while a problem is solved, in the thread that called solve(). What its functions throw
/// ends the solve and comes out of it.
class ENGD_API Observer {
 public:
  Observer();
  virtual ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  virtual void see(const Moment& moment);
  /// How the race of candidates stands that comes before training where the problem leaves open how
  /// it is solved: one line, some times a second.
  virtual void race(const std::string& line);
  /// A sentence before training begins.
  virtual void tell(const std::string& line);
  /// A warning: a checkpoint that cannot be written.
  virtual void warn(const std::string& line);
  /// Asked in every iteration; some times in a tenth of a second while candidates of the race train
  /// in other threads. True ends the solve there, with what has been reached.
  virtual bool wants_to_stop();
};

}  // namespace v0
}  // namespace engd
