#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "formats/output_file.h"

namespace engd::formats {

/// Writes an HDF5 file of points and values, some rows at a time, for any number of rows:
///     /points     rows x variables
///     /values     rows x formulas
///     /variables /formulas    names of the columns
/// Throws std::runtime_error.
class Hdf5Table {
 public:
  Hdf5Table(const std::filesystem::path& path, std::int64_t rows,
            const std::vector<std::string>& variables, const std::vector<std::string>& formulas);

  void write(std::int64_t first, std::span<const double> points, std::span<const double> values);
  void finish();

 private:
  OutputFile file_;
  std::uint64_t variables_, formulas_;
  std::uint64_t points_at_ = 0, values_at_ = 0;  ///< places of the numbers in the file
};

}  // namespace engd::formats
