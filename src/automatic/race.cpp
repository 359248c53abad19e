#include "automatic/race.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "automatic/stationarity.h"
#include "linalg/blas.h"

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
// Errors of least squares fall suddenly, where the waves suffice: they are not left before this
// round.
constexpr std::size_t least_squares_kept = 3;
// After the first of these rounds other frequencies are looked for; after the second, and later
// ones, the time may be cut into windows.
constexpr std::size_t tuned_after = 1, cut_after = 2;
// The first window costs as much as another network over all of the time.
constexpr double quota_in_windows = 1.0 / 30;
// Residuals below the first part of their summands are rounding; residuals below the second part
// are rounding where no candidate gains any more.
constexpr double rounding = 1e-13, near_rounding = 1e-11;
// Near its least value an energy is larger by the square of the error, which is lost in rounding
// where the error is about 1e-8: equations of second order hold to this part then.
constexpr double flat_energy = 1e-5;
// Measurements say no more where the equations hold, and candidates agree, to this part of the
// noise.
constexpr double far_below = 0.03;
// An estimate is good to some factor: the race goes on until this part of the accuracy is reached.
constexpr double safety = 1.0 / 3;

/// What is left to find is in the noise of measurements.
bool is_in_noise(const Candidate& best, double estimate) {
  return best.score < far_below * best.noise &&
         estimate <= std::max(best.scatter, far_below * best.noise);
}

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
  linalg::set_threads(options_.machine.threads);
  for (const Entrant& entrant : entrants(problem))
    if (runs_on(options_.machine.device, entrant, problem))
      lanes_.emplace_back(problem, options_.machine, entrant, scales_);
  for (Lane& lane : lanes_) running_.push_back(&lane);
}

/// A network with the very score of the best is the same one: along a periodic coordinate, for
/// instance, another frequency changes nothing.
std::vector<const Candidate*> Race::runners_up() const {
  std::vector<const Candidate*> all;
  for (const Lane& lane : lanes_)
    for (const Candidate& one : lane.candidates())
      if (std::isfinite(one.score) && one.score != outcome_.best->score) all.push_back(&one);
  std::ranges::stable_sort(all, {}, &Candidate::score);
  if (all.size() > most_compared) all.resize(most_compared);
  return all;
}

Race::Identity Race::identity_of(const Candidate& one) const {
  for (std::size_t k = 0; k < lanes_.size(); ++k)
    for (std::size_t c = 0; c < lanes_[k].candidates().size(); ++c)
      if (&lanes_[k].candidates()[c] == &one)
        return {static_cast<std::ptrdiff_t>(k), static_cast<std::ptrdiff_t>(c),
                one.runner->iterations()};
  return {};
}

/// Looks who is the best, and how accurate that is.
void Race::judge() {
  find_best();
  std::string text;
  if (const Candidate* best = outcome_.best) {
    text = fmt::format("  ahead: {}, {} parameters, ", name(ahead_->entrant()),
                       best->runner->parameters());
    if (outcome_.estimate) text += fmt::format("error about {:.1e}, ", outcome_.estimate->rel_l2);
    text += fmt::format("residuals {:.1e} of their summands", best->score);
  }
  const std::lock_guard lock(telling_);
  ahead_text_ = std::move(text);
}

void Race::find_best() {
  outcome_.best = nullptr;
  for (const Lane& lane : lanes_)
    if (const Candidate* best = lane.best();
        best && (!outcome_.best || best->score < outcome_.best->score)) {
      outcome_.best = best;
      ahead_ = &lane;
    }
  outcome_.others.clear();
  if (outcome_.best) outcome_.others = runners_up();
  if (outcome_.others.empty()) return outcome_.estimate.reset();
  std::vector<Identity> now{identity_of(*outcome_.best)};
  std::vector<Judged> others;
  for (const Candidate* one : outcome_.others) {
    now.push_back(identity_of(*one));
    others.push_back({&one->runner->pieces(), one->score});
  }
  if (compared_ == now) return;
  compared_ = std::move(now);
  outcome_.estimate = comparison_.estimate(
      {&outcome_.best->runner->pieces(), outcome_.best->score, outcome_.best->scatter}, others);
}

bool Race::is_over() {
  if (over_) return true;
  const auto end = [&](End why) {
    outcome_.end = why;
    return over_ = true;
  };
  judge();
  if (interrupted()) return end(End::interrupted);
  const double score = outcome_.best ? outcome_.best->score : 1;
  if (outcome_.estimate && outcome_.estimate->rel_l2 <= safety * options_.accuracy)
    return end(End::accuracy);
  if (outcome_.estimate && is_in_noise(*outcome_.best, outcome_.estimate->rel_l2))
    return end(End::noise);
  // An error is told by another solution, of another kind or size.
  if (score < rounding && !outcome_.others.empty()) return end(End::rounding);
  if (meter_.fraction() >= 1) return end(End::budget);
  if (std::ranges::all_of(lanes_, &Lane::has_ended))
    return end(score < near_rounding                         ? End::rounding
               : has_energy(problem_) && score < flat_energy ? End::flat
                                                             : End::exhausted);
  return false;
}

/// The best by what their scores are going to be, first those that are the best of their kind; and,
/// beside the best, the one whose score falls fastest, since deep networks start slowly.
void Race::leave_behind(std::size_t kept, bool with_least_squares) {
  const auto stays = [&](const Lane* lane) {
    return with_least_squares && lane->entrant().kind == Kind::fixed_waves && !lane->is_exhausted();
  };
  const auto rest = std::stable_partition(running_.begin(), running_.end(),
                                          [&](const Lane* lane) { return !stays(lane); });
  const std::vector<Lane*> least_squares(rest, running_.end());
  running_.erase(rest, running_.end());
  leave_behind(kept);
  running_.insert(running_.end(), least_squares.begin(), least_squares.end());
}

/// Of the lanes that are running.
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

Outcome Race::run() {
  join_with_own_frequency();
  for (std::size_t r = 0; r < std::size(rounds) && !is_over(); ++r) {
    advance(std::vector(running_), rounds[r].quota);
    if (is_over()) break;
    update_scales();
    leave_windows();
    leave_behind(rounds[r].kept, r < least_squares_kept);
    if (r == tuned_after) has_room_for_several(options_.machine) ? tune_side_by_side() : tune();
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
      if (racer.score && outcome_.best && &one != outcome_.best)
        if (const auto apart =
                comparison_.difference(outcome_.best->runner->pieces(), runner.pieces()))
          racer.distance = apart->rel_l2;
      racer.why_left = &one == outcome_.best ? "chosen" : why_left(lane, one);
      if (racer.why_left.empty()) racer.why_left = "the race ended";
      table.push_back(std::move(racer));
    }
  }
  return table;
}

}  // namespace engd::automatic
