#include "check/faces.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "check/conditions.h"

namespace engd::check {

using expr::JetEntry;
using expr::Node;

namespace {

bool lives_at(const problem::Term& term, std::span<const double> point) {
  return term.on == "interior" || term.region.contains(point);
}

/// What stands before a derivative in a residual, where that is a formula of the point alone.
std::optional<double> factor_of(Subject& subject, Node residual, const JetEntry& entry,
                                std::span<const double> point) {
  return coefficient_at(subject, subject.factor(residual, entry), point);
}

/// Factors are derivatives of the residual, one an entry: too many to look at.
bool has_many_entries(const Subject& subject, Node residual) {
  return subject.entries(residual).size() > 200;
}

/// Whether the highest derivative along the axis loses its factor at the point, or a lower one has
/// an infinite one.
bool degenerates(Subject& subject, Node residual, int k, int axis, int order,
                 std::span<const double> point) {
  if (has_many_entries(subject, residual)) return false;
  bool all_vanish = true;
  for (const JetEntry& entry : subject.entries(residual)) {
    if (unknown_of(entry) != k || entry.place != expr::Leaf::Place::here) continue;
    const auto factor = factor_of(subject, residual, entry, point);
    if (factor && !std::isfinite(*factor)) return true;
    const bool highest = order_along(subject, entry, axis) == order;
    if (highest && (!factor || std::fabs(*factor) > 1e-14)) all_vanish = false;
  }
  return all_vanish;
}

/// Of u_t + c u_x: whether u comes in through the face. Nothing for other equations.
bool flows_in(Subject& subject, Node residual, int k, const Face& face) {
  if (subject.time < 0) return false;
  double in_time = 0, along = 0;
  for (const JetEntry& entry : subject.entries(residual)) {
    if (entry.is_coefficient() || entry.order() == 0) continue;
    if (unknown_of(entry) != k || entry.order() > 1) return false;
    const auto factor = factor_of(subject, residual, entry, face.point);
    if (!factor) return false;
    if (order_along(subject, entry, subject.time) == 1) in_time = *factor;
    if (order_along(subject, entry, face.axis) == 1) along = *factor;
  }
  const double speed = along / in_time;
  return std::isfinite(speed) && (face.upper ? speed < 0 : speed > 0);
}

}  // namespace

int conditions_needed(Subject& subject, int unknown, const Face& face) {
  int needed = 0;
  for (const auto& [term, residual] : equations_of(subject, unknown)) {
    const int order = order_along(subject, residual->node, unknown, face.axis);
    if (order == 0 || !lives_at(*term, face.point)) continue;
    if (order == 1) {
      needed = std::max(needed, flows_in(subject, residual->node, unknown, face) ? 1 : 0);
    } else if (!degenerates(subject, residual->node, unknown, face.axis, order, face.point)) {
      needed = std::max(needed, order / 2);
    }
  }
  return needed;
}

int conditions_needed_on_curve(Subject& subject, int unknown, std::span<const double> point) {
  int needed = 0;
  for (const auto& [term, residual] : equations_of(subject, unknown)) {
    // An open part of the inside need not contain the points of its own boundary, to rounding.
    const bool whole = !term->region.keep || term->on.starts_with("outside.");
    if (!whole && !lives_at(*term, point)) continue;
    for (const JetEntry& entry : subject.entries(residual->node))
      if (unknown_of(entry) == unknown && entry.order() > 1) {
        const auto factor = has_many_entries(subject, residual->node)
                                ? std::nullopt
                                : factor_of(subject, residual->node, entry, point);
        const bool counts = !factor || (std::isfinite(*factor) && *factor != 0);
        if (counts) needed = std::max(needed, order_in_space(subject, entry) / 2);
      }
  }
  return needed;
}

}  // namespace engd::check
