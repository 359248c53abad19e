#include "optim/options.h"

namespace engd::optim {

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
  switch (rule) {
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
  }
  return "";
}

}  // namespace engd::optim
