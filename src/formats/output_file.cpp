#include "formats/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "formats/durable_file.h"

namespace engd::formats {

OutputFile::OutputFile(std::filesystem::path path)
    : path_(std::move(path)),
      temporary_(path_.parent_path() / ("." + path_.filename().string() + ".part")),
      id_(::open(temporary_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (id_ < 0) fail(errno);
  std::error_code ignored;
  if (!std::filesystem::is_directory(path_, ignored)) return;
  ::close(id_);
  std::filesystem::remove(temporary_, ignored);
  fail(EISDIR);
}

OutputFile::~OutputFile() {
  if (id_ >= 0) ::close(id_);
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void OutputFile::fail(int reason) const {
  throw std::runtime_error(fmt::format("cannot write '{}': {}", path_.string(),
                                       std::generic_category().message(reason ? reason : EIO)));
}

void OutputFile::reserve(std::uint64_t bytes) {
  const int error =
      ::posix_fallocate(id_, 0, static_cast<off_t>(std::max<std::uint64_t>(bytes, 1)));
  if (error != 0) fail(error);
}

void OutputFile::write(std::string_view bytes) {
  write_at(size_, bytes);
}

void OutputFile::write_at(std::uint64_t offset, std::string_view bytes) {
  size_ = std::max(size_, offset + bytes.size());
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(id_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(written < 0 ? errno : ENOSPC);
    offset += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::publish() {
  if (::close(std::exchange(id_, -1)) != 0 && errno != EINTR) fail(errno);
  rename_durably(temporary_, path_);
}

}  // namespace engd::formats
