#include "solve/coefficients.h"

#include <cmath>

#include "solve/standard_errors.h"

namespace engd::solve {

std::vector<double> coefficient_values(const problem::Problem& problem, const Vector& theta) {
  std::vector<double> values;
  const Index count = std::ssize(problem.coefficients);
  for (Index k = 0; k < count; ++k) {
    const double t = theta[theta.size() - count + k];
    values.push_back(problem.coefficients[static_cast<std::size_t>(k)].positive ? std::exp(t) : t);
  }
  return values;
}

std::vector<results::Estimate> estimate_coefficients(const Level& level, const Vector& theta,
                                                     std::uint64_t seed, int threads) {
  const problem::Problem& problem = *level.problem;
  if (problem.coefficients.empty()) return {};
  const StandardErrors sure = standard_errors(level, theta, seed, threads);
  const std::vector<double> values = coefficient_values(problem, theta);
  std::vector<results::Estimate> estimates;
  for (std::size_t k = 0; k < values.size(); ++k) {
    results::Estimate estimate;
    estimate.name = problem.coefficients[k].name;
    estimate.value = values[k];
    estimate.exact = problem.coefficients[k].exact;
    if (sure.known) {
      estimate.determined = sure.determined[k];
      // d exp(t) = exp(t) dt
      const double slope = problem.coefficients[k].positive ? values[k] : 1.0;
      if (estimate.determined) estimate.standard_error = slope * sure.errors[static_cast<Index>(k)];
    }
    estimates.push_back(std::move(estimate));
  }
  return estimates;
}

}  // namespace engd::solve
