#include "optim/options.h"

#include <algorithm>

#include "optim/custom_step.h"

namespace engd::optim {

double largest_growth(const Options& options, double rows, double parameters) {
  const double enough = enough_rows * parameters / rows;
  if (options.method != Method::adaptive || !(options.batch_growth > 1) || !(enough > 1)) return 1;
  return std::min(options.batch_growth * enough, options.batch_limit);
}

std::string name(Method method) {
  switch (method) {
    case Method::adaptive:
      return "adaptive";
    case Method::multistep:
      return "multistep";
    case Method::engd:
      return "engd";
    case Method::hngd:
      return "hngd";
    case Method::gd:
      return "gd";
    case Method::adam:
      return "adam";
    case Method::bfgs:
      return "bfgs";
    case Method::lbfgs:
      return "lbfgs";
  }
  return "";
}

std::string name(StepRule rule) {
  switch (rule.kind) {
    case StepRule::grid:
      return "grid";
    case StepRule::backtracking:
      return "backtracking";
    case StepRule::wolfe:
      return "wolfe";
    case StepRule::fixed:
      return "fixed";
    case StepRule::schedule:
      return "schedule";
    case StepRule::custom:
      return rule.added->name;
  }
  return "";
}

}  // namespace engd::optim
