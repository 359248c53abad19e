#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace engd::formats {

/// A table of finite numbers under a row of column names, read one row at a time; what is not such
/// a table is refused with FILE:LINE: message, an InputError. Lines and files are limited, so that
/// a file that is no table does not fill the memory.
class CsvReader {
 public:
  static constexpr std::size_t max_line = 1024 * 1024;
  static constexpr std::uintmax_t max_file = std::uintmax_t{1} << 30;

  explicit CsvReader(std::string file);

  const std::vector<std::string>& header() const { return header_; }
  /// False after the last row. A row has as many numbers as the header has names.
  bool next(std::vector<double>& row);
  /// Throws an InputError about the line read last.
  [[noreturn]] void fail(const std::string& message) const;
  /// The same with the place in the line of its field number `column`: FILE:LINE:COL.
  [[noreturn]] void fail_in(std::size_t column, const std::string& message) const;

 private:
  bool next_line();
  double number(std::string_view field) const;
  [[noreturn]] void fail_at(std::string_view field, const std::string& message) const;

  std::string file_;
  std::ifstream stream_;
  std::vector<char> buffer_;
  std::string_view line_;
  long line_number_ = 0;
  std::vector<std::string> header_;
};

}  // namespace engd::formats
