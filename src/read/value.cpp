#include "read/value.h"

#include <fmt/format.h>

// toml++ asserts on some damaged files ("a = ,") before it reports them properly.
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>

#include <algorithm>
#include <optional>

#include "read/bare_text.h"
#include "read/toml_hint.h"

namespace engd::read {
namespace {

Position begin_of(const toml::source_region& region) {
  return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

std::string_view line_at(std::string_view text, int line) {
  const std::size_t begin = byte_offset(text, {line, 1});
  return text.substr(begin, text.find('\n', begin) - begin);
}

Place make_place(const Source& source, Position position) {
  if (!source.is_file) return {source.name, 0, 0, {}};
  return {source.name, position.line, position.column, {}};
}

Value convert(const toml::node& node, const SourcePtr& source) {
  Value value;
  value.source = source;
  value.position = begin_of(node.source());
  switch (node.type()) {
    case toml::node_type::boolean:
      value.kind = Value::Kind::boolean;
      value.boolean = node.as_boolean()->get();
      break;
    case toml::node_type::integer:
      value.kind = Value::Kind::integer;
      value.integer = node.as_integer()->get();
      value.real = static_cast<double>(value.integer);
      break;
    case toml::node_type::floating_point:
      value.kind = Value::Kind::real;
      value.real = node.as_floating_point()->get();
      break;
    case toml::node_type::string:
      value.kind = Value::Kind::text;
      value.text = node.as_string()->get();
      break;
    case toml::node_type::array:
      value.kind = Value::Kind::list;
      for (const toml::node& item : *node.as_array()) value.items.push_back(convert(item, source));
      break;
    case toml::node_type::table: {
      value.kind = Value::Kind::table;
      std::vector<std::pair<Position, Entry>> found;
      for (const auto& [key, item] : *node.as_table()) {
        const Position position = begin_of(key.source());
        found.push_back({position, Entry{std::string(key.str()), make_place(*source, position),
                                         convert(item, source)}});
      }
      // toml++ sorts by name; constants may use earlier ones, so the order of the file matters.
      std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return std::pair(a.first.line, a.first.column) < std::pair(b.first.line, b.first.column);
      });
      for (auto& [position, entry] : found) value.entries.push_back(std::move(entry));
      break;
    }
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
    case toml::node_type::none:  // of no value
      value.kind = Value::Kind::date;
  }
  return value;
}

/// Columns of values parsed from "v=TEXT" are those of TEXT.
void shift_columns(Value& value, int by) {
  if (value.position.line == 1) value.position.column += by;
  for (Value& item : value.items) shift_columns(item, by);
  for (Entry& entry : value.entries) shift_columns(entry.value, by);
}

std::string shortened(const std::string& text, std::size_t limit = 60) {
  if (text.size() <= limit) return text;
  std::size_t end = limit - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

template <typename Items, typename Write>
std::string joined(const Items& items, Write write) {
  std::string all;
  for (const auto& item : items) all += (all.empty() ? "" : ", ") + write(item);
  return all;
}

}  // namespace

Place Value::place() const {
  return make_place(*source, position);
}

Span Value::span(std::size_t offset, std::size_t length) const {
  if (bare) return {offset, length};
  const std::size_t begin = byte_offset(source->text, position);
  if (begin >= source->text.size()) return {begin, 1};
  const std::vector<std::size_t> bytes = string_value_bytes(source->text, begin);
  const std::size_t first = std::min(offset, bytes.size() - 1);
  const std::size_t last = std::min(offset + length, bytes.size() - 1);
  return {bytes[first], bytes[last] - bytes[first]};
}

std::string Value::written() const {
  switch (kind) {
    case Kind::boolean:
      return boolean ? "true" : "false";
    case Kind::integer:
      return std::to_string(integer);
    case Kind::real:
      return fmt::format("{}", real);
    case Kind::text:
      return '"' + shortened(text) + '"';
    case Kind::list:
      return shortened(
          fmt::format("[{}]", joined(items, [](const Value& v) { return v.written(); })));
    case Kind::table:
      return shortened(fmt::format("{{{}}}", joined(entries, [](const Entry& e) {
                                     return e.key + " = " + e.value.written();
                                   })));
    case Kind::date:
      break;
  }
  return "a date";
}

Entry* Value::find(const std::string& key) {
  const auto at = std::find_if(entries.begin(), entries.end(),
                               [&](const Entry& entry) { return entry.key == key; });
  return at == entries.end() ? nullptr : &*at;
}

const Entry* Value::find(const std::string& key) const {
  const auto at = std::find_if(entries.begin(), entries.end(),
                               [&](const Entry& entry) { return entry.key == key; });
  return at == entries.end() ? nullptr : &*at;
}

std::string kind_name(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::boolean:
      return "true or false";
    case Value::Kind::integer:
      return "an integer";
    case Value::Kind::real:
      return "a number";
    case Value::Kind::text:
      return "a string";
    case Value::Kind::list:
      return "a list";
    case Value::Kind::table:
      return "a table";
    case Value::Kind::date:
      break;
  }
  return "a date or time";
}

Value parse_toml(const SourcePtr& source) {
  if (const std::size_t at = bare_non_ascii(source->text); at != std::string::npos)
    throw error_at(make_place(*source, position_of(source->text, at)),
                   "TOML syntax: a character that is neither ASCII nor in quotes or a comment" +
                       toml_hint(line_at(source->text, position_of(source->text, at).line)));
  try {
    return convert(toml::parse(source->text), source);
  } catch (const toml::parse_error& error) {
    const Position at = begin_of(error.source());
    throw error_at(make_place(*source, at), "TOML syntax: " + std::string(error.description()) +
                                                toml_hint(line_at(source->text, at.line)));
  }
}

Value parse_override_value(const SourcePtr& source) {
  std::optional<Value> value;
  try {
    const std::string line = "v=" + source->text;
    if (bare_non_ascii(line) == std::string::npos) {
      const toml::table table = toml::parse(line);
      if (table.size() == 1) value = convert(*table.get("v"), source);
    }
  } catch (const toml::parse_error&) {
    // Not TOML: a string without quotes, as shells like to pass it.
  }
  if (value) {
    shift_columns(*value, -2);
    return *std::move(value);
  }
  Value bare;
  bare.kind = Value::Kind::text;
  bare.text = source->text;
  bare.source = source;
  bare.bare = true;
  return bare;
}

}  // namespace engd::read
