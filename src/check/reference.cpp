// Whether the reference solution satisfies the conditions on values, where it has points on them.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/kinds.h"
#include "check/misfit.h"
#include "check/names_in.h"

namespace engd::check {

namespace {

constexpr double tolerance = 1e-3;  // of data that were computed by another method
constexpr std::ptrdiff_t most_points = 20000;

/// Values of the unknowns at a point of the reference.
class Known {
 public:
  explicit Known(const io::Reference& reference)
      : reference_(reference), scale_(reference.values.cwiseAbs().maxCoeff()) {}
  std::ptrdiff_t step() const { return 1 + reference_.points.count / most_points; }
  std::ptrdiff_t count() const { return reference_.points.count; }
  bool has(int unknown) const {
    return std::ranges::find(reference_.unknowns, unknown) != reference_.unknowns.end();
  }
  std::vector<double> point(std::ptrdiff_t q) const {
    std::vector<double> x;
    for (int j = 0; j < reference_.points.dimension; ++j)
      x.push_back(reference_.points.coordinate(q, j));
    return x;
  }
  Sized value(int unknown, std::ptrdiff_t q) const {
    const auto column =
        std::ranges::find(reference_.unknowns, unknown) - reference_.unknowns.begin();
    const double u = reference_.values(q, column);
    return {u, std::fabs(u), 1e4 * scale_};  // what another method calls zero is not
  }

 private:
  const io::Reference& reference_;
  double scale_;
};

/// A formula of the coordinates and of values of unknowns, at the points in the region.
Misfit misfit_of(Subject& subject, const Known& known, const geometry::Region& region,
                 expr::Node formula) {
  Misfit misfit;
  SizedFormulas values(subject.graph, {formula});
  for (std::ptrdiff_t q = 0; q < known.count(); q += known.step()) {
    const std::vector<double> x = known.point(q);
    if (!region.contains(x)) continue;
    misfit.add(values([&](const expr::NodeData& data) {
                 if (data.op == expr::Op::jet) return known.value(data.jet.unknown, q);
                 const double c = x[static_cast<std::size_t>(data.index)];
                 return Sized{c, std::fabs(c), 0};
               })[0],
               x);
  }
  return misfit;
}

void look_at(Subject& subject, const Known& known, const geometry::Region& region,
             expr::Node formula, const io::Formula& shown, const std::string& what) {
  const Misfit misfit = misfit_of(subject, known, region, formula);
  if (!misfit.is_one(tolerance)) return;
  subject.report(io::FindingKind::solution, shown.place,
                 fmt::format("the reference solution in {} does not satisfy {}, \"{}\": {}{}",
                             subject.problem.reference->file, what, shown.text,
                             misfit.text(subject), definitions_in(subject.problem, {shown.text})));
}

}  // namespace

void look_at_reference(Subject& subject) {
  const io::Problem& problem = subject.problem;
  if (!problem.reference) return;
  const Known known(*problem.reference);
  const auto are_values = [&](expr::Node formula) {
    return std::ranges::all_of(subject.entries(formula),
                               [&](const expr::JetEntry& entry) {
                                 return entry.order() == 0 && !entry.is_coefficient() &&
                                        entry.unknown < subject.unknowns &&
                                        known.has(entry.unknown);
                               }) &&
           !expr::depends_on(subject.graph, formula, expr::Op::normal);
  };
  for (const io::Term& term : problem.terms) {
    if (term.is_data || term.noise > 0 || term.noise_column >= 0) continue;
    for (const io::Formula& residual : term.residuals)
      if (are_values(residual.node))
        look_at(subject, known, term.region, residual.node, residual,
                fmt::format("term '{}'", term.name));
  }
  for (int k = 0; k < subject.unknowns; ++k) {
    const auto& hard = problem.hard[static_cast<std::size_t>(k)];
    if (!hard || !known.has(k)) continue;
    const expr::Node difference =
        subject.graph.subtract(subject.graph.jet(expr::value_of(k)), hard->value.node);
    look_at(subject, known, hard->region, difference, hard->value,
            fmt::format("the hard condition of '{}' on {}", subject.unknown_name(k), hard->on));
  }
}

}  // namespace engd::check
