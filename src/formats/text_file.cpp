#include "formats/text_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "support/error.h"

namespace engd::formats {

std::string read_text_file(const std::filesystem::path& path) {
  std::error_code error;
  const bool is_folder = std::filesystem::is_directory(path, error);
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (is_folder || !stream)
    throw InputError(fmt::format("{}: cannot be read: {}", path.string(),
                                 std::strerror(is_folder ? EISDIR
                                               : errno   ? errno
                                                         : EIO)));
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace engd::formats
