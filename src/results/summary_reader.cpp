#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "formats/text_file.h"
#include "results/summary.h"
#include "support/error.h"

namespace engd::results {
namespace {

using Json = nlohmann::ordered_json;

/// One object of the file: fields by name, with a message that names a field that is wrong.
class Fields {
 public:
  Fields(const std::filesystem::path& path, const Json& json) : path_(path), json_(json) {
    if (!json.is_object()) throw damaged("holds something else than an object");
  }

  InputError damaged(const std::string& what) const {
    return InputError(fmt::format("{}: is damaged: {}", path_.string(), what));
  }

  bool has(const char* name) const { return json_.contains(name); }

  const Json& required(const char* name) const {
    const auto found = json_.find(name);
    if (found == json_.end()) throw damaged(fmt::format("'{}' is missing", name));
    return *found;
  }

  template <typename T>
  void read(const char* name, T& value) const {
    convert(name, required(name), value);
  }

  template <typename T>
  void read_if_there(const char* name, T& value) const {
    if (const auto found = json_.find(name); found != json_.end()) convert(name, *found, value);
  }

  /// null stands for a number that was not finite.
  void read_number(const char* name, double& value) const {
    const Json& found = required(name);
    value = std::numeric_limits<double>::quiet_NaN();
    if (!found.is_null()) convert(name, found, value);
  }

  void read_formulas(const char* name, Statement::Named& formulas) const {
    for (const auto& [key, formula] : required(name).items()) {
      formulas.emplace_back(key, "");
      convert(name, formula, formulas.back().second);
    }
  }

  const Json& list(const char* name) const {
    const Json& found = required(name);
    if (!found.is_array()) throw damaged(fmt::format("'{}' is no list", name));
    return found;
  }

 private:
  template <typename T>
  void convert(const char* name, const Json& json, T& value) const {
    try {
      value = json.get<T>();
    } catch (const Json::exception&) {
      throw damaged(fmt::format("'{}' has a value of the wrong kind", name));
    }
  }

  const std::filesystem::path& path_;
  const Json& json_;
};

TermResidual read_residual(const Fields& fields) {
  TermResidual residual;
  fields.read("term", residual.term);
  fields.read_number("trained", residual.trained);
  fields.read_number("fresh", residual.fresh);
  fields.read("points", residual.points);
  if (fields.has("relative") && !fields.required("relative").is_null())
    fields.read_number("relative", residual.relative.emplace());
  return residual;
}

Estimate read_estimate(const Fields& fields) {
  Estimate estimate;
  fields.read("name", estimate.name);
  fields.read_number("value", estimate.value);
  if (!fields.required("standard_error").is_null())
    fields.read_number("standard_error", estimate.standard_error.emplace());
  fields.read("determined", estimate.determined);
  if (!fields.required("exact").is_null()) fields.read_number("exact", estimate.exact.emplace());
  return estimate;
}

/// null: the solution is zero, or the error is not finite.
UnknownError read_unknown_error(const Fields& fields) {
  UnknownError error;
  fields.read("name", error.name);
  if (!fields.required("rel_l2").is_null()) fields.read_number("rel_l2", error.rel_l2.emplace());
  if (!fields.required("rel_h1").is_null()) fields.read_number("rel_h1", error.rel_h1.emplace());
  return error;
}

/// null: there is no estimate, or the unknown is zero.
void read_estimated(const Fields& fields, const char* name, std::optional<double>& value) {
  if (fields.has(name) && !fields.required(name).is_null())
    fields.read_number(name, value.emplace());
}

Racer read_racer(const Fields& fields) {
  Racer racer;
  fields.read("kind", racer.kind);
  fields.read("network", racer.network);
  fields.read("parameters", racer.parameters);
  fields.read("points", racer.points);
  fields.read("iterations", racer.iterations);
  fields.read_number("work", racer.work);
  fields.read_number("seconds", racer.seconds);
  read_estimated(fields, "score", racer.score);
  read_estimated(fields, "distance", racer.distance);
  fields.read("why_left", racer.why_left);
  return racer;
}

SeedSummary read_seed(const std::filesystem::path& path, const Fields& fields) {
  SeedSummary seed;
  fields.read("seed", seed.seed);
  if (!fields.required("rel_l2").is_null()) fields.read_number("rel_l2", seed.rel_l2.emplace());
  if (!fields.required("rel_h1").is_null()) fields.read_number("rel_h1", seed.rel_h1.emplace());
  fields.read_number("loss", seed.loss);
  fields.read("iterations", seed.iterations);
  fields.read_number("seconds", seed.seconds);
  fields.read_number("ms_per_iteration", seed.ms_per_iteration);
  fields.read("termination", seed.termination);
  fields.read_if_there("message", seed.message);
  fields.read_if_there("warning", seed.warning);
  if (fields.has("residuals"))
    for (const Json& one : fields.list("residuals"))
      seed.residuals.push_back(read_residual(Fields(path, one)));
  if (fields.has("coefficients"))
    for (const Json& one : fields.list("coefficients"))
      seed.coefficients.push_back(read_estimate(Fields(path, one)));
  if (fields.has("errors_by_unknown"))
    for (const Json& one : fields.list("errors_by_unknown"))
      seed.errors_by_unknown.push_back(read_unknown_error(Fields(path, one)));
  read_estimated(fields, "estimated_rel_l2", seed.estimated_rel_l2);
  if (fields.has("estimated_rel_l2_by_unknown"))
    for (const Json& json : fields.list("estimated_rel_l2_by_unknown")) {
      const Fields one(path, json);
      UnknownEstimate& estimate = seed.estimated_by_unknown.emplace_back();
      one.read("name", estimate.name);
      read_estimated(one, "rel_l2", estimate.rel_l2);
    }
  fields.read_if_there("verdict", seed.verdict);
  fields.read_if_there("fell_short", seed.fell_short);
  return seed;
}

StatedTerm read_term(const Fields& fields, const Json& json) {
  StatedTerm term;
  fields.read("name", term.name);
  fields.read("on", term.on);
  term.is_density = json.contains("density");
  fields.read(term.is_density ? "density" : "residual", term.formulas);
  fields.read("measure", term.measure);
  fields.read("weight", term.weight);
  fields.read("points", term.points);
  fields.read("rule", term.rule);
  return term;
}

Statement read_statement(const std::filesystem::path& path, const Json& json) {
  const Fields fields(path, json);
  Statement statement;
  fields.read("domain", statement.domain);
  fields.read("variables", statement.variables);
  fields.read("unknowns", statement.unknowns);
  fields.read_formulas("constants", statement.constants);
  fields.read_formulas("functions", statement.functions);
  for (const Json& term : fields.list("terms"))
    statement.terms.push_back(read_term(Fields(path, term), term));
  fields.read_formulas("solution", statement.solution);
  fields.read("evaluation", statement.evaluation);
  statement.slope_errors = !statement.solution.empty();  // earlier versions did not say it
  fields.read_if_there("slope_errors", statement.slope_errors);
  fields.read("network", statement.network);
  fields.read("optimizers", statement.optimizers);
  if (fields.has("coefficients")) fields.read_formulas("coefficients", statement.coefficients);
  return statement;
}

/// null is both "no solution known" and "not finite": one known error, or the statement, decides.
void tell_unknown_from_not_finite(Summary& summary, bool says_of_what) {
  if (says_of_what && summary.errors_of.empty()) return;
  const bool known =
      (summary.statement && !summary.statement->evaluation.empty()) ||
      std::any_of(summary.seeds.begin(), summary.seeds.end(),
                  [](const SeedSummary& seed) { return seed.rel_l2 || seed.rel_h1; });
  if (!known) return;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const bool slopes = !summary.statement || summary.statement->slope_errors;
  for (SeedSummary& seed : summary.seeds) {
    seed.rel_l2 = seed.rel_l2.value_or(nan);
    if (slopes) seed.rel_h1 = seed.rel_h1.value_or(nan);
  }
}

}  // namespace

Summary read_summary(const std::filesystem::path& path) {
  const Json json = Json::parse(formats::read_text_file(path), nullptr, false);
  if (json.is_discarded())
    throw InputError(fmt::format("{}: is damaged: this is no JSON", path.string()));
  const Fields fields(path, json);
  Summary summary;
  fields.read("problem", summary.problem);
  fields.read_if_there("title", summary.title);
  fields.read_if_there("file", summary.file);
  fields.read("optimizer", summary.optimizer);
  fields.read("device", summary.device);
  fields.read("parameters", summary.parameters);
  fields.read("points", summary.points);
  fields.read("iterations", summary.iterations);
  fields.read_if_there("version", summary.version);
  fields.read_if_there("machine", summary.machine);
  fields.read_if_there("threads", summary.threads);
  for (const Json& seed : fields.list("seeds"))
    summary.seeds.push_back(read_seed(path, Fields(path, seed)));
  if (summary.seeds.empty()) throw fields.damaged("'seeds' is empty");
  fields.read_if_there("cores", summary.cores);
  fields.read_if_there("compiler", summary.compiler);
  fields.read_if_there("date", summary.date);
  summary.seeds_asked = static_cast<int>(summary.seeds.size());
  fields.read_if_there("seeds_asked", summary.seeds_asked);
  fields.read_if_there("overrides", summary.overrides);
  fields.read_if_there("failures", summary.failures);
  fields.read_if_there("errors_of", summary.errors_of);
  if (fields.has("race"))
    for (const Json& one : fields.list("race"))
      summary.race.push_back(read_racer(Fields(path, one)));
  if (json.contains("statement")) summary.statement = read_statement(path, json["statement"]);
  tell_unknown_from_not_finite(summary, fields.has("errors_of"));
  return summary;
}

}  // namespace engd::results
