#include "automatic/verdict.h"

#include <fmt/format.h>

namespace engd::automatic {

double target_of(const problem::Automatic& automatic) {
  return automatic.accuracy.value_or(default_accuracy);
}

namespace {

/// What ended the search, and what would lead further.
std::string limit_text(const problem::Automatic& automatic, End end, double fraction) {
  const std::string budget = automatic.time > 0 ? fmt::format("the {:g} s", automatic.time)
                                                : std::string("the amount of work");
  switch (end) {
    case End::accuracy:
      return fmt::format("after {:.2g} % of {}", 100 * fraction, budget);
    case End::budget:
      return fmt::format("limited by {}; more would help: --time {:g}", budget,
                         automatic.time > 0 ? 4 * automatic.time : 240);
    case End::rounding:
      return "limited by rounding: the equations hold to the last digits; other units or a form "
             "without cancellation would help";
    case End::flat:
      return "limited by rounding: the digits of the energy show no more; the equation as a "
             "residual would help";
    case End::exhausted:
      return "limited by the networks and points that are tried: larger ones gained nothing; "
             "weights of conditions, windows of time or parts of the domain would help";
    case End::interrupted:
      return "interrupted";
  }
  return {};
}

}  // namespace

Verdict verdict_of(const problem::Automatic& automatic, const std::optional<Estimate>& estimate,
                   double score, End end, double fraction) {
  const double target = target_of(automatic);
  const bool reached = estimate && estimate->rel_l2 <= target;
  Verdict verdict;
  verdict.fell_short = (automatic.accuracy && target > 0 && !reached) ||
                       (estimate && !(estimate->rel_l2 <= largest_error)) ||
                       !(score <= no_solution);
  const std::string asked = target > 0 ? fmt::format("relative L2 error {:.1e} asked for", target)
                                       : std::string("the least error asked for");
  const std::string got =
      estimate ? fmt::format("{:.1e} reached by the program's own estimate", estimate->rel_l2)
               : std::string("no estimate of what is reached");
  verdict.sentence = fmt::format("{}, {}, {}", asked, got, limit_text(automatic, end, fraction));
  if (!(score <= no_solution))
    verdict.sentence += fmt::format(
        "; the equations are not solved: on fresh points residuals are {:.2g} of their summands",
        score);
  return verdict;
}

}  // namespace engd::automatic
