#include "automatic/stationarity.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "automatic/boundary_pieces.h"
#include "energy/euler_lagrange.h"
#include "geometry/time_cut.h"
#include "problem/default_points.h"
#include "problem/time_order.h"

namespace engd::automatic {

namespace {

using expr::Node;
using problem::Problem;
using problem::Term;

// Enough to tell the measure of a region with a predicate.
constexpr int probes = 10000;

int dimension_of_region(const geometry::Region& region) {
  int dimension = 0;
  for (const geometry::Patch& patch : region.patches)
    dimension = std::max(dimension, patch.dimension());
  return dimension;
}

bool is_inside(const Problem& problem, const Term& term) {
  return dimension_of_region(term.region) == problem.domain.dimension();
}

double measure_of(const Problem& problem, const geometry::Region& region) {
  if (!region.keep) return region.measure();
  return geometry::probe_points(probes, region, problem.scope.coordinates).measure();
}

/// What stands under the integral of a term, with its weight.
Node density_of(Problem& problem, const Term& term) {
  expr::Graph& graph = problem.graph;
  Node sum = graph.constant(0);
  if (term.density) sum = term.density->node;
  for (const problem::Formula& residual : term.residuals)
    sum = graph.add(
        sum, graph.multiply(graph.constant(0.5), graph.power(residual.node, graph.constant(2))));
  const double weight = term.measure == problem::Measure::mean
                            ? term.weight / measure_of(problem, term.region)
                            : term.weight;
  return graph.multiply(graph.constant(weight), sum);
}

/// Adds the terms of one problem, piece by piece.
class Builder {
 public:
  explicit Builder(const Problem& of) : problem_(of), space_(of.scope.space) {
    problem_.terms.clear();
    for (const Term& term : of.terms)
      (is_inside(of, term) ? inside_ : conditions_).push_back(&term);
    for (const Term* term : conditions_) regions_.push_back(&term->region);
    for (const auto& hard : of.hard)
      if (hard) regions_.push_back(&hard->region);
    pieces_ = boundary_pieces(of.domain, regions_);
  }

  Problem build() {
    expr::Graph& graph = problem_.graph;
    Node e = graph.constant(0);
    for (const Term* term : inside_) e = graph.add(e, density_of(problem_, *term));
    std::size_t hard = conditions_.size();  // the next condition's place among the regions
    for (int k = 0; k < std::ssize(problem_.scope.unknowns); ++k) {
      const energy::InnerVariation inside = energy::variation_inside(graph, e, k, space_);
      add(fmt::format("equation of {}", name(k)), inside_.front()->region, inside_.front()->points,
          {inside.equation});
      const bool is_hard = problem_.hard[static_cast<std::size_t>(k)].has_value();
      for (std::size_t p = 0; p < pieces_.size(); ++p)
        add_natural(k, p, inside, is_hard && pieces_[p].has[hard]);
      if (is_hard) ++hard;
    }
    return std::move(problem_);
  }

  bool needs_curvature() const { return needs_curvature_; }

 private:
  const std::string& name(int unknown) const {
    return problem_.scope.unknowns[static_cast<std::size_t>(unknown)];
  }

  void add(const std::string& what, const geometry::Region& region, const geometry::PointRule& rule,
           const std::vector<Node>& residuals) {
    Term term;
    term.name = what;
    term.on = dimension_of_region(region) == problem_.domain.dimension() ? "interior" : "boundary";
    term.region = region;
    term.points = rule;
    for (const Node node : residuals)
      if (problem_.graph.constant_value(node) != 0.0)
        term.residuals.push_back({node, what, inside_.front()->place});
    if (!term.residuals.empty()) problem_.terms.push_back(std::move(term));
  }

  /// The conditions on one piece of the boundary.
  void add_natural(int k, std::size_t p, const energy::InnerVariation& inside, bool is_given) {
    expr::Graph& graph = problem_.graph;
    const BoundaryPiece& piece = pieces_[p];
    Node b = graph.constant(0);
    geometry::PointRule rule = problem::default_points(piece.region, false);
    for (std::size_t t = 0; t < conditions_.size(); ++t)
      if (piece.has[t]) {
        b = graph.add(b, density_of(problem_, *conditions_[t]));
        rule = conditions_[t]->points;
      }
    const energy::BoundaryVariation natural =
        energy::variation_on_boundary(graph, inside, b, k, space_);
    const bool has_slope = graph.constant_value(natural.of_slope) != 0.0;
    if (natural.has_slopes && !piece.is_flat && space_.dimension > 1) needs_curvature_ = true;
    if (!geometry::has_points(rule, piece.region, problem_.scope.coordinates)) return;
    const std::string what =
        fmt::format("natural condition of {}{}", name(k),
                    pieces_.size() > 1 ? fmt::format(" on piece {}", p + 1) : std::string());
    const auto& hard = problem_.hard[static_cast<std::size_t>(k)];
    if (!hard) return add(what, piece.region, rule, {natural.of_value, natural.of_slope});
    if (is_given && !has_slope) return;  // the distance vanishes
    const Node d = hard->distance.node;
    Node slope = graph.constant(0);
    for (int axis = 0; axis < space_.dimension; ++axis)
      slope = graph.add(slope, graph.multiply(graph.normal(axis),
                                              expr::total_derivative(graph, d, axis, space_)));
    const Node of_slope = graph.multiply(natural.of_slope, slope);
    // Where d vanishes, so do its multiples.
    if (is_given) return add(what, piece.region, rule, {of_slope});
    add(what, piece.region, rule,
        {graph.add(graph.multiply(natural.of_value, d), of_slope),
         graph.multiply(natural.of_slope, d)});
  }

  Problem problem_;
  const expr::Space space_;
  std::vector<const Term*> inside_, conditions_;
  std::vector<const geometry::Region*> regions_;
  std::vector<BoundaryPiece> pieces_;
  bool needs_curvature_ = false;
};

std::string why_no_terms(const Problem& problem) {
  const geometry::Region interior = geometry::interior_of(problem.domain),
                         boundary = geometry::proper_boundary_of(problem.domain);
  bool any_inside = false;
  for (const Term& term : problem.terms) {
    if (term.balanced || term.causal > 0) return "weights that change while they are trained";
    if (term.is_data || term.points.kind == geometry::PointRule::Kind::file)
      return "points from a file";
    if (!term.shift.empty()) return "terms that look at two points";
    std::vector<Node> formulas;
    for (const problem::Formula& formula : term.residuals) formulas.push_back(formula.node);
    if (term.density) formulas.push_back(term.density->node);
    int order = 0;
    for (const expr::JetEntry& entry : expr::jet_entries(problem.graph, formulas))
      order = std::max(order, entry.order());
    const bool inside = is_inside(problem, term);
    if (order > (inside ? 2 : 1)) return "derivatives of a higher order";
    if (inside && (term.region.keep || !covers(term.region, interior)))
      return "terms on a part of the domain";
    if (!inside && !covers(boundary, term.region)) return "terms on a curve inside the domain";
    any_inside = any_inside || inside;
  }
  return any_inside ? "" : "no term inside the domain";
}

}  // namespace

bool has_energy(const Problem& problem) {
  return std::ranges::any_of(problem.terms,
                             [](const Term& term) { return term.density.has_value(); });
}

std::string why_no_stationarity(const Problem& problem) {
  if (!problem.coefficients.empty()) return "unknown numbers";
  if (std::string why = why_no_terms(problem); !why.empty()) return why;
  try {
    Builder builder(problem);
    const Problem equations = builder.build();
    return builder.needs_curvature() ? "derivatives on a curved boundary" : "";
  } catch (const std::length_error&) {
    return "formulas that are too large";
  }
}

Problem stationarity(const Problem& problem) {
  return Builder(problem).build();
}

}  // namespace engd::automatic
