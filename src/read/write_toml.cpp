#include "read/write_toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "read/overrides.h"

namespace engd::read {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      out += c;
  }
  return out + '"';
}

std::string key_text(const std::string& key) {
  const bool plain = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  return plain ? key : quoted(key);
}

std::string value_text(const Value& value) {
  std::string inside;
  switch (value.kind) {
    case Value::Kind::text:
      return quoted(value.text);
    case Value::Kind::list:
      for (const Value& item : value.items)
        inside += (inside.empty() ? "" : ", ") + value_text(item);
      return "[" + inside + "]";
    case Value::Kind::table:
      for (const Entry& entry : value.entries)
        inside +=
            (inside.empty() ? "" : ", ") + key_text(entry.key) + " = " + value_text(entry.value);
      return "{ " + inside + " }";
    case Value::Kind::boolean:
    case Value::Kind::integer:
    case Value::Kind::real:
    case Value::Kind::date:
      break;
  }
  return value.written();
}

std::string section_text(const std::string& heading, const Value& table) {
  std::string text = heading + "\n";
  for (const Entry& entry : table.entries)
    text += key_text(entry.key) + " = " + value_text(entry.value) + "\n";
  return text + "\n";
}

void make_names_absolute(Value& value, const fs::path& folder) {
  for (Value& item : value.items) make_names_absolute(item, folder);
  for (auto& [key, place, inner] : value.entries) {
    const bool names_file = key == "file" || key == "data" || key == "reference";
    if (names_file && inner.kind == Value::Kind::text)
      inner.text = (folder / inner.text).lexically_normal().string();
    make_names_absolute(inner, folder);
  }
}

}  // namespace

std::string to_toml(const Value& root) {
  std::string text;
  for (const auto& [key, place, value] : root.entries) {
    if (value.kind == Value::Kind::table) text += section_text("[" + key + "]", value);
    for (const Value& item : value.items) text += section_text("[[" + key + "]]", item);
  }
  return text;
}

void make_files_absolute(Value& root, const fs::path& folder) {
  for (const char* section : {"problem", "subdomains", "term", "evaluation"})
    if (Entry* entry = root.find(section)) make_names_absolute(entry->value, folder);
}

std::string complete_text(const std::string& path, const std::string& text,
                          const std::vector<std::string>& overrides) {
  Value root = parse_toml(std::make_shared<const Source>(Source{path, text, true}));
  for (const std::string& argument : overrides) apply_override(root, argument);
  apply_override(root, "problem.automatic=false");
  make_files_absolute(root, fs::absolute(path).parent_path());
  return to_toml(root);
}

}  // namespace engd::read
