#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "formats/output_file.h"

namespace engd::formats {

/// A NumPy array file (.npy, formats 1.0 and 2.0) of float64 in rows, read some rows at a time. An
/// array with one axis has one column. Throws InputError for other files, with what they are.
class NpyReader {
 public:
  explicit NpyReader(std::filesystem::path path);

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  /// Fills as many whole rows as there are and fit; returns how many. 0 after the last.
  std::int64_t read(std::span<double> values);

 private:
  [[noreturn]] void refuse(const std::string& why) const;
  void read_header();
  void read_shape(const std::string& header);

  std::filesystem::path path_;
  std::ifstream stream_;
  std::int64_t rows_ = 0, columns_ = 1, next_ = 0;
};

/// Writes such a file of format 1.0 with two axes, some rows at a time.
class NpyWriter {
 public:
  NpyWriter(const std::filesystem::path& path, std::int64_t columns);

  void write(std::span<const double> rows);
  void finish();  ///< the number of rows is known; the file appears

 private:
  std::string header() const;

  OutputFile file_;
  std::int64_t rows_ = 0, columns_;
};

}  // namespace engd::formats
