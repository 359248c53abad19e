// Who is trained next, alone or beside others.
#include <fmt/format.h>

#include <algorithm>

#include "automatic/race.h"

namespace engd::automatic {

namespace {

// After the rounds the lane that promises most gets this part of what is left, again and again.
constexpr double turn = 0.25, least_turn = 0.02, last_turn = 0.1;
// Others have turns beside the most promising lane where what they promise is at most so many
// times as large.
constexpr double promising = 10;
constexpr std::chrono::milliseconds between_lines{100};
// Least squares cost one factorisation, and tell little before the waves suffice: in the rounds
// they have so many times the part of others.
constexpr double times_for_least_squares = 4, largest_quota = 1.0 / 8;

double quota_of(const Lane& lane, double quota) {
  if (lane.entrant().kind != Kind::fixed_waves) return quota;
  return std::max(quota, std::min(times_for_least_squares * quota, largest_quota));
}

}  // namespace

void Race::advance(Lane& lane, double quota) {
  find_scales(lane);
  lane.advance(meter_, quota_of(lane, quota), false, stop_of(lane));
}

/// One after another, until the race is over; or side by side.
void Race::advance(const std::vector<Lane*>& lanes, double quota) {
  auto next = lanes.begin();
  // What least squares find tells the scales of those that follow.
  const auto goes_alone = [&](const Lane* lane) {
    return !has_room_for_several(options_.machine) ||
           (!scales_are_known_ && lane->entrant().kind == Kind::fixed_waves);
  };
  for (; next != lanes.end() && goes_alone(*next); ++next) {
    if (is_over()) return;
    advance(**next, quota);
  }
  if (next == lanes.end() || is_over()) return;
  find_scales(**next);
  std::vector<Turn> turns;
  for (auto lane = next; lane != lanes.end(); ++lane)
    turns.push_back({(*lane)->copy(), quota_of(**lane, quota)});
  advance(
      turns, [&](Turn& one) -> Lane& { return **next++ = std::move(one.lane); },
      [&] { return !is_over(); });
}

/// Side by side. `place` puts a lane that has advanced into the race, and the race goes on while
/// `goes_on`. Those that wait for all threads have these afterwards.
void Race::advance(std::vector<Turn>& turns, const std::function<Lane&(Turn&)>& place,
                   const std::function<bool()>& goes_on) {
  std::vector<std::pair<Lane*, const Turn*>> waiting;
  bool ended = false;
  advance_side_by_side(
      turns, options_.machine, meter_,
      [&](const Lane& lane, const Meter& its) { return stops(lane, its); },
      [&](Turn& one) {
        Lane& lane = place(one);
        if (lane.waits()) waiting.emplace_back(&lane, &one);
        lane.run_alone();
        ended = !goes_on();
        return !ended;
      },
      [&] { look_around(); });
  look_around();
  for (const auto& [lane, one] : waiting) {
    if (ended) return;
    lane->advance(meter_, one->quota, one->finishing, stop_of(*lane));
    ended = !goes_on();
  }
}

/// The lane that promises most first; beside it, those that promise about as much.
std::vector<Lane*> Race::most_promising() {
  std::vector<Lane*> lanes = running_;
  std::ranges::stable_sort(lanes, {}, [](const Lane* lane) { return lane->predicted(); });
  const double best = lanes.front()->predicted();
  const bool alone = !has_room_for_several(options_.machine) || lanes.front()->needs_all_threads();
  const auto rest = std::stable_partition(lanes.begin() + 1, lanes.end(), [&](const Lane* lane) {
    return !alone && !lane->needs_all_threads() && lane->predicted() <= promising * best;
  });
  lanes.erase(rest, lanes.end());
  // The turns of all are to fit into what is left.
  const auto most = std::min<std::size_t>(static_cast<std::size_t>(options_.machine.threads),
                                          static_cast<std::size_t>(1 / turn));
  if (lanes.size() > most) lanes.resize(most);
  return lanes;
}

/// False where there is nothing.
bool Race::spend_on_what_can_be_trained() {
  for (Lane& lane : lanes_) {
    const double before = lane.spent();
    lane.advance(meter_, before + 1 - meter_.fraction(), true, stop_of(lane));
    if (lane.spent() > before) return true;
  }
  return false;
}

/// All that is left of the budget: to the lane that promises most, in turns. Where nothing more is
/// gained, one that was left goes on.
void Race::finish() {
  while (!is_over()) {
    std::erase_if(running_, [](const Lane* lane) { return lane->is_exhausted(); });
    if (running_.empty() && !waiting_.empty()) {
      running_.push_back(waiting_.front());
      waiting_.erase(waiting_.begin());
      running_.back()->leave("");
    }
    const double left = 1 - meter_.fraction();
    if (running_.empty()) {
      if (spend_on_what_can_be_trained()) continue;
      outcome_.end = End::budget;  // what could be begun does not fit into the rest
      return;
    }
    const std::vector<Lane*> next_ones = most_promising();
    Lane& next = *next_ones.front();
    const double before = next.spent();
    if (next_ones.size() > 1) {
      std::vector<Turn> turns;
      for (const Lane* lane : next_ones)
        turns.push_back(
            {lane->copy(), lane->spent() + std::max(turn * left, least_turn), left < last_turn});
      std::size_t k = 0;
      advance(
          turns,
          [&](Turn& one) -> Lane& {
            if (k > 0) one.lane.run_alone();  // only the first waits for all threads
            return *next_ones[k++] = std::move(one.lane);
          },
          [&] { return !is_over(); });
      if (over_) return;
    } else {
      next.advance(meter_, before + std::max(turn * left, least_turn), left < last_turn,
                   stop_of(next));
    }
    // What does not fit into a turn may fit into the rest.
    if (next.spent() == before && !next.is_exhausted())
      next.advance(meter_, before + left, true, stop_of(next));
    if (next.spent() == before && !next.is_exhausted()) std::erase(running_, &next);
  }
}

/// Asked before every iteration of a lane.
std::function<bool()> Race::stop_of(const Lane& lane) {
  return [&] { return stops(lane, meter_); };
}

bool Race::stops(const Lane& in_training, const Meter& its) {
  tell(in_training, its);
  return interrupted() || its.fraction() >= 1;
}

bool Race::interrupted() {
  if (!interrupted_ && std::this_thread::get_id() == caller_ && options_.interrupted())
    interrupted_ = true;
  return interrupted_;
}

/// In the caller's thread, while others train.
void Race::look_around() {
  interrupted();
  std::string line;
  {
    const std::lock_guard lock(telling_);
    line.swap(to_tell_);
  }
  if (!line.empty()) options_.tell(line);
}

/// Who is ahead, and how accurate that is; nothing is decided by the clock.
void Race::tell(const Lane& in_training, const Meter& its) {
  {
    const std::lock_guard lock(telling_);
    const auto now = std::chrono::steady_clock::now();
    if (now - told_ < between_lines || in_training.candidates().empty()) return;
    told_ = now;
    told_fraction_ = std::max(told_fraction_, its.fraction());
    to_tell_ = fmt::format("race {:.2g} %{}; trains {}", 100 * told_fraction_, ahead_text_,
                           name(in_training.entrant()));
  }
  if (std::this_thread::get_id() == caller_) look_around();
}

}  // namespace engd::automatic
