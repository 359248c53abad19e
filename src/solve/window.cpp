#include "solve/window.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "expr/substitute.h"
#include "expr/tape.h"
#include "problem/place.h"
#include "problem/time_order.h"
#include "solve/window_end.h"
#include "solve/window_join.h"
#include "support/error.h"

namespace engd::solve {

namespace {

/// The window `number` of problem.windows equal ones.
geometry::TimeInterval window_interval(const problem::Problem& whole, int number) {
  const int axis = problem::time_axis(whole), count = whole.windows;
  const auto j = static_cast<std::size_t>(axis);
  const double start = whole.domain.lower[j], end = whole.domain.upper[j];
  const auto time = [&](int k) {
    return k == count ? end : start + (end - start) * static_cast<double>(k) / count;
  };
  return {axis, time(number), time(number + 1), number == 0, number + 1 == count, start, end};
}

[[noreturn]] void refuse(const problem::Place& place, const std::string& what) {
  throw problem::error_at(place, what + " cannot be used with windows of time");
}

/// The terms of the window; of each, which of the whole problem's it comes from.
std::vector<int> cut_terms(const problem::Problem& whole, const geometry::TimeInterval& window,
                           problem::Problem& problem) {
  std::vector<int> origins;
  problem.terms.clear();
  const auto add = [&](problem::Term term, std::size_t origin) {
    if (!has_points(term.points, term.region, whole.scope.coordinates)) return;
    problem.terms.push_back(std::move(term));
    origins.push_back(static_cast<int>(origin));
  };
  for (std::size_t t = 0; t < whole.terms.size(); ++t) {
    problem::Term term = whole.terms[t];
    const geometry::CutRegion cut = cut_region(term.region, window);
    const bool from_file = term.points.kind == geometry::PointRule::Kind::file;
    if (from_file && !cut.start.patches.empty())
      refuse(term.place,
             fmt::format("points from a file at the start of time (term '{}')", term.name));
    if (term.density && !cut.start.patches.empty())
      refuse(term.place, fmt::format("a density at the start of time (term '{}')", term.name));
    if (!term.shift.empty())
      refuse(term.place, fmt::format("a term that looks at partners of points ('{}')", term.name));
    if (from_file) {
      // The file has points of all times; its region stays as it is.
      term.points.slab = {window.axis, window.lower, window.upper, window.last};
      add(std::move(term), t);
      continue;
    }
    if (window.first) {
      term.region.patches = cut.across.patches;
      term.region.patches.insert(term.region.patches.end(), cut.start.patches.begin(),
                                 cut.start.patches.end());
      add(std::move(term), t);
      continue;
    }
    problem::Term across = term;
    across.region = cut.across;
    add(std::move(across), t);
    if (cut.start.patches.empty()) continue;
    term.region = cut.start;
    term.residuals = continued(problem, term);
    term.continues = true;
    if (!cut.across.patches.empty()) term.name += " (start)";
    add(std::move(term), t);
  }
  return origins;
}

/// How often a distance vanishes at the start of time: 1, 2 or 3.
int order_of_zero(problem::Problem& problem, expr::Node distance,
                  const problem::HardCondition& hard, const geometry::TimeInterval& window) {
  geometry::Region start = hard.region;
  std::erase_if(start.patches, [&](const geometry::Patch& patch) {
    const std::size_t j = parameter_of(patch, window.axis);
    return !(patch.lower[j] == patch.upper[j] && patch.lower[j] == window.start);
  });
  const auto points = geometry::probe_points(100, start, problem.scope.coordinates);
  expr::Node d = distance;
  for (int order = 1; order < 3; ++order) {
    d = expr::differentiate(problem.graph, d, problem.graph.coordinate(window.axis));
    double largest = 0;
    for (Index q = 0; q < points.count; ++q)
      largest = std::max(largest, std::fabs(expr::evaluate_scalar(
                                      problem.graph, d, std::span<const double>(points.point(q)))));
    if (!(largest * (window.end - window.start) <= 1e-9)) return order;
  }
  return 3;
}

/// f with another time.
expr::Node at_time(expr::Graph& graph, expr::Node f, int axis, expr::Node time) {
  return expr::substitute(graph, {f},
                          [&](expr::Node leaf) {
                            const expr::NodeData data = graph[leaf];
                            return data.is(expr::Leaf::Kind::coordinate) && data.leaf.index == axis
                                       ? time
                                       : leaf;
                          })
      .front();
}

/// The order up to which the condition hands the unknown on; 0: it is not at the start of time.
int continue_condition(problem::Problem& problem, int unknown,
                       const geometry::TimeInterval& window) {
  problem::HardCondition& hard = *problem.hard[static_cast<std::size_t>(unknown)];
  if (is_at(hard.region, window, window.end))
    refuse(hard.value.place, "a hard condition at the end of time");
  if (!is_at(hard.region, window, window.start)) return 0;
  expr::Graph& graph = problem.graph;
  const expr::Node t = graph.coordinate(window.axis);
  const expr::Node since = graph.subtract(t, graph.constant(window.lower));
  const int order = order_of_zero(problem, hard.distance.node, hard, window);
  const double stretch = (window.end - window.start) / (window.upper - window.lower);
  hard.distance.node = at_time(
      graph, hard.distance.node, window.axis,
      graph.add(graph.constant(window.start), graph.multiply(graph.constant(stretch), since)));
  if (window.first) return order;
  expr::Node slope = hard.value.node, power = graph.constant(1), value = hard.value.node;
  for (int j = 0; j < order; ++j) {
    const expr::Node known = at_time(graph, slope, window.axis, graph.constant(window.lower));
    const expr::Node before = energy::Ansatz::start_value(graph, unknown, j);
    value = graph.add(value, graph.multiply(power, graph.subtract(before, known)));
    slope = expr::differentiate(graph, slope, t);
    power = graph.multiply(graph.constant(1.0 / (j + 1)), graph.multiply(power, since));
  }
  hard.value.node = value;
  return order;
}

/// The rows of a reference that belong to the window; nothing where there are none.
std::optional<problem::Reference> cut_reference(const problem::Reference& whole,
                                                const geometry::TimeInterval& window) {
  const geometry::PointSet& all = whole.points;
  std::vector<Index> kept;
  for (Index q = 0; q < all.count; ++q) {
    const double t = all.coordinate(q, window.axis);
    const bool after = t >= window.lower || window.first;
    if (after && (t < window.upper || window.last)) kept.push_back(q);
  }
  if (kept.empty()) return std::nullopt;
  problem::Reference cut{
      whole.file, {}, whole.unknowns, Matrix(std::ssize(kept), whole.values.cols())};
  cut.points = all.chosen(kept);
  for (Index k = 0; k < cut.points.count; ++k)
    cut.values.row(k) = whole.values.row(kept[static_cast<std::size_t>(k)]);
  return cut;
}

}  // namespace

namespace {

/// The whole problem, over the time of the window.
std::shared_ptr<problem::Problem> over(const problem::Problem& whole,
                                       const geometry::TimeInterval& window) {
  auto problem = std::make_shared<problem::Problem>(whole);
  const auto j = static_cast<std::size_t>(window.axis);
  problem->domain.lower[j] = window.lower;
  problem->domain.upper[j] = window.upper;
  return problem;
}

HardOrders continue_conditions(problem::Problem& problem, const geometry::TimeInterval& window) {
  HardOrders hard(problem.hard.size());
  for (std::size_t k = 0; k < problem.hard.size(); ++k)
    if (problem.hard[k]) hard[k] = continue_condition(problem, static_cast<int>(k), window);
  return hard;
}

/// The level of a window whose problem is complete.
Piece piece_of(std::shared_ptr<problem::Problem> problem, const Piece* before,
               const geometry::TimeInterval& window, std::vector<int> origin, int joins,
               int threads) {
  problem->graph.share();
  Level level(*problem,
              before ? make_window_end(*before, window.axis, window.lower, threads) : nullptr);
  return {std::move(problem),
          std::move(level),
          {},
          std::move(origin),
          joins,
          before ? before->ends : std::make_shared<EndValues>()};
}

}  // namespace

Piece make_window(const problem::Problem& whole, int number, const Piece* before, int threads) {
  const geometry::TimeInterval window = window_interval(whole, number);
  const auto made = over(whole, window);
  problem::Problem& problem = *made;
  std::vector<int> origin = cut_terms(whole, window, problem);
  const HardOrders hard = continue_conditions(problem, window);
  int joins = 0;
  if (window.first) {
    require_start(whole, problem, hard, window);
  } else {
    for (Join& join : missing_joins(whole, problem, hard, window)) {
      problem.terms.push_back(std::move(join.term));
      origin.push_back(static_cast<int>(join.origin));
      ++joins;
    }
  }
  for (auto& region : problem.solution_on)
    if (region) region = cut_region(*region, window).across;
  if (whole.reference) problem.reference = cut_reference(*whole.reference, window);
  return piece_of(made, before, window, std::move(origin), joins, threads);
}

Piece make_trained_window(const problem::Problem& whole, int number, const Piece* before) {
  const geometry::TimeInterval window = window_interval(whole, number);
  const auto made = over(whole, window);
  made->terms.clear();
  made->reference.reset();
  continue_conditions(*made, window);
  return piece_of(made, before, window, {}, 0, 1);
}

}  // namespace engd::solve
