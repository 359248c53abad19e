#pragma once

#include "linalg/solver.h"
#include "optim/steps.h"

namespace engd::energy {
class Energy;
}

namespace engd::optim {

class Direction;
class Iteration;

// The settings of each method (see description.h), each with a `make` that stands in the file of
// its algorithm. A method with a `Step` is a direction times a step rule, by default that one; the
// others are damped: they choose a damping instead of a step size.

/// A solver of linear systems; none: chosen by size.
using Solver = std::optional<linalg::Method>;
Choices<Solver> solvers(std::vector<Solver> refused, const char* why);

/// Damped Gauss-Newton, the damping chosen by a low ratio: the default.
struct Adaptive {
  static constexpr const char *name = "adaptive",
                              *text = "damped energy natural gradients, the damping by a low ratio";
  static constexpr int iterations = 200, starts = 20;
  double low_ratio = 0.075;
  int patience = 20;
  double momentum = 0;
  int corrections = 0;
  double acceleration = 0;
  bool judge_fresh = false;
  double batch_growth = 1, batch_limit = 8;
  Solver solver;

  static void describe(auto& self, auto&& field) {
    field("low_ratio", self.low_ratio, Range{0, 1, true, true},
          "least ratio of actual to predicted decrease while exploring");
    field("patience", self.patience, Whole{1},
          "iterations without a new least damping that end exploring");
    field("momentum", self.momentum, fraction,
          "a step is damped towards this part of the previous one");
    field("corrections", self.corrections, Whole{0, 1000},
          "chord steps after a step, with its factorisation, while they lower the loss");
    field("acceleration", self.acceleration, not_negative,
          "second-order terms (geodesic acceleration) up to this part of a step are added to it; "
          "for residuals only");
    field("judge", self.judge_fresh, Choices<bool>{{{"same", false}, {"fresh", true}}},
          "where points are drawn again, steps are judged on the points they were computed from, "
          "or on those of the next draw");
    field("batch_growth", self.batch_growth, Range{1, 1000},
          "where points are drawn again, so many times the points when the loss has stopped "
          "falling and there are fewer than four rows for a parameter; 1: never");
    field("batch_limit", self.batch_limit, Range{1, 1e6},
          "at most so many times the points of the terms, for `batch_growth`");
    field("solver", self.solver,
          solvers({linalg::Method::gram_svd, linalg::Method::kernel_cholesky},
                  "cannot serve many dampings, as method = \"adaptive\" needs; use auto, qr_svd, "
                  "gram_eigen, kernel or gram_cholesky"),
          "how the natural gradient is computed; of adaptive: auto is the reduction of the rows to "
          "a bidiagonal matrix, or on a card, beyond 400 rows and parameters, the corrections of "
          "`multistep`");
  }
  std::unique_ptr<Iteration> make(energy::Energy& energy) const;
};

/// Damped Gauss-Newton with several corrections a factorisation.
struct Multistep {
  static constexpr const char *name = "multistep",
                              *text = "the same with several corrections a factorisation";
  static constexpr int iterations = 300, starts = 1;
  double first_damping = 1e-2;  ///< small for networks that are linear in all parameters

  static void describe(auto& self, auto&& field) {
    field("first_damping", self.first_damping, Range{0, 1, true, true},
          "the damping at the start, relative to the largest eigenvalue; 1e-26 for `kind = "
          "\"features\"` and a linear equation");
  }
  std::unique_ptr<Iteration> make(energy::Energy& energy) const;
};

/// Algorithm 1 of the paper.
struct Engd {
  using Step = Grid;
  static constexpr const char *name = "engd", *text = "energy natural gradient (the paper's)";
  static constexpr int iterations = 500, starts = 1;
  Solver solver;
  double damping = 0;
  double cutoff = -1;  ///< negative: the solver's own

  static void describe(auto& self, auto&& field) {
    field("solver", self.solver,
          solvers({linalg::Method::qr_pivoted}, "serves method = \"adaptive\" only"), "");
    field("damping", self.damping, not_negative, "added to the diagonal of the metric");
    field(
        "cutoff", self.cutoff, OrAuto{fraction},
        "eigenvalues below this part of the largest are dropped; auto: what rounding destroys, by "
        "solver (rounding unit times the root of the matrix order for `gram_eigen` and `kernel`)");
  }
  std::unique_ptr<Direction> make() const;
};

struct Hngd {
  using Step = Grid;
  static constexpr const char *name = "hngd", *text = "Hilbert natural gradient";
  static constexpr int iterations = 500, starts = 1;
  Engd natural;
  int sobolev_order = 2;

  static void describe(auto& self, auto&& field) {
    Engd::describe(self.natural, field);
    field(
        "metric", self.sobolev_order,
        Choices<int>{.names = {{"h0", 0}, {"h1", 1}, {"h2", 2}}, .by_method = true},
        "its Sobolev inner product. `{ hngd = \"h1\" }` may stand beside any method, for runs with "
        "`--set optimizer.method=hngd`");
  }
  std::unique_ptr<Direction> make() const;
};

struct Gd : NoOptions {
  using Step = Grid;
  static constexpr const char *name = "gd", *text = "gradient descent";
  static constexpr int iterations = 200000, starts = 1;

  std::unique_ptr<Direction> make() const;
};

struct Adam {
  using Step = Schedule;
  static constexpr const char *name = "adam", *text = "Adam";
  static constexpr int iterations = 200000, starts = 1;
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;

  static void describe(auto& self, auto&& field) {
    field("beta1", self.beta1, fraction, "part of the mean gradient that is kept");
    field("beta2", self.beta2, fraction, "part of the mean squares of the gradient that is kept");
    field("epsilon", self.epsilon, positive, "added to the root of these squares");
  }
  std::unique_ptr<Direction> make() const;
};

struct Bfgs : NoOptions {
  using Step = Wolfe;
  static constexpr const char *name = "bfgs", *text = "BFGS";
  static constexpr int iterations = 500, starts = 1;

  std::unique_ptr<Direction> make() const;
};

struct Lbfgs {
  using Step = Wolfe;
  static constexpr const char *name = "lbfgs", *text = "L-BFGS";
  static constexpr int iterations = 500, starts = 1;
  int history = 20;

  static void describe(auto& self, auto&& field) {
    field("history", self.history, Whole{1, 10000}, "pairs of steps and gradients that are kept");
  }
  std::unique_ptr<Direction> make() const;
};

/// All methods, in the order of messages.
using Method = std::variant<Adaptive, Multistep, Engd, Hngd, Gd, Adam, Bfgs, Lbfgs>;

}  // namespace engd::optim
