#pragma once

#include <optional>
#include <string>
#include <vector>

#include "linalg/solver.h"

namespace engd::optim {

enum class Method {
  adaptive,   ///< damped Gauss-Newton, the damping chosen by a low ratio: the default
  multistep,  ///< damped Gauss-Newton with several corrections a factorisation
  engd,       ///< energy natural gradient: Algorithm 1 of the paper
  hngd,       ///< natural gradient of a Sobolev inner product
  gd,         ///< plain gradient
  adam,
  bfgs,
  lbfgs
};

struct NamedStepRule;

struct StepRule {
  enum Kind : int {
    grid,          ///< argmin over base^0 .. base^count: the paper's line search
    backtracking,  ///< Armijo: halve until the loss falls enough
    wolfe,         ///< strong Wolfe conditions: for BFGS and L-BFGS
    fixed,         ///< a constant learning rate
    schedule,      ///< Adam's of the paper: constant, then falling by a factor every k steps
    custom         ///< one that was added (optim/custom_step.h)
  };

  constexpr StepRule(Kind one) : kind(one) {}
  explicit StepRule(const NamedStepRule& rule) : kind(custom), added(&rule) {}
  bool operator==(const StepRule&) const = default;

  Kind kind;
  const NamedStepRule* added = nullptr;  ///< of custom; never goes
};

/// One optimiser: a direction times a step rule, with every number it uses.
struct Options {
  Method method = Method::engd;
  int iterations = 500;

  // The direction.
  std::optional<linalg::Method> solver;  ///< absent: chosen by size
  double damping = 0;                    ///< added to the metric's diagonal
  double cutoff = -1;     ///< relative, of the metric's eigenvalues; negative: the solver's own
  int sobolev_order = 2;  ///< of hngd: the H^0, H^1 or H^2 inner product
  int history = 20;       ///< pairs kept by L-BFGS
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;  ///< of Adam

  // The step.
  StepRule step = StepRule::grid;  ///< default: grid for engd, hngd, gd; schedule for adam; wolfe
                                   ///< for bfgs, lbfgs
  double grid_base = 0.5;
  int grid_count = 30;                           ///< exponents 0 .. grid_count
  double learning_rate = 1e-3;                   ///< of fixed and schedule
  int decay_start = 15000, decay_every = 10000;  ///< of schedule
  double decay_factor = 0.1, minimum_rate = 1e-7;

  // Of adaptive.
  double low_ratio = 0.075;  ///< least ratio of actual to predicted decrease while exploring
  double momentum = 0;       ///< the part of the previous step that a new one is damped towards
  int corrections = 0;       ///< at most, with the factorisation of a step, after it was chosen
  double acceleration = 0;   ///< second-order terms up to this part of a step are added to it

  int patience = 20;  ///< iterations of exploring without a new least damping

  /// Of multistep: the damping at the start, relative to the largest eigenvalue. Small for networks
  /// that are linear in all parameters.
  double first_damping = 1e-2;

  // Of adaptive, where points are drawn again.
  bool judge_fresh = false;  ///< steps are judged on the points of the next draw
  double batch_growth = 1;   ///< so many times the points, when the loss has stopped falling and a
                             ///< draw has few rows for a parameter
  double batch_limit = 8;    ///< at most, in multiples of the problem's points

  // Starting again where a run got stuck.
  int starts = 1;         ///< at most so many, within the iterations; adaptive: 20
  double solved = 1e-25;  ///< not where the loss is below this part of the first one: round-off

  // When to stop before the iterations are done; 0 means never.
  double target_loss = 0;  ///< stop as converged when the loss is at or below it
  double gradient_tolerance = 0;
  double time_limit = 0;         ///< seconds
  double least_progress = 0;     ///< the part of the loss that has to go ...
  int progress_iterations = 10;  ///< ... in so many iterations
  std::optional<double>
      target_error;  ///< relative L2; a run that ends above it has failed (exit 1)
};

/// Chooses a damping instead of a step size.
inline bool is_damped(Method method) {
  return method == Method::adaptive || method == Method::multistep;
}

/// Rows for a parameter above which points that are drawn again do not grow: the solution on n rows
/// has about 1 + p/n times the least loss elsewhere.
inline constexpr double enough_rows = 4;
/// To how many times the points batches may grow.
double largest_growth(const Options& options, double rows, double parameters);

std::string name(Method method);
std::string name(StepRule rule);

}  // namespace engd::optim
