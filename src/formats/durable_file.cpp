#include "formats/durable_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace engd::formats {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(const fs::path& path, int reason) {
  throw std::runtime_error(fmt::format("cannot write '{}': {}", path.string(),
                                       std::generic_category().message(reason ? reason : EIO)));
}

/// A file descriptor that is closed at the end. Messages call the file `shown`.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags, const fs::path& shown)
      : shown_(shown), id_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (id_ < 0) fail(shown, errno);
  }
  ~Descriptor() {
    if (id_ >= 0) ::close(id_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(id_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) fail(shown_, written < 0 ? errno : ENOSPC);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  /// Some file systems cannot (EINVAL): then nothing better is to be had.
  void sync() const {
    while (fsync(id_) != 0)
      if (errno != EINTR) {
        if (errno == EINVAL || errno == EROFS) return;
        fail(shown_, errno);
      }
  }
  void close() {
    const int id = id_;
    id_ = -1;
    if (::close(id) != 0 && errno != EINTR) fail(shown_, errno);
  }

 private:
  const fs::path& shown_;
  int id_;
};

void write_at(const fs::path& path, std::string_view bytes, const fs::path& shown) {
  Descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC, shown);
  try {
    file.write(bytes);
    file.sync();
    file.close();
  } catch (...) {
    std::error_code ignored;
    fs::remove(path, ignored);
    throw;
  }
}

}  // namespace

void write_durably(const fs::path& path, std::string_view bytes) {
  write_at(path, bytes, path);
}

void rename_durably(const fs::path& from, const fs::path& to) {
  Descriptor(from, O_RDONLY, to).sync();
  std::error_code error;
  fs::rename(from, to, error);
  if (error) fail(to, error.value());
  fs::path folder = to.parent_path();
  if (folder.empty()) folder = ".";
  Descriptor(folder, O_RDONLY | O_DIRECTORY, to).sync();
}

void replace_file(const fs::path& path, std::string_view content) {
  const fs::path temporary = path.parent_path() / ("." + path.filename().string() + ".part");
  write_at(temporary, content, path);
  try {
    rename_durably(temporary, path);
  } catch (...) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw;
  }
}

}  // namespace engd::formats
