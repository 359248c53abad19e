#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "read/source.h"

namespace engd::read {

struct Entry;

/// A TOML value that remembers where it stands. Tables keep the order of the file.
struct Value {
  enum class Kind { boolean, integer, real, text, list, table, date };
  Kind kind = Kind::table;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;
  std::vector<Value> items;    ///< of a list
  std::vector<Entry> entries;  ///< of a table

  SourcePtr source;
  Position position;
  bool bare = false;  ///< a text of --set without quotes

  Place place() const;
  /// The source bytes of `length` characters of `text` from `offset`: for carets.
  Span span(std::size_t offset, std::size_t length) const;
  /// As a user would write it, shortened: for messages.
  std::string written() const;

  Entry* find(const std::string& key);
  const Entry* find(const std::string& key) const;
};

/// One `key = value` of a table.
struct Entry {
  std::string key;
  Place place;  ///< of the key
  Value value;
};

/// "a number", "a list", ... with the article.
std::string kind_name(Value::Kind kind);

/// Parses TOML text. Throws InputError "NAME:LINE:COL: ..." for mistakes in the syntax.
Value parse_toml(const SourcePtr& source);

/// Parses the value of a --set argument; text that is no TOML value is taken as a string.
Value parse_override_value(const SourcePtr& source);

}  // namespace engd::read
