#pragma once

#include <filesystem>
#include <string_view>

namespace engd::formats {

/// Writes all bytes and waits until they are on the disk. What cannot be written whole is removed
/// again. Throws std::runtime_error "cannot write 'FILE': REASON".
void write_durably(const std::filesystem::path& path, std::string_view bytes);

/// Gives a file that is complete another name, in the same folder, in place of what has that name:
/// after a crash of the machine one of the two is there, whole. Throws std::runtime_error.
void rename_durably(const std::filesystem::path& from, const std::filesystem::path& to);

/// Writes a file whole or not at all: beside its place, then renamed. Throws std::runtime_error.
void replace_file(const std::filesystem::path& path, std::string_view content);

}  // namespace engd::formats
