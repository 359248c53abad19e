#include "automatic/verdict.h"

#include <fmt/format.h>

namespace engd::automatic {

double target_of(const problem::Automatic& automatic) {
  return automatic.accuracy.value_or(default_accuracy);
}

namespace {

// Residuals that are so many times larger between the points of training: points are missing.
constexpr double few_points = 3;

std::string asked_text(const problem::Automatic& automatic) {
  if (!automatic.accuracy)
    return fmt::format("relative L2 error {:.1e} is the aim", default_accuracy);
  if (*automatic.accuracy > 0)
    return fmt::format("relative L2 error {:.1e} asked for", *automatic.accuracy);
  return "the least error asked for";
}

/// What the networks that are tried could not do.
std::string exhausted_text(const Reached& reached) {
  if (reached.limit.find("of memory are available") != std::string::npos)
    return fmt::format("limited by memory: {}", reached.limit);
  if (reached.to_trained > few_points)
    return fmt::format(
        "limited by points: between those of training the residual is {:.2g} times larger; more "
        "'points' in the terms would help, or parts of the domain",
        reached.to_trained);
  return fmt::format(
      "limited by the networks and points that are tried ({}); conditions that hold exactly "
      "([hard]), points where the solution varies fast or parts of the domain would help",
      reached.limit.empty() ? "larger ones gained nothing" : reached.limit);
}

/// What ended the search, and what would lead further.
std::string limit_text(const problem::Automatic& automatic, const Reached& reached,
                       bool is_reached) {
  const std::string budget = automatic.time > 0 ? fmt::format("the {:g} s", automatic.time)
                                                : std::string("the amount of work");
  switch (reached.end) {
    case End::accuracy:
      return fmt::format("after {:.2g} % of {}", 100 * reached.fraction, budget);
    case End::budget:
      return fmt::format("limited by {}; more would help: --time {:g}", budget,
                         automatic.time > 0 ? 4 * automatic.time : 240);
    case End::rounding:
      if (is_reached || !reached.estimate) return "ended where the equations hold to rounding";
      return "limited by rounding: the equations hold to the last digits; other units or a form "
             "without cancellation would help";
    case End::noise:
      return "limited by the noise of the measurements, which are explained but for it; more of "
             "them would help (how sure coefficients are is told by their standard errors)";
    case End::flat:
      return "limited by rounding: the digits of the energy show no more; the equation as a "
             "residual would help";
    case End::exhausted:
      return exhausted_text(reached);
    case End::interrupted:
      return "interrupted";
  }
  return {};
}

}  // namespace

Verdict verdict_of(const problem::Problem& problem, const Reached& reached) {
  const double target = target_of(problem.automatic);
  const auto& estimate = reached.estimate;
  // Nothing below the rounding of the equations was asked for by 0.
  const bool is_reached = estimate && (estimate->rel_l2 <= target || target == 0);
  // What measurements leave open is no failure of the solution.
  const bool is_rough = estimate && !(estimate->rel_l2 <= largest_error);
  const bool is_solved = reached.score <= no_solution && (!is_rough || reached.end == End::noise);
  Verdict verdict;
  verdict.fell_short = (problem.automatic.accuracy && !is_reached && target > 0) ||
                       (!is_solved && !problem.iterations_are_written);
  const std::string got =
      estimate ? fmt::format("{:.1e} reached by the program's own estimate", estimate->rel_l2)
               : std::string("no estimate of what is reached");
  if (!(reached.score <= no_solution))
    verdict.sentence = fmt::format(
        "the equations are not solved: on fresh points residuals are {:.2g} of their summands; ",
        reached.score);
  verdict.sentence += fmt::format("{}, {}, {}", asked_text(problem.automatic), got,
                                  limit_text(problem.automatic, reached, is_reached));
  return verdict;
}

}  // namespace engd::automatic
