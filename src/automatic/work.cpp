#include "automatic/work.h"

#include <algorithm>

namespace engd::automatic {

double work_of_iteration(const optim::Method& method, double rows, double parameters) {
  const double gauss_newton =
      rows * parameters * (parameters + 300) + parameters * parameters * parameters;
  if (optim::is<optim::Multistep>(method)) return gauss_newton;
  return optim::has_metric(method) ? 4 * gauss_newton : 30 * rows * parameters;
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
