#include "solve/coefficients.h"

#include <algorithm>
#include <cmath>

#include "energy/sampling.h"
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

namespace {

/// Rows with respect to network number `k` of those that were trained; coefficients have the values
/// that were reached last.
Matrix rows_of(const Level& reached, const Vector& theta, std::size_t k, std::uint64_t seed,
               int threads) {
  Level level = reached.earlier(k);
  Vector parameters = k == reached.frozen.size() ? theta : reached.frozen[k].theta;
  const Index count = std::ssize(level.problem->coefficients);
  parameters.tail(count) = theta.tail(count);
  energy::Linearisation now;
  make_energy(level, seed, threads)->rows(parameters, {}, now);
  return std::move(now.A);
}

/// Residuals of the data stay where other terms are densities, which have none.
Vector data_residuals(Level& level, const Vector& theta, std::size_t term, std::uint64_t seed) {
  Vector r;
  make_energy(level, {level.terms().terms[term]}, seed, 1)->residuals(theta, r);
  return r;
}

/// Of the linear problem whose solution is the change of the parameters by noise
/// (docs/mathematics.md).
StandardErrors standard_errors(Level level, const Vector& theta, std::uint64_t seed, int threads) {
  const problem::Problem& problem = *level.problem;
  const bool any = std::any_of(problem.terms.begin(), problem.terms.end(),
                               [](const problem::Term& term) { return term.is_data; });
  const Index count = std::ssize(problem.coefficients);
  if (!any || count == 0 || !theta.allFinite()) return {};

  const std::size_t last = level.frozen.size();
  LinearModel model;
  Matrix A = rows_of(level, theta, last, seed, threads);
  model.coefficients = A.rightCols(count);
  model.network = A.leftCols(A.cols() - count);
  for (std::size_t k = 0; k < last; ++k) {
    const Matrix more = rows_of(level, theta, k, seed, threads);
    if (more.rows() != A.rows()) continue;
    Matrix all(A.rows(), model.network.cols() + more.cols() - count);
    all << model.network, more.leftCols(more.cols() - count);
    model.network = std::move(all);
  }

  model.variance.setZero(A.rows());
  model.residuals.setZero(A.rows());
  model.group.assign(static_cast<std::size_t>(A.rows()), -1);
  const std::vector<energy::Term>& terms = level.terms().terms;
  const energy::Sampling samples(terms, problem.scope.coordinates, seed);
  Index row = 0;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const energy::Sample& sample = samples[t];
    const Index points = sample.points.count, kinds = terms[t].density.rows();
    const bool data = t < problem.terms.size() && problem.terms[t].is_data;
    if (data) model.residuals.segment(row, points * kinds) = data_residuals(level, theta, t, seed);
    for (Index k = 0; data && k < kinds; ++k)
      for (Index q = 0; q < points; ++q) {
        const Index i = row + k * points + q;
        const double sigma = terms[t].noise_at(sample.points, q);
        model.variance[i] = sample.weights[static_cast<std::size_t>(q)] * sigma * sigma;
        if (!terms[t].has_noise()) {
          model.variance[i] = -1;
          model.group[static_cast<std::size_t>(i)] = static_cast<int>(t);
        }
      }
    row += points * kinds;
  }
  return standard_errors(std::move(model));
}

}  // namespace

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
