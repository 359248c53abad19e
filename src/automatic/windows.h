#pragma once

#include <limits>
#include <string>
#include <vector>

#include "automatic/kinds.h"
#include "automatic/runner.h"

// Windows of time, solved one after another, and how many.

namespace engd::automatic {

/// Ways to solve an evolution equation in windows of time; none where its time cannot be cut.
std::vector<Entrant> entrants_in_windows(const problem::Problem& problem);

/// How well the equations hold in the windows that are solved so far.
class WindowsSoFar {
 public:
  /// Looks at windows that were not judged before. `cost`: of the candidate until now.
  void judge(const Runner& runner, const Machine& machine, double cost);

  bool any() const { return judged_ > 0; }
  double score() const { return score_; }  ///< of the worst of them; infinite where there is none
  double first_score() const { return first_score_; }
  double first_cost() const { return first_cost_; }
  const std::vector<TermQuality>& terms() const { return worst_; }
  /// Why the other windows are not worth solving with `left` of the budget; empty: they are.
  std::string why_stop(const Runner& runner, double left) const;

 private:
  std::size_t judged_ = 0;
  std::vector<TermQuality> worst_;
  double score_ = std::numeric_limits<double>::infinity();
  double first_score_ = score_, first_cost_ = 0;
};

/// More windows of time, or larger networks: what has lowered the residuals of the first window
/// more for its cost.
class WindowSteps {
 public:
  enum class Step { windows, size };
  Step next() const { return rate_[0] >= rate_[1] ? Step::windows : Step::size; }
  /// What a step to so many times the windows, or parameters, has come to: the score of the first
  /// window before and after it.
  void learn(Step step, double times, double before, double after);

 private:
  static constexpr double untried = std::numeric_limits<double>::infinity();
  double rate_[2] = {untried, untried};
};

}  // namespace engd::automatic
