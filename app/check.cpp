#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "commands.h"
#include "run/memory.h"
#include "run/setup.h"
#include "run/statement.h"
#include "support/parallel.h"

namespace engd::app {

namespace {

std::string solver_text(linalg::Method method) {
  switch (method) {
    case linalg::Method::gram_eigen:
      return "eigenvalues of the Gram matrix, truncated";
    case linalg::Method::gram_svd:
      return "singular values of the Gram matrix, truncated";
    case linalg::Method::qr_pivoted:
      return "QR with pivoting and bidiagonal form of the rows";
    case linalg::Method::qr_svd:
      return "QR and singular values of the rows";
    case linalg::Method::gram_cholesky:
      return "Cholesky of the damped Gram matrix";
    case linalg::Method::kernel:
      return "eigenvalues of the kernel matrix (rows < parameters), truncated";
    case linalg::Method::kernel_cholesky:
      return "Cholesky of the damped kernel matrix";
  }
  return "";
}

bool has_metric(optim::Method method) {
  return optim::is_damped(method) || method == optim::Method::engd || method == optim::Method::hngd;
}

std::string solver_text(const optim::Options& stage, Index rows, Index parameters) {
  if (stage.method == optim::Method::multistep)
    return solver_text(rows < parameters ? linalg::Method::kernel_cholesky
                                         : linalg::Method::gram_cholesky);
  if (stage.method == optim::Method::adaptive && !stage.solver)
    return "reduction of the rows to a bidiagonal matrix";
  return solver_text(stage.solver.value_or(linalg::automatic(rows, parameters)));
}

}  // namespace

int check(const CheckArguments& arguments) {
  io::Problem problem = io::read_problem(find_problem(arguments.file), arguments.overrides);
  const auto terms = run::make_terms(problem);
  const int threads = available_threads();
  run::require_memory(problem, terms, threads);
  const network::Mlp mlp = run::make_network(problem);
  const auto energy = run::make_energy(problem, 0, 1);
  run::make_solution_error(problem, 1);  // refuses a solution that is not finite
  const auto& names = problem.scope;

  fmt::print("{}\n", problem.title.empty() ? problem.file : problem.title);
  fmt::print("domain      {}\n", geometry::to_string(problem.domain, names.coordinates));
  fmt::print("unknowns    {}\n", fmt::join(names.unknowns, ", "));
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const io::Term& term = problem.terms[t];
    const geometry::Draw draw{0, static_cast<std::uint32_t>(t), 0};
    const auto points = geometry::place_points(term.points, term.region, draw, names.coordinates);
    fmt::print("term        {} on {}: {} of {}, weight {:g}\n", term.name, term.on,
               term.measure == io::Measure::mean ? "mean" : "integral",
               term.density ? "a density" : "1/2 r^2", term.weight);
    if (term.density) fmt::print("  density     {}\n", term.density->text);
    for (const auto& residual : term.residuals) fmt::print("  residual    {}\n", residual.text);
    std::vector<std::string> jets;
    for (const auto& jet : terms[t].density.jets())
      jets.push_back(expr::to_string(jet, names.coordinates, names.unknowns));
    fmt::print("  derivatives {}\n", fmt::join(jets, ", "));
    fmt::print("  points      {} ({}), {} row{} each\n", points.count, run::rule_text(term.points),
               terms[t].density.rows(), terms[t].density.rows() == 1 ? "" : "s");
  }
  fmt::print("network     {} {}, {} parameters{}\n", run::layers_text(mlp),
             network::name(problem.network.activation), mlp.parameters(),
             problem.network.normalize ? ", domain mapped to [-1,1]^d" : "");
  for (const auto& stage : problem.stages) {
    const run::Sizes sizes = run::estimate_sizes(problem, terms, stage, threads);
    fmt::print(
        "optimizer   {}, {}{} iterations, about {:.1f} MiB\n", optim::name(stage.method),
        optim::is_damped(stage.method) ? "" : fmt::format("step {}, ", optim::name(stage.step)),
        stage.iterations, sizes.bytes / (1024.0 * 1024.0));
    if (has_metric(stage.method)) {
      const energy::Metric metric{stage.method == optim::Method::hngd ? stage.sobolev_order : -1};
      const Index rows = energy->row_count(metric);
      fmt::print(
          "  metric      {}, {} rows\n",
          metric.is_energy() ? std::string("energy") : fmt::format("H^{}", metric.sobolev_order),
          rows);
      fmt::print("  solver      {}\n", solver_text(stage, rows, mlp.parameters()));
    }
  }
  fmt::print("errors      {}\n",
             problem.has_solution()
                 ? "against the solution given, on " + run::rule_text(problem.evaluation)
                 : std::string("not measured: no [solution] for every unknown"));
  return finished;
}

}  // namespace engd::app
