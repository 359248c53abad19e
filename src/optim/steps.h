#pragma once

#include <memory>

#include "optim/description.h"

namespace engd::optim {

class StepSize;

// The settings of each step rule (see description.h), each with a `make` that stands in the file of
// its algorithm. `newton`: for directions that know a metric or the curvature.

struct Grid {
  static constexpr const char *name = "grid", *text = "best of base^0 ... base^count";
  double base = 0.5;
  int count = 30;

  static void describe(auto& self, auto&& field) {
    field("grid_base", self.base, Range{0, 1, true, true}, "the quotient of two steps");
    field("grid_count", self.count, Whole{0, 1000}, "largest exponent");
  }
  std::unique_ptr<StepSize> make(bool newton) const;
};

struct Backtracking {
  static constexpr const char *name = "backtracking", *text = "Armijo";
  Grid grid;

  static void describe(auto& self, auto&& field) { Grid::describe(self.grid, field); }
  std::unique_ptr<StepSize> make(bool newton) const;
};

struct Wolfe {
  static constexpr const char *name = "wolfe", *text = "strong Wolfe conditions";
  double curvature = 0.9;

  static void describe(auto& self, auto&& field) {
    field("curvature", self.curvature, Range{1e-4, 1, true, true},
          "a step leaves at most this part of the slope along its direction; small: nearly the "
          "least loss along it");
  }

  std::unique_ptr<StepSize> make(bool newton) const;
};

struct Fixed {
  static constexpr const char *name = "fixed", *text = "constant";
  double learning_rate = 1e-3;

  static void describe(auto& self, auto&& field) {
    field("learning_rate", self.learning_rate, positive, "at the start");
  }
  std::unique_ptr<StepSize> make(bool newton) const;
};

/// The learning rate of the paper's Adam.
struct Schedule {
  static constexpr const char *name = "schedule", *text = "constant, then falling";
  Fixed constant;
  int decay_start = 15000, decay_every = 10000;
  double decay_factor = 0.1, minimum_rate = 1e-7;

  static void describe(auto& self, auto&& field) {
    Fixed::describe(self.constant, field);
    field("decay_start", self.decay_start, Whole{0}, "iterations at the constant rate");
    field("decay_every", self.decay_every, Whole{1},
          "then the rate falls every so many iterations");
    field("decay_factor", self.decay_factor, Range{0, 1, true, false}, "by this factor");
    field("minimum_rate", self.minimum_rate, not_negative, "down to this rate");
  }
  std::unique_ptr<StepSize> make(bool newton) const;
};

struct NamedStepRule;

/// One that the program has added under a name of its own (optim/custom_step.h): no options, and no
/// line in the documentation.
struct Custom {
  const NamedStepRule* rule = nullptr;  ///< never goes

  static void describe(auto&, auto&&) {}
  std::unique_ptr<StepSize> make(bool newton) const;
};

/// All step rules, in the order of messages.
using StepRule = std::variant<Grid, Backtracking, Wolfe, Fixed, Schedule, Custom>;

}  // namespace engd::optim
