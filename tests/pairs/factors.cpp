// The features of the format, as factors with levels.
#include <fmt/format.h>

#include <stdexcept>

#include "pairs/factor.h"

namespace engd::pairs {

namespace {

/// Levels that are values of one key; the first one is the plain level and says nothing.
Factor keyed(const std::string& name, const std::string& table, const std::string& key,
             const std::vector<std::pair<std::string, std::string>>& values) {
  Factor factor{name, {{"plain"}}};
  for (const auto& [level, value] : values) factor.levels.push_back({level, {{table, key, value}}});
  return factor;
}

/// Values that are texts and their own names.
Factor named(const std::string& name, const std::string& table, const std::string& key,
             const std::vector<std::string>& values) {
  Factor factor{name, {{"plain"}}};
  for (const std::string& value : values)
    factor.levels.push_back({value, {{table, key, "\"" + value + "\""}}});
  return factor;
}

/// Levels that problem_file.cpp writes.
Factor written(const std::string& name, const std::vector<std::string>& levels) {
  Factor factor{name, {}};
  for (const std::string& level : levels) factor.levels.push_back({level});
  return factor;
}

std::vector<Factor> of_the_problem() {
  return {
      written("space", {"interval", "box2", "box3", "family4", "disk", "ellipse", "annulus",
                        "polygon", "ball", "ellipsoid", "shell", "stl", "box_shape", "union",
                        "intersection", "difference", "cylinder", "none"}),
      written("time", {"none", "t", "tau", "plain_t"}),
      keyed("automatic", "problem", "automatic", {{"off", "false"}}),
      keyed("windows", "problem", "windows", {{"2", "2"}, {"3", "3"}}),
      keyed("hard_start", "problem", "hard_start", {{"true", "true"}}),
      written("periodic", {"none", "first", "time", "both"}),
      written("unknowns", {"one", "two", "three"}),
      written("equation", {"second", "first", "third", "fourth", "biharmonic", "wave", "nonlinear",
                           "norm", "roots", "list", "density"}),
      written("formulas", {"inline", "function", "parameters", "vectors", "written_out"}),
      written("coefficients", {"none", "plain", "positive", "both"}),
      written("data", {"none", "values", "noise", "noise_column", "own"}),
      written("subdomain", {"none", "sides", "interface"}),
      written("boundary", {"term", "faces", "neumann", "robin", "jump", "density", "hard_auto",
                           "hard_given", "hard_start", "hard_all", "everywhere", "none"}),
      written("start", {"term", "slope", "slice", "final", "half", "none"}),
      written("solution", {"none", "all", "parts", "some", "reference", "constant",
                           "function_of_time", "free_parts", "free_reference"}),
      written("units", {"none", "all"}),
  };
}

std::vector<Factor> of_the_terms() {
  Factor points = keyed("points", "term", "points",
                        {{"number", "6"},
                         {"grid", "{ grid = 4 }"},
                         {"trapezoid", "{ trapezoid = 3 }"},
                         {"gauss", "{ gauss = 3 }"},
                         {"random", "{ random = 24@ }"},
                         {"sobol", "{ sobol = 24@ }"},
                         {"halton", "{ halton = 24@ }"},
                         {"file", "{ file = \"inside.csv\" }"}});
  Factor boundary = keyed("boundary_points", "boundary", "points",
                          {{"number", "5"},
                           {"grid", "{ grid = 4 }"},
                           {"gauss", "{ gauss = 3 }"},
                           {"random", "{ random = 10, resample = 1 }"},
                           {"halton", "{ halton = 10 }"},
                           {"file", "{ file = \"faces.csv\" }"}});
  return {
      std::move(points),
      std::move(boundary),
      written("resample", {"never", "1", "2", "rad", "rad_power", "r3"}),
      keyed("weight", "term", "weight",
            {{"number", "2.5"}, {"formula", "\"k^2\""}, {"auto", "\"auto\""}}),
      keyed("boundary_weight", "boundary", "weight", {{"number", "7"}, {"auto", "\"auto\""}}),
      keyed("causal", "term", "causal", {{"1", "1"}}),
      named("measure", "term", "measure", {"mean", "integral"}),
      keyed("evaluation", "evaluation", "points",
            {{"grid", "{ grid = 6 }"}, {"halton", "{ halton = 40 }"}, {"gauss", "{ gauss = 4 }"}}),
      keyed("every", "evaluation", "every", {{"1", "1"}}),
  };
}

std::vector<Factor> of_the_network() {
  return {
      written("networks", {"one", "two", "three", "scaled", "kinds"}),
      named("kind", "network", "kind", {"rbf", "features"}),
      keyed("unknown_scale", "network", "scale", {{"number", "20"}, {"formula", "\"k/10\""}}),
      keyed("layers", "network", "layers",
            {{"deep", "[5, 5]"}, {"tower", "[5, 4, 3]"}, {"none", "[]"}}),
      named("activation", "network", "activation", {"sin", "gelu", "swish", "softplus"}),
      keyed("normalize", "network", "normalize", {{"true", "true"}, {"false", "false"}}),
      keyed("harmonics", "network", "harmonics", {{"2", "2"}}),
      keyed(
          "features", "network", "features",
          {{"fourier", "{ kind = \"fourier\", count = 2 }"},
           {"gabor", "{ kind = \"gabor\", count = 2, width = 0.5 }"},
           {"fourier_trained", "{ kind = \"fourier\", count = 4, scale = 0.3, trainable = true }"},
           {"gabor_trained", "{ kind = \"gabor\", count = 4, scale = 0.3, trainable = true }"}}),
      keyed("skip", "network", "skip", {{"true", "true"}}),
      keyed("separable", "network", "separable", {{"2", "2"}}),
      keyed("connections", "network", "connections", {{"1", "1"}}),
      keyed("init", "network", "init",
            {{"normal", "{ kind = \"normal\", std = 0.3 }"},
             {"list", "{ kind = \"normal\", std = [0.5, 0.2] }"},
             {"domain", "{ kind = \"domain\" }"},
             {"connections", "{ kind = \"domain\", connections = 1 }"},
             {"glorot", "{ kind = \"glorot\" }"},
             {"lecun", "{ kind = \"lecun\" }"}}),
      written("stretch", {"none", "start", "features"}),
  };
}

std::vector<Factor> of_the_optimizer() {
  const auto set = [](const std::string& key, const std::string& value) {
    return Setting{"optimizer", key, value};
  };
  Factor tuning{"tuning",
                {{"plain"},
                 {"momentum", {set("momentum", "0.5")}},
                 {"corrections", {set("corrections", "2")}},
                 {"acceleration", {set("acceleration", "0.75")}},
                 {"fresh", {set("judge", "\"fresh\"")}},
                 {"growth", {set("batch_growth", "2"), set("patience", "1")}},
                 {"stuck", {set("starts", "3"), set("patience", "1")}},
                 {"starts", {set("starts", "3")}},
                 {"first_damping", {set("first_damping", "1e-20")}},
                 {"curvature", {set("curvature", "0.1")}}}};
  Factor metric{"metric",
                {{"plain"},
                 {"damping", {set("damping", "1e-3")}},
                 {"cutoff", {set("cutoff", "1e-8")}},
                 {"h0", {set("metric", "\"h0\"")}}}};
  Factor stopping{"stopping",
                  {{"plain"},
                   {"target_loss", {set("target_loss", "1e-2")}},
                   {"gradient", {set("gradient_tolerance", "1e-1")}},
                   {"progress", {set("least_progress", "0.9"), set("progress_iterations", "1")}},
                   {"error", {set("target_error", "0.5")}}}};
  return {
      named("method", "optimizer", "method",
            {"adaptive", "multistep", "engd", "hngd", "gd", "adam", "bfgs", "lbfgs"}),
      written("stages", {"one", "adam_first", "two", "three"}),
      named("solver", "optimizer", "solver",
            {"gram_eigen", "gram_svd", "qr_svd", "qr_pivoted", "gram_cholesky", "kernel",
             "kernel_cholesky"}),
      named("step", "optimizer", "step", {"grid", "backtracking", "wolfe", "fixed", "schedule"}),
      std::move(tuning),
      std::move(metric),
      std::move(stopping),
      keyed("seed", "run", "seed", {{"7", "7"}, {"large", "18446744073709551615"}}),
      keyed("threads", "run", "threads", {{"2", "2"}, {"3", "3"}}),
  };
}

}  // namespace

const std::vector<Factor>& factors() {
  static const std::vector<Factor> all = [] {
    std::vector<Factor> list;
    for (const auto& part :
         {of_the_problem(), of_the_terms(), of_the_network(), of_the_optimizer()})
      list.insert(list.end(), part.begin(), part.end());
    return list;
  }();
  return all;
}

int factor_called(std::string_view name) {
  for (int f = 0; f < std::ssize(factors()); ++f)
    if (factors()[static_cast<std::size_t>(f)].name == name) return f;
  throw std::logic_error(fmt::format("no factor '{}'", name));
}

namespace {

int level_called(const Factor& factor, std::string_view name) {
  for (int l = 0; l < std::ssize(factor.levels); ++l)
    if (factor.levels[static_cast<std::size_t>(l)].name == name) return l;
  throw std::logic_error(fmt::format("no level '{}' of factor '{}'", name, factor.name));
}

}  // namespace

void Choice::set(std::string_view factor, std::string_view level) {
  const int f = factor_called(factor);
  set(f, level_called(factors()[static_cast<std::size_t>(f)], level));
}

const std::string& Choice::of(std::string_view factor) const {
  const int f = factor_called(factor);
  const auto& levels = factors()[static_cast<std::size_t>(f)].levels;
  return levels[static_cast<std::size_t>(std::max(0, (*this)[f]))].name;
}

std::string Choice::text() const {
  std::string text;
  for (int f = 0; f < std::ssize(factors()); ++f) {
    if ((*this)[f] <= 0) continue;
    const Factor& factor = factors()[static_cast<std::size_t>(f)];
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", factor.name,
                        factor.levels[static_cast<std::size_t>((*this)[f])].name);
  }
  return text;
}

}  // namespace engd::pairs
