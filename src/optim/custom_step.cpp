#include "optim/custom_step.h"

#include <cmath>

#include "support/named.h"
#include "support/state_archive.h"

namespace engd::optim {

namespace {

// Options point at what is in here: nothing is ever taken out, and the table is not destroyed.
NamedTable<NamedStepRule>& table() {
  static auto* const all = new NamedTable<NamedStepRule>("step rule");
  return *all;
}

class CalledStepSize final : public StepSize {
 public:
  explicit CalledStepSize(std::unique_ptr<CustomStep> rule) : rule_(std::move(rule)) {}

  Step choose(energy::Energy& energy, const State& state, const Vector& d) override {
    LossLine line(energy, state, d);
    Step step;
    step.size = rule_->choose(line);
    if (!(step.size > 0) || !std::isfinite(step.size)) return step;
    step.loss = line.last_size() == step.size ? line.last_loss() : line.loss(step.size);
    step.has_loss = true;
    step.found = std::isfinite(step.loss);
    return step;
  }
  void exchange(StateArchive&) override {}

 private:
  std::unique_ptr<CustomStep> rule_;
};

}  // namespace

double LossLine::loss(double a) {
  if (a == 0) return state_.loss;
  last_size_ = a;
  last_loss_ = energy_.loss(state_.theta - a * d_);
  return last_loss_;
}

void add_step_rule(const std::string& name, std::function<std::unique_ptr<CustomStep>()> make) {
  table().add({name, std::move(make)}, [] { return step_rule_names(); });
}

std::vector<const NamedStepRule*> added_step_rules() {
  return table().all();
}

std::vector<std::pair<std::string, StepRule>> step_rule_names() {
  auto names = alternatives<StepRule>();
  for (const NamedStepRule* added : added_step_rules())
    names.emplace_back(added->name, Custom{added});
  return names;
}

std::unique_ptr<StepSize> Custom::make(bool) const {
  return std::make_unique<CalledStepSize>(rule->function());
}

}  // namespace engd::optim
