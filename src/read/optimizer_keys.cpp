#include "read/optimizer_keys.h"

#include <fmt/format.h>

#include <algorithm>

namespace engd::read {
namespace {

/// "engd" and "hngd"
std::string quoted(const optim::Names& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k > 0) text += k + 1 == names.size() ? " and " : ", ";
    text += "\"" + names[k] + "\"";
  }
  return text;
}

bool is_set_outside(const Value* value) {
  return value && value->source && !value->source->is_file;
}

/// Why the chosen method does not look at the key; empty where it does.
std::string stranger(const optim::Key& key, const optim::Options& options) {
  const auto has = [](const optim::Names& names, const std::string& name) {
    return names.empty() || std::ranges::count(names, name) > 0;
  };
  const std::string method = optim::name(options.method), step = optim::name(options.step);
  if (!has(key.methods, method))
    return fmt::format("belongs to method = {}, and the method is {}", quoted(key.methods), method);
  const bool has_step = !optim::is_damped(options.method);
  if (key.steps.empty() || (has_step && has(key.steps, step))) return "";
  return fmt::format("belongs to step = {}, and {}", quoted(key.steps),
                     has_step ? "the step is " + step : "method = \"" + method + "\" has no step");
}

}  // namespace

void check_keys_belong(const Section& section, const std::vector<optim::Key>& keys,
                       const optim::Options& options) {
  const bool replaced =
      is_set_outside(section.find("method")) || is_set_outside(section.find("step"));
  for (const optim::Key& key : keys) {
    const Value* value = section.find(key.name);
    if (!value || (replaced && !is_set_outside(value))) continue;
    if (value->kind == Value::Kind::table) continue;  // by method, as iterations
    if (const std::string why = stranger(key, options); !why.empty())
      throw bad_value(section.path(key.name), *value, why);
  }
}

}  // namespace engd::read
