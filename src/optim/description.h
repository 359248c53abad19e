#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "support/range.h"

namespace engd::optim {

// What the value of an option may be. Settings are plain structs with a function
//
//     describe(self, field)   that calls   field(key, self.member, what it may be, sentence)
//
// for every member. Reading, messages, what is written out, and the table in docs/problem-files.md
// come from these calls. A number is described by its Range, the others by one of these.

struct Whole {
  int lower = 0, upper = std::numeric_limits<int>::max();
  bool by_method = false;  ///< or a table of numbers by method, of which the chosen one's counts
};

/// A number, or "auto", which leaves the default.
struct OrAuto {
  Range range;
};

template <typename T>
struct Choices {
  std::vector<std::pair<std::string, T>> names;  ///< of several for one value the first is written
  std::vector<T> refused = {};                   ///< those that this method cannot take,
  const char* why = "";                          ///< and the reason
  bool by_method = false;  ///< or { METHOD = name }, which waits for a --set of the method
};

/// A value as problem files have it.
template <typename T, typename May>
std::string written(const T& value, const May&) {
  return fmt::format("{}", value);
}
inline std::string written(const std::optional<double>& value, const Range&) {
  return value ? fmt::format("{}", *value) : "none";
}
inline std::string written(double value, const OrAuto& number) {
  return number.range.contains(value) ? fmt::format("{}", value) : "\"auto\"";
}
template <typename T>
std::string written(const T& value, const Choices<T>& choices) {
  const auto same = [&](const auto& name) { return name.second == value; };
  return "\"" + std::ranges::find_if(choices.names, same)->first + "\"";
}

/// Settings without options.
struct NoOptions {
  static void describe(auto&, auto&&) {}
};

/// Of a variant of settings: whether T is the chosen one.
template <typename T, typename... All>
bool is(const std::variant<All...>& settings) {
  return std::holds_alternative<T>(settings);
}

/// Settings whose name and sentence the documentation knows.
template <typename T>
concept Listed = requires {
  T::name;
  T::text;
};

/// Calls f with the default settings of every alternative that is listed.
template <typename Variant, typename F>
void for_each(F&& f) {
  const auto call = [&]<typename T>(std::type_identity<T>) {
    if constexpr (Listed<T>) f(T{});
  };
  [&]<std::size_t... k>(std::index_sequence<k...>) {
    (call(std::type_identity<std::variant_alternative_t<k, Variant>>{}), ...);
  }
  (std::make_index_sequence<std::variant_size_v<Variant>>{});
}

template <typename Variant>
std::vector<std::pair<std::string, Variant>> alternatives() {
  std::vector<std::pair<std::string, Variant>> all;
  for_each<Variant>([&](auto one) { all.emplace_back(one.name, one); });
  return all;
}

}  // namespace engd::optim
