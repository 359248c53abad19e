#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engd::formats {

/// Rows of finite numbers in a CSV file of any length, read some at a time; a first row that is not
/// numbers names the columns. Blank lines and lines that begin with # are skipped. What is not such
/// a table is refused with FILE:LINE:COL: message, an InputError.
class NumberRows {
 public:
  explicit NumberRows(std::filesystem::path path);

  bool has_header() const { return !header_.empty(); }
  const std::vector<std::string>& header() const { return header_; }
  std::int64_t columns() const { return columns_; }
  /// Fills as many whole rows as there are and fit; returns how many. 0 after the last.
  std::int64_t read(std::span<double> values);
  [[noreturn]] void refuse(const std::string& message) const;  ///< FILE:LINE: message

 private:
  bool next_line();
  void read_first_line();
  double number(std::string_view field) const;
  [[noreturn]] void refuse_at(const char* place, const std::string& message) const;

  std::filesystem::path path_;
  std::ifstream stream_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;  ///< what of the buffer is not read yet
  std::string_view line_;
  long line_number_ = 0;
  std::int64_t columns_ = 0;
  std::vector<std::string> header_;
  bool has_line_ = false;  ///< the first row of numbers, which is read already
};

}  // namespace engd::formats
