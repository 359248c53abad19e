#include "results/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "network/kinds.h"

namespace engd::results {

namespace {

std::string all_networks_text(const problem::Problem& problem) {
  std::string text = network_text(problem, problem.network);
  for (std::size_t k = 0; k < problem.scale.size(); ++k)
    if (problem.scale[k] != 1)
      text += fmt::format(", times {:g} for {}", problem.scale[k], problem.scope.unknowns[k]);
  for (const problem::Correction& correction : problem.corrections)
    text += "; on what is left " + network_text(problem, correction.network);
  for (std::size_t k = 0; k < problem.hard.size(); ++k)
    if (const auto& hard = problem.hard[k])
      text += fmt::format("; {} = {} + ({}) * network", problem.scope.unknowns[k], hard->value.text,
                          hard->distance.text);
  return text;
}

}  // namespace

std::string measure_text(const problem::Term& term) {
  if (term.noise_column >= 0)
    return fmt::format("sum, in units of the noise '{}',",
                       term.points.columns[static_cast<std::size_t>(term.noise_column)]);
  if (term.noise > 0) return fmt::format("sum, in units of the noise {:g},", term.noise);
  return term.measure == problem::Measure::mean ? "mean" : "integral";
}

namespace {

/// "name", or "name(a, b)" for one with parameters.
std::string declared(const std::string& name, const expr::Definition& definition) {
  if (definition.parameters.empty()) return name;
  return fmt::format("{}({})", name, fmt::join(definition.parameters, ", "));
}

}  // namespace

std::string rule_text(const geometry::PointRule& rule) {
  std::string text = geometry::to_string(rule.kind);
  if (rule.kind == geometry::PointRule::Kind::file) return text + " " + rule.file;
  for (std::size_t k = 0; k < rule.count.size(); ++k)
    text += fmt::format("{}{}", k == 0 ? " " : " x ", rule.count[k]);
  if (rule.resample == 1) text += ", drawn again every iteration";
  if (rule.resample > 1) text += fmt::format(", drawn again every {} iterations", rule.resample);
  if (rule.adaptation != geometry::Adaptation::none)
    text += rule.adaptation == geometry::Adaptation::rad ? ", by the residual (rad)"
                                                         : ", by the residual (r3)";
  return text;
}

std::string network_text(const problem::Problem& problem, const network::Options& network) {
  const auto unknowns = static_cast<int>(problem.scope.unknowns.size());
  return network::make(network, problem.domain, unknowns)->text() + input_text(problem, network);
}

std::string input_text(const problem::Problem& problem, const network::Options& network) {
  std::string text = network.normalize ? ", domain mapped to [-1, 1]^d" : "";
  std::vector<std::string> periodic;
  for (const int axis : network.periodic)
    periodic.push_back(problem.scope.coordinates[static_cast<std::size_t>(axis)]);
  if (!periodic.empty()) text += fmt::format(", periodic in {}", fmt::join(periodic, ", "));
  if (network.harmonics > 1) text += fmt::format(" with {} harmonics", network.harmonics);
  const auto& fourier = network.fourier;
  if (fourier.count > 0)
    text += fmt::format(", {}{} {} features", fourier.count, fourier.trainable ? " trained" : "",
                        fourier.width > 0 ? "Gabor" : "Fourier");
  if (network.connections > 0)
    text += fmt::format(", {} coordinate{} a neuron", network.connections,
                        network.connections == 1 ? "" : "s");
  if (network.skip) text += ", with skips";
  return text;
}

namespace {

std::string freedom_text(energy::Freedom freedom) {
  switch (freedom) {
    case energy::Freedom::none:
      return "";
    case energy::Freedom::constant:
      return ", up to a constant";
    case energy::Freedom::time:
      return ", up to a function of time";
  }
  return "";
}

}  // namespace

std::string evaluation_text(const problem::Problem& problem) {
  std::string text;
  if (problem.has_formulas()) text = rule_text(problem.evaluation);
  if (!problem.reference) return text;
  const problem::Reference& known = *problem.reference;
  std::vector<std::string> names;
  for (const int k : known.unknowns)
    names.push_back(problem.scope.unknowns[static_cast<std::size_t>(k)] +
                    freedom_text(problem.up_to[static_cast<std::size_t>(k)]));
  std::string points = fmt::format("the {} points of {}", known.points.count,
                                   std::filesystem::path(known.file).filename().string());
  const bool is_plain = text.empty() && std::ranges::all_of(problem.up_to, [](auto freedom) {
                          return freedom == energy::Freedom::none;
                        });
  if (is_plain) return points;
  return text + (text.empty() ? "" : "; ") +
         fmt::format("{} on {}", fmt::join(names, "; "), points);
}

std::vector<std::string> measured_names(const problem::Problem& problem) {
  std::vector<std::string> names;
  for (const int k : problem.measured_unknowns())
    names.push_back(problem.scope.unknowns[static_cast<std::size_t>(k)]);
  return names;
}

Statement make_statement(const problem::Problem& problem) {
  const expr::Scope& names = problem.scope;
  Statement statement;
  statement.domain = geometry::to_string(problem.domain, names.coordinates);
  if (problem.windows > 1)
    statement.domain += fmt::format(", in {} windows of time", problem.windows);
  statement.variables = names.coordinates;
  statement.unknowns = names.unknowns;
  for (const auto& [name, value] : names.constants)
    statement.constants.emplace_back(name, fmt::format("{:g}", value));
  for (const problem::Coefficient& coefficient : problem.coefficients)
    statement.coefficients.emplace_back(coefficient.name,
                                        fmt::format("{:g} at the start{}", coefficient.start,
                                                    coefficient.positive ? ", positive" : ""));
  for (const auto& [name, definition] : names.functions)
    statement.functions.emplace_back(declared(name, definition), definition.text);
  for (std::size_t t = 0; t < problem.terms.size(); ++t) {
    const problem::Term& term = problem.terms[t];
    const geometry::Draw draw{0, static_cast<std::uint32_t>(t), 0};
    StatedTerm stated;
    stated.name = term.name;
    stated.on = term.on;
    stated.is_density = term.density.has_value();
    if (term.density) stated.formulas.push_back(term.density->text);
    for (const problem::Formula& residual :
         term.residuals)  // the components of a vector have one text
      if (residual.component <= 1) stated.formulas.push_back(residual.text);
    stated.measure = measure_text(term);
    stated.weight = term.weight;
    stated.points = geometry::place_points(term.points, term.region, draw, names.coordinates).count;
    stated.rule = rule_text(term.points);
    statement.terms.push_back(std::move(stated));
  }
  for (std::size_t k = 0; k < names.unknowns.size(); ++k)
    if (problem.solution[k])
      statement.solution.emplace_back(names.unknowns[k],
                                      problem.solution[k]->text + freedom_text(problem.up_to[k]));
  statement.evaluation = evaluation_text(problem);
  statement.slope_errors = !problem.reference;
  statement.network = all_networks_text(problem);
  for (const optim::Options& stage : problem.stages) {
    const std::string rule = optim::is_damped(stage.method)
                                 ? "damping chosen in every iteration"
                                 : "step size by " + optim::name(stage.step);
    statement.optimizers.push_back(fmt::format("{}, {}, at most {} iterations",
                                               optim::name(stage.method), rule, stage.iterations));
  }
  return statement;
}

}  // namespace engd::results
