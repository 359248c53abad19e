#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "read/value.h"
#include "support/range.h"

namespace engd::read {

/// "optimizer.damping = -1: must be ...", at the value's place.
InputError bad_value(const std::string& path, const Value& value, const std::string& must);

// Checked conversions of one value; `path` is the full key for messages.
double as_real(const std::string& path, const Value& value, Range range = any_finite);
int as_integer(const std::string& path, const Value& value, int lower, int upper);
bool as_boolean(const std::string& path, const Value& value);
const std::string& as_text(const std::string& path, const Value& value);         ///< not empty
const std::vector<Value>& as_list(const std::string& path, const Value& value);  ///< not empty
const Value& as_table(const std::string& path, const Value& value);

/// A value or the values of a list.
std::vector<const Value*> one_or_several(const std::string& path, const Value& value);

/// Typed access to one table. Keys that are not in `allowed` are an error at once.
class Section {
 public:
  Section(const Value& table, std::string path, std::vector<std::string> allowed);

  const Value* find(const std::string& key) const;  ///< null when absent
  const Value& require(const std::string& key) const;
  std::string path(const std::string& key) const { return path_ + "." + key; }
  const std::string& path() const { return path_; }
  Place place() const { return table_.place(); }

  void read(const std::string& key, double& target, Range range = any_finite) const;
  void read(const std::string& key, int& target, int lower, int upper) const;
  void read(const std::string& key, bool& target) const;
  void read(const std::string& key, std::string& target) const;

  /// One of a few names; the first name of each value is the one messages list.
  template <typename T>
  void read(const std::string& key, T& target,
            const std::vector<std::pair<std::string, T>>& names) const {
    if (const Value* value = find(key)) target = names[choice(key, *value, names)].second;
  }

 private:
  template <typename T>
  std::size_t choice(const std::string& key, const Value& value,
                     const std::vector<std::pair<std::string, T>>& names) const {
    std::vector<std::string> words;
    for (const auto& [word, meaning] : names) words.push_back(word);
    return choice_of_words(path(key), value, words);
  }
  static std::size_t choice_of_words(const std::string& path, const Value& value,
                                     const std::vector<std::string>& words);

  const Value& table_;
  std::string path_;
  std::vector<std::string> allowed_;
};

}  // namespace engd::read
