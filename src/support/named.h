#pragma once

#include <algorithm>
#include <cctype>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "support/error.h"

namespace engd {

/// Things that a program adds to the library under a name, for any thread to find. Their addresses
/// stay. `Thing` has a `name` and a `function` that is not null.
template <typename Thing>
class NamedTable {
 public:
  /// What the things are, for messages.
  explicit NamedTable(std::string kind) : kind_(std::move(kind)) {}

  /// `known` gives pairs of which the first parts are all names that are taken.
  template <typename Known>
  void add(Thing thing, Known known) {
    const std::string& name = thing.name;
    const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
    const auto belongs = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    if (name.empty() || !is_letter(static_cast<unsigned char>(name.front())) ||
        !std::ranges::all_of(name, belongs))
      throw InputError("the name of the " + kind_ + " '" + name +
                       "' must be a letter and then letters, digits and _");
    if (!thing.function) throw InputError("the " + kind_ + " '" + name + "' is empty");
    const std::lock_guard adding(adding_);  // two of one name do not pass at once
    for (const auto& [taken, meaning] : known())
      if (taken == name)
        throw InputError("there is a" + std::string(kind_.front() == 'a' ? "n " : " ") + kind_ +
                         " '" + name + "' already");
    const std::lock_guard lock(mutex_);
    things_.push_back(std::move(thing));
  }

  std::vector<const Thing*> all() const {
    const std::lock_guard lock(mutex_);
    std::vector<const Thing*> pointers;
    for (const Thing& thing : things_) pointers.push_back(&thing);
    return pointers;
  }

 private:
  std::string kind_;
  std::mutex adding_;
  mutable std::mutex mutex_;
  std::deque<Thing> things_;
};

}  // namespace engd
