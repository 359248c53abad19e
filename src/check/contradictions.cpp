// Conditions that cannot hold together: two on the same part of the boundary, or the start of time
// and the boundary where they meet.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/kinds.h"
#include "check/misfit.h"
#include "check/rows.h"
#include "check/term_points.h"

namespace engd::check {

namespace {

using expr::JetEntry;
using expr::Node;

/// A condition that is linear in derivatives of unknowns: sum of factors times derivatives, plus a
/// rest of the coordinates and the normal, is zero.
struct LinearCondition {
  std::string name, text;  ///< "term 'ends'", "u - 1"
  problem::Place place, on_place;
  const geometry::Region* region = nullptr;
  std::vector<JetEntry> entries;
  std::vector<Node> factors;
  Node rest = -1;                          ///< or the residual, where all unknowns are zero
  bool has_normal = false, turns = false;  ///< its normal need not be that of another term there
  double size = 0;  ///< the largest rest on its region, where that may be zero at single points
};

constexpr double relative = 1e-3;  // numbers may be written short

bool has_slices(const geometry::Region& region) {
  return std::ranges::any_of(region.patches, &geometry::Patch::slice);
}

/// Splits a residual; nothing where it is not linear, or has coefficients or measured values.
std::optional<LinearCondition> linear(Subject& subject, const problem::Term& term,
                                      const problem::Formula& residual) {
  constexpr std::size_t most_entries = 20, most_nodes = 2000;
  const expr::Graph& graph = subject.graph;
  LinearCondition found{fmt::format("term '{}'", term.name),
                        residual.text,
                        residual.place,
                        term.on_place,
                        &term.region,
                        subject.entries(residual.node),
                        {}};
  if (found.entries.empty() || found.entries.size() > most_entries ||
      expr::reachable(graph, {residual.node}).size() > most_nodes ||
      expr::depends_on(graph, residual.node, expr::Leaf::Kind::measured))
    return std::nullopt;
  found.rest = residual.node;  // is evaluated where all unknowns are zero
  std::ranges::sort(found.entries);
  for (const JetEntry& entry : found.entries) {
    if (entry.is_coefficient() || entry.place != expr::Leaf::Place::here) return std::nullopt;
    const Node factor = subject.factor(residual.node, entry);
    if (!subject.entries(factor).empty()) return std::nullopt;
    found.factors.push_back(factor);
  }
  found.has_normal = expr::depends_on(graph, residual.node, expr::Leaf::Kind::normal);
  found.turns = has_slices(term.region) || term.on.find("interface") != std::string::npos;
  return found;
}

double size_of_rest(const Subject& subject, const LinearCondition& one) {
  const TermPoints points(subject, *one.region);
  SizedFormulas rest(subject.graph, {one.rest});
  double size = 0;
  for (const std::ptrdiff_t q : points.chosen(30)) {
    const Sized value = rest([&](const expr::Leaf& leaf) {
      return leaf.is_jet_entry() ? Sized{} : points.at(leaf, q);
    })[0];
    if (std::isfinite(value.value)) size = std::max(size, std::fabs(value.value));
  }
  return size;
}

std::vector<LinearCondition> conditions_of(Subject& subject) {
  constexpr std::size_t most = 60;  // each is compared with each
  std::vector<LinearCondition> all;
  for (std::size_t k = 0; k < subject.problem.hard.size(); ++k) {
    const auto& hard = subject.problem.hard[k];
    if (!hard || hard->region.patches.empty()) continue;
    const std::string& u = subject.unknown_name(static_cast<int>(k));
    all.push_back({fmt::format("the hard condition of '{}'", u),
                   fmt::format("{} - ({})", u, hard->value.text),
                   hard->value.place,
                   hard->value.place,
                   &hard->region,
                   {expr::value_of(static_cast<int>(k))},
                   {subject.graph.constant(1)},
                   subject.graph.negate(hard->value.node)});
  }
  for (const problem::Term& term : subject.problem.terms) {
    if (is_inside(term) || is_measured(term) || is_file(term) || !term.shift.empty() ||
        term.region.patches.empty())
      continue;
    for (const problem::Formula& residual : term.residuals)
      if (auto one = linear(subject, term, residual); one && all.size() < most)
        all.push_back(std::move(*one));
  }
  for (LinearCondition& one : all) one.size = size_of_rest(subject, one);
  return all;
}

/// Factors and rests of two conditions with the same derivatives.
class Pair {
 public:
  Pair(const Subject& subject, const LinearCondition& a, const LinearCondition& b)
      : count_(a.entries.size()),
        formulas_(subject.graph, nodes_of(a, b)),
        size_a_(a.size),
        size_b_(b.size) {}

  /// The rest of the second condition less that of the first one, both with the factors of the
  /// second; nothing where the factors say different things.
  std::optional<Sized> difference(const std::function<Sized(const expr::Leaf&)>& leaf) {
    const std::vector<Sized> values = formulas_([&](const expr::Leaf& one) {
      return one.is_jet_entry() ? Sized{0, 0, 0} : leaf(one);
    });
    std::size_t largest = 0;
    for (std::size_t k = 1; k < count_; ++k)
      if (std::fabs(values[k].value) > std::fabs(values[largest].value)) largest = k;
    const double ratio = values[count_ + largest].value / values[largest].value;
    if (!std::isfinite(ratio) || ratio == 0) return std::nullopt;
    for (std::size_t k = 0; k < count_; ++k) {
      const double expected = ratio * values[k].value, is = values[count_ + k].value;
      if (!(std::fabs(is - expected) <= 1e-9 * std::fabs(values[count_ + largest].value)))
        return std::nullopt;
    }
    const Sized &a = values[2 * count_], &b = values[2 * count_ + 1];
    return Sized{b.value - ratio * a.value,
                 std::max(b.size, size_b_) + std::fabs(ratio) * std::max(a.size, size_a_),
                 b.error + std::fabs(ratio) * a.error};
  }

 private:
  static std::vector<Node> nodes_of(const LinearCondition& a, const LinearCondition& b) {
    std::vector<Node> nodes = a.factors;
    nodes.insert(nodes.end(), b.factors.begin(), b.factors.end());
    nodes.insert(nodes.end(), {a.rest, b.rest});
    return nodes;
  }

  std::size_t count_;
  SizedFormulas formulas_;
  double size_a_, size_b_;
};

bool are_comparable(const LinearCondition& a, const LinearCondition& b) {
  if (a.entries != b.entries) return false;
  const bool normals = a.has_normal || b.has_normal;
  return !normals || (a.region->has_normals() && b.region->has_normals() && !a.turns && !b.turns);
}

/// The points of the smaller part that belong to the other one as well.
Misfit on_common_points(const Subject& subject, const LinearCondition& a,
                        const LinearCondition& b) {
  Misfit misfit;
  if (a.region->patches.front().dimension() != b.region->patches.front().dimension()) return misfit;
  Pair pair(subject, a, b);
  for (const auto* region : {a.region, b.region}) {
    const geometry::Region& other = region == a.region ? *b.region : *a.region;
    const TermPoints points(subject, *region);
    for (const std::ptrdiff_t q : points.chosen(50)) {
      const std::vector<double> x = points.point(q);
      if (!other.contains(x)) continue;
      if (const auto difference =
              pair.difference([&](const expr::Leaf& leaf) { return points.at(leaf, q); }))
        misfit.add(*difference, x);
    }
  }
  return misfit;
}

bool is_start(const Subject& subject, const geometry::Region& region) {
  if (subject.time < 0) return false;
  const auto j = static_cast<std::size_t>(subject.time);
  return std::ranges::all_of(region.patches, [&](const geometry::Patch& patch) {
    std::vector<double> x(static_cast<std::size_t>(patch.space_dimension()));
    patch.map(patch.lower, x);
    return patch.normal_axis == subject.time && x[j] == subject.problem.domain.lower[j];
  });
}

bool has_face_of_time(const Subject& subject, const geometry::Region& region) {
  return std::ranges::any_of(region.patches, [&](const geometry::Patch& patch) {
    return patch.normal_axis == subject.time || patch.dimension() == 0;
  });
}

/// The points of a condition on the boundary at the start of time.
Misfit where_they_meet(const Subject& subject, const LinearCondition& start,
                       const LinearCondition& boundary) {
  Misfit misfit;
  Pair pair(subject, start, boundary);
  const auto j = static_cast<std::size_t>(subject.time);
  for (std::vector<double> x : some_points(subject, *boundary.region, 40)) {
    x[j] = subject.problem.domain.lower[j];
    if (!start.region->contains(x) || !boundary.region->contains(x)) continue;
    if (const auto difference =
            pair.difference([&](const expr::Leaf& leaf) { return coordinate_of(leaf, x); }))
      misfit.add(*difference, x);
  }
  return misfit;
}

bool is_value(const LinearCondition& one) {
  return one.entries.size() == 1 && one.entries[0].order() == 0 && !one.has_normal;
}

/// Whether something has been said of a condition that explains why it fits nothing.
bool is_reported(const Subject& subject, const LinearCondition& one) {
  return std::ranges::any_of(subject.findings, [&](const Finding& finding) {
    const auto is_at = [&](const problem::Place& place) {
      return finding.place.line == place.line && finding.place.column == place.column;
    };
    return (finding.kind == problem::FindingKind::solution && is_at(one.place)) ||
           (finding.kind == problem::FindingKind::overdetermined && is_at(one.on_place));
  });
}

void report_contradiction(Subject& subject, const LinearCondition& first,
                          const LinearCondition& second, const Misfit& misfit) {
  subject.report(
      problem::FindingKind::overdetermined, second.place,
      fmt::format(
          "{} asks that \"{}\" is zero, and {} (line {}) that \"{}\" is, in the same place: "
          "both cannot be, they differ by {:.2g} at {}; take the place out of one of them "
          "(on = \"boundary and x > 0\", or a list of faces)",
          second.name, second.text, first.name, first.place.line, first.text, misfit.largest(),
          misfit.place(subject)));
}

}  // namespace

void look_at_contradictions(Subject& subject) {
  const std::vector<LinearCondition> all = conditions_of(subject);
  for (std::size_t b = 0; b < all.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) {
      if (!are_comparable(all[a], all[b]) || is_reported(subject, all[a]) ||
          is_reported(subject, all[b]))
        continue;
      const Misfit misfit = on_common_points(subject, all[a], all[b]);
      if (!misfit.is_one(relative)) continue;
      report_contradiction(subject, all[a], all[b], misfit);
      break;  // one message a condition
    }
}

void look_at_corners(Subject& subject) {
  if (subject.time < 0 || subject.is_periodic(subject.time)) return;
  const std::vector<LinearCondition> all = conditions_of(subject);
  for (const LinearCondition& start : all) {
    if (!is_value(start) || !is_start(subject, *start.region)) continue;
    for (const LinearCondition& boundary : all) {
      if (!is_value(boundary) || boundary.entries != start.entries ||
          has_face_of_time(subject, *boundary.region) || has_slices(*boundary.region) ||
          is_reported(subject, start) || is_reported(subject, boundary))
        continue;
      const Misfit misfit = where_they_meet(subject, start, boundary);
      if (!misfit.is_one(relative)) continue;
      subject.report(
          problem::FindingKind::corner, boundary.place,
          fmt::format("\"{}\" of {} and \"{}\" of {} (line {}) do not fit where the boundary meets "
                      "the start of time: they differ by {:.2g} at {}, so that the solution jumps "
                      "there, and its accuracy ends early",
                      boundary.text, boundary.name, start.text, start.name, start.place.line,
                      misfit.largest(), misfit.place(subject)));
    }
  }
}

}  // namespace engd::check
