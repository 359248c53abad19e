#pragma once

#include <engd/export.h>

#include <functional>
#include <memory>
#include <string>

namespace engd {
inline namespace v0 {

/// The loss along the direction of an optimizer, as a function of how far one goes.
class ENGD_API Line {
 public:
  virtual double loss(double step) = 0;  ///< costs an evaluation of the energy, but for step 0
  virtual double slope() const = 0;      ///< of the loss at step 0

 protected:
  Line();
  virtual ~Line();
};

/// How far to go along the direction of an optimizer that has a step rule: engd, hngd, gd, adam,
/// bfgs, lbfgs.
///
///     struct Halving : engd::StepRule {
///       double choose(engd::Line& line) override { ... }
///     };
///     engd::add_step_rule("halving", [] { return std::make_unique<Halving>(); });
///     problem.set("optimizer.step", "halving");
///
/// A rule is made for every stage of a run, and works on every device. What it remembers is not in
/// checkpoints. Where networks race, several rules are made, and used, by several threads at once.
class ENGD_API StepRule {
 public:
  StepRule();
  virtual ~StepRule();
  StepRule(const StepRule&) = delete;
  StepRule& operator=(const StepRule&) = delete;

  /// Not above zero, or not finite: there is no step, and the stage ends.
  virtual double choose(Line& line) = 0;
};

/// Problems know the rule by this name from now on, to the end of the process. Throws Error where
/// the name is taken, or is no name.
ENGD_API void add_step_rule(const std::string& name,
                            std::function<std::unique_ptr<StepRule>()> make);

}  // namespace v0
}  // namespace engd
