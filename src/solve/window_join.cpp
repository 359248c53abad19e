#include "solve/window_join.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "geometry/no_points.h"
#include "geometry/patches.h"
#include "problem/default_points.h"
#include "problem/place.h"
#include "problem/time_order.h"

namespace engd::solve {

namespace {

using Sources = std::vector<std::size_t>;  ///< numbers of terms

/// The pieces of a region that run over time, at the start of the window.
geometry::Region at_start(const geometry::Region& region, const geometry::TimeInterval& window) {
  geometry::Region start = region;
  start.patches.clear();
  for (geometry::Patch patch : region.patches) {
    const std::size_t j = parameter_of(patch, window.axis);
    if (patch.lower[j] == patch.upper[j]) continue;
    patch.lower[j] = patch.upper[j] = window.lower;
    start.patches.push_back(std::move(patch));
  }
  return start;
}

int dimension_of(const geometry::Region& region) {
  return region.patches.empty() ? -1 : region.patches.front().dimension();
}

/// Where the terms hold, at the start of the window: the pieces of the highest dimension, which
/// have those of lower dimension on their boundaries.
geometry::Region joined_at(const problem::Problem& whole, const Sources& sources,
                           const geometry::TimeInterval& window) {
  std::vector<geometry::Region> regions;
  for (const std::size_t t : sources) regions.push_back(at_start(whole.terms[t].region, window));
  int highest = -1;
  for (const geometry::Region& region : regions) highest = std::max(highest, dimension_of(region));
  std::erase_if(regions, [&](const geometry::Region& region) {
    return region.patches.empty() || dimension_of(region) < highest;
  });
  if (regions.empty()) regions.push_back(at_start(geometry::interior_of(whole.domain), window));
  return geometry::merge(regions);
}

/// A derivative that the window asks for, and the terms that ask.
struct Asked {
  expr::JetEntry entry;
  Sources sources;
};

std::vector<Asked> asked_by(const problem::Problem& whole, const problem::Problem& problem,
                            int axis) {
  std::vector<Asked> asked;
  for (int k = 0; k < std::ssize(whole.scope.unknowns); ++k) {
    const bool is_silent = std::none_of(
        problem.terms.begin(), problem.terms.end(),
        [&](const problem::Term& term) { return order_in_time(problem, term, k) >= 0; });
    const int order = std::max(order_in_time(whole, k), is_silent ? 1 : 0);
    expr::JetEntry entry = expr::value_of(k);
    for (int j = 0; j < order; ++j, entry = entry.differentiated(axis)) {
      Sources sources;
      for (std::size_t t = 0; t < whole.terms.size(); ++t)
        if (runs_over_time(whole, whole.terms[t]) &&
            order_in_time(whole, whole.terms[t], k) > (is_silent && j == 0 ? -1 : j))
          sources.push_back(t);
      asked.push_back({entry, std::move(sources)});
    }
  }
  return asked;
}

/// The places where the file's own conditions hand a derivative on, in the window and, for those
/// that know the start of time, there.
struct Handed {
  std::vector<geometry::Region> by_terms;
  const geometry::Region* by_hard = nullptr;

  bool at(std::vector<double> point, const geometry::TimeInterval& window) const {
    if (std::any_of(by_terms.begin(), by_terms.end(),
                    [&](const geometry::Region& region) { return region.contains(point); }))
      return true;
    point[static_cast<std::size_t>(window.axis)] = window.start;
    return by_hard && by_hard->contains(point);
  }
};

Handed handed_on(const problem::Problem& whole, const HardOrders& hard, const expr::JetEntry& entry,
                 const geometry::TimeInterval& window) {
  Handed handed;
  const auto k = static_cast<std::size_t>(entry.index);
  if (k < hard.size() && problem::order_in_time(entry, window.axis) < hard[k])
    handed.by_hard = &whole.hard[k]->region;
  for (const problem::Term& term : whole.terms) {
    if (!is_at(term.region, window, window.start)) continue;
    const auto entries = entries_of(whole, term);
    if (std::find(entries.begin(), entries.end(), entry) != entries.end())
      handed.by_terms.push_back(cut_region(term.region, window).start);
  }
  return handed;
}

/// Whether the file's conditions leave out a part of the region; false where the region has no
/// place at the start of the window.
bool is_missing_on(const geometry::Region& region, const Handed& handed,
                   const problem::Problem& whole, const geometry::TimeInterval& window) {
  try {
    const auto points = geometry::probe_points(200, region, whole.scope.coordinates);
    for (std::ptrdiff_t q = 0; q < points.count; ++q)
      if (!handed.at(points.point(q), window)) return true;
  } catch (const geometry::NoPoints&) {
  }
  return false;
}

std::string text_of(const problem::Problem& problem, const expr::JetEntry& entry) {
  return expr::to_string(entry, problem.scope.coordinates, problem.scope.unknowns);
}

problem::Formula as_before(problem::Problem& problem, const expr::JetEntry& entry,
                           const problem::Place& place) {
  return {problem.graph.jet(entry), text_of(problem, entry) + " (as before)", place};
}

/// The file's first term at the start of time, or nothing.
const problem::Term* start_term(const problem::Problem& whole,
                                const geometry::TimeInterval& window) {
  const auto found = std::find_if(
      whole.terms.begin(), whole.terms.end(),
      [&](const problem::Term& term) { return is_at(term.region, window, window.start); });
  return found == whole.terms.end() ? nullptr : &*found;
}

/// As many points as the terms have that ask for a join, and four for every parameter of the
/// largest network: more say nothing new.
double enough_points(const problem::Problem& whole, const Sources& sources) {
  Index enough = 4 * problem::largest_network(whole);
  for (const std::size_t t : sources)
    enough = std::max<Index>(
        enough, geometry::point_count(whole.terms[t].points, whole.terms[t].region).value_or(0));
  return static_cast<double>(enough);
}

/// The default points, but not more than enough, so that small problems stay small; where a
/// condition keeps none of them, points drawn until there are some.
geometry::PointRule points_on(const problem::Problem& whole, const Sources& sources,
                              const geometry::Region& region) {
  geometry::PointRule rule = problem::default_points(region, false);
  const bool drawn = rule.kind == geometry::PointRule::Kind::sobol;
  const double axes = drawn ? 1 : std::max(dimension_of(region), 1);
  const double most = std::ceil(std::pow(enough_points(whole, sources), 1 / axes));
  for (int& count : rule.count) count = static_cast<int>(std::min<double>(count, most));
  if (has_points(rule, region, whole.scope.coordinates)) return rule;
  rule.kind = geometry::PointRule::Kind::sobol;
  rule.count = {1024};
  return rule;
}

Join make_join(const problem::Problem& whole, problem::Problem& problem, const Sources& sources,
               const std::vector<expr::JetEntry>& entries, const geometry::TimeInterval& window) {
  const problem::Term* start = start_term(whole, window);
  const std::size_t origin = start             ? static_cast<std::size_t>(start - &whole.terms[0])
                             : sources.empty() ? 0
                                               : sources.front();
  const problem::Place& place = whole.terms[origin].place;
  problem::Term term;
  std::vector<std::string> names;
  for (const expr::JetEntry& entry : entries) {
    term.residuals.push_back(as_before(problem, entry, place));
    names.push_back(text_of(problem, entry));
  }
  // No term of a file can have this name.
  term.name = fmt::format("join: {}", fmt::join(names, ", "));
  term.on = "the start of the window";
  term.region = joined_at(whole, sources, window);
  term.points = points_on(whole, sources, term.region);
  if (start) {
    term.weight = start->weight;
    term.balanced = start->balanced;
  }
  term.place = place;
  term.continues = true;
  return {std::move(term), origin};
}

}  // namespace

std::vector<problem::Formula> continued(problem::Problem& problem, const problem::Term& term) {
  std::vector<problem::Formula> result;
  for (const expr::JetEntry& entry : entries_of(problem, term))
    result.push_back(as_before(problem, entry, term.place));
  return result;
}

std::vector<Join> missing_joins(const problem::Problem& whole, problem::Problem& problem,
                                const HardOrders& hard, const geometry::TimeInterval& window) {
  // What is asked for in the same places stands in one term.
  std::map<Sources, std::vector<expr::JetEntry>> missing;
  for (const Asked& asked : asked_by(whole, problem, window.axis)) {
    const Handed handed = handed_on(whole, hard, asked.entry, window);
    if (is_missing_on(joined_at(whole, asked.sources, window), handed, whole, window))
      missing[asked.sources].push_back(asked.entry);
  }
  std::vector<Join> joins;
  for (const auto& [sources, entries] : missing)
    joins.push_back(make_join(whole, problem, sources, entries, window));
  return joins;
}

}  // namespace engd::solve
