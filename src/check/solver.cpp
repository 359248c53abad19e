// Kernel matrices, which have a row and a column for each row of the metric, where the matrix of
// the parameters is much smaller.

#include <fmt/format.h>

#include <algorithm>

#include "check/kinds.h"
#include "check/rows.h"

namespace engd::check {

namespace {

bool is_kernel(linalg::Method method) {
  return method == linalg::Method::kernel || method == linalg::Method::kernel_cholesky;
}

/// Entries of the jet up to this order, each of which is a row of a Sobolev inner product.
Index entries_up_to(int order, Index dimension) {
  const Index first = dimension, second = dimension * (dimension + 1) / 2;
  return 1 + (order >= 1 ? first : 0) + (order >= 2 ? second : 0);
}

Index rows_of_metric(Subject& subject, const optim::Options& stage) {
  const int order = optim::metric_order(stage.method);
  Index rows = 0;
  for (const problem::Term& term : subject.problem.terms) {
    if (order < 0)
      rows += points_of(subject, term) * rows_of(subject, term);
    else if (is_inside(term))
      rows += points_of(subject, term) *
              (subject.unknowns * entries_up_to(order, subject.problem.domain.dimension()) +
               std::ssize(subject.problem.coefficients));
  }
  return rows;
}

}  // namespace

void look_at_solvers(Subject& subject) {
  constexpr Index many = 2000, times = 8;  // matrices below are quick
  const Index parameters = problem::largest_network(subject.problem);
  for (std::size_t k = 0; k < subject.problem.stages.size(); ++k) {
    const optim::Options& stage = subject.problem.stages[k];
    const optim::Solver solver = optim::solver_of(stage.method);
    if (!solver || !is_kernel(*solver)) continue;
    const Index rows = rows_of_metric(subject, stage);
    if (rows < many || rows < times * parameters) continue;
    subject.report(
        problem::FindingKind::solver, subject.problem.stage_places.at(k),
        fmt::format("the kernel matrix has {0} rows for {1} parameters: solver = \"auto\" "
                    "decomposes a matrix of {1} rows in its place",
                    rows, parameters));
  }
}

}  // namespace engd::check
