// Loaded into the program (LD_PRELOAD) by machine_fails_test: a machine that fails as the variable
// ENGD_FAULT says.
//   full:BYTES   the disk is full when so many bytes have been written to files
//   short:BYTES  a write takes at most so many bytes
//   sync         fsync fails
//   readonly     no file can be opened for writing
//   memory:BYTES no piece of memory of at least so many bytes can be had
//   gone:NAME:K  the file of this name is gone from its K-th opening on
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

const char* argument_of(const char* kind) {
  const char* fault = std::getenv("ENGD_FAULT");
  const std::size_t length = std::strlen(kind);
  if (!fault || std::strncmp(fault, kind, length) != 0) return nullptr;
  return fault[length] == ':' ? fault + length + 1 : fault + length;
}

bool is_file(int descriptor) {
  struct stat what {};
  return fstat(descriptor, &what) == 0 && S_ISREG(what.st_mode);
}

std::atomic<long> written{0};
std::atomic<int> opened{0};

/// How many of `count` bytes can be written now; -1: none, errno is set.
ssize_t allowance(int descriptor, std::size_t count) {
  if (!is_file(descriptor)) return static_cast<ssize_t>(count);
  if (const char* limit = argument_of("full")) {
    const long left = std::atol(limit) - written.load();
    if (left <= 0 && count > 0) {
      errno = ENOSPC;
      return -1;
    }
    if (static_cast<long>(count) > left) count = static_cast<std::size_t>(left);
  }
  if (const char* most = argument_of("short"))
    if (const auto limit = static_cast<std::size_t>(std::atol(most)); count > limit) count = limit;
  written += static_cast<long>(count);
  return static_cast<ssize_t>(count);
}

template <typename Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

/// 0, or the error that opening this file gives.
int refusal(const char* path, int flags) {
  const bool writes = (flags & (O_WRONLY | O_RDWR)) != 0;
  if (writes && argument_of("readonly") && std::strncmp(path, "/dev/", 5) != 0) return EROFS;
  if (const char* gone = argument_of("gone")) {
    const char* colon = std::strrchr(gone, ':');
    const auto length = static_cast<std::size_t>(colon - gone);
    const std::size_t size = std::strlen(path);
    if (size >= length && std::strncmp(path + size - length, gone, length) == 0 &&
        ++opened >= std::atoi(colon + 1))
      return ENOENT;
  }
  return 0;
}

int open_with(const char* name, const char* path, int flags, mode_t mode) {
  if (const int error = refusal(path, flags)) {
    errno = error;
    return -1;
  }
  return next<int (*)(const char*, int, ...)>(name)(path, flags, mode);
}

mode_t mode_of(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
}

FILE* open_stream(const char* name, const char* path, const char* how) {
  const int flags = std::strpbrk(how, "wa+") ? O_WRONLY : O_RDONLY;
  if (const int error = refusal(path, flags)) {
    errno = error;
    return nullptr;
  }
  return next<FILE* (*)(const char*, const char*)>(name)(path, how);
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t count) {
  const ssize_t now = allowance(descriptor, count);
  if (now < 0) return -1;
  return next<ssize_t (*)(int, const void*, size_t)>("write")(descriptor, bytes,
                                                              static_cast<size_t>(now));
}

ssize_t writev(int descriptor, const struct iovec* parts, int count) {
  ssize_t sum = 0;
  for (int k = 0; k < count; ++k) {
    const ssize_t one = write(descriptor, parts[k].iov_base, parts[k].iov_len);
    if (one < 0) return sum > 0 ? sum : -1;
    sum += one;
    if (static_cast<size_t>(one) < parts[k].iov_len) break;
  }
  return sum;
}

int fsync(int descriptor) {
  if (argument_of("sync") && is_file(descriptor)) {
    errno = EIO;
    return -1;
  }
  return next<int (*)(int)>("fsync")(descriptor);
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_with("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_with("open64", path, flags, mode);
}

FILE* fopen(const char* path, const char* how) {
  return open_stream("fopen", path, how);
}

FILE* fopen64(const char* path, const char* how) {
  return open_stream("fopen64", path, how);
}

void* malloc(size_t bytes) {
  static const auto real = next<void* (*)(size_t)>("malloc");
  if (const char* limit = argument_of("memory");
      limit && bytes >= std::strtoul(limit, nullptr, 10)) {
    errno = ENOMEM;
    return nullptr;
  }
  return real(bytes);
}

}  // extern "C"
