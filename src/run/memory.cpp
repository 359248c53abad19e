#include "run/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "run/setup.h"
#include "support/error.h"

namespace engd::run {

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

double working_bytes(const optim::Options& stage, double rows, double parameters) {
  using optim::Method;
  const bool natural = stage.method == Method::engd || stage.method == Method::hngd;
  const double p = parameters;
  if (stage.method == Method::bfgs) return real * 2 * p * p;
  if (stage.method == Method::lbfgs) return real * 2 * stage.history * p;
  if (!natural) return real * 8 * p;
  const auto method = stage.solver.value_or(linalg::automatic(
      static_cast<Index>(std::min(rows, 1e15)), static_cast<Index>(std::min(p, 1e15))));
  // Sizes of order n need a few matrices n x n beside A: the decomposition and its work space.
  switch (method) {
    case linalg::Method::gram_eigen:
    case linalg::Method::gram_svd:
    case linalg::Method::gram_cholesky:
      return real * ((p > 1024 ? rows * p : 0) + (p > 1024 ? 5 : 12) * p * p);
    case linalg::Method::qr_svd:
      return real * (2 * rows * p + 5 * p * p);
    case linalg::Method::kernel:
    case linalg::Method::kernel_cholesky:
      return real * (rows * p + 5 * rows * rows);
  }
  return 0;
}

}  // namespace

double estimate_points(const geometry::PointRule& rule, const geometry::Region& region) {
  // The points of a file are known once it is read; it cannot hold more than its own size.
  return static_cast<double>(geometry::point_count(rule, region).value_or(0));
}

Sizes estimate_sizes(const io::Problem& problem, const optim::Options& stage,
                     const std::vector<int>& density_rows) {
  Sizes sizes;
  const double d = problem.domain.dimension(),
               unknowns = static_cast<double>(problem.scope.unknowns.size());
  double inputs = d;
  for (int width : problem.network.layers) {
    sizes.parameters += (inputs + 1) * width;
    inputs = width;
  }
  sizes.parameters += (inputs + 1) * unknowns;
  double columns = 0;
  for (std::size_t t = 0; t < problem.terms.size(); ++t) {
    const io::Term& term = problem.terms[t];
    const double points = estimate_points(term.points, term.region);
    sizes.points += points;
    columns += points * (2 * d + 8);  // coordinates, normals, weights, data of the formulas
    if (stage.method == optim::Method::hngd)
      sizes.rows += points * sobolev_rows(stage.sobolev_order, d) * unknowns;
    else
      sizes.rows += points * density_rows[t];
  }
  const double evaluation =
      problem.has_solution()
          ? estimate_points(problem.evaluation, geometry::interior_of(problem.domain)) *
                (3 * d + 3) * unknowns
          : 0;
  sizes.bytes = real * (columns + evaluation) + working_bytes(stage, sizes.rows, sizes.parameters);
  return sizes;
}

double available_bytes() {
  std::ifstream info("/proc/meminfo");
  for (std::string key, unit; info >> key;) {
    double kibibytes = 0;
    info >> kibibytes;
    std::getline(info, unit);
    if (key == "MemAvailable:") return 1024 * kibibytes;
  }
  return 1e300;  // unknown: let the allocation speak
}

void require_memory(const io::Problem& problem, const std::vector<int>& density_rows) {
  for (const optim::Options& stage : problem.stages) {
    const Sizes sizes = estimate_sizes(problem, stage, density_rows);
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

}  // namespace engd::run
