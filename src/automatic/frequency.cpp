#include "automatic/frequency.h"

#include <cmath>
#include <map>

#include "automatic/comparison.h"
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
constexpr double tells_apart = 0.01;
constexpr double rows_each = 4;

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
      for (const double turns : first_tries) consider(std::vector(dimension, turns));
      if (!std::isfinite(best_score_)) break;
      climb(factors[0]);
      if (best_score_ < tells_apart) break;
    }
    if (best_.empty()) return std::nullopt;
    climb(factors[1]);
    return best_;
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
    const std::vector<double> here = best_;
    for (const double by : {factor, 1 / factor}) {
      std::vector<double> other = here;
      for (std::size_t j = first; j < last; ++j) other[j] *= by;
      consider(other);
    }
  }

  void consider(const std::vector<double>& frequency) {
    if (stop_() || meter_.fraction() - began_ > largest_part) return;
    const auto [known, is_new] = scores_.emplace(std::pair(size_, frequency), 0.0);
    if (is_new) known->second = score(frequency);
    if (!(known->second < gain_of_a_try * best_score_)) return;
    best_score_ = known->second;
    best_ = frequency;
  }

  double score(const std::vector<double>& frequency) {
    const Entrant entrant{Kind::fixed_waves, optim::Multistep{}, 1, frequency};
    try {
      Choice choice = choice_of(entrant, size_, rows_each, problem_);
      choice.optimizer->iterations = 1;
      Runner runner(with_choice(problem_, choice), machine_);
      meter_.add(fine_times * work_of_iteration(optim::Multistep{}, runner.rows(),
                                                static_cast<double>(runner.parameters())));
      runner.run(stop_);
      if (runner.has_failed()) return std::numeric_limits<double>::infinity();
      return score_of(measure_terms(runner.pieces(), machine_));
    } catch (const InputError&) {
      return std::numeric_limits<double>::infinity();
    }
  }

  const problem::Problem& problem_;
  Machine machine_;
  Meter& meter_;
  const std::function<bool()>& stop_;
  double began_ = meter_.fraction();
  double size_ = 0;
  std::map<std::pair<double, std::vector<double>>, double> scores_;
  std::vector<double> best_;
  double best_score_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::vector<double> given_frequency(const problem::Problem& problem) {
  std::vector<double> frequency = turns_of_data(problem);
  for (double& turns : frequency) turns = std::max(slowest, turns / reach);
  return frequency;
}

std::optional<std::vector<double>> find_frequency(const problem::Problem& problem,
                                                  const Machine& machine, Meter& meter,
                                                  const std::function<bool()>& stop) {
  return Search(problem, machine, meter, stop).run();
}

}  // namespace engd::automatic
