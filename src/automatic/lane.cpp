#include "automatic/lane.h"

#include <algorithm>
#include <cmath>

#include "support/error.h"

namespace engd::automatic {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double first_rows = 4, most_rows = 16;  // for a parameter
constexpr double growth = 2;  // of the parameters, from one candidate to the next
constexpr double largest_size = 3000;
// Harmonics are further inputs, whose weights leave fewer neurons: so many times the first size.
constexpr double with_harmonics = 1.7;
constexpr int most_windows = 512;
// Fewer windows than twice as many are tried where so many times as many fit, into this part of
// what is left.
constexpr double more_windows = 1.25, fitting_part = 0.9;
// The score is measured after so many iterations, then each time so much work has been added.
constexpr double first_iterations = 10, slice = 0.5;
// Twice the work that does not halve the score is better spent on another network. Before so many
// iterations that says nothing; nor, for longer, where the equations do not hold at all yet.
constexpr double slow_fall = 1, unsolved = 0.1;
constexpr int fewest_iterations = 30, fewest_unsolved = 100;
// A new candidate is begun where so many iterations fit.
constexpr double worthwhile_iterations = 30;
// Between the points of training the residual is so many times larger: points are missing.
constexpr double few_points = 3;
// A larger candidate has gained nothing where its score is not below this part of the others'.
constexpr double least_gain = 0.7;
constexpr int most_without_gain = 2;

}  // namespace

bool Candidate::has_few_points() const {
  return to_trained > few_points && rows_each < most_rows;
}

bool Candidate::is_saturated() const {
  const std::size_t n = falls.size();
  const int iterations = runner->iterations();
  if (n < 2 || iterations < fewest_iterations) return false;
  if (score > unsolved && iterations < fewest_unsolved) return false;
  return falls[n - 1] < slow_fall && falls[n - 2] < slow_fall;
}

double Candidate::predicted(double times) const {
  if (is_in_windows()) return runner->has_ended() ? score : windows.score();
  if (!std::isfinite(score) || falls.empty() || runner->has_ended()) return score;
  double fall = falls.back();
  if (falls.size() > 1) fall = 0.5 * (fall + falls[falls.size() - 2]);
  return score * std::pow(times, -std::clamp(fall, 0.0, 2.0));
}

Lane::Lane(const problem::Problem& problem, const Machine& machine, Entrant entrant,
           const Scales& scales)
    : problem_(&problem), machine_(machine), entrant_(std::move(entrant)), scales_(&scales) {}

Lane Lane::copy() const {
  Lane other(*this);
  for (Candidate& one : other.candidates_)
    if (!one.runner->has_ended()) one.runner = std::make_shared<Runner>(*one.runner);
  return other;
}

void Lane::run_beside_others(const Share& share) {
  share_ = share;
  waits_ = false;
}

void Lane::run_alone() {
  share_.reset();
  waits_ = false;
}

const Candidate* Lane::best() const {
  const Candidate* best = nullptr;
  for (const Candidate& one : candidates_)
    if (std::isfinite(one.score) && (!best || one.score < best->score)) best = &one;
  return best;
}

bool Lane::has_ended() const {
  return exhausted_ && std::ranges::all_of(candidates_, [](const Candidate& one) {
           return one.runner->has_ended() || !one.why_stopped.empty();
         });
}

double Lane::predicted() const {
  double least = infinite;
  // What is not judged yet may be the best.
  if (candidates_.size() == 1 && candidates_.front().is_pending() &&
      !candidates_.front().windows.any())
    return 0;
  for (const Candidate& one : candidates_) least = std::min(least, one.predicted(4));
  return least;
}

double Lane::fall() const {
  if (candidates_.empty() || candidates_.back().falls.empty()) return 0;
  return candidates_.back().falls.back();
}

/// What a candidate has now.
Machine Lane::machine() const {
  Machine machine = machine_;
  if (share_) {
    machine.threads = share_->threads;
    machine.memory = share_->memory;
  }
  return machine;
}

void Lane::give_up(const std::string& why) {
  exhausted_ = true;
  why_exhausted_ = why;
}

/// More points where those of training do not tell what happens between them, else more neurons.
Lane::Next Lane::next() const {
  if (candidates_.empty()) {
    const double inputs = entrant_.harmonics > 1 ? with_harmonics : 1;
    return {inputs * first_size(*problem_), first_rows, entrant_.windows};
  }
  const Candidate& last = candidates_.back();
  const auto size = static_cast<double>(last.runner->parameters());
  const int windows = last.runner->problem().windows;
  if (last.has_few_points()) {
    // Where many would be needed, other ones each time are as good.
    if (has_many_coordinates(*problem_) && !last.is_in_windows() && !last.redrawn)
      return {size, last.rows_each, windows, true};
    return {size, 2 * last.rows_each, windows, last.redrawn};
  }
  if (last.is_in_windows() && steps_.next() == WindowSteps::Step::windows)
    return {size, last.rows_each, 2 * windows};
  // The last step may be a shorter one.
  const double larger =
      size < 0.7 * largest_size ? std::min(growth * size, largest_size) : growth * size;
  return {larger, last.rows_each, windows, last.redrawn};
}

/// Whether the last candidate is better than all before it; of windows of time, the first one.
bool Lane::has_gained() const {
  const auto score = [](const Candidate& one) {
    return one.is_in_windows() ? one.windows.first_score() : one.score;
  };
  for (std::size_t k = 0; k + 1 < candidates_.size(); ++k)
    if (!(score(candidates_.back()) < least_gain * score(candidates_[k]))) return false;
  return true;
}

/// Why there is no next candidate; empty where there is one.
std::string Lane::why_no_next(const Next& next) const {
  if (candidates_.empty()) return {};
  const Candidate& last = candidates_.back();
  if (entrant_.kind == Kind::as_written && next.rows_each == last.rows_each &&
      next.redrawn == last.redrawn)
    return "the network of the file is as large as it is";
  if (!(next.size <= largest_size)) return "the largest network was tried";
  if (next.windows > most_windows) return "the largest number of windows was tried";
  const int without = has_gained() ? 0 : without_gain_ + 1;
  return without < most_without_gain ? "" : "larger networks and more points gained nothing";
}

/// With fewer windows of time where not all are going to fit, as far as the last candidate tells;
/// nothing where that are hardly more than before.
std::optional<Lane::Next> Lane::fitted(Next next, double left) const {
  const Candidate& last = candidates_.back();
  if (!last.windows.any()) return next;
  const auto size = static_cast<double>(last.runner->parameters());
  const double each =
      last.windows.first_cost() * next.rows_each / last.rows_each * std::pow(next.size / size, 3);
  if (each * next.windows <= left) return next;
  const int before = last.runner->problem().windows;
  const double most = fitting_part * left / each;
  if (next.windows == before || !(most >= more_windows * before)) return std::nullopt;
  next.windows = static_cast<int>(most);
  return next;
}

/// What the last candidate in windows of time tells about the next one.
void Lane::learn_steps() {
  if (candidates_.size() < 2) return;
  const Candidate &last = candidates_.back(), &before = candidates_[candidates_.size() - 2];
  if (!last.is_in_windows() || last.rows_each != before.rows_each) return;
  const auto learn = [&](WindowSteps::Step step, double now, double then) {
    steps_.learn(step, now / then, before.windows.first_score(), last.windows.first_score());
  };
  if (last.runner->problem().windows != before.runner->problem().windows)
    learn(WindowSteps::Step::windows, last.runner->problem().windows,
          before.runner->problem().windows);
  else
    learn(WindowSteps::Step::size, static_cast<double>(last.runner->parameters()),
          static_cast<double>(before.runner->parameters()));
}

/// Unless there is none, or none that fits into what is left.
double Lane::work_of_iteration(double rows, double parameters) const {
  const double times = entrant_.kind == Kind::fixed_waves ? fine_times : 1;
  return times * automatic::work_of_iteration(entrant_.method, rows, parameters);
}

void Lane::begin_next(const Meter& meter, double left) {
  learn_steps();
  Next next = this->next();
  int without_gain = without_gain_;
  if (const std::string why = why_no_next(next); !why.empty()) return give_up(why);
  if (!candidates_.empty()) {
    const double iteration = work_of_iteration(next.size * next.rows_each, next.size);
    const double wanted = entrant_.kind == Kind::fixed_waves ? 1 : worthwhile_iterations;
    if (meter.cost_of(wanted * iteration) > left) return;
    const std::optional<Next> fits = fitted(next, 1 - meter.fraction());
    if (!fits)
      return give_up(
          "more windows of time, or larger networks in them, do not fit into the budget");
    next = *fits;
    without_gain = has_gained() ? 0 : without_gain_ + 1;
  }
  const Machine machine = this->machine();
  Candidate candidate;
  candidate.rows_each = next.rows_each;
  candidate.redrawn = next.redrawn;
  try {
    Entrant entrant = entrant_;
    entrant.windows = next.windows;
    candidate.choice =
        with_scales(choice_of(entrant, next.size, next.rows_each, *problem_, next.redrawn),
                    *problem_, *scales_);
    candidate.runner = std::make_shared<Runner>(with_choice(*problem_, candidate.choice), machine);
    candidate.runner->run([] { return true; });  // places points
  } catch (const NoRoom&) {
    waits_ = true;
    return;
  } catch (const InputError& error) {
    return give_up(error.what());
  }
  without_gain_ = without_gain;
  candidates_.push_back(std::move(candidate));
}

void Lane::go_on(Candidate& candidate, Meter& meter, const std::function<bool()>& stop) {
  Runner& runner = *candidate.runner;
  const Machine machine = this->machine();
  runner.use_threads(machine.threads);
  const double each = work_of_iteration(runner.rows(), static_cast<double>(runner.parameters()));
  const double before = candidate.work, spent = meter.fraction();
  const double wanted = std::max(first_iterations * each, (1 + slice) * before);
  int asked = 0;
  // After the first window it is seen whether the others are worth solving.
  const bool in_first = candidate.is_in_windows() && runner.windows_done() == 0;
  runner.run([&] {
    if (asked++ > 0) {
      meter.add(each);
      candidate.work += each;
    }
    return candidate.work >= wanted || (in_first && runner.window() > 0) || stop();
  });
  if (candidate.is_in_windows())
    candidate.windows.judge(runner, machine, candidate.cost + meter.fraction() - spent);
  else
    measure(candidate, before);
  const double cost = meter.fraction() - spent;
  candidate.cost += cost;
  spent_ += cost;
  if (candidate.is_in_windows()) judge_windows(candidate, meter);
}

/// The score, when all windows are solved; whether it is worth to go on, before.
void Lane::judge_windows(Candidate& candidate, const Meter& meter) {
  const Runner& runner = *candidate.runner;
  const WindowsSoFar& windows = candidate.windows;
  if (runner.has_ended() && !runner.has_failed()) candidate.score = windows.score();
  if (!windows.any()) return;
  const auto worst = std::ranges::max_element(windows.terms(), {}, &TermQuality::relative);
  candidate.to_trained = worst->to_trained;
  if (!runner.has_ended()) candidate.why_stopped = windows.why_stop(runner, 1 - meter.fraction());
}

/// How well the equations hold now, and what was gained since so much work was done.
void Lane::measure(Candidate& candidate, double work_before) {
  const std::vector<TermQuality> terms = measure_terms(candidate.runner->pieces(), machine());
  const double before = candidate.score;
  candidate.score = candidate.runner->has_failed() ? infinite : score_of(terms);
  candidate.noise = noise_of(terms);
  candidate.scatter = scatter_of(terms);
  if (work_before == 0 && candidates_.size() == 1) first_score_ = candidate.score;
  const auto worst = std::ranges::max_element(terms, {}, &TermQuality::relative);
  candidate.to_trained = worst == terms.end() ? 1 : worst->to_trained;
  if (work_before > 0 && candidate.work > work_before && std::isfinite(before) &&
      candidate.score > 0)
    candidate.falls.push_back(std::log(before / candidate.score) /
                              std::log(candidate.work / work_before));
}

/// The last candidate while that pays; then, with budget to spare, the best one. Null: none.
Candidate* Lane::next_to_train(bool finishing) {
  if (candidates_.empty()) return nullptr;
  if (!candidates_.back().is_done()) return &candidates_.back();
  if (!finishing) return nullptr;
  Candidate* best = nullptr;
  for (Candidate& one : candidates_)
    if (!one.runner->has_ended() && one.why_stopped.empty() && (!best || one.score < best->score))
      best = &one;
  return best;
}

void Lane::advance(Meter& meter, double quota, bool finishing, const std::function<bool()>& stop) {
  while (spent_ < quota && !stop()) {
    const bool begins = candidates_.empty() || candidates_.back().is_done();
    if (begins && !exhausted_) begin_next(meter, quota - spent_);
    if (waits_) return;
    Candidate* next = next_to_train(finishing);
    if (!next) return;
    waits_ = share_ && next->runner->needs_all_threads();
    if (waits_) return;
    go_on(*next, meter, stop);
  }
}

}  // namespace engd::automatic
