#include <fmt/format.h>

#include <algorithm>

#include "optim/custom_step.h"
#include "read/optimizer_keys.h"
#include "read/reader.h"

namespace engd::read {
namespace {

using optim::Method;
using optim::StepRule;

/// The methods by name; auto is the default one.
std::vector<std::pair<std::string, Method>> methods() {
  auto all = optim::alternatives<Method>();
  all.insert(all.begin(), {"auto", optim::Adaptive{}});
  return all;
}

/// Reads the values of one table by what they may be (optim/description.h).
struct Reader {
  const Section& section;
  const Method& method;  ///< the chosen one
  const std::vector<optim::Key>& keys;

  void read(const std::string& key, double& value, const Range& range) const {
    section.read(key, value, range);
  }
  void read(const std::string& key, std::optional<double>& value, const Range& range) const {
    if (const Value* found = section.find(key)) value = as_real(section.path(key), *found, range);
  }
  void read(const std::string& key, double& value, const optim::OrAuto& number) const {
    const Value* found = section.find(key);
    if (!found || found->text == "auto") return;
    const std::string path = section.path(key);
    if (!number.range.contains(found->real) || found->kind == Value::Kind::text)
      throw bad_value(path, *found, "must be " + number.range.words("a number") + ", or \"auto\"");
    value = as_real(path, *found, number.range);
  }
  void read(const std::string& key, int& value, const optim::Whole& whole) const {
    read_one_or_by_method(key, value, whole.by_method,
                          [&](const Section& from, const std::string& name, int& number) {
                            from.read(name, number, whole.lower, whole.upper);
                          });
  }
  template <typename T>
  void read(const std::string& key, T& value, const optim::Choices<T>& choices) const {
    read_one_or_by_method(key, value, choices.by_method,
                          [&](const Section& from, const std::string& name, T& chosen) {
                            from.read(name, chosen, choices.names);
                          });
  }

  /// Refuses a choice that the method cannot take.
  template <typename T>
  void refuse(const std::string& key, const T& value, const optim::Choices<T>& choices) const {
    if (std::ranges::count(choices.refused, value) > 0)
      throw bad_value(section.path(key), *section.find(key), choices.why);
  }
  template <typename T, typename May>
  void refuse(const std::string&, const T&, const May&) const {}

 private:
  /// A value, or a table of values by method, of which the chosen method's counts.
  template <typename T, typename Read>
  void read_one_or_by_method(const std::string& key, T& value, bool by_method, Read&& read) const {
    const Value* found = section.find(key);
    if (!found || !by_method || found->kind != Value::Kind::table) return read(section, key, value);
    const std::vector<std::string>& owners =
        std::ranges::find(keys, key, &optim::Key::name)->methods;
    std::vector<std::pair<std::string, Method>> all = methods();
    std::erase_if(all, [&](const auto& one) {
      return !owners.empty() && std::ranges::count(owners, one.first) == 0;
    });
    std::vector<std::string> names;
    for (const auto& [name, one] : all) names.push_back(name);
    const Section table(*found, section.path(key), names);
    for (const auto& [name, one] : all) {
      T other = value;
      read(table, name, one.index() == method.index() ? value : other);
    }
  }
};

optim::Options read_optimizer(const Value& table, const std::string& path) {
  const std::vector<optim::Key> keys = optim::keys();
  std::vector<std::string> names;
  for (const optim::Key& key : keys) names.push_back(key.name);
  const Section section(table, path, names);
  Method method = optim::Adaptive{};
  section.read("method", method, methods());
  optim::Options options = optim::defaults(method);
  section.read("step", options.step, optim::step_rule_names());
  check_keys_belong(section, keys, options);

  const Reader reader{section, method, keys};
  std::vector<std::string> known;
  optim::describe(options, [&](const char* key, auto& value, const auto& may, const char*) {
    reader.read(key, value, may);
    reader.refuse(key, value, may);
    known.emplace_back(key);
  });
  // What waits for another method is looked at all the same.
  const auto look_at = [&](auto settings) {
    settings.describe(settings, [&](const char* key, auto& value, const auto& may, const char*) {
      if (std::ranges::count(known, key) == 0) reader.read(key, value, may);
    });
  };
  optim::for_each<Method>(look_at);
  optim::for_each<StepRule>(look_at);
  return options;
}

}  // namespace

bool has_iterations(const Value& value) {
  if (value.kind == Value::Kind::list) return std::ranges::any_of(value.items, has_iterations);
  return value.find("iterations") != nullptr;
}

std::vector<Place> places_of_methods(const Value& value) {
  if (value.kind != Value::Kind::list) {
    const Entry* method = value.find("method");
    return {method ? method->place : value.place()};
  }
  std::vector<Place> places;
  for (const Value& stage : value.items) places.push_back(places_of_methods(stage).front());
  return places;
}

std::vector<optim::Options> read_optimizers(const Value& value) {
  if (value.kind != Value::Kind::list) return {read_optimizer(value, "optimizer")};
  std::vector<optim::Options> stages;
  for (const Value& stage : as_list("optimizer", value)) {
    stages.push_back(read_optimizer(stage, fmt::format("optimizer.{}", stages.size())));
  }
  return stages;
}

}  // namespace engd::read
