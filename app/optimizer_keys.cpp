// `engd list --optimizer-keys`: the table of [optimizer] in docs/problem-files.md.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "commands.h"
#include "optim/options.h"

namespace engd::app {

namespace {

using namespace optim;

std::string type_of(const Range& range) {
  return range.words("number");
}

std::string type_of(const Whole& whole) {
  const bool is_bounded = whole.upper < Whole{}.upper;
  return fmt::format("integer >= {}{}{}", whole.lower,
                     is_bounded ? fmt::format(" and <= {}", whole.upper) : "",
                     whole.by_method ? ", or a table by method" : "");
}

std::string type_of(const OrAuto& number) {
  return type_of(number.range) + ", or `\"auto\"`";
}

template <typename T>
std::string type_of(const Choices<T>& choices) {
  std::string text;
  const T* before = nullptr;
  for (const auto& [name, value] : choices.names) {
    text += fmt::format("{}`\"{}\"`", !before ? "" : *before == value ? " = " : ", ", name);
    before = &value;
  }
  return text + (choices.by_method ? ", or a table" : "");
}

/// "200 for adaptive, 300 for multistep, else 500": what a method has, of those that have it.
template <typename Of>
std::string by_method(const Of& of) {
  std::vector<std::pair<std::string, Names>> groups;
  for_each<Method>([&](const auto& method) {
    const std::string value = of(method);
    if (value.empty()) return;
    auto group = std::ranges::find_if(groups, [&](const auto& one) { return one.first == value; });
    if (group == groups.end()) group = groups.insert(group, {value, {}});
    group->second.emplace_back(method.name);
  });
  const auto most =
      std::ranges::max_element(groups, {}, [](const auto& one) { return one.second.size(); });
  std::string text;
  for (const auto& group : groups)
    if (group != *most)
      text += fmt::format("{} for {}, ", group.first, fmt::join(group.second, " and "));
  return text + "else " + most->first;
}

struct Row {
  std::string type, usual, text;
};

/// Of the key whose value names one of the alternatives.
template <typename Variant>
Row row_of_names(const std::string& first, const std::string& usual, const std::string& more) {
  Names types, texts;
  if (!first.empty()) types.push_back(first);
  for_each<Variant>([&](const auto& one) {
    types.push_back(fmt::format("`\"{}\"`", one.name));
    texts.push_back(fmt::format("{}: {}", one.name, one.text));
  });
  return {fmt::format("{}", fmt::join(types, ", ")), usual,
          fmt::format("{}{}", fmt::join(texts, "; "), more)};
}

std::map<std::string, Row> rows_by_key() {
  std::map<std::string, Row> rows;
  const auto add = [&](const auto& settings) {
    settings.describe(
        settings, [&](const char* key, const auto& value, const auto& may, const char* text) {
          const std::string usual = written(value, may), code = usual.front() == '"' ? "`" : "";
          rows.try_emplace(key, Row{type_of(may), code + usual + code, text});
        });
  };
  add(Options{});
  for_each<Method>(add);
  for_each<StepRule>(add);
  add(Stopping{});
  rows["method"] = row_of_names<Method>(
      "`\"auto\"`", "`\"auto\"`",
      ". auto is adaptive ([method.md](method.md)). For deep networks and nonlinear equations "
      "multistep is worth a try: it is ahead on most of [the library](benchmarks.md)");
  const auto step = []<typename M>(const M&) -> std::string {
    if constexpr (HasStep<M>) return M::Step::name;
    return {};
  };
  rows["step"] = row_of_names<StepRule>("", by_method(step), "");
  rows["iterations"].usual =
      by_method([](const auto& one) { return std::to_string(one.iterations); });
  rows["starts"].usual = by_method([](const auto& one) { return std::to_string(one.starts); });
  return rows;
}

/// "of engd and hngd: ", of those to whom a key belongs.
std::string owners_of(const Key& key) {
  const Names& names = key.methods.empty() ? key.steps : key.methods;
  if (names.empty()) return {};
  std::string text = "of " + names.front();
  for (std::size_t k = 1; k < names.size(); ++k)
    text += (k + 1 < names.size() ? ", " : " and ") + names[k];
  return text + ": ";
}

}  // namespace

int list_optimizer_keys() {
  const std::map<std::string, Row> rows = rows_by_key();
  fmt::print("| key | type | default | meaning |\n|---|---|---|---|\n");
  for (const Key& key : keys()) {
    const Row& row = rows.at(key.name);
    fmt::print("| `{}` | {} | {} | {}{} |\n", key.name, row.type, row.usual, owners_of(key),
               row.text);
  }
  return finished;
}

}  // namespace engd::app
