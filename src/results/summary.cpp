#include "results/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/state_archive.h"

namespace engd::results {
namespace {

using Json = nlohmann::ordered_json;

Json json_number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}
Json json_number(const std::optional<double>& value) {
  return value ? json_number(*value) : Json(nullptr);
}

Json to_json(const std::vector<TermResidual>& residuals) {
  Json json = Json::array();
  for (const TermResidual& one : residuals)
    json.push_back({{"term", one.term},
                    {"trained", json_number(one.trained)},
                    {"fresh", json_number(one.fresh)},
                    {"points", one.points},
                    {"relative", json_number(one.relative)}});
  return json;
}

Json to_json(const std::vector<Estimate>& estimates) {
  Json json = Json::array();
  for (const Estimate& one : estimates)
    json.push_back({{"name", one.name},
                    {"value", json_number(one.value)},
                    {"standard_error", json_number(one.standard_error)},
                    {"determined", one.determined},
                    {"exact", json_number(one.exact)}});
  return json;
}

Json to_json(const std::vector<UnknownError>& errors) {
  Json json = Json::array();
  for (const UnknownError& one : errors)
    json.push_back({{"name", one.name},
                    {"rel_l2", json_number(one.rel_l2)},
                    {"rel_h1", json_number(one.rel_h1)}});
  return json;
}

Json to_json(const std::vector<UnknownEstimate>& estimates) {
  Json json = Json::array();
  for (const UnknownEstimate& one : estimates)
    json.push_back({{"name", one.name}, {"rel_l2", json_number(one.rel_l2)}});
  return json;
}

Json to_json(const std::vector<Racer>& race) {
  Json json = Json::array();
  for (const Racer& one : race)
    json.push_back({{"kind", one.kind},
                    {"network", one.network},
                    {"parameters", one.parameters},
                    {"points", one.points},
                    {"iterations", one.iterations},
                    {"work", json_number(one.work)},
                    {"seconds", json_number(one.seconds)},
                    {"score", json_number(one.score)},
                    {"distance", json_number(one.distance)},
                    {"why_left", one.why_left}});
  return json;
}

Json to_json(const SeedSummary& seed) {
  Json json{{"seed", seed.seed},
            {"rel_l2", json_number(seed.rel_l2)},
            {"rel_h1", json_number(seed.rel_h1)},
            {"estimated_rel_l2", json_number(seed.estimated_rel_l2)},
            {"loss", json_number(seed.loss)},
            {"iterations", seed.iterations},
            {"seconds", json_number(seed.seconds)},
            {"ms_per_iteration", json_number(seed.ms_per_iteration)},
            {"termination", seed.termination},
            {"message", seed.message},
            {"residuals", to_json(seed.residuals)},
            {"warning", seed.warning}};
  if (!seed.errors_by_unknown.empty()) json["errors_by_unknown"] = to_json(seed.errors_by_unknown);
  if (!seed.estimated_by_unknown.empty())
    json["estimated_rel_l2_by_unknown"] = to_json(seed.estimated_by_unknown);
  if (!seed.verdict.empty()) {
    json["verdict"] = seed.verdict;
    json["fell_short"] = seed.fell_short;
  }
  if (!seed.coefficients.empty()) json["coefficients"] = to_json(seed.coefficients);
  return json;
}

Json to_json(const Statement::Named& formulas) {
  Json json = Json::object();
  for (const auto& [name, formula] : formulas) json[name] = formula;
  return json;
}

Json to_json(const Statement& statement) {
  Json terms = Json::array();
  for (const StatedTerm& term : statement.terms)
    terms.push_back({{"name", term.name},
                     {"on", term.on},
                     {term.is_density ? "density" : "residual", term.formulas},
                     {"measure", term.measure},
                     {"weight", term.weight},
                     {"points", term.points},
                     {"rule", term.rule}});
  return Json{{"domain", statement.domain},
              {"variables", statement.variables},
              {"unknowns", statement.unknowns},
              {"constants", to_json(statement.constants)},
              {"functions", to_json(statement.functions)},
              {"terms", terms},
              {"solution", to_json(statement.solution)},
              {"evaluation", statement.evaluation},
              {"slope_errors", statement.slope_errors},
              {"network", statement.network},
              {"optimizers", statement.optimizers},
              {"coefficients", to_json(statement.coefficients)}};
}

/// {median, min, max} of an error over the seeds, or null where no solution is known.
Json error_spread(const std::vector<SeedSummary>& seeds,
                  std::optional<double> SeedSummary::*error) {
  std::vector<double> values;
  for (const SeedSummary& seed : seeds) {
    if (!(seed.*error)) return nullptr;
    values.push_back(*(seed.*error));
  }
  if (values.empty()) return nullptr;
  const Spread spread = spread_of(values);
  return Json{{"median", json_number(spread.median)},
              {"min", json_number(spread.min)},
              {"max", json_number(spread.max)}};
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  for (double& value : values) {
    if (!std::isfinite(value)) value = std::numeric_limits<double>::infinity();
  }
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  const auto finite = [](double value) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  };
  const double median =
      n % 2 == 1 ? values[n / 2] : values[n / 2 - 1] + (values[n / 2] - values[n / 2 - 1]) / 2;
  return {finite(median), finite(values.front()), finite(values.back())};
}

std::string to_string(const Estimate& estimate) {
  std::string text = fmt::format("{:.9g}", estimate.value);
  if (!estimate.determined)
    text += " (not determined by the equations and data)";
  else if (estimate.standard_error)
    text += fmt::format(" +- {:.2g}", *estimate.standard_error);
  if (!estimate.exact) return text;
  const double error = std::fabs(estimate.value - *estimate.exact);
  text += *estimate.exact != 0
              ? fmt::format(", relative error {:.1e}", error / std::fabs(*estimate.exact))
              : fmt::format(", error {:.1e}", error);
  if (estimate.determined && estimate.standard_error && *estimate.standard_error > 0)
    text += fmt::format(", {:.1f} standard errors", error / *estimate.standard_error);
  return text;
}

bool Summary::interrupted() const {
  return std::any_of(seeds.begin(), seeds.end(),
                     [](const SeedSummary& seed) { return seed.termination == "interrupted"; });
}

bool Summary::is_partly_measured() const {
  return statement && !errors_of.empty() && errors_of.size() < statement->unknowns.size();
}

bool Summary::has_errors() const {
  return !seeds.empty() && std::all_of(seeds.begin(), seeds.end(), [](const SeedSummary& seed) {
    return seed.rel_l2.has_value();
  });
}

bool Summary::has_slope_errors() const {
  return !seeds.empty() && std::all_of(seeds.begin(), seeds.end(), [](const SeedSummary& seed) {
    return seed.rel_h1.has_value();
  });
}

std::string to_json(const Summary& summary) {
  Json seeds = Json::array();
  std::vector<double> times;
  for (const SeedSummary& seed : summary.seeds) {
    seeds.push_back(to_json(seed));
    times.push_back(seed.ms_per_iteration);
  }
  Json json{{"problem", summary.problem},
            {"title", summary.title},
            {"file", summary.file},
            {"optimizer", summary.optimizer},
            {"device", summary.device},
            {"parameters", summary.parameters},
            {"points", summary.points},
            {"iterations", summary.iterations},
            {"rel_l2", error_spread(summary.seeds, &SeedSummary::rel_l2)},
            {"rel_h1", error_spread(summary.seeds, &SeedSummary::rel_h1)},
            {"errors_of", summary.errors_of},
            {"ms_per_iteration", json_number(spread_of(times).median)},
            {"seeds", seeds},
            {"version", summary.version},
            {"machine", summary.machine},
            {"threads", summary.threads},
            {"cores", summary.cores},
            {"compiler", summary.compiler},
            {"date", summary.date},
            {"seeds_asked", summary.seeds_asked},
            {"overrides", summary.overrides},
            {"failures", summary.failures}};
  if (!summary.race.empty()) json["race"] = to_json(summary.race);
  if (summary.statement) json["statement"] = to_json(*summary.statement);
  // Bytes of a file name that are no UTF-8 must not stop a run from being saved.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void TermResidual::exchange(StateArchive& archive) {
  archive("term", term);
  archive("trained", trained);
  archive("fresh", fresh);
  archive("points", points);
  archive("relative", relative);
  archive("to_start", to_start);
}

void Estimate::exchange(StateArchive& archive) {
  archive("name", name);
  archive("value", value);
  archive("standard_error", standard_error);
  archive("determined", determined);
  archive("exact", exact);
}

void UnknownError::exchange(StateArchive& archive) {
  archive("name", name);
  archive("rel_l2", rel_l2);
  archive("rel_h1", rel_h1);
}

void UnknownEstimate::exchange(StateArchive& archive) {
  archive("name", name);
  archive("rel_l2", rel_l2);
}

void SeedSummary::exchange(StateArchive& archive) {
  archive("seed", seed);
  archive("rel_l2", rel_l2);
  archive("rel_h1", rel_h1);
  archive("loss", loss);
  archive("iterations", iterations);
  archive("seconds", seconds);
  archive("ms_per_iteration", ms_per_iteration);
  archive("termination", termination);
  archive("message", message);
  archive.list("residuals", residuals, [&](TermResidual& residual) { residual.exchange(archive); });
  archive("warning", warning);
  archive.list("coefficients", coefficients, [&](Estimate& one) { one.exchange(archive); });
  archive.list("errors_by_unknown", errors_by_unknown,
               [&](UnknownError& one) { one.exchange(archive); });
  archive("estimated_rel_l2", estimated_rel_l2);
  archive.list("estimated_by_unknown", estimated_by_unknown,
               [&](UnknownEstimate& one) { one.exchange(archive); });
  archive("verdict", verdict);
  archive("fell_short", fell_short);
}

}  // namespace engd::results
