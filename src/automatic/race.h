#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "automatic/lane.h"
#include "automatic/side_by_side.h"

namespace engd::automatic {

struct RaceOptions {
  Machine machine;
  double accuracy = 1e-8;  ///< the race ends where the estimate is below; 0: never
  double work = default_work;
  double seconds = 0;  ///< in place of the work; 0: not
  /// This, and what follows, is called by the thread that made the race. True: it ends there.
  std::function<bool()> interrupted = [] { return false; };
  /// How the race stands, some times a second.
  std::function<void(const std::string&)> tell = [](const std::string&) {};
};

/// Why a race ended.
enum class End {
  accuracy,   ///< the one asked for is reached
  budget,     ///< the work or the time is spent
  rounding,   ///< the equations hold to rounding
  noise,      ///< measurements are explained but for their noise, and say no more
  flat,       ///< no step lowers the energy: its last digits hide what is left
  exhausted,  ///< nothing larger gained anything, or was possible
  interrupted
};

/// What a race came to.
struct Outcome {
  const Candidate* best = nullptr;       ///< null where no score is finite
  std::vector<const Candidate*> others;  ///< that the best is compared with, by their scores
  std::optional<Estimate> estimate;      ///< of the error of the best
  End end = End::budget;
  double fraction = 0;  ///< of the budget that was spent
  std::string limit;    ///< why the kind of the best has come to nothing larger; or empty
};

/// Candidates of all kinds, small ones first. Lanes that are behind are left, and the others go on,
/// larger and longer. How well a candidate does is told by the residuals on fresh points and by how
/// fast they still fall; errors by a solution that is known are never looked at. With several
/// threads lanes run side by side, and are judged in their order.
class Race {
 public:
  /// The problem outlives the race.
  Race(const problem::Problem& problem, RaceOptions options);

  Outcome run();
  std::vector<results::Racer> table() const;

 private:
  bool is_over();
  bool interrupted();
  bool stops() { return interrupted() || meter_.fraction() >= 1; }
  bool stops(const Lane& in_training, const Meter& its);
  std::function<bool()> stop_of(const Lane& lane);
  void tell(const Lane& in_training, const Meter& its);
  void join_with_own_frequency();
  void judge();
  void find_best();
  void leave_behind(std::size_t kept);
  void leave_behind(std::size_t kept, bool with_least_squares);
  void advance(Lane& lane, double quota);
  void advance(const std::vector<Lane*>& lanes, double quota);
  void advance(std::vector<Turn>& turns, const std::function<Lane&(Turn&)>& place,
               const std::function<bool()>& goes_on);
  std::vector<Lane*> most_promising();
  void tune();
  void tune_side_by_side();
  void judge_frequency(const Lane& usual, Lane& other);
  void cut_time(double quota);
  void leave_windows();
  bool spend_on_what_can_be_trained();
  void finish();
  void find_scales(const Lane& next);
  bool update_scales();
  std::vector<const Candidate*> runners_up() const;

  const problem::Problem& problem_;
  RaceOptions options_;
  Meter meter_;
  Scales scales_;  ///< of the candidates that begin from now on
  bool scales_are_known_ = false;
  Comparison comparison_;
  std::deque<Lane> lanes_;
  bool time_is_cut_ = false;
  std::vector<Lane*> running_;
  std::vector<Lane*> waiting_;  ///< that were left, the latest first
  Outcome outcome_;
  const Lane* ahead_ = nullptr;  ///< has the best
  /// Whose estimate that has: the number of a lane, of a candidate there, and of an iteration.
  using Identity = std::array<std::ptrdiff_t, 3>;
  Identity identity_of(const Candidate& one) const;
  std::vector<Identity> compared_;
  bool over_ = false;
  // Lanes in threads of their own leave here what is to be told, and look whether to stop.
  void look_around();
  const std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<bool> interrupted_ = false;
  std::mutex telling_;
  std::string to_tell_;
  std::string ahead_text_;
  std::chrono::steady_clock::time_point told_{};
  double told_fraction_ = 0;
};

}  // namespace engd::automatic
