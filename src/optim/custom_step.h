#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "optim/step_rule.h"

namespace engd::optim {

/// The loss along a direction d, a -> L(theta - a d).
class LossLine {
 public:
  LossLine(energy::Energy& energy, const State& state, const Vector& d)
      : energy_(energy), state_(state), d_(d) {}

  double loss(double a);  ///< every call costs one evaluation of the energy, but for a = 0
  double slope_at_zero() const { return -state_.gradient.dot(d_); }

  double last_size() const { return last_size_; }
  double last_loss() const { return last_loss_; }

 private:
  energy::Energy& energy_;
  const State& state_;
  const Vector& d_;
  double last_size_ = -1, last_loss_ = 0;
};

/// A step rule of the program that uses the library. One is made for every stage of a run; what it
/// remembers is not in checkpoints.
class CustomStep {
 public:
  virtual ~CustomStep() = default;
  /// How far to go; not above zero, or not finite: there is no step, and the stage ends.
  virtual double choose(LossLine& line) = 0;
};

struct NamedStepRule {
  std::string name;
  std::function<std::unique_ptr<CustomStep>()> function;  ///< makes one
};

/// Problem files know the rule by this name from now on, in all threads and to the end of the
/// process. Throws InputError where the name is taken, or is no name.
void add_step_rule(const std::string& name, std::function<std::unique_ptr<CustomStep>()> make);

/// In the order in which they were added.
std::vector<const NamedStepRule*> added_step_rules();
/// The names in problem files, those that were added last.
std::vector<std::pair<std::string, StepRule>> step_rule_names();

}  // namespace engd::optim
