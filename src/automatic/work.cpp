#include "automatic/work.h"

#include <algorithm>

namespace engd::automatic {

double work_of_iteration(optim::Method method, double rows, double parameters) {
  const double gauss_newton =
      rows * parameters * (parameters + 300) + parameters * parameters * parameters;
  switch (method) {
    case optim::Method::multistep:
      return gauss_newton;
    case optim::Method::adaptive:
    case optim::Method::engd:
    case optim::Method::hngd:
      return 4 * gauss_newton;
    case optim::Method::gd:
    case optim::Method::adam:
    case optim::Method::bfgs:
    case optim::Method::lbfgs:
      return 30 * rows * parameters;
  }
  return 0;
}

double Meter::fraction() const {
  if (!is_timed()) return done_ / work_;
  return std::chrono::duration<double>(Clock::now() - begin_).count() / seconds_;
}

double Meter::cost_of(double work) const {
  if (!is_timed()) return work / work_;
  // At the pace so far; before anything was done, at that of the default.
  if (done_ > 0) return work / done_ * fraction();
  return work / default_work * 60 / seconds_;
}

}  // namespace engd::automatic
