#include "read/overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "read/suggest.h"

namespace engd::read {
namespace {

std::vector<std::string> split_key(const std::string& key) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t dot = key.find('.', begin);
    parts.push_back(key.substr(begin, dot - begin));
    if (dot == std::string::npos) return parts;
    begin = dot + 1;
  }
}

std::optional<std::size_t> as_number(const std::string& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The name of a term that is given none, by its number from 0; "" for tables of other lists.
std::string default_name(const std::string& path, std::size_t number) {
  return path == "term" ? fmt::format("term{}", number + 1) : "";
}

/// The names that the tables of a list carry; "" for those that have none.
std::vector<std::string> names_of(const Value& list, const std::string& path) {
  std::vector<std::string> names;
  for (const Value& item : list.items) {
    const Entry* name = item.find("name");
    names.push_back(name ? name->value.text : default_name(path, names.size()));
  }
  return names;
}

/// An item of a list by number or, in a list of tables, by the table's name.
Value& item_of(Value& list, const std::string& part, const std::string& path, const Place& place) {
  if (const std::optional<std::size_t> index = as_number(part)) {
    if (*index < list.items.size()) return list.items[*index];
    throw error_at(place, fmt::format("{} has {} entries, numbered from 0; there is no {}", path,
                                      list.items.size(), part));
  }
  std::vector<std::string> names = names_of(list, path);
  const auto at = std::find(names.begin(), names.end(), part);
  if (at != names.end()) return list.items[static_cast<std::size_t>(at - names.begin())];
  // The single stage of [[optimizer]] needs no number.
  std::erase(names, "");
  if (names.empty()) {
    throw error_at(place, fmt::format("{} is a list: write {}.0.{} ({} entries, numbered from 0)",
                                      path, path, part, list.items.size()));
  }
  const std::string hint = did_you_mean(part, names);
  if (!hint.empty())
    throw error_at(place, fmt::format("{} has no entry '{}'{} Known: {}, or a number from 0", path,
                                      part, hint, list_names(names)));
  throw error_at(place,
                 fmt::format("{} has no entry '{}': write {}.0.{}, or a name in place of the "
                             "number: {}",
                             path, part, path, part, list_names(names)));
}

/// The single table of a list needs neither number nor name.
bool is_single_stage(const Value& value, const std::string& part, const std::string& path) {
  return value.kind == Value::Kind::list && value.items.size() == 1 && !as_number(part) &&
         value.items[0].kind == Value::Kind::table && !value.items[0].find("name") &&
         part != default_name(path, 0);
}

/// A table of which there may be several, [optimizer] or [network], is the number 0 where it is
/// written alone.
bool is_number_of_single(const Value& value, const std::string& part, const std::string& path,
                         const Place& place) {
  if (value.kind != Value::Kind::table || (path != "optimizer" && path != "network")) return false;
  const std::optional<std::size_t> number = as_number(part);
  if (!number) return false;
  if (*number > 0)
    throw error_at(place,
                   fmt::format("there is one [{0}], number 0; several are written [[{0}]]", path));
  return true;
}

}  // namespace

void apply_override(Value& root, const std::string& argument) {
  const std::size_t equals = argument.find('=');
  const std::string key = argument.substr(0, equals);
  const Place place{"--set " + argument, 0, 0, {}};
  const std::vector<std::string> parts = split_key(key);
  if (equals == std::string::npos ||
      std::any_of(parts.begin(), parts.end(), [](const std::string& p) { return p.empty(); })) {
    throw error_at(place, "must have the form key.subkey=value");
  }
  const auto source =
      std::make_shared<const Source>(Source{place.source, argument.substr(equals + 1), false});

  Value* at = &root;
  std::string path;
  for (const std::string& part : parts) {
    if (is_number_of_single(*at, part, path, place)) continue;
    if (is_single_stage(*at, part, path)) at = &at->items[0];
    if (at->kind == Value::Kind::list) {
      at = &item_of(*at, part, path, place);
    } else if (at->kind == Value::Kind::table) {
      Entry* entry = at->find(part);
      if (!entry) {
        Value table;
        table.source = source;
        at->entries.push_back(Entry{part, place, std::move(table)});
        entry = &at->entries.back();
      }
      at = &entry->value;
    } else {
      throw error_at(place, fmt::format("{} is {}, not a table: it has no '{}'", path,
                                        kind_name(at->kind), part));
    }
    path += (path.empty() ? "" : ".") + part;
  }
  *at = parse_override_value(source);
}

}  // namespace engd::read
