#pragma once

#include <filesystem>
#include <string>

namespace engd::formats {

/// The bytes of a file that must be there. Throws InputError with the path and the reason.
std::string read_text_file(const std::filesystem::path& path);

}  // namespace engd::formats
