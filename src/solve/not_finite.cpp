#include "solve/not_finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "expr/shift.h"
#include "solve/fresh_points.h"

namespace engd::solve {

namespace {

using expr::Node;
using expr::Op;

// As many random points as there are: the place may be small.
constexpr std::ptrdiff_t many = 1'000'000;

std::string about_power(double base, double exponent) {
  if (base == 0 && exponent < 0) return "division by zero";
  if (base < 0 && exponent != std::floor(exponent))
    return fmt::format("a negative number, {:.3g}, to the power {:.3g}", base, exponent);
  return fmt::format("{:.3g} to the power {:.3g} is too large", base, exponent);
}

/// 'J' for the Bessel functions of the first kind, and so on.
std::optional<char> bessel_letter(Op op) {
  if (op == Op::bessel_j) return 'J';
  if (op == Op::bessel_y) return 'Y';
  if (op == Op::bessel_i) return 'I';
  if (op == Op::bessel_k) return 'K';
  return std::nullopt;
}

/// Why an operation on finite numbers gives none.
std::string reason(Op op, double a, double b, double value) {
  const std::string name = expr::function_name(op);
  if (op == Op::sqrt) return fmt::format("sqrt of a negative number, {:.3g}", a);
  if (op == Op::log)
    return a == 0 ? "log of zero" : fmt::format("log of a negative number, {:.3g}", a);
  if (op == Op::asin || op == Op::acos) return fmt::format("{} of {:.3g}, beyond 1", name, a);
  if (op == Op::divide && b == 0) return "division by zero";
  if (op == Op::power) return about_power(a, b);
  const char* what = std::isnan(value) ? "no number" : "too large";
  if (expr::operand_count(op) == 1) return fmt::format("{} of {:.3g} is {}", name, a, what);
  if (const auto letter = bessel_letter(op))
    return fmt::format("{}{:g} of {:.3g} is {}", *letter, a, b, what);
  if (op == Op::polygamma) return fmt::format("a derivative of gamma at {:.3g} is {}", b, what);
  return fmt::format("{:.3g} {} {:.3g} is too large", a, name, b);
}

/// The formula at one point, by its nodes; what breaks first, if anything does.
std::optional<std::string> what_breaks(const expr::Graph& graph, Node formula,
                                       const std::function<double(const expr::Leaf&)>& leaf) {
  std::map<Node, double> values{{-1, 0.0}};
  for (const Node n : expr::reachable(graph, {formula})) {
    const expr::NodeData& data = graph[n];
    const double a = values.at(data.a), b = values.at(data.b);
    const double value = data.op == Op::constant ? data.value
                         : data.op == Op::leaf   ? leaf(data.leaf)
                                                 : expr::apply(data.op, a, b);
    values[n] = value;
    if (std::isfinite(value)) continue;
    if (expr::operand_count(data.op) == 0) return "the network is not finite there";
    return reason(data.op, a, b, value);
  }
  return std::nullopt;
}

std::string place_of(const problem::Problem& problem, const geometry::PointSet& points, Index q) {
  std::string place;
  for (int j = 0; j < points.dimension && j < 6; ++j)
    place += fmt::format("{}{} = {:.4g}", j == 0 ? "" : ", ",
                         problem.scope.coordinates[static_cast<std::size_t>(j)],
                         points.coordinate(q, j));
  return points.dimension > 6 ? place + ", ..." : place;
}

/// A formula of a term on some points of its region.
std::string on_points(Level& level, const Vector& theta, const problem::Term& term, Node formula,
                      const geometry::PointSet& points, int threads) {
  const auto entries = expr::jet_entries(level.graph, {formula});
  Matrix jets;
  level.unknowns_at(entries, points, threads).evaluate(theta, jets);
  for (Index q = 0; q < points.count; ++q) {
    const auto leaf = [&](const expr::Leaf& one) {
      if (!one.is_jet_entry()) return points.values_of(one)[q];
      return jets(q, std::lower_bound(entries.begin(), entries.end(), one) - entries.begin());
    };
    if (const auto broken = what_breaks(level.graph, formula, leaf))
      return fmt::format("the {} of term '{}' is not finite at {}: {}",
                         term.density ? "density" : "residual", term.name,
                         place_of(*level.problem, points, q), *broken);
  }
  return {};
}

/// On the points of the term's rule, then on random ones.
std::string in_term(Level& level, const Vector& theta, std::size_t t, std::uint64_t seed,
                    int threads) {
  const problem::Problem& problem = *level.problem;
  const problem::Term& term = problem.terms[t];
  std::vector<Node> formulas;
  for (const problem::Formula& formula : term.residuals) formulas.push_back(formula.node);
  if (term.density) formulas.push_back(term.density->node);
  std::vector<geometry::PointRule> rules{term.points};
  if (term.points.kind != geometry::PointRule::Kind::file) rules.push_back(fresh_rule(many));
  for (const geometry::PointRule& rule : rules) {
    const bool fresh = &rule != rules.data();
    const auto points = geometry::place_points(
        rule, term.region, {fresh ? seed_of_fresh_points : seed, static_cast<std::uint32_t>(t), 0},
        problem.scope.coordinates);
    for (const Node formula : formulas) {
      if (expr::looks_at_partner(problem.graph, formula)) continue;
      if (std::string found = on_points(level, theta, term, formula, points, threads);
          !found.empty())
        return found;
    }
  }
  return {};
}

}  // namespace

std::string describe_not_finite(const Piece& piece, std::uint64_t seed, int threads) {
  Level level = piece.level;
  for (std::size_t t = 0; t < piece.problem->terms.size(); ++t)
    if (std::string found = in_term(level, piece.theta, t, seed, threads); !found.empty())
      return found;
  return {};
}

}  // namespace engd::solve
