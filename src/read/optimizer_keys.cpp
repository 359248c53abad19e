#include "read/optimizer_keys.h"

#include <fmt/format.h>

#include <algorithm>

namespace engd::read {
namespace {

using optim::Method;
using optim::StepRule;

/// Who looks at a key. Without step rules, whatever the step rule; without methods, whatever the
/// method that has a step rule.
struct Owner {
  const char* key;
  std::vector<Method> methods;
  std::vector<StepRule> steps = {};
};

const std::vector<Method>& with_step_rule() {
  static const std::vector<Method> methods{Method::engd, Method::hngd, Method::gd,
                                           Method::adam, Method::bfgs, Method::lbfgs};
  return methods;
}

/// Keys that are not here belong to every method.
const std::vector<Owner>& owners() {
  static const std::vector<Owner> all{
      {"solver", {Method::adaptive, Method::engd, Method::hngd}},
      {"damping", {Method::engd, Method::hngd}},
      {"cutoff", {Method::engd, Method::hngd}},
      {"metric", {Method::hngd}},
      {"history", {Method::lbfgs}},
      {"beta1", {Method::adam}},
      {"beta2", {Method::adam}},
      {"epsilon", {Method::adam}},
      {"low_ratio", {Method::adaptive}},
      {"patience", {Method::adaptive}},
      {"first_damping", {Method::multistep}},
      {"momentum", {Method::adaptive}},
      {"corrections", {Method::adaptive}},
      {"acceleration", {Method::adaptive}},
      {"judge", {Method::adaptive}},
      {"batch_growth", {Method::adaptive}},
      {"batch_limit", {Method::adaptive}},
      {"step", with_step_rule()},
      {"grid_base", {}, {StepRule::grid, StepRule::backtracking}},
      {"grid_count", {}, {StepRule::grid, StepRule::backtracking}},
      {"learning_rate", {}, {StepRule::fixed, StepRule::schedule}},
      {"decay_start", {}, {StepRule::schedule}},
      {"decay_every", {}, {StepRule::schedule}},
      {"decay_factor", {}, {StepRule::schedule}},
      {"minimum_rate", {}, {StepRule::schedule}},
  };
  return all;
}

template <typename T>
bool contains(const std::vector<T>& all, T one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// "engd" and "hngd"
template <typename T>
std::string quoted(const std::vector<T>& values) {
  std::string text;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (k > 0) text += k + 1 == values.size() ? " and " : ", ";
    text += fmt::format("\"{}\"", optim::name(values[k]));
  }
  return text;
}

bool is_set_outside(const Value* value) {
  return value && value->source && !value->source->is_file;
}

/// Why the chosen method does not look at the key; empty where it does.
std::string stranger(const Owner& owner, const optim::Options& options) {
  const std::vector<Method>& methods = owner.methods.empty() ? with_step_rule() : owner.methods;
  const bool in_method = contains(methods, options.method);
  if (owner.steps.empty())
    return in_method ? ""
                     : fmt::format("belongs to method = {}, and the method is {}", quoted(methods),
                                   optim::name(options.method));
  if (in_method && contains(owner.steps, options.step)) return "";
  return fmt::format("belongs to step = {}, and {}", quoted(owner.steps),
                     in_method ? "the step is " + optim::name(options.step)
                               : "method = \"" + optim::name(options.method) + "\" has no step");
}

}  // namespace

void check_keys_belong(const Section& section, const std::vector<std::string>& keys,
                       const optim::Options& options) {
  const bool replaced =
      is_set_outside(section.find("method")) || is_set_outside(section.find("step"));
  for (const Owner& owner : owners()) {
    if (!contains(keys, std::string(owner.key))) continue;
    const Value* value = section.find(owner.key);
    if (!value || (replaced && !is_set_outside(value))) continue;
    if (value->kind == Value::Kind::table) continue;  // by method, as iterations
    if (const std::string why = stranger(owner, options); !why.empty())
      throw bad_value(section.path(owner.key), *value, why);
  }
}

}  // namespace engd::read
