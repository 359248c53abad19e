// Systems of first order in time and space: how many waves come in through a face, each of which
// asks for a condition there.

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "check/conditions.h"
#include "check/kinds.h"

namespace engd::check {

namespace {

using expr::JetEntry;
using Equations = std::vector<const problem::Formula*>;

/// The residuals inside, one for each unknown, where all derivatives are first ones.
std::optional<Equations> first_order_system(const Subject& subject) {
  Equations equations;
  for (const problem::Term& term : subject.problem.terms) {
    if (!is_inside(term)) continue;
    if (term.on != "interior" || term.density || !term.shift.empty()) return std::nullopt;
    for (const problem::Formula& residual : term.residuals) {
      equations.push_back(&residual);
      for (const JetEntry& entry : subject.entries(residual.node))
        if (entry.is_coefficient() || entry.order() > 1) return std::nullopt;
    }
  }
  if (std::ssize(equations) != subject.unknowns) return std::nullopt;
  return equations;
}

/// What stands before the derivatives along an axis, one row an equation; nothing where that
/// depends on unknowns.
std::optional<Eigen::MatrixXd> factors_along(Subject& subject, const Equations& equations, int axis,
                                             std::span<const double> point) {
  const auto n = std::ssize(equations);
  Eigen::MatrixXd factors = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index row = 0; row < n; ++row) {
    const expr::Node residual = equations[static_cast<std::size_t>(row)]->node;
    for (const JetEntry& entry : subject.entries(residual)) {
      if (order_along(subject, entry, axis) == 0) continue;
      const auto factor = coefficient_at(subject, subject.factor(residual, entry), point);
      if (!factor || !std::isfinite(*factor)) return std::nullopt;
      factors(row, unknown_of(entry)) = *factor;
    }
  }
  return factors;
}

/// Waves with a positive and with a negative speed along an axis.
struct Waves {
  int up = 0, down = 0;
};

/// The signs of the eigenvalues of A_t^-1 A_x; nothing where some are not real, or A_t has no
/// inverse.
std::optional<Waves> waves_along(Subject& subject, const Equations& equations, int axis,
                                 std::span<const double> point) {
  constexpr double rounding = 1e-6;
  auto in_time = factors_along(subject, equations, subject.time, point);
  auto along = factors_along(subject, equations, axis, point);
  if (!in_time || !along) return std::nullopt;
  for (Eigen::Index row = 0; row < in_time->rows(); ++row) {
    const double size = in_time->row(row).cwiseAbs().maxCoeff();
    if (!(size > 0)) return std::nullopt;
    in_time->row(row) /= size;
    along->row(row) /= size;
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> factorised(*in_time);
  if (!factorised.isInvertible()) return std::nullopt;
  const Eigen::MatrixXd speeds = factorised.solve(*along);
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(speeds, false);
  if (solver.info() != Eigen::Success) return std::nullopt;
  const Eigen::VectorXcd& values = solver.eigenvalues();
  const double largest = values.cwiseAbs().maxCoeff();
  Waves waves;
  for (const std::complex<double>& value : values) {
    if (std::fabs(value.imag()) > rounding * largest) return std::nullopt;
    waves.up += value.real() > rounding * largest;
    waves.down += value.real() < -rounding * largest;
  }
  return waves;
}

bool has_slice_along(const Subject& subject, int axis) {
  return std::ranges::any_of(subject.problem.terms, [&](const problem::Term& term) {
    return std::ranges::any_of(term.region.patches, [&](const geometry::Patch& patch) {
      return patch.slice && patch.normal_axis == axis;
    });
  });
}

/// At points of both faces; whether something was said.
bool look_at_faces(Subject& subject, Conditions& conditions, const Equations& equations, int axis) {
  const geometry::Domain& domain = subject.problem.domain;
  const auto j = static_cast<std::size_t>(axis);
  std::set<int> all;
  for (int k = 0; k < subject.unknowns; ++k) all.insert(k);
  for (std::vector<double> x : some_points(subject, geometry::face_of(domain, axis, false), 4))
    for (const bool upper : {false, true}) {
      x[j] = upper ? domain.upper[j] : domain.lower[j];
      const auto waves = waves_along(subject, equations, axis, x);
      if (!waves) return false;
      const int need = upper ? waves->down : waves->up;
      const int have = conditions.at(all, x);
      if (have >= need) continue;
      subject.report(
          problem::FindingKind::boundary, equations.front()->place,
          fmt::format(
              "the equations carry {} wave{} into the domain at {}, and the conditions "
              "there are {}: add a [[term]] with on = \"boundary.{}.{}\", or write periodic "
              "= \"{}\" in [problem]",
              need, need == 1 ? "" : "s", subject.place_text(x), have,
              subject.coordinate_name(axis), upper ? "max" : "min", subject.coordinate_name(axis)));
      return true;
    }
  return false;
}

}  // namespace

void look_at_characteristics(Subject& subject) {
  constexpr int most_unknowns = 20;
  if (subject.time < 0 || subject.is_periodic(subject.time) || is_observed(subject) ||
      subject.unknowns < 2 || subject.unknowns > most_unknowns)
    return;
  const auto equations = first_order_system(subject);
  if (!equations) return;
  Conditions conditions(subject);
  for (const int axis : subject.problem.scope.space.spatial) {
    if (subject.is_periodic(axis) || !geometry::has_interval(subject.problem.domain, axis) ||
        has_slice_along(subject, axis))
      continue;
    if (look_at_faces(subject, conditions, *equations, axis)) return;
  }
}

}  // namespace engd::check
