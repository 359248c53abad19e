// Whether the given solution satisfies what the file asks for: every residual, hard condition and
// period at it.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/at_solution.h"
#include "check/kinds.h"
#include "check/misfit.h"
#include "check/names_in.h"
#include "check/solution_jets.h"
#include "check/term_points.h"

namespace engd::check {

namespace {

/// One comparison: where a message would be, what is compared, and how it came out.
struct Comparison {
  problem::Place place;
  std::string what;     ///< "term 'boundary'"
  std::string formula;  ///< that should be zero
  std::set<int> unknowns;
  Misfit misfit;
  bool wrong = false;
  double noise = 0;  ///< of measurements, where one number is written
  bool is_measured = false;
};

/// With noise a residual has its size; where it may be there, the residual need not vanish.
bool is_wrong(const problem::Term& term, const Misfit& misfit) {
  constexpr double other = 4;  // another size, not one by chance
  if (term.noise > 0 && misfit.count() > 10)
    return misfit.rms() > other * term.noise || (term.is_data && misfit.rms() < term.noise / other);
  if (term.is_data || term.noise_column >= 0) return misfit.is_one(0.3);
  return misfit.is_one();
}

std::optional<Comparison> compare(Subject& subject, std::size_t t,
                                  const problem::Formula& residual) {
  const problem::Term& term = subject.problem.terms[t];
  if (!is_known(subject, residual.node)) return std::nullopt;
  const auto found = at_solution(subject, term, TermPoints(subject, t), residual.node);
  if (!found) return std::nullopt;
  return Comparison{residual.place,
                    fmt::format("term '{}'", term.name),
                    residual.text,
                    found->unknowns,
                    found->misfit,
                    is_wrong(term, found->misfit),
                    term.is_data ? term.noise : 0,
                    is_measured(term)};
}

std::optional<Comparison> compare_hard(Subject& subject, int k) {
  const auto& hard = subject.problem.hard[static_cast<std::size_t>(k)];
  auto jets = SolutionJets::of(subject, {expr::value_of(k)});
  if (!hard || !jets || !is_known(subject, expr::value_of(k))) return std::nullopt;
  Comparison result{
      hard->value.place,
      fmt::format("the hard condition of '{}' on {}", subject.unknown_name(k), hard->on),
      fmt::format("{} - ({})", subject.unknown_name(k), hard->value.text),
      {k},
      {}};
  SizedFormulas value(subject.graph, {hard->value.node});
  const std::size_t count = affordable(jets->operations() + value.operations());
  for (const std::vector<double>& x :
       some_points(subject, hard->region, static_cast<int>(std::min<std::size_t>(count, 300)))) {
    jets->evaluate(x);
    const Sized given = value([&](const expr::Leaf& leaf) { return coordinate_of(leaf, x); })[0];
    const Sized& u = (*jets)[expr::value_of(k)];
    result.misfit.add({u.value - given.value, u.size + given.size, u.error + given.error}, x);
  }
  result.wrong = result.misfit.is_one();
  return result;
}

/// The values and slopes of the solution at two opposite faces.
std::optional<Comparison> compare_period(Subject& subject, int k, int axis) {
  const expr::JetEntry u = expr::value_of(k), slope = u.differentiated(axis);
  auto jets = SolutionJets::of(subject, {u, slope});
  if (!jets) return std::nullopt;
  const std::string& x = subject.coordinate_name(axis);
  Comparison result{subject.problem.solution[static_cast<std::size_t>(k)]->place,
                    fmt::format("periodic = \"{}\"", x),
                    fmt::format("the difference of {0} and {0}_{1} at both ends of {1}",
                                subject.unknown_name(k), x),
                    {k},
                    {}};
  const auto j = static_cast<std::size_t>(axis);
  const auto points = some_points(subject, geometry::face_of(subject.problem.domain, axis, false),
                                  static_cast<int>(affordable(jets->operations()) / 10));
  for (std::vector<double> point : points) {
    jets->evaluate(point);
    const Sized below[2] = {(*jets)[u], (*jets)[slope]};
    point[j] = subject.problem.domain.upper[j];
    jets->evaluate(point);
    const Sized above[2] = {(*jets)[u], (*jets)[slope]};
    for (int d = 0; d < 2; ++d)
      result.misfit.add({above[d].value - below[d].value, above[d].size + below[d].size,
                         above[d].error + below[d].error},
                        point);
  }
  result.wrong = result.misfit.is_one();
  return result;
}

/// A solution that is given on a part where the unknown has no term is compared with nothing.
void look_at_parts(Subject& subject) {
  const problem::Problem& problem = subject.problem;
  for (int k = 0; k < subject.unknowns; ++k) {
    const auto& part = problem.solution_on[static_cast<std::size_t>(k)];
    if (!part) continue;
    bool any = false, met = false;
    for (std::size_t t = 0; t < problem.terms.size() && !met; ++t) {
      const problem::Term& term = problem.terms[t];
      if (!is_inside(term) || !mentions(subject, term, k)) continue;
      any = true;
      for (const auto& x : some_points(subject, term.region, 50)) met = met || part->contains(x);
    }
    if (any && !met)
      subject.report(
          problem::FindingKind::solution, problem.solution[static_cast<std::size_t>(k)]->place,
          fmt::format("the solution of '{}' is given on a part of the domain where it has no "
                      "term: is another part meant by `on`?",
                      subject.unknown_name(k)));
  }
}

std::vector<Comparison> comparisons(Subject& subject) {
  const problem::Problem& problem = subject.problem;
  std::vector<Comparison> all;
  const auto add = [&](std::optional<Comparison> one) {
    if (one) all.push_back(std::move(*one));
  };
  for (std::size_t t = 0; t < problem.terms.size(); ++t)
    for (const problem::Formula& residual : problem.terms[t].residuals)
      add(compare(subject, t, residual));
  for (int k = 0; k < subject.unknowns; ++k) {
    if (!problem.solution[static_cast<std::size_t>(k)]) continue;
    add(compare_hard(subject, k));
    for (const int axis : problem.domain.periodic) add(compare_period(subject, k, axis));
  }
  return all;
}

std::string solutions_text(const Subject& subject, const std::set<int>& unknowns,
                           std::vector<std::string>& formulas) {
  std::string text;
  for (const int k : unknowns) {
    const std::string& formula = subject.problem.solution[static_cast<std::size_t>(k)]->text;
    formulas.push_back(formula);
    const bool is_long = formula.size() > 60;
    text += fmt::format("{}{} = \"{}{}\"", text.empty() ? "" : ", ", subject.unknown_name(k),
                        formula.substr(0, 60), is_long ? "..." : "");
  }
  return text;
}

void report(Subject& subject, const Comparison& one) {
  if (one.noise > 0)
    return subject.report(
        problem::FindingKind::solution, one.place,
        fmt::format("the data of {} differ from the given solution by {:.2g} (root mean square of "
                    "\"{}\"), and their noise is said to be {:g}: is one of them another?",
                    one.what, one.misfit.rms(), one.formula, one.noise));
  std::vector<std::string> formulas{one.formula};
  const std::string solutions = solutions_text(subject, one.unknowns, formulas);
  const problem::Formula& first =
      *subject.problem.solution[static_cast<std::size_t>(*one.unknowns.begin())];
  subject.report(
      problem::FindingKind::solution, one.place,
      fmt::format("the given solution does not satisfy {}: {}; the residual is \"{}\", the "
                  "solution {} (line {}){}",
                  one.what, one.misfit.text(subject), one.formula, solutions, first.place.line,
                  definitions_in(subject.problem, formulas)));
}

}  // namespace

std::optional<Satisfied> satisfied(const problem::Problem& problem) {
  Subject subject(problem);
  Satisfied result;
  for (const Comparison& one : comparisons(subject)) {
    if (one.is_measured || one.misfit.count() == 0) continue;
    ++result.compared;
    result.relative = std::max(result.relative, one.misfit.relative());
  }
  if (result.compared == 0) return std::nullopt;
  for (const problem::Term& term : problem.terms)
    if (!is_measured(term)) result.all += static_cast<int>(term.residuals.size());
  for (std::size_t k = 0; k < problem.hard.size(); ++k)
    if (problem.hard[k]) ++result.all;
  result.all += subject.unknowns * static_cast<int>(problem.domain.periodic.size());
  return result;
}

void look_at_solution(Subject& subject) {
  look_at_parts(subject);
  const std::vector<Comparison> all = comparisons(subject);
  const bool none_fits = all.size() > 1 && subject.unknowns == 1 &&
                         std::ranges::all_of(all, [](const auto& one) { return one.wrong; });
  if (!none_fits) {
    for (const Comparison& one : all)
      if (one.wrong) report(subject, one);
    return;
  }
  // Where nothing fits, it is the solution that is not the one of this problem.
  const problem::Formula& solution = *subject.problem.solution.front();
  std::string text;
  for (const Comparison& one : all)
    text += fmt::format("; {} (\"{}\"): {}", one.what, one.formula, one.misfit.text(subject));
  subject.report(problem::FindingKind::solution, solution.place,
                 fmt::format("the given solution {} = \"{}\" satisfies no term{}",
                             subject.unknown_name(0), solution.text, text));
}

}  // namespace engd::check
