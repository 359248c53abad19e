#include "io/text_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "support/error.h"

namespace engd::io {

std::string read_text_file(const std::filesystem::path& path) {
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) errno = EISDIR;
  if (!stream.is_open() || errno == EISDIR)
    throw InputError(
        fmt::format("{}: cannot be read: {}", path.string(), std::strerror(errno ? errno : EIO)));
  return text;
}

}  // namespace engd::io
