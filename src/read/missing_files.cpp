#include <filesystem>

#include "read/reader.h"

namespace engd::read {
namespace {

/// Whether the key names a file that is not there.
bool is_missing(const Value& table, const char* key, const std::filesystem::path& folder) {
  const Entry* name = table.find(key);
  std::error_code ignored;
  return name && name->value.kind == Value::Kind::text &&
         !std::filesystem::is_regular_file(folder / name->value.text, ignored);
}

bool points_are_missing(const Value& table, const std::filesystem::path& folder) {
  const Entry* points = table.find("points");
  return points && is_missing(points->value, "file", folder);
}

}  // namespace

// Terms with files say nothing of what unknowns are made of: conditions that hold exactly are made
// of other terms (problem/hard_start.h).
void leave_out_missing_files(Value& root, const std::filesystem::path& folder) {
  if (Entry* entry = root.find("term"))
    std::erase_if(entry->value.items, [&](const Value& term) {
      return is_missing(term, "data", folder) || points_are_missing(term, folder);
    });
  const auto is_gone = [&](const Entry& entry) {
    return entry.key == "evaluation" && (is_missing(entry.value, "reference", folder) ||
                                         points_are_missing(entry.value, folder));
  };
  std::erase_if(root.entries, is_gone);
}

}  // namespace engd::read
