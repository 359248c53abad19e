#include "check/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/kinds.h"
#include "problem/place.h"

namespace engd::check {

std::string to_string(const Finding& finding) {
  return fmt::format("{}: warning: {}{}", problem::describe(finding.place), finding.text,
                     finding.mark);
}

std::vector<Finding> find(const problem::Problem& problem) {
  Subject subject(problem);
  for (const auto look :
       {look_at_solution,        look_at_stationarity, look_at_reference, look_at_time,
        look_at_signs,           look_at_boundary,     look_at_losses,    look_at_dispersion,
        look_at_characteristics, look_at_near_faces,   look_at_periods,   look_at_contradictions,
        look_at_corners,         look_at_equations,    look_at_penalties, look_at_constants,
        look_at_coefficients,    look_at_points,       look_at_solvers,   look_at_numbers,
        look_at_scales,          look_at_units,        look_at_names})
    look(subject);
  std::ranges::stable_sort(subject.findings, {}, [](const Finding& finding) {
    return std::pair(finding.place.line, finding.place.column);
  });
  return std::move(subject.findings);
}

}  // namespace engd::check
