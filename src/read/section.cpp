#include "read/section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "read/suggest.h"

namespace engd::read {

InputError bad_value(const std::string& path, const Value& value, const std::string& must) {
  return error_at(value.place(), fmt::format("{} = {}: {}", path, value.written(), must));
}

double as_real(const std::string& path, const Value& value, Range range) {
  const bool number = value.kind == Value::Kind::real || value.kind == Value::Kind::integer;
  if (!number || !range.contains(value.real)) {
    throw bad_value(path, value, "must be " + range.words("a finite number"));
  }
  return value.real;
}

int as_integer(const std::string& path, const Value& value, int lower, int upper) {
  // 2e5 is how people write iterations: a whole float is taken as the integer it is.
  const bool whole = value.kind == Value::Kind::integer ||
                     (value.kind == Value::Kind::real && value.real == std::floor(value.real));
  if (!whole || !(value.real >= lower && value.real <= upper)) {
    const bool is_quoted = value.kind == Value::Kind::text && !value.text.empty() &&
                           value.text.find_first_not_of("0123456789") == std::string::npos;
    throw bad_value(path, value,
                    fmt::format("must be an integer from {} to {}{}", lower, upper,
                                is_quoted ? ", without quotes" : ""));
  }
  return static_cast<int>(value.real);
}

bool as_boolean(const std::string& path, const Value& value) {
  if (value.kind != Value::Kind::boolean) throw bad_value(path, value, "must be true or false");
  return value.boolean;
}

const std::string& as_text(const std::string& path, const Value& value) {
  if (value.kind != Value::Kind::text || value.text.empty()) {
    throw bad_value(path, value, "must be a string that is not empty");
  }
  return value.text;
}

const std::vector<Value>& as_list(const std::string& path, const Value& value) {
  if (value.kind != Value::Kind::list || value.items.empty()) {
    const bool scalar = value.kind == Value::Kind::integer || value.kind == Value::Kind::real;
    throw bad_value(path, value,
                    scalar ? fmt::format("must be a list, such as [{}]", value.written())
                           : "must be a list that is not empty");
  }
  return value.items;
}

const Value& as_table(const std::string& path, const Value& value) {
  if (value.kind != Value::Kind::table) throw bad_value(path, value, "must be a table");
  return value;
}

std::vector<const Value*> one_or_several(const std::string& path, const Value& value) {
  if (value.kind != Value::Kind::list) return {&value};
  std::vector<const Value*> all;
  for (const Value& item : as_list(path, value)) all.push_back(&item);
  return all;
}

Section::Section(const Value& table, std::string path, std::vector<std::string> allowed)
    : table_(as_table(path, table)), path_(std::move(path)), allowed_(std::move(allowed)) {
  for (const Entry& entry : table_.entries) {
    if (std::find(allowed_.begin(), allowed_.end(), entry.key) != allowed_.end()) continue;
    throw error_at(
        entry.place,
        fmt::format(
            "unknown key '{}' in {}{} Allowed: {}", entry.key, path_,
            did_you_mean(entry.key, allowed_).empty() ? "." : did_you_mean(entry.key, allowed_),
            list_names(allowed_)));
  }
}

const Value* Section::find(const std::string& key) const {
  assert(std::find(allowed_.begin(), allowed_.end(), key) != allowed_.end());
  const Entry* entry = table_.find(key);
  return entry ? &entry->value : nullptr;
}

const Value& Section::require(const std::string& key) const {
  if (const Value* value = find(key)) return *value;
  throw error_at(place(), fmt::format("{} needs the key '{}'", path_, key));
}

void Section::read(const std::string& key, double& target, Range range) const {
  if (const Value* value = find(key)) target = as_real(path(key), *value, range);
}

void Section::read(const std::string& key, int& target, int lower, int upper) const {
  if (const Value* value = find(key)) target = as_integer(path(key), *value, lower, upper);
}

void Section::read(const std::string& key, bool& target) const {
  if (const Value* value = find(key)) target = as_boolean(path(key), *value);
}

void Section::read(const std::string& key, std::string& target) const {
  if (const Value* value = find(key)) target = as_text(path(key), *value);
}

std::size_t Section::choice_of_words(const std::string& path, const Value& value,
                                     const std::vector<std::string>& words) {
  const auto at = std::find(words.begin(), words.end(), value.text);
  if (value.kind == Value::Kind::text && at != words.end()) {
    return static_cast<std::size_t>(at - words.begin());
  }
  const std::string hint = value.kind == Value::Kind::text ? did_you_mean(value.text, words) : "";
  throw bad_value(path, value, "must be one of " + list_names(words) + hint);
}

}  // namespace engd::read
