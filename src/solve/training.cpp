#include "solve/training.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>

#include "solve/level_archive.h"
#include "solve/scale.h"

namespace engd::solve {

Training::Training(Level first, std::uint64_t seed, int threads, backend::Device device,
                   const cpu::SolutionError::Squares& elsewhere)
    : level_(std::move(first)),
      problem_(*level_.problem),
      seed_(seed),
      threads_(threads),
      device_(device),
      elsewhere_(elsewhere) {
  enter(level_);
}

void Training::enter(const Level& level) {
  energy_.reset();
  error_.reset();
  level_ = level.fresh();
  energy_ = make_energy(level_, seed_, threads_, device_);
  error_ = make_solution_error(level_, threads_);
  if (error_) error_->add_to(elsewhere_);
  state_.theta = level_.start.size() > 0 ? level_.start
                                         : level_.trainable->initial(seed_, first_attempt(level_));
  // What belonged to the network before has another length.
  state_.gradient.resize(0);
  state_.loss_by_term.resize(0);
  state_.gradient_is_current = false;
}

/// From the terms of the energy to those of the problem: parts of a term are added up, and what a
/// term leaves out because it is known comes back.
void Training::fold_losses() {
  const LevelTerms& parts = level_.terms();
  loss_by_term_ = Eigen::Map<const Vector>(parts.offset.data(), std::ssize(parts.offset));
  for (std::size_t t = 0; t < parts.owner.size(); ++t)
    loss_by_term_[parts.owner[t]] += state_.loss_by_term[static_cast<Index>(t)];
  loss_ = state_.loss;
  for (const double offset : parts.offset) loss_ += offset;
}

namespace {

/// NaN has a sign, which says nothing and is printed.
double without_sign_of_nan(double x) {
  return std::isnan(x) ? std::numeric_limits<double>::quiet_NaN() : x;
}

}  // namespace

void Training::tell(Observer& observer, const optim::Options& optimizer, double seconds,
                    bool final) {
  fold_losses();
  loss_ = without_sign_of_nan(loss_);
  loss_by_term_ = loss_by_term_.unaryExpr(&without_sign_of_nan).eval();
  if (first_loss_ < 0 && std::isfinite(loss_)) first_loss_ = std::fabs(loss_);
  observer.see({seed_, optimizer, state_, state_.iteration, loss_, loss_by_term_, error_.get(),
                seconds, final});
}

bool Training::train(Observer& observer) {
  double offset = 0;
  for (const double part : level_.terms().offset) offset += part;
  for (; stage_ < std::ssize(problem_.stages); ++stage_) {
    optim::Options stage = problem_.stages[static_cast<std::size_t>(stage_)];
    if (stage.stopping.target_loss != 0) stage.stopping.target_loss -= offset;
    if (!resumed_) unsolved_ = 1;
    if (!resumed_ && !level_.frozen.empty()) {
      const double now = std::fabs(energy_->loss(state_.theta));
      if (now > 0) unsolved_ = first_loss_ / now;
    }
    stage.solved *= unsolved_;
    const auto keep = [&](int iteration, bool leaving, const Observer::Save& save) {
      observer.keep(iteration, leaving, [&](StateArchive& archive) {
        exchange(archive);
        save(archive);
      });
    };
    ending_ = optim::minimise(
        *energy_, stage, state_,
        [&](const optim::State&, double spent, bool final) {
          // The end of a stage is the start of the next, which reports it.
          if (!final) tell(observer, stage, seconds_ + spent, false);
        },
        [&] { return observer.wants_to_stop(); },
        [&](int attempt) {
          return level_.trainable->initial(
              seed_, first_attempt(level_) + static_cast<std::uint32_t>(attempt));
        },
        {keep, resumed_});
    resumed_ = nullptr;
    seconds_ += ending_.seconds;
    iterations_ += ending_.iterations;
    fold_losses();
    using optim::Termination;
    if (optim::failed(ending_.termination) || ending_.termination == Termination::interrupted)
      return false;
  }
  return ending_.termination != optim::Termination::target_loss &&
         ending_.termination != optim::Termination::time_limit;
}

/// The rest of what is trained becomes the business of another network. False when there is none,
/// or no rest.
bool Training::enter_next_level() {
  const std::size_t number = level_.frozen.size();
  if (number >= problem_.corrections.size()) return false;
  const auto begin = std::chrono::steady_clock::now();
  Level next = level_.next(state_.theta);
  if (!fit_to_rest(next, seed_, threads_)) return false;
  if (const auto& given = problem_.corrections[number].scale)
    next.begin(std::vector(next.scale.size(), *given), next.frequency);
  enter(next);
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return true;
}

/// Also on points that it was not trained on: a network of high frequencies can gain between them.
bool Training::lowers_the_loss() {
  const Vector zero = level_.trainable->silent(state_.theta);
  const auto finer = make_finer_energy(level_, seed_, threads_);
  return state_.loss < energy_->loss(zero) && finer->loss(state_.theta) < finer->loss(zero);
}

/// Back to what was there before the network in training.
void Training::leave_out() {
  enter(before_->level);
  const int iteration = state_.iteration;
  state_ = before_->state;
  state_.iteration = iteration;
  fold_losses();
  if (optim::failed(ending_.termination)) ending_ = before_->ending;
}

void Training::exchange(StateArchive& archive) {
  archive.within("training", [&] {
    archive("stage", stage_);
    archive.require(stage_ >= 0 && stage_ < std::ssize(problem_.stages), "stage");
    archive("unsolved", unsolved_);
    archive("first_loss", first_loss_);
    archive("iterations", iterations_);
    archive("seconds", seconds_);
    archive.part("ending", ending_);
    archive.within("level", [&] { solve::exchange(archive, level_); });
    bool has_before = before_.has_value();
    archive("has_before", has_before);
    if (!has_before) return;
    if (!before_) before_.emplace(Before{level_.earlier(0), {}, {}});
    archive.within("before.level", [&] { solve::exchange(archive, before_->level); });
    archive.part("before.state", before_->state);
    archive.part("before.ending", before_->ending);
  });
}

/// A window of time without terms, whose unknowns have a hard start: they stay as they were there.
void Training::stay_at_the_start() {
  state_.theta = level_.trainable->silent(state_.theta);
  ending_ = {optim::Termination::iterations, "no term has points in this window of time"};
}

Trained Training::run() {
  Observer nobody;
  return run(nobody);
}

Trained Training::run(Observer& observer, StateArchive* resumed) {
  resumed_ = resumed;
  if (resumed) {
    exchange(*resumed);
    enter(level_);
  }
  std::string left_out;
  const bool is_empty = problem_.terms.empty();
  if (is_empty) stay_at_the_start();
  bool more = !is_empty && train(observer);
  // Further networks; where the run was resumed, perhaps with one of them in training.
  while (true) {
    if (before_ && !lowers_the_loss()) {
      left_out = fmt::format("; network {} did not lower the loss and is left out",
                             level_.frozen.size() + 1);
      leave_out();
      break;
    }
    if (!more) break;
    Before before{level_.fresh(), state_, ending_};
    if (!enter_next_level()) break;
    before_ = std::move(before);
    stage_ = 0;
    more = train(observer);
  }
  ending_.sentence += left_out;
  ending_.iterations = iterations_;
  ending_.seconds = seconds_;
  tell(observer, problem_.stages.back(), seconds_, true);
  level_.graph.share();
  return {level_, state_.theta, loss_, ending_, std::move(error_)};
}

}  // namespace engd::solve
