#include <engd/activation.hpp>
#include <engd/observer.hpp>
#include <engd/step_rule.hpp>

#include "api/guarded.h"
#include "network/custom_activation.h"
#include "optim/custom_step.h"

// What a program gives to the library: classes of its own.

namespace engd {

namespace api {
namespace {

class CalledActivation final : public network::CustomActivation {
 public:
  explicit CalledActivation(std::shared_ptr<const Activation> activation)
      : activation_(std::move(activation)) {}
  double derivative(int order, double z) const override {
    return foreign([&] { return activation_->derivative(order, z); });
  }

 private:
  std::shared_ptr<const Activation> activation_;
};

class CalledLine final : public Line {
 public:
  explicit CalledLine(optim::LossLine& line) : line_(line) {}
  double loss(double step) override { return line_.loss(step); }
  double slope() const override { return line_.slope_at_zero(); }

 private:
  optim::LossLine& line_;
};

class CalledStepRule final : public optim::CustomStep {
 public:
  explicit CalledStepRule(std::unique_ptr<StepRule> rule) : rule_(std::move(rule)) {}
  double choose(optim::LossLine& along) override {
    CalledLine line(along);
    return foreign([&] { return rule_->choose(line); });
  }

 private:
  std::unique_ptr<StepRule> rule_;
};

}  // namespace
}  // namespace api

inline namespace v0 {

Observer::Observer() = default;
Observer::~Observer() = default;
void Observer::see(const Moment&) {}
void Observer::race(const std::string&) {}
void Observer::tell(const std::string&) {}
void Observer::warn(const std::string&) {}
bool Observer::wants_to_stop() {
  return false;
}

Line::Line() = default;
Line::~Line() = default;
StepRule::StepRule() = default;
StepRule::~StepRule() = default;
Activation::Activation() = default;
Activation::~Activation() = default;

void add_step_rule(const std::string& name, std::function<std::unique_ptr<StepRule>()> make) {
  api::guarded([&] {
    if (!make) throw InputError("the step rule '" + name + "' is empty");
    optim::add_step_rule(name, [name, make]() -> std::unique_ptr<optim::CustomStep> {
      auto rule = api::foreign([&] { return make(); });
      if (!rule) throw InputError("the step rule '" + name + "' was not made");
      return std::make_unique<api::CalledStepRule>(std::move(rule));
    });
  });
}

void add_activation(const std::string& name, std::shared_ptr<const Activation> activation) {
  api::guarded([&] {
    if (!activation) throw InputError("the activation '" + name + "' is empty");
    network::add_activation(name, std::make_shared<api::CalledActivation>(std::move(activation)));
  });
}

}  // namespace v0
}  // namespace engd
