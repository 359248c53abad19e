// Conditions on the boundary: on every part of it as many as the order of the equation asks for.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "check/conditions.h"
#include "check/faces.h"
#include "check/kinds.h"
#include "geometry/parts.h"

namespace engd::check {

namespace {

constexpr int points_a_part = 8;

std::string derivative_text(const Subject& subject, int k, int order, int axis) {
  std::string text = subject.unknown_name(k) + "_";
  for (int i = 0; i < order; ++i) text += subject.coordinate_name(axis);
  return text;
}

std::string remedy(const Subject& subject, int k, const std::string& on, int missing) {
  const std::string& u = subject.unknown_name(k);
  return fmt::format("add a [[term]] with on = \"{}\" and residual = {}, or a [hard] condition", on,
                     missing > 1 ? fmt::format("[\"{0} - ...\", \"dn({0}) - ...\"]", u)
                                 : fmt::format("\"{0} - ...\" (or \"dn({0}) - ...\")", u));
}

/// Where the message stands: at the first condition of the unknown, which may be meant for more of
/// the boundary, or at the equation.
const problem::Place& place_of(const Subject& subject, const Conditions& conditions, int k) {
  const auto terms = conditions.terms_of(k);
  for (const problem::Term* term : terms) {
    const auto& patches = term->region.patches;
    const bool in_time = std::ranges::any_of(patches, [&](const geometry::Patch& patch) {
      return patch.normal_axis >= 0 && patch.normal_axis == subject.time;
    });
    if (!in_time) return term->on_place;
  }
  return equations_of(subject, k).front().second->place;
}

std::set<int> all_unknowns(const Subject& subject) {
  std::set<int> all;
  for (int k = 0; k < subject.unknowns; ++k) all.insert(k);
  return all;
}

/// Conditions on all unknowns at a point; of two that say what the value of the same unknown is one
/// counts.
int conditions_on_all(Subject& subject, Conditions& conditions, std::span<const double> point) {
  int count = conditions.at(all_unknowns(subject), point);
  for (int k = 0; k < subject.unknowns; ++k) {
    int values = 0;
    for (const problem::Term* term : conditions.terms_at(k, point))
      for (const problem::Formula* formula : formulas_of(*term))
        values += std::ranges::all_of(subject.entries(formula->node), [&](const auto& entry) {
          return unknown_of(entry) == k && entry.order() == 0;
        });
    count -= std::max(0, values - 1);
  }
  return count;
}

/// Whether a coordinate looks like a time without the name: the equation has a first derivative
/// along it, the second one in its Laplacian alone, and its end has no condition.
bool is_unnamed_time(const Subject& subject, const problem::Formula& equation, int k, int axis,
                     int at_end) {
  static const std::set<std::string> of_space{"x", "y", "z", "r"};
  if (subject.time >= 0 || at_end > 0 || of_space.contains(subject.coordinate_name(axis)))
    return false;
  bool first = false, laplacian = false;
  for (const expr::JetEntry& entry : subject.entries(equation.node)) {
    if (unknown_of(entry) != k) continue;
    laplacian = laplacian || entry.laplacian;
    if (entry.laplacian) continue;
    if (order_along(subject, entry, axis) > 1) return false;
    first = first || order_along(subject, entry, axis) == 1;
  }
  return first && laplacian;
}

/// How many conditions both faces need together. Of an odd order there is one more than pairs.
int needed_at_both(Subject& subject, int k, int order, const Face& lower, const Face& upper) {
  const int at_lower = conditions_needed(subject, k, lower);
  const int at_upper = conditions_needed(subject, k, upper);
  const bool odd = order > 1 && order % 2 == 1 && at_lower > 0 && at_upper > 0;
  return at_lower + at_upper + (odd ? 1 : 0);
}

/// Whether a system has as many conditions as it needs, be it others on one unknown than on
/// another: the stream function and its slope, and none on the vorticity.
bool are_enough_together(Subject& subject, Conditions& conditions, int axis, const Face& lower,
                         const Face& upper) {
  int need = 0;
  for (int k = 0; k < subject.unknowns; ++k)
    need += needed_at_both(subject, k, equation_order(subject, k, axis), lower, upper);
  return conditions_on_all(subject, conditions, lower.point) +
             conditions_on_all(subject, conditions, upper.point) >=
         need;
}

/// Of an axis of a box, the conditions at opposite points of both faces together: that both stand
/// at one of them is right where the axis is a time without the name.
void look_at_axis(Subject& subject, Conditions& conditions, int k, int axis) {
  const int order = equation_order(subject, k, axis);
  if (order == 0) return;
  const auto j = static_cast<std::size_t>(axis);
  const geometry::Domain& domain = subject.problem.domain;
  for (const std::vector<double>& x :
       some_points(subject, geometry::face_of(domain, axis, false), points_a_part)) {
    Face lower{axis, false, x}, upper{axis, true, x};
    lower.point[j] = domain.lower[j];
    upper.point[j] = domain.upper[j];
    const int need_lower = conditions_needed(subject, k, lower);
    const int need_upper = conditions_needed(subject, k, upper);
    const int need = needed_at_both(subject, k, order, lower, upper);
    const int at_lower = conditions.at(k, lower.point), at_upper = conditions.at(k, upper.point);
    int inside = 0;  // on slices, where unknowns of both sides meet
    for (const problem::Term* term : conditions.terms_of(k))
      for (const geometry::Patch& patch : term->region.patches)
        inside += patch.slice && patch.normal_axis == axis;
    const int have = at_lower + at_upper + inside;
    const bool short_of_inflow =
        order == 1 && inside == 0 && (at_lower < need_lower || at_upper < need_upper);
    if (need <= have && !short_of_inflow) continue;
    if (order > 1 && subject.unknowns > 1 &&
        are_enough_together(subject, conditions, axis, lower, upper))
      continue;
    const bool lower_is_short =
        at_lower < need_lower || (order > 1 && order % 2 == 1 && at_lower <= at_upper);
    const Face& shown = lower_is_short ? lower : upper;
    const int missing = need - have;
    const std::string on = fmt::format("boundary.{}.{}", subject.coordinate_name(axis),
                                       lower_is_short ? "min" : "max");
    const bool both = lower_is_short && at_upper < need_upper;
    const problem::Formula& equation = *equations_of(subject, k).front().second;
    if (order == 1)
      return subject.report(
          problem::FindingKind::boundary, place_of(subject, conditions, k),
          fmt::format("\"{}\" carries {} into the domain at {}, and no condition holds there: {}",
                      equation.text, subject.unknown_name(k), subject.place_text(shown.point),
                      remedy(subject, k, on, 1)));
    if (is_unnamed_time(subject, equation, k, axis, at_upper))
      return subject.report(
          problem::FindingKind::boundary, place_of(subject, conditions, k),
          fmt::format("'laplacian' has {1} in it: if {0} is the time, write time = \"{0}\" in "
                      "[problem]; else \"{2}\" asks for a condition on {3} at {4} as well",
                      subject.coordinate_name(axis), derivative_text(subject, k, 2, axis),
                      equation.text, subject.unknown_name(k), on));
    return subject.report(
        problem::FindingKind::boundary, place_of(subject, conditions, k),
        fmt::format(
            "the equation \"{}\" has {} and asks for {} condition{} on {} at both ends of {} "
            "together; there {} {}, none or too few at {}: {}, or write periodic = \"{}\" "
            "in [problem]",
            equation.text, derivative_text(subject, k, order, axis), need, need == 1 ? "" : "s",
            subject.unknown_name(k), subject.coordinate_name(axis), have == 1 ? "is" : "are", have,
            subject.place_text(shown.point),
            remedy(subject, k, both ? "boundary." + subject.coordinate_name(axis) : on,
                   both ? missing / 2 : missing),
            subject.coordinate_name(axis)));
  }
}

/// The name of the part of a shape's boundary that a point belongs to.
std::string part_at(const Subject& subject, std::span<const double> point) {
  const auto& names = subject.problem.scope.coordinates;
  std::string best = "boundary";
  for (const std::string& name : geometry::part_names(subject.problem.domain, names)) {
    if (!name.starts_with("boundary.")) continue;
    const auto part = geometry::part_of(subject.problem.domain, names, name);
    if (part && part->contains(point) && name.size() > best.size()) best = name;
  }
  return best == "boundary" && !subject.problem.domain.other_axes.empty() ? "lateral" : best;
}

/// Whether a point of the domain's boundary belongs to a subdomain outside of which alone an
/// unknown has its equations.
bool is_taken(const Subject& subject, int k, std::span<const double> point) {
  return std::ranges::all_of(equations_of(subject, k), [&](const auto& equation) {
    constexpr std::string_view outside = "outside.";
    const std::string& on = equation.first->on;
    const auto& subdomains = subject.problem.domain.subdomains;
    const auto found =
        on.starts_with(outside) ? subdomains.find(on.substr(outside.size())) : subdomains.end();
    return found != subdomains.end() && geometry::lateral_of(*found->second).contains(point);
  });
}

/// The same as above at a point of a shape's boundary.
bool are_enough_together(Subject& subject, Conditions& conditions, std::span<const double> point) {
  int need = 0;
  for (int k = 0; k < subject.unknowns; ++k)
    if (!is_taken(subject, k, point)) need += conditions_needed_on_curve(subject, k, point);
  return conditions_on_all(subject, conditions, point) >= need;
}

/// Unknowns that have conditions at points of the boundary of a shape, together: a condition that
/// joins two of them, as on an interface, counts once.
void look_at_curve(Subject& subject, Conditions& conditions, const std::set<int>& unknowns,
                   const geometry::Region& region, const std::string& whole_name) {
  const auto report = [&](int k, int need, int have, std::span<const double> x) {
    const problem::Formula& equation = *equations_of(subject, k).front().second;
    subject.report(
        problem::FindingKind::boundary, place_of(subject, conditions, k),
        fmt::format("the equation \"{}\" asks for {} condition{}{} on its boundary; there {} {} at "
                    "{}: {}",
                    equation.text, need, need == 1 ? "" : "s",
                    unknowns.size() > 1 ? " (with those of the other side)" : "",
                    have == 1 ? "is" : "are", have, subject.place_text(x),
                    remedy(subject, k, whole_name.empty() ? part_at(subject, x) : whole_name,
                           need - have)));
  };
  for (const std::vector<double>& x : some_points(subject, region, 64)) {
    if (whole_name.empty() && are_enough_together(subject, conditions, x)) continue;
    int together = 0;
    for (const int k : unknowns) {
      if (whole_name.empty() && is_taken(subject, k, x)) continue;
      const int need = conditions_needed_on_curve(subject, k, x);
      const int have = conditions.at(k, x);
      if (have < need) return report(k, need, have, x);
      together += need;
    }
    const int have = conditions.at(unknowns, x);
    if (have < together) return report(*unknowns.begin(), together, have, x);
  }
}

/// The subdomain on one side of whose boundary alone an unknown has its equations; "" for none.
std::string subdomain_of(const Subject& subject, int k) {
  std::string name;
  for (const auto& [term, residual] : equations_of(subject, k)) {
    const std::size_t dot = term->on.find('.');
    if (dot == std::string::npos ||
        !(term->on.starts_with("inside.") || term->on.starts_with("outside.")))
      return "";
    if (!name.empty() && name != term->on.substr(dot + 1)) return "";
    name = term->on.substr(dot + 1);
  }
  return name;
}

void look_at_interfaces(Subject& subject, Conditions& conditions) {
  for (const auto& [name, subdomain] : subject.problem.domain.subdomains) {
    std::set<int> unknowns;
    for (int k = 0; k < subject.unknowns; ++k)
      if (subdomain_of(subject, k) == name) unknowns.insert(k);
    const auto interface = geometry::part_of(
        subject.problem.domain, subject.problem.scope.coordinates, "interface." + name);
    if (!unknowns.empty() && interface)
      look_at_curve(subject, conditions, unknowns, *interface, "interface." + name);
  }
}

/// Problems of equations alone.
void look_for_any(Subject& subject, Conditions& conditions) {
  if (!subject.findings.empty() || !subject.problem.domain.periodic.empty()) return;
  const problem::Formula* equation = nullptr;
  for (int k = 0; k < subject.unknowns; ++k) {
    if (!conditions.terms_of(k).empty() || subject.problem.hard[static_cast<std::size_t>(k)] ||
        has_density(subject, k))
      return;
    for (const auto& [term, residual] : equations_of(subject, k)) equation = residual;
  }
  if (equation)
    subject.report(problem::FindingKind::boundary, equation->place,
                   fmt::format("there is an equation, and no condition: many functions satisfy it; "
                               "add a [[term]] with on = \"boundary\" or a part of it"));
}

}  // namespace

void look_at_boundary(Subject& subject) {
  if (is_observed(subject)) return;
  Conditions conditions(subject);
  const geometry::Domain& domain = subject.problem.domain;
  const double faces = 2.0 * domain.dimension();
  // A point of one of these faces is sought among all faces.
  const double work = faces * faces * domain.dimension() * points_a_part * subject.unknowns;
  const int every = std::max(1, static_cast<int>(work / 4e6));
  for (int k = 0; k < subject.unknowns; ++k) {
    if (has_density(subject, k) || equations_of(subject, k).empty()) continue;
    const std::size_t before = subject.findings.size();
    int number = 0;
    for (const int axis : subject.problem.scope.space.spatial)
      if (geometry::has_interval(domain, axis) && !subject.is_periodic(axis) &&
          number++ % every == 0 && subject.findings.size() == before)
        look_at_axis(subject, conditions, k, axis);
    const bool inside_alone = std::ranges::all_of(
        equations_of(subject, k), [](const auto& e) { return e.first->on.starts_with("inside."); });
    if (domain.shape && !inside_alone && subject.findings.size() == before)
      look_at_curve(subject, conditions, {k}, geometry::lateral_of(domain), "");
  }
  look_at_interfaces(subject, conditions);
  look_for_any(subject, conditions);
}

}  // namespace engd::check
