// Terms of very different size: what the small ones ask for drowns in the large ones.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/kinds.h"
#include "check/sized.h"
#include "check/term_points.h"

namespace engd::check {

namespace {

constexpr double too_different = 1e4;

/// The size of a derivative of a function that is one and turns about once across the domain.
double typical(const Subject& subject, const expr::JetEntry& entry) {
  const geometry::Domain& domain = subject.problem.domain;
  const auto slope = [&](int axis) {
    const auto j = static_cast<std::size_t>(axis);
    return 2 / (domain.upper[j] - domain.lower[j]);
  };
  double size = 1;
  if (entry.laplacian) {
    double sum = 0;
    for (const int axis : subject.problem.scope.space.spatial) sum += slope(axis) * slope(axis);
    return sum;
  }
  for (const int axis : entry.axis)
    if (axis >= 0) size *= slope(axis);
  return size;
}

/// Root mean squares of the sizes of a term's residuals.
struct Sizes {
  double known = 0;    ///< of what is there where all unknowns are zero
  double unknown = 0;  ///< of the rest, for unknowns of size one
};

double size_of(Subject& subject, const TermPoints& points, SizedFormulas& formulas,
               double unknown) {
  const auto chosen = points.chosen(formulas.operations() > 20000 ? 2 : 40);
  double sum = 0;
  for (const std::ptrdiff_t q : chosen)
    for (const Sized& value : formulas([&](const expr::Leaf& leaf) {
           if (!leaf.is_jet_entry()) return points.at(leaf, q);
           if (leaf.is_coefficient()) {
             const auto k = static_cast<std::size_t>(leaf.index);
             const double start = subject.problem.coefficients[k].start;
             return Sized{start, std::fabs(start), 0};
           }
           const double size = unknown * typical(subject, leaf);
           return Sized{size, size, 0};
         }))
      sum += value.size * value.size;
  return std::sqrt(sum / static_cast<double>(chosen.size()));
}

Sizes sizes_of(Subject& subject, std::size_t t) {
  std::vector<expr::Node> nodes;
  for (const problem::Formula& residual : subject.problem.terms[t].residuals)
    nodes.push_back(residual.node);
  SizedFormulas formulas(subject.graph, nodes);
  const TermPoints points(subject, t);
  Sizes sizes;
  sizes.known = size_of(subject, points, formulas, 0);
  sizes.unknown = std::max(0.0, size_of(subject, points, formulas, 1) - sizes.known);
  return sizes;
}

}  // namespace

void look_at_scales(Subject& subject) {
  // A weight that is written, and noise, say how terms are meant to compare.
  std::vector<std::pair<Sizes, const problem::Term*>> terms;
  double scale = 0;  // of the unknowns: what it takes to balance what is known
  for (std::size_t t = 0; t < subject.problem.terms.size(); ++t) {
    const problem::Term& term = subject.problem.terms[t];
    if (term.density) return;
    const Sizes sizes = sizes_of(subject, t);
    // Infinite: the formula is not defined for unknowns of size one, as atanh(u), or overflows.
    if (!std::isfinite(sizes.known + sizes.unknown) || !(sizes.unknown > 0)) continue;
    scale = std::max(scale, sizes.known / sizes.unknown);
    const bool plain = term.weight == 1 && !term.balanced && term.noise == 0 &&
                       term.noise_column < 0 && term.measure == problem::Measure::mean;
    if (plain) terms.emplace_back(sizes, &term);
  }
  if (scale == 0) scale = 1;
  std::vector<std::pair<double, const problem::Term*>> sizes;
  for (const auto& [size, term] : terms)
    sizes.emplace_back(size.known + scale * size.unknown, term);
  if (sizes.size() < 2) return;
  const auto [small, large] = std::ranges::minmax(sizes);
  const double ratio = large.first / small.first;
  if (!(ratio > too_different)) return;
  subject.report(
      problem::FindingKind::scales, large.second->place,
      fmt::format("the residuals of term '{}' are about {:.0e} times those of term '{}': "
                  "its errors are all that the sum of squares sees; give it weight = "
                  "1e{:+03d}, or measure coordinates and unknowns in other units",
                  large.second->name, ratio, small.second->name,
                  -2 * static_cast<int>(std::floor(std::log10(ratio)))));
}

}  // namespace engd::check
