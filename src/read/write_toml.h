#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "read/value.h"

namespace engd::read {

/// The text of a problem file with these sections: a heading for each table and for each table of
/// a list, a line for each key.
std::string to_toml(const Value& root);

/// Names of files that a section gives become absolute, so that its text can stand anywhere.
void make_files_absolute(Value& root, const std::filesystem::path& folder);

/// The problem file `path`, whose text is given, with --set arguments written into it. Nothing is
/// left to be chosen: `automatic = false`.
std::string complete_text(const std::string& path, const std::string& text,
                          const std::vector<std::string>& overrides);

}  // namespace engd::read
