#include "automatic/race.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "automatic/frequency.h"
#include "automatic/linear.h"
#include "automatic/scale_trials.h"
#include "automatic/stationarity.h"

namespace engd::automatic {

namespace {

/// A stage of the race: how much of the budget each lane has had at its end, and how many go on.
struct Round {
  double quota;
  std::size_t kept;
};
// Four times the work from one to the next: what was spent on those that are left is a small part,
// and an easy problem is solved in the first ones.
constexpr Round rounds[] = {
    {1.0 / 2000, 99}, {1.0 / 500, 5}, {1.0 / 125, 3}, {1.0 / 30, 2}, {1.0 / 8, 2}};
// After this round other frequencies are looked for. A frequency joins the race where its first
// score is below this part of the first score of the lane that it was made from.
constexpr std::size_t tuned_after = 1;
constexpr double tuned_gain = 0.5;
// After this round, and later ones, the time is cut into windows where the best score is above
// `poor`. The first window costs as much as another network over all of the time.
constexpr std::size_t cut_after = 2;
constexpr double poor = 1e-3, quota_in_windows = 1.0 / 30;
// Before so many iterations a network over all of the time may still do well.
constexpr int iterations_before_windows = 30;
constexpr double smallest_quota = 1e-12;  // of the budget: enough to begin
// The search for frequencies ends when this part of the budget is spent on it.
constexpr double part_for_tuning = 0.05;
// After the rounds the lane that promises most gets this part of what is left, again and again.
constexpr double turn = 0.25, least_turn = 0.02, last_turn = 0.1;
// Residuals below the first part of their summands are rounding; residuals below the second part
// are rounding where no candidate gains any more.
constexpr double rounding = 1e-13, near_rounding = 1e-11;
constexpr std::chrono::milliseconds between_lines{100};
// Near its least value an energy is larger by the square of the error, which is lost in rounding
// where the error is about 1e-8: equations of second order hold to this part then.
constexpr double flat_energy = 1e-5;
// An estimate is good to some factor: the race goes on until this part of the accuracy is reached.
constexpr double safety = 1.0 / 3;
// Another kind tells more than another size, even where its residuals are so many times larger.
constexpr double other_kind = 30;

// Candidates of all kinds begin about here.
constexpr double usual_frequency = 1;

/// Why a candidate that was not chosen does not go on.
std::string why_left(const Lane& lane, const Candidate& one) {
  if (!one.why_stopped.empty()) return one.why_stopped;
  if (&one != &lane.candidates().back())
    return one.has_few_points() ? "more points were tried" : "a larger network was tried";
  return !lane.why_left().empty() ? lane.why_left() : lane.why_exhausted();
}

}  // namespace

Race::Race(const problem::Problem& problem, RaceOptions options)
    : problem_(problem),
      options_(std::move(options)),
      meter_(options_.work, options_.seconds),
      comparison_(problem, options_.machine.threads) {
  for (const Entrant& entrant : entrants(problem))
    if (runs_on(options_.machine.device, entrant, problem))
      lanes_.emplace_back(problem, options_.machine, entrant, scales_);
  for (Lane& lane : lanes_) running_.push_back(&lane);
}

const Candidate* Race::runner_up(const Lane& own, const Candidate& best) const {
  const Candidate *same = nullptr, *other = nullptr;
  for (const Lane& lane : lanes_)
    for (const Candidate& one : lane.candidates()) {
      const Candidate*& second = &lane == &own ? same : other;
      if (&one != &best && std::isfinite(one.score) && (!second || one.score < second->score))
        second = &one;
    }
  if (!same || !other) return same ? same : other;
  return other->score <= other_kind * same->score ? other : same;
}

/// Looks who is the best, and how accurate that is.
void Race::judge() {
  outcome_.best = nullptr;
  for (const Lane& lane : lanes_)
    if (const Candidate* best = lane.best();
        best && (!outcome_.best || best->score < outcome_.best->score)) {
      outcome_.best = best;
      ahead_ = &lane;
    }
  outcome_.second = outcome_.best ? runner_up(*ahead_, *outcome_.best) : nullptr;
  if (!outcome_.second) return outcome_.estimate.reset();
  const Compared now{outcome_.best, outcome_.second, outcome_.best->runner->iterations(),
                     outcome_.second->runner->iterations()};
  if (now == compared_) return;
  compared_ = now;
  outcome_.estimate =
      comparison_.estimate({outcome_.best->runner->pieces(), outcome_.best->score},
                           {outcome_.second->runner->pieces(), outcome_.second->score});
}

bool Race::is_over() {
  if (over_) return true;
  const auto end = [&](End why) {
    outcome_.end = why;
    return over_ = true;
  };
  judge();
  if (options_.interrupted()) return end(End::interrupted);
  const double score = outcome_.best ? outcome_.best->score : 1;
  if (outcome_.estimate && outcome_.estimate->rel_l2 <= safety * options_.accuracy)
    return end(End::accuracy);
  if (score < rounding) return end(End::rounding);
  if (meter_.fraction() >= 1) return end(End::budget);
  if (std::ranges::all_of(lanes_, &Lane::has_ended))
    return end(score < near_rounding                         ? End::rounding
               : has_energy(problem_) && score < flat_energy ? End::flat
                                                             : End::exhausted);
  return false;
}

/// The best by what their scores are going to be, first those that are the best of their kind; and,
/// beside the best, the one whose score falls fastest, since deep networks start slowly.
void Race::leave_behind(std::size_t kept) {
  if (running_.size() <= kept) return;
  std::ranges::sort(running_, {}, [](const Lane* lane) { return lane->predicted(); });
  std::set<std::pair<Kind, int>> seen;
  std::vector<Lane*> others;
  std::size_t firsts = 0;
  for (Lane* lane : running_) {
    if (seen.insert({lane->entrant().kind, lane->entrant().windows}).second)
      running_[firsts++] = lane;
    else
      others.push_back(lane);
  }
  std::ranges::copy(others, running_.begin() + static_cast<std::ptrdiff_t>(firsts));
  if (kept > 2) {
    const auto fastest =
        std::ranges::max_element(running_.begin() + static_cast<std::ptrdiff_t>(kept),
                                 running_.end(), {}, [](const Lane* lane) { return lane->fall(); });
    if ((*fastest)->fall() > 1) std::rotate(running_.begin() + 1, fastest, fastest + 1);
  }
  for (std::size_t k = kept; k < running_.size(); ++k)
    running_[k]->leave(fmt::format("behind after {:.2g} % of the budget", 100 * meter_.fraction()));
  waiting_.insert(waiting_.begin(), running_.begin() + static_cast<std::ptrdiff_t>(kept),
                  running_.end());
  running_.resize(kept);
}

/// Higher and lower frequencies of the lanes that are running, the best lanes first.
void Race::tune() {
  const double before = meter_.fraction();
  for (const Lane* usual : std::vector(running_.begin(), running_.end())) {
    if (usual->entrant().windows > 1) continue;  // they have no score before all are solved
    for (const Entrant& entrant : with_other_frequencies(usual->entrant(), problem_)) {
      if (stops() || meter_.fraction() - before > part_for_tuning) return;
      Lane& other = lanes_.emplace_back(problem_, options_.machine, entrant, scales_);
      other.advance(meter_, smallest_quota, false, stop_of(other));
      if (other.first_score() < tuned_gain * usual->first_score()) {
        running_.push_back(&other);
      } else {
        other.leave("another frequency gained little");
        waiting_.push_back(&other);
      }
    }
  }
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
    Lane& next = **std::ranges::min_element(running_, {},
                                            [](const Lane* lane) { return lane->predicted(); });
    const double before = next.spent();
    next.advance(meter_, before + std::max(turn * left, least_turn), left < last_turn,
                 stop_of(next));
    // What does not fit into a turn may fit into the rest.
    if (next.spent() == before && !next.is_exhausted())
      next.advance(meter_, before + left, true, stop_of(next));
    if (next.spent() == before && !next.is_exhausted()) std::erase(running_, &next);
  }
}

void Race::advance(Lane& lane, double quota) {
  find_scales(lane);
  lane.advance(meter_, quota, false, stop_of(lane));
}

/// Asked before every iteration of a lane.
std::function<bool()> Race::stop_of(const Lane& lane) {
  return [&] {
    tell(lane);
    return stops();
  };
}

/// Who is ahead, and how accurate that is; nothing is decided by the clock.
void Race::tell(const Lane& in_training) {
  const auto now = std::chrono::steady_clock::now();
  if (now - told_ < between_lines || in_training.candidates().empty()) return;
  told_ = now;
  std::string text = fmt::format("race {:.2g} %", 100 * meter_.fraction());
  if (const Candidate* best = outcome_.best) {
    text += fmt::format("  ahead: {}, {} parameters, ", name(ahead_->entrant()),
                        best->runner->parameters());
    if (outcome_.estimate) text += fmt::format("error about {:.1e}, ", outcome_.estimate->rel_l2);
    text += fmt::format("residuals {:.1e} of their summands", best->score);
  }
  options_.tell(text + "; trains " + name(in_training.entrant()));
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

Outcome Race::run() {
  join_with_own_frequency();
  for (std::size_t r = 0; r < std::size(rounds) && !is_over(); ++r) {
    for (std::size_t k = 0; k < running_.size() && !is_over(); ++k)
      advance(*running_[k], rounds[r].quota);
    if (is_over()) break;
    update_scales();
    leave_windows();
    leave_behind(rounds[r].kept);
    if (r == tuned_after) tune();
    if (r >= cut_after && !is_over()) cut_time(quota_in_windows);
  }
  finish();
  outcome_.fraction = meter_.fraction();
  if (outcome_.best) outcome_.limit = ahead_->why_exhausted();
  return outcome_;
}

std::vector<results::Racer> Race::table() const {
  std::vector<results::Racer> table;
  for (const Lane& lane : lanes_) {
    if (lane.candidates().empty()) {
      results::Racer refused;
      refused.kind = name(lane.entrant());
      refused.why_left = lane.why_exhausted();
      table.push_back(std::move(refused));
    }
    for (const Candidate& one : lane.candidates()) {
      const Runner& runner = *one.runner;
      results::Racer racer;
      racer.kind = name(lane.entrant());
      racer.network = runner.network_text();
      racer.parameters = runner.parameters();
      racer.points = runner.points();
      racer.iterations = runner.iterations();
      racer.work = one.cost;
      racer.seconds = runner.seconds();
      if (std::isfinite(one.score)) racer.score = one.score;
      racer.why_left = &one == outcome_.best ? "chosen" : why_left(lane, one);
      if (racer.why_left.empty()) racer.why_left = "the race ended";
      table.push_back(std::move(racer));
    }
  }
  return table;
}

}  // namespace engd::automatic
