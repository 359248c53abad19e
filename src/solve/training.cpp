#include "solve/training.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "solve/level_archive.h"
#include "solve/scale.h"

namespace engd::solve {

Training::Training(problem::Problem& problem, std::uint64_t seed, int threads,
                   backend::Device device, Level first,
                   const cpu::SolutionError::Squares& elsewhere)
    : problem_(problem),
      graph_(problem.graph),
      seed_(seed),
      threads_(threads),
      device_(device),
      elsewhere_(elsewhere) {
  enter(std::move(first));
}

void Training::enter(Level level) {
  energy_.reset();
  error_.reset();
  problem_.graph = graph_;
  level_ = std::move(level);
  LevelTerms parts = make_level_terms(problem_, level_);
  owner_ = std::move(parts.owner);
  offset_ = std::move(parts.offset);
  energy_ = make_energy(problem_, std::move(parts.terms), seed_, threads_, level_, device_);
  error_ = make_solution_error(problem_, threads_, level_);
  if (error_) error_->add_to(elsewhere_);
  state_.theta = level_.start.size() > 0
                     ? level_.start
                     : make_network(problem_, level_).initial(seed_, first_attempt(level_));
  // What belonged to the network before has another length.
  state_.gradient.resize(0);
  state_.loss_by_term.resize(0);
  state_.gradient_is_current = false;
}

/// From the terms of the energy to those of the problem: parts of a term are added up, and what a
/// term leaves out because it is known comes back.
void Training::fold_losses() {
  loss_by_term_ = Eigen::Map<const Vector>(offset_.data(), std::ssize(offset_));
  for (std::size_t t = 0; t < owner_.size(); ++t)
    loss_by_term_[owner_[t]] += state_.loss_by_term[static_cast<Index>(t)];
  loss_ = state_.loss;
  for (const double offset : offset_) loss_ += offset;
}

void Training::tell(const std::function<void(const Moment&)>& observe,
                    const optim::Options& optimizer, double seconds, bool final) {
  fold_losses();
  if (first_loss_ < 0 && std::isfinite(loss_)) first_loss_ = std::fabs(loss_);
  if (observe)
    observe(
        {optimizer, state_, state_.iteration, loss_, loss_by_term_, error_.get(), seconds, final});
}

bool Training::train(const std::function<void(const Moment&)>& observe,
                     const std::function<bool()>& stop) {
  const network::Trainable trainable = make_network(problem_, level_);
  double offset = 0;
  for (const double part : offset_) offset += part;
  for (; stage_ < std::ssize(problem_.stages); ++stage_) {
    optim::Options stage = problem_.stages[static_cast<std::size_t>(stage_)];
    if (stage.target_loss != 0) stage.target_loss -= offset;
    if (!keeping_.resumed) unsolved_ = 1;
    if (!keeping_.resumed && !level_.frozen.empty()) {
      const double now = std::fabs(energy_->loss(state_.theta));
      if (now > 0) unsolved_ = first_loss_ / now;
    }
    stage.solved *= unsolved_;
    ending_ = optim::minimise(
        *energy_, stage, state_,
        [&](const optim::State&, double spent, bool final) {
          // The end of a stage is the start of the next, which reports it.
          if (!final) tell(observe, stage, seconds_ + spent, false);
        },
        stop,
        [&](int attempt) {
          return trainable.initial(seed_,
                                   first_attempt(level_) + static_cast<std::uint32_t>(attempt));
        },
        keeping_);
    keeping_.resumed = nullptr;
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
  Level next = level_;
  next.start.resize(0);
  const std::size_t unknowns = problem_.scope.unknowns.size();
  if (next.scale.empty()) next.scale.assign(unknowns, 1.0);
  next.frozen.push_back({make_network(problem_, level_), state_.theta, next.scale});
  if (!fit_to_rest(problem_, seed_, threads_, next)) return false;
  if (const auto& given = problem_.corrections[number].scale) {
    next.scale.assign(unknowns, *given);
    next.start.resize(0);
  }
  enter(std::move(next));
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return true;
}

/// Also on points that it was not trained on: a network of high frequencies can gain between them.
bool Training::lowers_the_loss() {
  const Vector zero = make_network(problem_, level_).silent(state_.theta);
  const auto finer = make_finer_energy(problem_, seed_, threads_, level_);
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

void Training::resume_or_begin(const optim::Keeping& keeping) {
  keeping_ = keeping;
  if (keeping_.resumed) {
    exchange(*keeping_.resumed);
    Level level = std::move(level_);
    enter(std::move(level));
  }
  if (!keeping.offer) return;
  keeping_.offer = [this, keeping](int iteration, bool leaving, const optim::Keeping::Save& save) {
    keeping.offer(iteration, leaving, [&](StateArchive& archive) {
      exchange(archive);
      save(archive);
    });
  };
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
    archive.within("level", [&] { solve::exchange(archive, problem_, level_); });
    bool has_before = before_.has_value();
    archive("has_before", has_before);
    if (!has_before) return;
    if (!before_) before_.emplace();
    before_->level.before = level_.before;  // windows of time: not a part of the archive
    before_->level.time_axis = level_.time_axis;
    archive.within("before.level", [&] { solve::exchange(archive, problem_, before_->level); });
    archive.part("before.state", before_->state);
    archive.part("before.ending", before_->ending);
  });
}

/// A window of time without terms, whose unknowns have a hard start: they stay as they were there.
void Training::stay_at_the_start() {
  state_.theta = make_network(problem_, level_).silent(state_.theta);
  ending_ = {optim::Termination::iterations, "no term has points in this window of time"};
}

Trained Training::run(const std::function<void(const Moment&)>& observe,
                      const std::function<bool()>& stop, const optim::Keeping& keeping) {
  resume_or_begin(keeping);
  std::string left_out;
  const bool is_empty = problem_.terms.empty();
  if (is_empty) stay_at_the_start();
  bool more = !is_empty && train(observe, stop);
  // Further networks; where the run was resumed, perhaps with one of them in training.
  while (true) {
    if (before_ && !lowers_the_loss()) {
      left_out = fmt::format("; network {} did not lower the loss and is left out",
                             level_.frozen.size() + 1);
      leave_out();
      break;
    }
    if (!more) break;
    Before before{level_, state_, ending_};
    if (!enter_next_level()) break;
    before_ = std::move(before);
    stage_ = 0;
    more = train(observe, stop);
  }
  ending_.sentence += left_out;
  ending_.iterations = iterations_;
  ending_.seconds = seconds_;
  tell(observe, problem_.stages.back(), seconds_, true);
  return {level_, state_.theta, loss_, ending_, std::move(error_)};
}

}  // namespace engd::solve
