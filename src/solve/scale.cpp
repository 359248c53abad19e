#include "solve/scale.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backend/cpu/evaluator.h"
#include "linalg/damped_factor.h"

namespace engd::solve {

namespace {

// Relative to the largest eigenvalue: random features are nearly dependent.
constexpr double damping = 1e-10;
constexpr int probes = 1000;
// Frequencies tried: 1, 2, 4, ... A higher one must lower the energy by so much more.
constexpr int frequencies = 7;
constexpr double advantage = 1.1;

/// Root mean squares of the network's outputs over the domain.
std::vector<double> sizes_of(const problem::Problem& problem, const network::Trainable& trainable,
                             const Vector& theta, int threads) {
  const auto points = geometry::probe_points(probes, geometry::interior_of(problem.domain),
                                             problem.scope.coordinates);
  std::vector<expr::JetEntry> values;
  for (int k = 0; k < trainable.network().unknowns(); ++k) values.push_back(expr::value_of(k));
  Matrix u;
  cpu::Evaluator(trainable, values, problem.scope.space, threads).evaluate(theta, points, u);
  std::vector<double> sizes;
  for (Index k = 0; k < u.cols(); ++k)
    sizes.push_back(u.col(k).norm() / std::sqrt(static_cast<double>(points.count)));
  return sizes;
}

}  // namespace

std::uint32_t first_attempt(const Level& level) {
  constexpr std::uint32_t attempts_a_level = 1u << 16;  // more than a run has
  return attempts_a_level * static_cast<std::uint32_t>(level.frozen.size());
}

std::unique_ptr<energy::Energy> make_finer_energy(Level& level, std::uint64_t seed, int threads) {
  std::vector<energy::Term> terms = level.terms().terms;
  for (energy::Term& term : terms)
    if (term.rule.kind != geometry::PointRule::Kind::file)
      term.rule = geometry::finer(term.rule, term.region.patches.front().dimension(), 2);
  return make_energy(level, std::move(terms), seed, threads);
}

namespace {

/// The parameters whose output layer is the best correction; zero where the least-squares problem
/// cannot be solved.
Vector linear_correction(energy::Energy& energy, const network::Trainable& trainable,
                         const Vector& start) {
  Vector theta = trainable.silent(start);
  energy::Linearisation now;
  energy.rows(theta, {}, now);
  const network::OutputLayer layer = trainable.network().output_layer();
  const Index first = layer.weights, outputs = layer.size();
  const Matrix A = now.A.middleCols(first, outputs);
  const Vector g = now.g.segment(first, outputs);
  linalg::System system;
  system.A = &A;
  if (now.r.size() > 0) system.r = &now.r;
  system.g = &g;
  const auto factor = linalg::make_damped_factor();
  if (factor->factor(system) != linalg::Outcome::ok) return theta;
  Matrix step(outputs, 1);
  std::array<double, 1> promised{};
  factor->steps(std::array{damping * factor->largest()}, step, promised);
  theta.segment(first, outputs) = -step.col(0);
  return theta;
}

}  // namespace

bool fit_to_rest(Level& level, std::uint64_t seed, int threads) {
  const problem::Problem& problem = *level.problem;
  std::vector<double> scale(problem.scope.unknowns.size(), 1.0);
  level.begin(scale, 1);
  const auto energy = make_energy(level, seed, threads),
             finer = make_finer_energy(level, seed, threads);
  const bool given = !level.trainable->network().options().init.std.empty();
  const double before = finer->loss(level.trainable->silent(level.trainable->initial(seed)));
  const std::uint32_t attempt = first_attempt(level);
  double decrease = 0, frequency = 1;
  Vector start;
  for (int k = 0; k < (given ? 1 : frequencies); ++k) {
    level.begin(scale, std::ldexp(1.0, k));
    Vector theta =
        linear_correction(*energy, *level.trainable, level.trainable->initial(seed, attempt));
    const double reached = before - finer->loss(theta);
    if (!(reached > advantage * decrease)) continue;
    decrease = reached;
    frequency = level.frequency;
    start = std::move(theta);
  }
  if (!(decrease > 0)) return false;
  scale = sizes_of(problem, *level.trainable, start, threads);
  const double largest = *std::max_element(scale.begin(), scale.end());
  for (double& size : scale) size = std::max(size, 1e-3 * largest);
  // The network in units of what is left.
  for (std::size_t k = 0; k < scale.size(); ++k)
    level.trainable->network().output_layer().divide(static_cast<int>(k), scale[k], start);
  level.begin(std::move(scale), frequency, std::move(start));
  return true;
}

}  // namespace engd::solve
