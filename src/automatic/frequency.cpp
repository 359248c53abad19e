#include "automatic/frequency.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "automatic/comparison.h"
#include "automatic/linear.h"
#include "automatic/oscillation.h"
#include "automatic/side_by_side.h"
#include "automatic/spectrum.h"
#include "support/error.h"

namespace engd::automatic {

namespace {

// Standard deviations of the turns across the domain that are tried first.
constexpr double first_tries[] = {0.5, 1.5, 4.5, 13.5, 40.5};
// What is given has its largest frequency at so many standard deviations.
constexpr double reach = 1.5, slowest = 0.5;
// Then so much higher and lower, along each coordinate where there are not too many.
constexpr double factors[] = {3, 1.7};
constexpr std::size_t most_single_axes = 4;
constexpr int most_rounds = 3;  // with each factor
// A frequency is better that lowers the score by this factor.
constexpr double gain_of_a_try = 0.9;
// The search ends when this part of the budget is spent.
constexpr double largest_part = 0.05;
// Of the network, next to the first size of a race. Few waves tell nothing of a function with many
// turns: the next size is tried where no score is below this.
constexpr double sizes[] = {1, 3, 8};
constexpr double tells_apart = 0.01, tells_nothing = 0.1;
constexpr double rows_each = 4;

using Frequency = std::vector<double>;

/// Of waves that reach as many turns.
std::vector<double> as_frequency(std::vector<double> turns) {
  for (double& one : turns) one = std::max(slowest, one / reach);
  return turns;
}

class Search {
 public:
  Search(const problem::Problem& problem, const Machine& machine, Meter& meter,
         const std::function<bool()>& stop)
      : problem_(problem), machine_(machine), meter_(meter), stop_(stop) {}

  std::optional<std::vector<double>> run() {
    const auto dimension = static_cast<std::size_t>(problem_.domain.dimension());
    for (const double size : sizes) {
      size_ = size * first_size(problem_);
      best_score_ = std::numeric_limits<double>::infinity();
      consider(given_frequency(problem_));
      if (const std::vector<double> before = best_; !before.empty()) consider(before);
      std::vector<Frequency> tries;
      for (const double turns : first_tries) tries.emplace_back(dimension, turns);
      consider_all(tries);
      if (!std::isfinite(best_score_)) break;
      climb(factors[0]);
      if (best_score_ < tells_apart) break;
    }
    if (best_.empty()) return std::nullopt;
    climb(factors[1]);
    // Where all that was tried tells nothing, waves of the equation itself are more than a guess.
    const std::vector<double> own = turns_of_equations(problem_);
    return std::ranges::max(own) > 1 && best_score_ > tells_nothing ? as_frequency(own) : best_;
  }

 private:
  /// As long as a factor along one coordinate, or along all, gains something.
  void climb(double factor) {
    const auto dimension = static_cast<std::size_t>(problem_.domain.dimension());
    for (int round = 0; round < most_rounds; ++round) {
      const double before = best_score_;
      turn(0, dimension, factor);
      for (std::size_t j = 0; j < dimension && dimension > 1 && dimension <= most_single_axes; ++j)
        turn(j, j + 1, factor);
      if (best_score_ == before) return;
    }
  }

  void turn(std::size_t first, std::size_t last, double factor) {
    std::vector<Frequency> others;
    for (const double by : {factor, 1 / factor}) {
      Frequency& other = others.emplace_back(best_);
      for (std::size_t j = first; j < last; ++j) other[j] *= by;
    }
    consider_all(others);
  }

  bool has_ended() const { return stop_() || meter_.fraction() - began_ > largest_part; }

  /// In their order; as many at once as there is room for.
  void consider_all(const std::vector<Frequency>& all) {
    const std::size_t most =
        has_room_for_several(machine_) ? static_cast<std::size_t>(machine_.threads) : 1;
    for (std::size_t first = 0; first < all.size(); first += most) {
      const std::size_t last = std::min(all.size(), first + most);
      try_beforehand({all.begin() + static_cast<std::ptrdiff_t>(first),
                      all.begin() + static_cast<std::ptrdiff_t>(last)});
      for (std::size_t k = first; k < last; ++k) consider(all[k]);
    }
  }

  void try_beforehand(std::vector<Frequency> all) {
    std::erase_if(all, [&](const auto& one) { return scores_.contains({size_, one}); });
    tried_.clear();
    if (all.size() < 2 || has_ended()) return;
    std::vector<std::optional<Try>> tries(all.size());
    work_side_by_side(
        static_cast<int>(all.size()), machine_,
        [&](int k, const Machine& machine) {
          const auto place = static_cast<std::size_t>(k);
          tries[place] = attempt(all[place], machine, true);
        },
        [&] { stop_(); });
    for (std::size_t k = 0; k < all.size(); ++k)
      if (tries[k]) tried_.emplace(all[k], *tries[k]);
  }

  void consider(const Frequency& frequency) {
    if (has_ended()) return;
    const auto [known, is_new] = scores_.emplace(std::pair(size_, frequency), 0.0);
    if (is_new) known->second = score(frequency);
    if (!(known->second < gain_of_a_try * best_score_)) return;
    best_score_ = known->second;
    best_ = frequency;
  }

  double score(const Frequency& frequency) {
    if (const auto tried = tried_.find(frequency); tried != tried_.end()) {
      meter_.add(tried->second.work);
      return tried->second.score;
    }
    return attempt(frequency, machine_, false)->score;
  }

  struct Try {
    double work = 0, score = std::numeric_limits<double>::infinity();
  };

  /// Beside others work is counted later, and there is nothing where there is no room.
  std::optional<Try> attempt(const Frequency& frequency, const Machine& machine, bool beside) {
    Try one;
    const Entrant entrant{Kind::fixed_waves, optim::Multistep{}, 1, frequency};
    try {
      Choice choice = choice_of(entrant, size_, rows_each, problem_);
      choice.optimizer->iterations = 1;
      Runner runner(with_choice(problem_, choice), machine);
      if (beside && runner.needs_all_threads()) return std::nullopt;
      one.work = fine_times * work_of_iteration(optim::Multistep{}, runner.rows(),
                                                static_cast<double>(runner.parameters()));
      if (!beside) meter_.add(one.work);
      runner.run(stop_);
      if (!runner.has_failed()) one.score = score_of(measure_terms(runner.pieces(), machine));
    } catch (const NoRoom&) {
      return std::nullopt;
    } catch (const InputError&) {
    }
    return one;
  }

  const problem::Problem& problem_;
  Machine machine_;
  Meter& meter_;
  const std::function<bool()>& stop_;
  double began_ = meter_.fraction();
  double size_ = 0;
  std::map<std::pair<double, Frequency>, double> scores_;
  std::map<Frequency, Try> tried_;  ///< beforehand, of this size
  Frequency best_;
  double best_score_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::vector<double> given_frequency(const problem::Problem& problem) {
  std::vector<double> turns = turns_of_data(problem);
  // Waves of a linearised equation say little about solutions of the whole one.
  const std::vector<double> own =
      is_linear(problem) ? turns_of_equations(problem) : std::vector<double>(turns.size());
  for (std::size_t j = 0; j < turns.size(); ++j) turns[j] = std::max(turns[j], own[j]);
  return as_frequency(std::move(turns));
}

std::optional<std::vector<double>> find_frequency(const problem::Problem& problem,
                                                  const Machine& machine, Meter& meter,
                                                  const std::function<bool()>& stop) {
  return Search(problem, machine, meter, stop).run();
}

}  // namespace engd::automatic
