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

/// The root mean square of the size of a term's residuals for such functions.
double size_of(Subject& subject, std::size_t t) {
  const io::Term& term = subject.problem.terms[t];
  std::vector<expr::Node> nodes;
  for (const io::Formula& residual : term.residuals) nodes.push_back(residual.node);
  SizedFormulas formulas(subject.graph, nodes);
  const TermPoints points(subject, t);
  const auto chosen = points.chosen(formulas.operations() > 20000 ? 2 : 40);
  double sum = 0;
  for (const std::ptrdiff_t q : chosen)
    for (const Sized& value : formulas([&](const expr::NodeData& data) {
           if (data.op != expr::Op::jet) return points.leaf(data, q);
           if (data.jet.is_coefficient()) {
             const double start =
                 subject.problem.coefficients[static_cast<std::size_t>(data.jet.coefficient())].start;
             return Sized{start, std::fabs(start), 0};
           }
           const double size = typical(subject, data.jet);
           return Sized{size, size, 0};
         }))
      sum += value.size * value.size;
  return std::sqrt(sum / static_cast<double>(chosen.size()));
}

}  // namespace

void look_at_scales(Subject& subject) {
  // A weight that is written, and noise, say how terms are meant to compare.
  std::vector<std::pair<double, const io::Term*>> sizes;
  for (std::size_t t = 0; t < subject.problem.terms.size(); ++t) {
    const io::Term& term = subject.problem.terms[t];
    const bool plain = !term.density && term.weight == 1 && !term.balanced && term.noise == 0 &&
                       term.noise_column < 0 && term.measure == io::Measure::mean;
    if (!plain) continue;
    const double size = size_of(subject, t);
    if (std::isfinite(size) && size > 0) sizes.emplace_back(size, &term);
  }
  if (sizes.size() < 2) return;
  const auto [small, large] = std::ranges::minmax(sizes);
  const double ratio = large.first / small.first;
  if (!(ratio > too_different)) return;
  subject.report(io::FindingKind::scales, large.second->place,
                 fmt::format("the residuals of term '{}' are about {:.0e} times those of term '{}': "
                             "its errors are all that the sum of squares sees; give it weight = "
                             "{:.0e}, or measure coordinates and unknowns in other units",
                             large.second->name, ratio, small.second->name,
                             std::pow(10, -2 * std::floor(std::log10(ratio)))));
}

}  // namespace engd::check
