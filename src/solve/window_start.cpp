#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "problem/place.h"
#include "problem/time_order.h"
#include "solve/window_join.h"

namespace engd::solve {

namespace {

/// Conditions in time: what the first window is told of an unknown, and where the file tells more
/// of it later.
struct Told {
  std::set<std::pair<double, int>> at_times;  ///< which order in time, at which time
  bool throughout = false;
  const problem::Term* later = nullptr;
  double later_time = 0;

  int conditions(int order) const {
    return throughout ? order : std::min(order, static_cast<int>(at_times.size()));
  }
  void tell_later(const problem::Term& term, double time) {
    if (later && later_time <= time) return;
    later = &term;
    later_time = time;
  }
};

std::set<double> single_times(const geometry::Region& region,
                              const geometry::TimeInterval& window) {
  std::set<double> times;
  for (const geometry::Patch& patch : region.patches) {
    const std::size_t j = parameter_of(patch, window.axis);
    if (patch.lower[j] == patch.upper[j]) times.insert(patch.lower[j]);
  }
  return times;
}

bool is_in_first(double time, const geometry::TimeInterval& window) {
  return time < window.upper || window.last;
}

/// Measurements: they tell all where the first window has some.
void tell_by_points(const problem::Problem& whole, const problem::Term& term,
                    const geometry::TimeInterval& window, Told& told) {
  geometry::PointRule rule = term.points;
  rule.slab = {};
  const auto points = geometry::place_points(rule, term.region, {}, whole.scope.coordinates);
  double earliest = window.end;
  for (std::ptrdiff_t q = 0; q < points.count; ++q)
    earliest = std::min(earliest, points.coordinate(q, window.axis));
  if (is_in_first(earliest, window))
    told.throughout = true;
  else
    told.tell_later(term, earliest);
}

/// u = f on a part of the domain that runs over time.
void tell_across(const problem::Problem& whole, const problem::Term& term,
                 const geometry::TimeInterval& window, Told& told) {
  for (const geometry::Patch& patch : term.region.patches) {
    if (patch.dimension() != whole.domain.dimension()) continue;
    const double from = patch.lower[parameter_of(patch, window.axis)];
    if (is_in_first(from, window))
      told.throughout = true;
    else
      told.tell_later(term, from);
  }
}

void tell(const problem::Problem& whole, const problem::Term& term, int unknown, int order,
          const geometry::TimeInterval& window, Told& told) {
  const auto entries = entries_of(whole, term);
  const int own = order_in_time(whole, term, unknown);
  if (own < 0) return;
  if (term.points.kind == geometry::PointRule::Kind::file) {
    if (own < order) tell_by_points(whole, term, window, told);
    return;
  }
  for (const double time : single_times(term.region, window))
    for (const expr::JetEntry& entry : entries) {
      if (entry.without_derivative() != expr::value_of(unknown)) continue;
      if (is_in_first(time, window))
        told.at_times.insert({time, problem::order_in_time(entry, window.axis)});
      else
        told.tell_later(term, time);
    }
  if (entries.size() == 1 && entries.front() == expr::value_of(unknown))
    tell_across(whole, term, window, told);
}

[[noreturn]] void refuse(const problem::Problem& whole, int unknown, const Told& told,
                         const geometry::TimeInterval& window) {
  const double length = (window.end - window.start) / whole.windows;
  const int number =
      std::min(whole.windows, 1 + static_cast<int>((told.later_time - window.start) / length));
  const std::string& time = whole.scope.coordinates[static_cast<std::size_t>(window.axis)];
  throw problem::error_at(
      told.later->place,
      fmt::format(
          "term '{}' says what '{}' is at {} = {:g}, in window {} of {}, and the windows before "
          "are solved without knowing that; say in the first window what the equation needs at "
          "its start, or take windows = 1, all of the time at once",
          told.later->name, whole.scope.unknowns[static_cast<std::size_t>(unknown)], time,
          told.later_time, number, whole.windows));
}

}  // namespace

void require_start(const problem::Problem& whole, const problem::Problem& first_window,
                   const HardOrders& hard, const geometry::TimeInterval& window) {
  const std::string& time = whole.scope.coordinates[static_cast<std::size_t>(window.axis)];
  if (first_window.terms.empty())
    throw problem::error_at(
        whole.terms.front().place,
        fmt::format("windows = {}: no term has points in the first window, {} in [{:g}, {:g}]; "
                    "take fewer windows, or a domain that begins where the points do",
                    whole.windows, time, window.lower, window.upper));
  int asked = 0, known = 0;
  const Told* later = nullptr;
  int unknown = 0;
  std::vector<Told> of_unknowns(whole.scope.unknowns.size());
  for (int k = 0; k < std::ssize(of_unknowns); ++k) {
    const int order = order_in_time(whole, k);
    if (order == 0) continue;
    Told& told = of_unknowns[static_cast<std::size_t>(k)];
    for (int j = 0; j < hard[static_cast<std::size_t>(k)]; ++j)
      told.at_times.insert({window.start, j});
    for (const problem::Term& term : whole.terms) tell(whole, term, k, order, window, told);
    asked += order;
    known += told.conditions(order);
    if (!told.later) continue;
    const bool lacks = told.conditions(order) < order;
    if (later && !lacks) continue;
    later = &told;
    unknown = k;
  }
  if (known < asked && later) refuse(whole, unknown, *later, window);
}

}  // namespace engd::solve
