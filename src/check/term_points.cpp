#include "check/term_points.h"

#include <algorithm>
#include <cmath>

#include "support/error.h"

namespace engd::check {

namespace {

bool is_scattered(geometry::PointRule::Kind kind) {
  return kind == geometry::PointRule::Kind::random || kind == geometry::PointRule::Kind::sobol ||
         kind == geometry::PointRule::Kind::halton;
}

/// The points of the term, or fewer where it has very many.
geometry::PointSet place(const Subject& subject, std::size_t t) {
  constexpr int enough = 1000;
  constexpr std::ptrdiff_t most = 20000;
  const problem::Term& term = subject.problem.terms[t];
  geometry::PointRule rule = term.points;
  const auto count = geometry::point_count(rule, term.region);
  if (is_scattered(rule.kind)) {
    rule.count = {std::min(rule.count.front(), enough)};
  } else if (count && *count > most) {
    rule = {};
    rule.kind = geometry::PointRule::Kind::halton;
    rule.count = {enough};
  }
  const auto laid = [&](const geometry::PointRule& by) {
    return geometry::place_points(by, term.region, {0, static_cast<std::uint32_t>(t), 0},
                                  subject.problem.scope.coordinates);
  };
  try {
    return laid(rule);
  } catch (const InputError&) {
    return laid(term.points);  // a condition that keeps few of its points may keep none of fewer
  }
}

}  // namespace

TermPoints::TermPoints(const Subject& subject, std::size_t term) : set_(place(subject, term)) {}

TermPoints::TermPoints(const Subject& subject, const geometry::Region& region) {
  geometry::PointRule rule;
  const bool single = region.patches.front().dimension() == 0;
  rule.kind = single ? geometry::PointRule::Kind::grid : geometry::PointRule::Kind::halton;
  rule.count = {single ? 1 : 200};
  try {
    set_ = geometry::place_points(rule, region, {}, subject.problem.scope.coordinates);
  } catch (const InputError&) {
    set_ = {};  // a condition keeps none of them
  }
}

std::vector<std::ptrdiff_t> TermPoints::chosen(std::size_t count) const {
  const auto all = static_cast<std::size_t>(set_.count);
  const std::size_t n = std::min(count, all);
  std::vector<std::ptrdiff_t> numbers;
  for (std::size_t k = 0; k < n; ++k) numbers.push_back(static_cast<std::ptrdiff_t>(k * all / n));
  return numbers;
}

std::vector<double> TermPoints::point(std::ptrdiff_t q) const {
  return set_.point(q);
}

Sized TermPoints::at(const expr::Leaf& leaf, std::ptrdiff_t q) const {
  const double x = set_.values_of(leaf)[q];
  return {x, std::fabs(x), std::fabs(x)};  // a bound such as 2*pi is rounded
}

}  // namespace engd::check
