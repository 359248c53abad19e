#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace engd::formats {

/// A file that is written piece by piece, at any place, under another name beside its own; it
/// appears whole or not at all. All functions throw std::runtime_error "cannot write 'FILE':
/// REASON".
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();  ///< removes what was not published
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::filesystem::path& temporary() const { return temporary_; }
  /// Makes sure that so many bytes have a place on the disk.
  void reserve(std::uint64_t bytes);
  void write(std::string_view bytes);  ///< behind what was written last
  void write_at(std::uint64_t offset, std::string_view bytes);
  std::uint64_t size() const { return size_; }
  void publish();

 private:
  [[noreturn]] void fail(int reason) const;

  std::filesystem::path path_, temporary_;
  int id_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace engd::formats
