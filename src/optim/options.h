#pragma once

#include "optim/methods.h"

namespace engd::optim {

/// When to stop before the iterations are done; 0 means never.
struct Stopping {
  double target_loss = 0, gradient_tolerance = 0, time_limit = 0, least_progress = 0;
  int progress_iterations = 10;
  std::optional<double> target_error;

  static void describe(auto& self, auto&& field) {
    field("target_loss", self.target_loss, any_finite,
          "stop when the loss is at or below it (negative for energies whose least value is "
          "negative); 0: none");
    field("gradient_tolerance", self.gradient_tolerance, not_negative,
          "stop when the norm of the gradient is at or below it; 0: none");
    field("time_limit", self.time_limit, not_negative, "seconds; 0: none");
    field("least_progress", self.least_progress, fraction,
          "stop when `progress_iterations` iterations have lowered the loss by less than this part "
          "of it; of use in windows of time, which do not all take the same number of iterations; "
          "0: none");
    field("progress_iterations", self.progress_iterations, Whole{1, 1000000}, "how many");
    field("target_error", self.target_error, positive,
          "relative L2 error; a run that ends above it has failed, and so has one without a "
          "relative error, where the solution is zero. Needs a formula in `[solution]`, or a "
          "`reference` in `[evaluation]`");
  }
};

/// One optimiser: a method with, unless it is damped, a step rule, and what counts for any.
struct Options {
  Method method = Engd{};
  int iterations = 500;
  StepRule step = Grid{};
  int starts = 1;
  double solved = 1e-25;  ///< no other start below this part of the first loss: round-off
  Stopping stopping = {};

  static void describe(auto& self, auto&& field) {
    field("iterations", self.iterations, Whole{.by_method = true},
          "`{ engd = 500, adam = 200000 }`: that of the chosen method counts");
    field("starts", self.starts, Whole{1, 1000000},
          "a run that got stuck begins again elsewhere, at most so often and within the "
          "iterations; the best counts. A start where the loss is not finite (`sqrt(u)` where u is "
          "negative) is tried elsewhere at once, up to twenty times, whatever this number and the "
          "method");
  }
};

/// What the method has where nothing else is said.
Options defaults(const Method& method);

std::string name(const Method& method);
std::string name(const StepRule& rule);

template <typename M>
concept HasStep = requires {
  typename M::Step;
};
/// Chooses a damping instead of a step size.
bool is_damped(const Method& method);
/// Works with the rows of a metric, not with gradients only.
bool has_metric(const Method& method);
/// The solver asked for, of methods that have one.
Solver solver_of(const Method& method);
/// The order of the Sobolev inner product; -1: the metric is that of the energy.
int metric_order(const Method& method);

/// Describes all that counts for these options, but for the names of method and step.
void describe(auto& options, auto&& field) {
  const auto chosen = [&](auto& settings) { settings.describe(settings, field); };
  options.describe(options, field);
  std::visit(chosen, options.method);
  if (!is_damped(options.method)) std::visit(chosen, options.step);
  chosen(options.stopping);
}

/// A key of problem files, and whose it is.
using Names = std::vector<std::string>;
struct Key {
  std::string name;
  Names methods = {}, steps = {};  ///< none: whatever the method
};
/// Of all methods and step rules, in the order of messages and of the documentation.
std::vector<Key> keys();

/// Keys and values that give these options in a problem file: method, iterations, starts, and what
/// differs from the defaults.
using Settings = std::vector<std::pair<std::string, std::string>>;
Settings settings_of(const Options& options);

/// Rows for a parameter above which points that are drawn again do not grow: the solution on n rows
/// has about 1 + p/n times the least loss elsewhere.
inline constexpr double enough_rows = 4;
/// To how many times the points batches may grow.
double largest_growth(const Options& options, double rows, double parameters);

}  // namespace engd::optim
