#include "optim/driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "optim/iteration.h"
#include "support/state_archive.h"

namespace engd::optim {

namespace {

/// Time that can be stopped while others work.
class Stopwatch {
 public:
  using Clock = std::chrono::steady_clock;
  double seconds() const {
    return spent_ + std::chrono::duration<double>(Clock::now() - since_).count();
  }
  template <typename F>
  void pause_for(F&& work) {
    spent_ = seconds();
    work(spent_);
    since_ = Clock::now();
  }
  void exchange(StateArchive& archive) {  // while it is paused
    archive("seconds", spent_);
    since_ = Clock::now();
  }

 private:
  double spent_ = 0;
  Clock::time_point since_ = Clock::now();
};

void move(State& state, const Vector& d, Step& step) {
  state.theta -= step.size * d;
  state.step = step.size;
  state.gradient_is_current = step.has_gradient;
  if (step.has_loss) state.loss = step.loss;
  if (step.has_gradient) {
    state.gradient.swap(step.gradient);
    state.loss_by_term.swap(step.loss_by_term);
  }
}

struct Ending {
  Termination why;
  std::string sentence;
  bool everywhere = false;  ///< other starts would end so, too
};

// Starts that are tried where numbers are not finite at the first ones: each costs an evaluation.
constexpr int most_bad_starts = 20;
// An energy that has fallen below so many times what it was at the start, and below this number,
// has no least value. Those of energies that have one are some powers of ten from the start.
constexpr double bottomless = 1e20;
// A decrease of an energy by less than this part of it is lost in rounding.
constexpr double rounding_of_energies = 1e-15;

/// The best of several starts.
class BestOf {
 public:
  BestOf(const Options& options, int first)
      : options_(options), begin_(first), end_(first + options.iterations) {}

  int attempts() const { return attempts_; }
  double first_loss() const { return first_loss_; }  ///< its size

  void begin(double loss) {
    if (!(first_loss_ >= 0) && std::isfinite(loss)) first_loss_ = std::fabs(loss);
  }

  /// Of a sum of squares: what is left is rounding.
  bool is_solved(double loss) const { return loss <= options_.solved * first_loss_; }

  /// Whether an attempt that has not left its start can begin elsewhere.
  bool can_begin_elsewhere(const State& state) const {
    return state.iteration == begin_ && attempts_ + 1 < std::max(options_.starts, most_bad_starts);
  }

  /// Whether a run that ended so begins again: it got stuck above the loss that counts as solved,
  /// and there are iterations left for more than half of the longest run so far.
  bool worth_another_start(const Ending& ending, const State& state) {
    const bool stationary =  // nobody asked for a small gradient: a minimum, not the least one
        ending.why == Termination::gradient_tolerance && options_.stopping.gradient_tolerance == 0;
    const bool stuck = stationary || ending.why == Termination::stalled || failed(ending.why);
    longest_ = std::max(longest_, state.iteration - begin_);
    return stuck && !ending.everywhere && !is_solved(state.loss) &&
           attempts_ + 1 < options_.starts && end_ - state.iteration > longest_ / 2;
  }

  /// Keeps what a run has reached, and how it ended; the number of the next one.
  int next_attempt(const State& state, const Ending& ending) {
    if (keep_lower(state)) {
      why_ = static_cast<int>(ending.why);
      sentence_ = ending.sentence;
    }
    begin_ = state.iteration;
    return ++attempts_;
  }

  /// Leaves the state at the lowest loss of all runs. Where the last one failed and another one has
  /// reached that, its ending counts.
  void restore(State& state, Ending& ending) {
    if (attempts_ == 0) return;
    if (!keep_lower(state) && failed(ending.why) && !ending.everywhere && std::isfinite(loss_))
      ending = {static_cast<Termination>(why_), sentence_};
    state.theta = theta_;
    state.loss = loss_;
    state.loss_by_term = loss_by_term_;
  }

  void exchange(StateArchive& archive) {
    archive("begin", begin_);
    archive("end", end_);
    archive("longest", longest_);
    archive("attempts", attempts_);
    archive("first_loss", first_loss_);
    archive("loss", loss_);
    archive("theta", theta_);
    archive.numbers("loss_by_term", loss_by_term_, -1);
    archive("why", why_);
    archive.require(why_ >= 0 && why_ <= static_cast<int>(Termination::little_progress), "why");
    archive("sentence", sentence_);
  }

 private:
  bool keep_lower(const State& state) {
    if (theta_.size() > 0 && !(state.loss < loss_)) return false;
    theta_ = state.theta;
    loss_ = std::isfinite(state.loss) ? state.loss : std::numeric_limits<double>::infinity();
    loss_by_term_ = state.loss_by_term;
    return true;
  }

  const Options& options_;
  int begin_, end_, longest_ = 0, attempts_ = 0;
  int why_ = 0;
  std::string sentence_;  ///< with `why`: how the run of the lowest loss ended
  double first_loss_ = -1, loss_ = 0;
  Vector theta_, loss_by_term_;
};

/// Whether the loss still falls as much as is asked for.
class Progress {
 public:
  explicit Progress(const Options& options) : options_(options) {}

  /// The loss before an iteration; whether those before it have done too little.
  bool is_little(double loss) {
    if (!(options_.stopping.least_progress > 0)) return false;
    const auto over = static_cast<std::size_t>(options_.stopping.progress_iterations);
    losses_.push_back(loss);
    if (losses_.size() <= over) return false;
    const double before = losses_.front();
    losses_.erase(losses_.begin());
    return !(before - loss >= options_.stopping.least_progress * std::fabs(before));
  }
  void restart() { losses_.clear(); }
  void exchange(StateArchive& archive) { archive("losses", losses_); }

 private:
  const Options& options_;
  std::vector<double> losses_;  ///< the latest ones
};

/// Which number it was that ended a run.
std::string what_is_not_finite(const State& state, const Vector& d) {
  if (!std::isfinite(state.loss)) return "the loss is not finite";
  if (!state.gradient.allFinite()) return "the gradient of the loss is not finite";
  if (!d.allFinite()) return "the direction is not finite";
  return "the rows of the metric, or their squares, are not finite";
}

/// The energy falls without bound, if it does. (A sum of squares cannot.)
std::optional<Ending> bottomless_end(const energy::Energy& energy, const State& state,
                                     const BestOf& best) {
  if (energy.least_squares()) return std::nullopt;
  const double least = -bottomless * std::max(1.0, best.first_loss());
  if (!(state.loss < least)) return std::nullopt;  // -inf is
  return Ending{Termination::diverged,
                fmt::format("iteration {}: the energy falls without bound: {:.3e}, from a size of "
                            "{:.3e} at the start",
                            state.iteration, state.loss, std::max(0.0, best.first_loss())),
                true};
}

/// Why no step was found: a good end is told from a bad one.
std::string why_no_step(const energy::Energy& energy, const State& state, const Vector& d,
                        bool exhausted, const BestOf& best) {
  const std::string where = fmt::format("iteration {}: ", state.iteration);
  if (energy.least_squares() && best.is_solved(state.loss))
    return where + fmt::format(
                       "rounding is reached: no step lowers the loss {:.3e}, which began "
                       "at {:.3e}",
                       state.loss, best.first_loss());
  const double promised = state.gradient.dot(d);
  if (!energy.least_squares() && promised > 0 &&
      promised <= rounding_of_energies * std::fabs(state.loss))
    return where +
           fmt::format("rounding is reached: no step lowers the energy {:.6e} further", state.loss);
  if (exhausted) return where + fmt::format("the loss {:.6e} has stopped falling", state.loss);
  return where + fmt::format("no step along the direction lowers the loss {:.6e}", state.loss);
}

/// Lengths that the archive cannot know.
void require_fit(const StateArchive& archive, const energy::Energy& energy, const State& state) {
  const Index parameters = energy.parameters(), terms = std::ssize(energy.term_names());
  archive.require(state.theta.size() == parameters, "state.theta");
  archive.require(!state.gradient_is_current ||
                      (state.gradient.size() == parameters && state.loss_by_term.size() == terms),
                  "state.gradient");
}

}  // namespace

std::string name(Termination termination) {
  switch (termination) {
    case Termination::iterations:
      return "iterations";
    case Termination::target_loss:
      return "target_loss";
    case Termination::gradient_tolerance:
      return "gradient_tolerance";
    case Termination::time_limit:
      return "time_limit";
    case Termination::interrupted:
      return "interrupted";
    case Termination::stalled:
      return "stalled";
    case Termination::diverged:
      return "diverged";
    case Termination::no_direction:
      return "no_direction";
    case Termination::little_progress:
      return "little_progress";
  }
  return "";
}

bool failed(Termination termination) {
  return termination == Termination::diverged || termination == Termination::no_direction;
}

void State::exchange(StateArchive& archive) {
  archive("iteration", iteration);
  archive("theta", theta);
  archive("loss", loss);
  archive.numbers("loss_by_term", loss_by_term, -1);
  archive("gradient", gradient);
  archive("gradient_is_current", gradient_is_current);
  archive("step", step);
  archive("damping", damping);
  int outcome = static_cast<int>(solution.outcome);
  archive("outcome", outcome);
  solution.outcome = static_cast<linalg::Outcome>(outcome);
  archive("rank", solution.rank);
  archive("largest", solution.largest);
  archive("smallest_kept", solution.smallest_kept);
}

void Result::exchange(StateArchive& archive) {
  int why = static_cast<int>(termination);
  archive("termination", why);
  archive.require(why >= 0 && why <= static_cast<int>(Termination::little_progress), "termination");
  termination = static_cast<Termination>(why);
  archive("sentence", sentence);
  archive("iterations", iterations);
  archive("seconds", seconds);
}

Result minimise(energy::Energy& energy, const Options& options, State& state,
                const Observer& observe, const std::function<bool()>& stop, const Starts& starts,
                const Keeping& keeping) {
  auto iteration = make_iteration(options, energy);
  int first = state.iteration;
  BestOf best(options, first);
  Progress progress(options);
  Stopwatch watch;
  state.gradient_is_current = false;

  // All that passes from one iteration to the next.
  const Keeping::Save exchange = [&](StateArchive& archive) {
    archive.set_parameters(energy.parameters());
    archive.within("optimizer", [&] {
      archive.part("energy", energy);
      archive.part("state", state);
      archive.part("iteration", *iteration);
      archive.part("best", best);
      archive.part("progress", progress);
      archive.part("watch", watch);
      archive("first", first);
    });
  };
  if (keeping.resumed) {
    exchange(*keeping.resumed);
    keeping.resumed->require_all_read();
    require_fit(*keeping.resumed, energy, state);
  }
  Vector d(state.theta.size());

  const auto begin_elsewhere = [&](const Ending& so_far) {
    state.theta = starts(best.next_attempt(state, so_far));
    state.gradient_is_current = false;
    iteration = make_iteration(options, energy);
    progress.restart();
  };

  const auto iterate = [&]() -> std::optional<Ending> {
    const bool leaving = stop && stop();
    if (keeping.offer)
      watch.pause_for([&](double) { keeping.offer(state.iteration, leaving, exchange); });
    if (leaving) return Ending{Termination::interrupted, "interrupted"};
    if (options.stopping.time_limit > 0 && watch.seconds() >= options.stopping.time_limit)
      return Ending{Termination::time_limit,
                    fmt::format("the time limit of {} s was reached", options.stopping.time_limit)};
    if (!iteration->draws_points() && energy.adapt(state.iteration, state.theta))
      state.gradient_is_current = false;

    const linalg::Outcome outcome = iteration->compute(energy, state, d);
    best.begin(state.loss);
    const auto no_numbers = [&] {
      return Ending{Termination::diverged,
                    fmt::format("iteration {}: {}", state.iteration, what_is_not_finite(state, d))};
    };
    if (outcome == linalg::Outcome::not_finite && starts && best.can_begin_elsewhere(state)) {
      begin_elsewhere(no_numbers());
      return std::nullopt;
    }
    if (observe) watch.pause_for([&](double spent) { observe(state, spent, false); });
    if (auto ending = bottomless_end(energy, state, best)) return ending;
    if (outcome == linalg::Outcome::not_finite || !d.allFinite()) return no_numbers();
    if (options.stopping.target_loss != 0 && state.loss <= options.stopping.target_loss)
      return Ending{Termination::target_loss,
                    fmt::format("the loss {:.3e} is at or below its target {:.3e}", state.loss,
                                options.stopping.target_loss)};
    if (const double norm = state.gradient.norm(); norm == 0)
      return Ending{Termination::gradient_tolerance,
                    fmt::format("iteration {}: the gradient is zero, the loss {:.3e}",
                                state.iteration, state.loss)};
    else if (norm <= options.stopping.gradient_tolerance)
      return Ending{Termination::gradient_tolerance,
                    fmt::format("the gradient's norm {:.3e} is at or below its tolerance {:.3e}",
                                norm, options.stopping.gradient_tolerance)};
    if (progress.is_little(state.loss))
      return Ending{
          Termination::little_progress,
          fmt::format("{} iterations have lowered the loss to {:.3e}, by less than {} of it",
                      options.stopping.progress_iterations, state.loss,
                      options.stopping.least_progress)};
    if (outcome != linalg::Outcome::ok)
      return Ending{Termination::no_direction,
                    fmt::format("iteration {}: {}", state.iteration, linalg::describe(outcome))};

    Step step = iteration->choose(energy, state, d);
    if (!step.found && iteration->restart()) return std::nullopt;
    if (!step.found)
      return Ending{Termination::stalled, why_no_step(energy, state, d, step.exhausted, best)};
    move(state, d, step);
    ++state.iteration;
    return std::nullopt;
  };

  std::optional<Ending> ending;
  while (!ending && state.iteration - first < options.iterations) {
    ending = iterate();
    if (!ending || !starts) continue;
    if (energy.level()) {
      state.loss = energy.loss(state.theta, &state.loss_by_term);
      state.gradient_is_current = false;
    }
    if (!best.worth_another_start(*ending, state)) continue;
    begin_elsewhere(*ending);
    ending.reset();
  }
  if (!ending)
    ending =
        Ending{Termination::iterations, fmt::format("all {} iterations done", options.iterations)};

  const double seconds = watch.seconds();
  if (energy.level()) state.gradient_is_current = false;
  if (!state.gradient_is_current) state.loss = energy.loss(state.theta, &state.loss_by_term);
  best.restore(state, *ending);
  // The last step may have led out of the numbers, where no further iteration notices it, or on
  // the way down.
  if (auto bottom = bottomless_end(energy, state, best); bottom && !failed(ending->why))
    ending = std::move(bottom);
  const bool finite = std::isfinite(state.loss) && state.theta.allFinite();
  if (!finite && !failed(ending->why) && ending->why != Termination::interrupted)
    ending = Ending{Termination::diverged,
                    fmt::format("after iteration {}: the loss or the parameters are not finite",
                                state.iteration)};
  if (best.attempts() > 0 && !std::isfinite(state.loss))
    ending->sentence += fmt::format("; likewise at {} other starts", best.attempts());
  else if (best.attempts() > 0)
    ending->sentence += fmt::format("; the best of {} starts", best.attempts() + 1);
  if (observe) observe(state, seconds, true);
  return {ending->why, ending->sentence, state.iteration - first, seconds};
}

}  // namespace engd::optim
