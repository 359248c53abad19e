#include "solve/memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "network/jet_plan.h"
#include "network/kinds.h"
#include "solve/evaluation.h"
#include "support/error.h"
#include "support/memory_limit.h"

namespace engd::solve {

namespace {

constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;
constexpr double real = sizeof(double);

/// Derivatives up to this order of one unknown in d dimensions: rows of a Sobolev inner product.
double sobolev_rows(int order, double dimension) {
  double rows = 1;
  if (order >= 1) rows += dimension;
  if (order >= 2) rows += dimension * (dimension + 1) / 2;
  return rows;
}

/// Channels of the layers: those of the last one, and the closure that the others carry.
struct Channels {
  double used = 0, closure = 0;
};

Channels channels_of(const energy::Density& density, const expr::Space& space) {
  const network::JetPlan plan(density.jets(), space);
  return {static_cast<double>(plan.used().size()), static_cast<double>(plan.closure().size())};
}

/// Work space of the sweeps through the network, once a thread, for a block of points.
double sweep_bytes(const network::Network& network, Channels channels, int threads) {
  return real * threads * network::FunctionBlock::capacity *
         network.sweep_numbers(channels.used, channels.closure);
}

double working_bytes(const optim::Options& stage, double rows, double parameters) {
  const double p = parameters, vectors = real * 24 * p;  // theta, gradients by lane, steps tried
  if (optim::is<optim::Bfgs>(stage.method)) return vectors + real * 2 * p * p;
  if (const auto* lbfgs = std::get_if<optim::Lbfgs>(&stage.method))
    return vectors + real * 2 * lbfgs->history * p;
  if (optim::is_damped(stage.method))
    return vectors + real * (2 * rows * p + 5 * std::min(rows, p) * std::min(rows, p));
  if (!optim::has_metric(stage.method)) return vectors;
  const auto method = optim::solver_of(stage.method)
                          .value_or(linalg::automatic(static_cast<Index>(std::min(rows, 1e15)),
                                                      static_cast<Index>(std::min(p, 1e15))));
  // Sizes of order n need a few matrices n x n beside A: the decomposition and its work space.
  switch (method) {
    case linalg::Method::gram_eigen:
    case linalg::Method::gram_svd:
    case linalg::Method::gram_cholesky:
      return vectors + real * ((p > 1024 ? rows * p : 0) + (p > 1024 ? 5 : 12) * p * p);
    case linalg::Method::qr_svd:
    case linalg::Method::qr_pivoted:
      return vectors + real * (2 * rows * p + 5 * p * p);
    case linalg::Method::kernel:
    case linalg::Method::kernel_cholesky:
      return vectors + real * (rows * p + 5 * rows * rows);
  }
  return 0;
}

}  // namespace

double estimate_points(const geometry::PointRule& rule, const geometry::Region& region) {
  // The points of a file are known once it is read.
  return static_cast<double>(geometry::point_count(rule, region).value_or(0));
}

namespace {

Sizes sizes_with(const network::Options& options, const problem::Problem& problem,
                 const std::vector<energy::Term>& terms, const optim::Options& stage, int threads) {
  Sizes sizes;
  const double d = problem.domain.dimension(),
               unknowns = static_cast<double>(problem.scope.unknowns.size());
  const int order = optim::metric_order(stage.method);
  const bool hilbert = order >= 0;
  const double sobolev = sobolev_rows(order, d);
  const auto network = network::make(options, problem.domain, static_cast<int>(unknowns));
  sizes.parameters =
      static_cast<double>(network->parameters()) + static_cast<double>(problem.coefficients.size());
  bool redraws = false;
  for (const energy::Term& term : terms) {
    redraws = redraws || term.rule.resample > 0;
    const double points = estimate_points(term.rule, term.region);
    sizes.points += points;
    sizes.bytes +=
        real * points * (2 * d + 8);  // coordinates, normals, weights, data of the formulas
    sizes.bytes += sweep_bytes(*network, channels_of(term.density, problem.scope.space), threads);
    if (!hilbert) sizes.rows += points * term.density.rows();
    if (!hilbert || !term.in_full_dimension()) continue;
    sizes.rows += points * sobolev * unknowns;
    sizes.bytes += sweep_bytes(*network, {sobolev, sobolev}, threads);
  }
  if (redraws) {
    const double times = optim::largest_growth(stage, sizes.rows, sizes.parameters);
    sizes.points *= times;
    sizes.rows *= times;
  }
  if (problem.has_formulas()) {
    const geometry::Region interior = geometry::interior_of(problem.domain);
    const double points = estimate_points(evaluation_rule(problem, interior), interior);
    sizes.bytes += real * points * (3 * d + 3) * unknowns;
    sizes.bytes += sweep_bytes(*network, {1 + d, 1 + d}, threads);
  }
  if (problem.reference)
    sizes.bytes += real * static_cast<double>(problem.reference->points.count) * (d + 3 * unknowns);
  sizes.bytes += working_bytes(stage, sizes.rows, sizes.parameters);
  return sizes;
}

}  // namespace

Sizes estimate_sizes(const problem::Problem& problem, const std::vector<energy::Term>& terms,
                     const optim::Options& stage, int threads) {
  Sizes sizes = sizes_with(problem.network, problem, terms, stage, threads);
  for (const problem::Correction& correction : problem.corrections)  // one after another
    sizes.bytes =
        std::max(sizes.bytes, sizes_with(correction.network, problem, terms, stage, threads).bytes);
  return sizes;
}

void require_memory(const problem::Problem& problem, const std::vector<energy::Term>& terms,
                    int threads) {
  for (const optim::Options& stage : problem.stages) {
    const Sizes sizes = estimate_sizes(problem, terms, stage, threads);
    const double available = available_bytes();
    if (sizes.bytes <= available) continue;
    throw InputError(
        fmt::format("{}: optimizer '{}' with {:.0f} parameters and {:.0f} rows ({:.0f} points) "
                    "needs about {:.1f} GiB; "
                    "{:.1f} GiB of memory are available. Use fewer points or a smaller network.",
                    problem.file, optim::name(stage.method), sizes.parameters, sizes.rows,
                    sizes.points, sizes.bytes / gibibyte, available / gibibyte));
  }
}

}  // namespace engd::solve
