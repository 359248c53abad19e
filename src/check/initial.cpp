// Conditions in time: as many at the start as the equation has derivatives, and none at the end.

#include <fmt/format.h>

#include <algorithm>

#include "check/conditions.h"
#include "check/evolution.h"
#include "check/kinds.h"

namespace engd::check {

namespace {

/// Conditions at a place in space, at the start of time, at its end and between.
struct InTime {
  int start = 0, end = 0, between = 0;
  const problem::Term* at_end = nullptr;
};

/// The times of slices between start and end.
std::vector<double> slice_times(const Subject& subject,
                                const std::vector<const problem::Term*>& terms) {
  std::vector<double> times;
  const auto j = static_cast<std::size_t>(subject.time);
  for (const problem::Term* term : terms)
    for (const geometry::Patch& patch : term->region.patches) {
      std::vector<double> middle(patch.lower.size()), x(patch.lower.size());
      for (std::size_t i = 0; i < middle.size(); ++i)
        middle[i] = (patch.lower[i] + patch.upper[i]) / 2;
      x.resize(static_cast<std::size_t>(subject.problem.domain.dimension()));
      patch.map(middle, x);
      const bool cuts_time = patch.normal_axis == subject.time || patch.dimension() == 0;
      if (cuts_time && x[j] > subject.problem.domain.lower[j] &&
          x[j] < subject.problem.domain.upper[j])
        times.push_back(x[j]);
    }
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

/// Conditions at a point of a face of time that say nothing of derivatives in time: there is one
/// value, and a second such condition repeats what the first one says.
int repeated_values(Subject& subject, Conditions& conditions, int k, std::span<const double> x) {
  int values = conditions.hard_at(k, x) > 0 ? 1 : 0;
  for (const problem::Term* term : conditions.terms_at(k, x))
    for (const problem::Formula* formula : formulas_of(*term))
      values += mentions(subject, formula->node, k) &&
                order_along(subject, formula->node, k, subject.time) == 0;
  return std::max(0, values - 1);
}

InTime conditions_in_time(Subject& subject, Conditions& conditions, int k, std::vector<double> x) {
  InTime found;
  const auto j = static_cast<std::size_t>(subject.time);
  x[j] = subject.problem.domain.lower[j];
  found.start = conditions.at(k, x) - repeated_values(subject, conditions, k, x);
  for (const double t : slice_times(subject, conditions.terms_of(k))) {
    x[j] = t;
    found.between += conditions.at(k, x);
  }
  x[j] = subject.problem.domain.upper[j];
  found.end = conditions.at(k, x);
  const auto terms = conditions.terms_at(k, x);
  if (!terms.empty()) found.at_end = terms.front();
  return found;
}

std::string derivative_in_time(const Subject& subject, int k, int order) {
  std::string name = subject.unknown_name(k) + (order > 0 ? "_" : "");
  for (int i = 0; i < order; ++i) name += subject.coordinate_name(subject.time);
  return name;
}

void report_missing(Subject& subject, int k, int order, const InTime& found,
                    std::span<const double> point) {
  const problem::Formula& equation = *equations_of(subject, k).front().second;
  const std::string& t = subject.coordinate_name(subject.time);
  const double start = subject.problem.domain.lower[static_cast<std::size_t>(subject.time)];
  const std::string start_text = t == "t" ? "initial" : fmt::format("{} == {:g}", t, start);
  const int have = found.start + found.between;
  std::string missing = have == 0 ? subject.unknown_name(k)
                                  : derivative_in_time(subject, k, std::min(have, order - 1));
  if (have == 0 && order > 1) missing += " and " + derivative_in_time(subject, k, 1);
  const std::string residual =
      have > 0 || order == 1
          ? fmt::format("\"{} - ...\"", have == 0 ? subject.unknown_name(k) : missing)
          : fmt::format("[\"{} - ...\", \"{} - ...\"]", subject.unknown_name(k),
                        derivative_in_time(subject, k, 1));
  subject.report(
      problem::FindingKind::initial, equation.place,
      fmt::format("\"{}\" has {}, and nothing says what {} {} at {} = {:g} (at {}): add a [[term]] "
                  "with on = \"{}\", residual = {}, or a [hard] condition",
                  equation.text, derivative_in_time(subject, k, order), missing,
                  missing.find(" and ") != std::string::npos ? "are" : "is", t, start,
                  subject.place_text(point), start_text, residual));
}

void look_at_unknown(Subject& subject, Conditions& conditions, int k, int order) {
  const auto face = geometry::face_of(subject.problem.domain, subject.time, false);
  const auto equations = equations_of(subject, k);
  const Evolution evolution = evolution_of(subject, k);
  const std::string& t = subject.coordinate_name(subject.time);
  for (const std::vector<double>& x : some_points(subject, face, 12)) {
    // An unknown of a subdomain needs a start there.
    const bool lives_here = std::ranges::any_of(equations, [&](const auto& equation) {
      return equation.first->on == "interior" || equation.first->region.contains(x);
    });
    if (!lives_here) continue;
    const InTime found = conditions_in_time(subject, conditions, k, x);
    if (found.start + found.between + found.end < order)
      return report_missing(subject, k, order, found, x);
    const bool only_at_end = found.start + found.between < order;
    if (only_at_end && evolution == Evolution::forward && found.at_end)
      return subject.report(
          problem::FindingKind::initial, found.at_end->on_place,
          fmt::format(
              "the equation goes forward in time from the start, and term '{}' says what {} "
              "is at the end, {} = {:g}: write on = \"initial\"",
              found.at_end->name, subject.unknown_name(k), t,
              x.empty() ? 0.0
                        : subject.problem.domain.upper[static_cast<std::size_t>(subject.time)]));
    if (only_at_end && evolution == Evolution::wave && found.at_end)
      return subject.report(
          problem::FindingKind::initial, found.at_end->on_place,
          fmt::format(
              "the equation is a wave equation, and term '{}' says what {} is at the end of "
              "time in the place of {} at the start, which determines nothing in a stable "
              "way: write on = \"initial\", residual = \"{} - ...\"{}",
              found.at_end->name, subject.unknown_name(k), derivative_in_time(subject, k, 1),
              derivative_in_time(subject, k, 1),
              found.at_end->on == "boundary"
                  ? ", and on = \"lateral\" for the boundary without the faces of time"
                  : ""));
    const bool too_many =
        found.start >= order && found.end > 0 && (order == 1 || evolution == Evolution::wave);
    if (too_many && found.at_end)
      return subject.report(
          problem::FindingKind::overdetermined, found.at_end->on_place,
          fmt::format(
              "term '{}' holds at the end of time as well, and what {} is there follows "
              "from its start: on = \"lateral\" is the boundary without the faces of {}, "
              "\"initial\" the start{}",
              found.at_end->name, subject.unknown_name(k), t,
              found.at_end->on == "boundary" ? " (\"boundary\" has the faces of time)" : ""));
  }
}

/// Whether a system of ordinary equations has as many conditions as derivatives, at its start, its
/// end or between, and on whatever unknowns, but no more on one of them than it has derivatives.
bool is_ordinary_with_enough(Subject& subject, Conditions& conditions) {
  if (subject.problem.domain.dimension() > 1) return false;
  std::set<int> all;
  std::vector<const problem::Term*> terms;
  int order = 0;
  for (int k = 0; k < subject.unknowns; ++k) {
    all.insert(k);
    const int own = equation_order(subject, k, subject.time);
    order += own;
    for (const auto& end : {subject.problem.domain.lower, subject.problem.domain.upper})
      if (conditions.at(k, end) > own) return false;
    for (const problem::Term* term : conditions.terms_of(k)) terms.push_back(term);
  }
  int have = conditions.at(all, subject.problem.domain.lower) +
             conditions.at(all, subject.problem.domain.upper);
  for (const double t : slice_times(subject, terms)) have += conditions.at(all, std::vector{t});
  return have == order;
}

}  // namespace

void look_at_time(Subject& subject) {
  if (subject.time < 0 || subject.is_periodic(subject.time) || is_observed(subject)) return;
  Conditions conditions(subject);
  if (is_ordinary_with_enough(subject, conditions)) return;
  for (int k = 0; k < subject.unknowns; ++k) {
    const int order = equation_order(subject, k, subject.time);
    if (order > 0 && !has_density(subject, k)) look_at_unknown(subject, conditions, k, order);
  }
}

}  // namespace engd::check
