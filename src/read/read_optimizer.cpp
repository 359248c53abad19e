#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "optim/custom_step.h"
#include "read/optimizer_keys.h"
#include "read/reader.h"

namespace engd::read {
namespace {

using optim::Method;
using optim::StepRule;

constexpr int most = std::numeric_limits<int>::max();

const std::vector<std::pair<std::string, Method>> methods{
    {"auto", Method::adaptive}, {"adaptive", Method::adaptive}, {"multistep", Method::multistep},
    {"engd", Method::engd},     {"hngd", Method::hngd},         {"gd", Method::gd},
    {"adam", Method::adam},     {"bfgs", Method::bfgs},         {"lbfgs", Method::lbfgs},
};

using Solver = std::optional<linalg::Method>;
const std::vector<std::pair<std::string, Solver>> solvers{
    {"auto", std::nullopt},
    {"gram_eigen", linalg::Method::gram_eigen},
    {"pseudo_inverse", linalg::Method::gram_eigen},
    {"gram_svd", linalg::Method::gram_svd},
    {"qr_svd", linalg::Method::qr_svd},
    {"qr_pivoted", linalg::Method::qr_pivoted},
    {"gram_cholesky", linalg::Method::gram_cholesky},
    {"cholesky", linalg::Method::gram_cholesky},
    {"kernel", linalg::Method::kernel},
    {"kernel_cholesky", linalg::Method::kernel_cholesky},
};

const std::vector<std::pair<std::string, int>> metrics{{"h0", 0}, {"h1", 1}, {"h2", 2}};

/// One number, or a table of numbers by method, of which the chosen method's counts.
void read_iterations(const Section& section, optim::Options& options) {
  const Value* value = section.find("iterations");
  if (!value) return;
  const std::string path = section.path("iterations");
  if (value->kind != Value::Kind::table) {
    options.iterations = as_integer(path, *value, 0, most);
    return;
  }
  std::vector<std::string> names;
  for (const auto& [name, method] : methods) names.push_back(name);
  const Section by_method(*value, path, names);
  for (const auto& [name, method] : methods) {
    int iterations = options.iterations;
    by_method.read(name, iterations, 0, most);
    if (method == options.method && by_method.find(name)) options.iterations = iterations;
  }
}

/// A name, or { hngd = name }: then it waits for a --set that chooses the method.
void read_metric(const Section& section, optim::Options& options) {
  const Value* value = section.find("metric");
  if (value && value->kind == Value::Kind::table)
    Section(*value, section.path("metric"), {"hngd"})
        .read<int>("hngd", options.sobolev_order, metrics);
  else
    section.read<int>("metric", options.sobolev_order, metrics);
}

void read_direction(const Section& section, optim::Options& options) {
  section.read<Solver>("solver", options.solver, solvers);
  if (options.method == Method::adaptive && (options.solver == linalg::Method::gram_svd ||
                                             options.solver == linalg::Method::kernel_cholesky)) {
    throw bad_value(section.path("solver"), *section.find("solver"),
                    "cannot serve many dampings, as method = \"adaptive\" needs; use auto, qr_svd, "
                    "gram_eigen, kernel or gram_cholesky");
  }
  if (options.method != Method::adaptive && options.solver == linalg::Method::qr_pivoted)
    throw bad_value(section.path("solver"), *section.find("solver"),
                    "serves method = \"adaptive\" only");
  section.read("damping", options.damping, not_negative);
  if (const Value* cutoff = section.find("cutoff"); cutoff && cutoff->text != "auto") {
    if (!fraction.contains(cutoff->real) || cutoff->kind == Value::Kind::text) {
      throw bad_value(section.path("cutoff"), *cutoff,
                      "must be a number >= 0 and < 1, or \"auto\"");
    }
    options.cutoff = as_real(section.path("cutoff"), *cutoff, fraction);
  }
  read_metric(section, options);
  section.read("history", options.history, 1, 10000);
  section.read("beta1", options.beta1, fraction);
  section.read("beta2", options.beta2, fraction);
  section.read("epsilon", options.epsilon, positive);
}

void read_step(const Section& section, optim::Options& options) {
  section.read("grid_base", options.grid_base, Range{0, 1, true, true});
  section.read("grid_count", options.grid_count, 0, 1000);
  section.read("low_ratio", options.low_ratio, Range{0, 1, true, true});
  section.read("momentum", options.momentum, fraction);
  section.read("corrections", options.corrections, 0, 1000);
  section.read("acceleration", options.acceleration, not_negative);
  section.read<bool>("judge", options.judge_fresh, {{"same", false}, {"fresh", true}});
  section.read("first_damping", options.first_damping, Range{0, 1, true, true});
  section.read("patience", options.patience, 1, most);
  section.read("batch_growth", options.batch_growth, Range{1, 1000, false, false});
  section.read("batch_limit", options.batch_limit, Range{1, 1e6, false, false});
  section.read("starts", options.starts, 1, 1000000);
  section.read("learning_rate", options.learning_rate, positive);
  section.read("decay_start", options.decay_start, 0, most);
  section.read("decay_every", options.decay_every, 1, most);
  section.read("decay_factor", options.decay_factor, Range{0, 1, true, false});
  section.read("minimum_rate", options.minimum_rate, not_negative);
}

void read_stopping(const Section& section, optim::Options& options) {
  section.read("target_loss", options.target_loss);
  section.read("gradient_tolerance", options.gradient_tolerance, not_negative);
  section.read("time_limit", options.time_limit, not_negative);
  section.read("least_progress", options.least_progress, Range{0, 1, false, true});
  section.read("progress_iterations", options.progress_iterations, 1, 1000000);
  if (const Value* target = section.find("target_error")) {
    options.target_error = as_real(section.path("target_error"), *target, positive);
  }
}

const std::vector<std::string> optimizer_keys{"method",         "iterations",
                                              "solver",         "damping",
                                              "cutoff",         "metric",
                                              "history",        "beta1",
                                              "beta2",          "epsilon",
                                              "step",           "grid_base",
                                              "grid_count",     "learning_rate",
                                              "decay_start",    "decay_every",
                                              "decay_factor",   "minimum_rate",
                                              "target_loss",    "gradient_tolerance",
                                              "time_limit",     "target_error",
                                              "low_ratio",      "starts",
                                              "first_damping",  "momentum",
                                              "corrections",    "acceleration",
                                              "patience",       "batch_growth",
                                              "batch_limit",    "judge",
                                              "least_progress", "progress_iterations"};

optim::Options read_optimizer(const Value& table, const std::string& path) {
  const Section section(table, path, optimizer_keys);
  Method method = Method::adaptive;
  section.read<Method>("method", method, methods);
  optim::Options options = default_optimizer(method);
  section.read<StepRule>("step", options.step, optim::step_rule_names());
  check_keys_belong(section, optimizer_keys, options);
  read_iterations(section, options);
  read_direction(section, options);
  read_step(section, options);
  read_stopping(section, options);
  return options;
}

}  // namespace

optim::Options default_optimizer(Method method) {
  optim::Options options;
  options.method = method;
  switch (method) {
    case Method::adaptive:
      options.iterations = 200;
      options.starts = 20;
      break;
    case Method::multistep:
      options.iterations = 300;
      break;
    case Method::engd:
    case Method::hngd:
      break;
    case Method::gd:
      options.iterations = 200000;
      break;
    case Method::adam:
      options.iterations = 200000;
      options.step = StepRule::schedule;
      break;
    case Method::bfgs:
    case Method::lbfgs:
      options.step = StepRule::wolfe;
      break;
  }
  return options;
}

bool has_iterations(const Value& value) {
  if (value.kind == Value::Kind::list) return std::ranges::any_of(value.items, has_iterations);
  return value.find("iterations") != nullptr;
}

std::vector<Place> places_of_methods(const Value& value) {
  if (value.kind != Value::Kind::list) {
    const Entry* method = value.find("method");
    return {method ? method->place : value.place()};
  }
  std::vector<Place> places;
  for (const Value& stage : value.items) places.push_back(places_of_methods(stage).front());
  return places;
}

std::vector<optim::Options> read_optimizers(const Value& value) {
  if (value.kind != Value::Kind::list) return {read_optimizer(value, "optimizer")};
  std::vector<optim::Options> stages;
  for (const Value& stage : as_list("optimizer", value)) {
    stages.push_back(read_optimizer(stage, fmt::format("optimizer.{}", stages.size())));
  }
  return stages;
}

}  // namespace engd::read
