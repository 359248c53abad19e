#include "run/training.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "run/scale.h"

namespace engd::run {

Training::Training(io::Problem& problem, std::uint64_t seed, int threads, backend::Device device,
                   Level first, const cpu::SolutionError::Squares& elsewhere)
    : problem_(problem), seed_(seed), threads_(threads), device_(device), elsewhere_(elsewhere) {
  enter(std::move(first));
}

void Training::enter(Level level) {
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
  if (first_loss_ < 0) first_loss_ = std::fabs(loss_);
  if (observe)
    observe(
        {optimizer, state_, state_.iteration, loss_, loss_by_term_, error_.get(), seconds, final});
}

bool Training::train(const std::function<void(const Moment&)>& observe,
                     const std::function<bool()>& stop) {
  const network::Mlp mlp = make_network(problem_, level_);
  double offset = 0;
  for (const double part : offset_) offset += part;
  for (optim::Options stage : problem_.stages) {
    if (stage.target_loss != 0) stage.target_loss -= offset;
    if (!level_.frozen.empty()) {
      const double now = std::fabs(energy_->loss(state_.theta));
      if (now > 0) stage.solved *= first_loss_ / now;
    }
    ending_ = optim::minimise(
        *energy_, stage, state_,
        [&](const optim::State&, double spent, bool final) {
          // The end of a stage is the start of the next, which reports it.
          if (!final) tell(observe, stage, seconds_ + spent, false);
        },
        stop,
        [&](int attempt) {
          return mlp.initial(seed_, first_attempt(level_) + static_cast<std::uint32_t>(attempt));
        });
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
  const Vector zero = silent(make_network(problem_, level_), state_.theta);
  const auto finer = make_finer_energy(problem_, seed_, threads_, level_);
  return state_.loss < energy_->loss(zero) && finer->loss(state_.theta) < finer->loss(zero);
}

Trained Training::run(const std::function<void(const Moment&)>& observe,
                      const std::function<bool()>& stop) {
  bool more = train(observe, stop);
  std::string left_out;
  while (more) {
    const Level before = level_;
    const optim::State state = state_;
    const optim::Result ending = ending_;
    if (!enter_next_level()) break;
    more = train(observe, stop);
    if (lowers_the_loss()) continue;
    left_out = fmt::format("; network {} did not lower the loss and is left out",
                           level_.frozen.size() + 1);
    enter(before);
    const int iteration = state_.iteration;
    state_ = state;
    state_.iteration = iteration;
    fold_losses();
    if (optim::failed(ending_.termination)) ending_ = ending;
    break;
  }
  ending_.sentence += left_out;
  ending_.iterations = iterations_;
  ending_.seconds = seconds_;
  tell(observe, problem_.stages.back(), seconds_, true);
  return {level_, state_.theta, loss_, ending_, std::move(error_)};
}

}  // namespace engd::run
