// Who joins a race after its beginning, and with which scales.
#include <algorithm>

#include "automatic/frequency.h"
#include "automatic/linear.h"
#include "automatic/race.h"
#include "automatic/scale_trials.h"
#include "automatic/stationarity.h"

namespace engd::automatic {

namespace {

// A frequency joins the race where its first score is below this part of the first score of the
// lane that it was made from.
constexpr double tuned_gain = 0.5;
// The time is cut into windows where the best score is above this.
constexpr double poor = 1e-3;
// Before so many iterations a network over all of the time may still do well.
constexpr int iterations_before_windows = 30;
constexpr double smallest_quota = 1e-12;  // of the budget: enough to begin
// The search for frequencies ends when this part of the budget is spent on it.
constexpr double part_for_tuning = 0.05;
// Candidates of all kinds begin about here.
constexpr double usual_frequency = 1;

}  // namespace

/// Higher and lower frequencies of the lanes that are running, the best lanes first.
void Race::tune() {
  const double before = meter_.fraction();
  for (const Lane* usual : std::vector(running_.begin(), running_.end())) {
    if (usual->entrant().windows > 1) continue;  // they have no score before all are solved
    for (const Entrant& entrant : with_other_frequencies(usual->entrant(), problem_)) {
      if (stops() || meter_.fraction() - before > part_for_tuning) return;
      Lane& other = lanes_.emplace_back(problem_, options_.machine, entrant, scales_);
      other.advance(meter_, smallest_quota, false, stop_of(other));
      judge_frequency(*usual, other);
    }
  }
}

void Race::judge_frequency(const Lane& usual, Lane& other) {
  if (other.first_score() < tuned_gain * usual.first_score()) {
    running_.push_back(&other);
  } else {
    other.leave("another frequency gained little");
    waiting_.push_back(&other);
  }
}

/// The same with lanes side by side.
void Race::tune_side_by_side() {
  const double before = meter_.fraction();
  std::vector<Turn> turns;
  std::vector<const Lane*> usual;
  for (const Lane* lane : running_) {
    if (lane->entrant().windows > 1) continue;
    for (const Entrant& entrant : with_other_frequencies(lane->entrant(), problem_)) {
      turns.push_back({Lane(problem_, options_.machine, entrant, scales_), smallest_quota});
      usual.push_back(lane);
    }
  }
  const std::size_t first = lanes_.size();
  if (stops()) return;
  advance(
      turns, [&](Turn& one) -> Lane& { return lanes_.emplace_back(std::move(one.lane)); },
      [&] { return !stops() && meter_.fraction() - before <= part_for_tuning; });
  for (std::size_t k = first; k < lanes_.size(); ++k) judge_frequency(*usual[k - first], lanes_[k]);
}

/// Lanes in windows of time, where no network over all of the time does well.
void Race::cut_time(double quota) {
  if (time_is_cut_ || (outcome_.best && outcome_.best->score <= poor)) return;
  const bool is_early = std::ranges::none_of(running_, [](const Lane* lane) {
    const Candidate* best = lane->best();
    return best &&
           (best->runner->has_ended() || best->runner->iterations() >= iterations_before_windows);
  });
  if (is_early) return;
  const std::vector<Entrant> all = entrants_in_windows(problem_);
  time_is_cut_ = !all.empty();
  if (has_room_for_several(options_.machine)) {
    std::vector<Turn> turns;
    for (const Entrant& entrant : all)
      turns.push_back({Lane(problem_, options_.machine, entrant, scales_), quota});
    if (all.empty() || is_over()) return;
    find_scales(turns.front().lane);
    return advance(
        turns,
        [&](Turn& one) -> Lane& {
          running_.push_back(&lanes_.emplace_back(std::move(one.lane)));
          return lanes_.back();
        },
        [&] { return !is_over(); });
  }
  for (const Entrant& entrant : all) {
    if (is_over()) return;
    Lane& lane = lanes_.emplace_back(problem_, options_.machine, entrant, scales_);
    running_.push_back(&lane);
    advance(lane, quota);
  }
}

/// Leaves lanes in windows of time of which nothing is known yet, where others do well by now.
void Race::leave_windows() {
  if (!time_is_cut_ || !outcome_.best || !(outcome_.best->score <= poor)) return;
  const auto rest = std::stable_partition(running_.begin(), running_.end(), [](const Lane* lane) {
    return lane->entrant().windows == 1 || lane->has_judged();
  });
  for (auto lane = rest; lane != running_.end(); ++lane)
    (*lane)->leave("a network over all of the time does well");
  waiting_.insert(waiting_.end(), rest, running_.end());
  running_.erase(rest, running_.end());
}

/// Before the first network is trained by steps: by what least squares have found, where that
/// solves the equations, else by trials.
void Race::find_scales(const Lane& next) {
  if (scales_are_known_ || next.entrant().kind == Kind::fixed_waves || has_energy(problem_)) return;
  scales_are_known_ = true;
  if (!update_scales())
    scales_ = automatic::find_scales(problem_, options_.machine, meter_, [&] { return stops(); });
}

/// Where the equations hold about, sizes are known.
bool Race::update_scales() {
  judge();
  const bool holds = outcome_.best && outcome_.best->score < no_solution;
  if (holds) scales_ = measure_scales(problem_, outcome_.best->runner->pieces(), options_.machine);
  return holds;
}

/// Waves and packets join that begin at a frequency of this problem's own. A linear equation is
/// looked at by least squares first, and fixed waves join as well.
void Race::join_with_own_frequency() {
  if (problem_.network_is_written) return;
  const std::vector<double> slow(static_cast<std::size_t>(problem_.domain.dimension()), 1.0);
  const Entrant waves{Kind::fixed_waves, optim::Multistep{}, 1, slow};
  const bool is_linear = !problem_.optimizer_is_written && automatic::is_linear(problem_) &&
                         runs_on(options_.machine.device, waves, problem_);
  const auto join = [&](Kind kind, const std::vector<double>& frequency) {
    Lane& lane =
        lanes_.emplace_back(problem_, options_.machine,
                            Entrant{kind, lanes_.front().entrant().method, 1, frequency}, scales_);
    running_.insert(running_.begin(), &lane);
  };
  std::vector<double> frequency = given_frequency(problem_);
  if (is_linear) {
    const auto found = find_frequency(problem_, options_.machine, meter_, [&] { return stops(); });
    if (!found) return;
    frequency = *found;
  }
  if (std::ranges::max(frequency) > usual_frequency)
    for (const Kind kind : {Kind::packets, Kind::waves})
      if (goes_with(kind, problem_)) join(kind, frequency);
  if (is_linear) join(Kind::fixed_waves, frequency);
}

}  // namespace engd::automatic
