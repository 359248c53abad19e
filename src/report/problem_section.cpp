#include "report/problem_section.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/html.h"

namespace engd::report {

namespace {

std::string formula_list(const results::Statement::Named& formulas) {
  std::string text;
  for (const auto& [name, formula] : formulas)
    text += fmt::format("<code class=\"formula\">{} = {}</code>", escaped(name), escaped(formula));
  return text;
}

/// A residual that is written "left == right".
bool is_equation(const std::string& formula) {
  return formula.find("==") != std::string::npos;
}

std::string term_box(const results::StatedTerm& term) {
  std::string text = fmt::format("<div class=\"term\"><h3>{} <span>on {}</span></h3>\n",
                                 escaped(term.name), escaped(term.on));
  for (const std::string& formula : term.formulas)
    text += fmt::format("<code class=\"formula\">{}{}</code>\n", escaped(formula),
                        term.is_density || is_equation(formula) ? "" : " = 0");
  return text + fmt::format("<p>{} of {}{}; {} points ({})</p></div>\n", term.measure,
                            term.is_density ? "this density" : "½ residual²",
                            term.weight == 1 ? "" : fmt::format(" times {:g}", term.weight),
                            term.points, escaped(term.rule));
}

}  // namespace

std::string problem_section(const results::Summary& summary) {
  std::string text = "<h2 id=\"problem\">What was solved</h2>\n";
  if (!summary.statement)
    return text +
           "<p class=\"note\">An earlier version of engd wrote this run and did not keep the "
           "statement of the problem. The problem file is below.</p>\n";
  const results::Statement& stated = *summary.statement;
  const bool densities =
      std::any_of(stated.terms.begin(), stated.terms.end(),
                  [](const results::StatedTerm& term) { return term.is_density; });
  text += fmt::format(
      "<p>Find {} on {} {}</p>\n", code(fmt::format("{}", fmt::join(stated.unknowns, ", "))),
      code(stated.domain), densities ? "such that the sum of these terms is least:" : "such that");
  text += "<div class=\"terms\">\n";
  for (const results::StatedTerm& term : stated.terms) text += term_box(term);
  text += "</div>\n";
  Facts facts_of_it;
  if (!stated.functions.empty()) facts_of_it.emplace_back("with", formula_list(stated.functions));
  if (!stated.constants.empty())
    facts_of_it.emplace_back("constants", formula_list(stated.constants));
  if (!stated.coefficients.empty())
    facts_of_it.emplace_back("unknown coefficients", formula_list(stated.coefficients));
  if (!stated.solution.empty())
    facts_of_it.emplace_back("known solution", formula_list(stated.solution));
  facts_of_it.emplace_back(
      "network", fmt::format("{}, {} parameters", escaped(stated.network), summary.parameters));
  facts_of_it.emplace_back("points", fmt::format("{} in all", summary.points));
  std::string methods;
  for (const std::string& optimizer : stated.optimizers)
    methods += (methods.empty() ? "" : ", then<br>") + escaped(optimizer);
  facts_of_it.emplace_back("method", methods);
  std::string errors = stated.evaluation.empty()
                           ? "not measured: the solution is not known"
                           : "measured on points of their own, " + escaped(stated.evaluation);
  if (summary.is_partly_measured())
    errors += fmt::format("; of {} alone",
                          escaped(fmt::format("{}", fmt::join(summary.errors_of, ", "))));
  facts_of_it.emplace_back("errors", errors);
  return text + facts(facts_of_it);
}

}  // namespace engd::report
