#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/vtk.h"
#include "geometry/region.h"
#include "support/types.h"

namespace engd::solution {

/// The coordinates of a problem, and the values of those that are the same for all points.
struct Coordinates {
  std::vector<std::string> names;
  std::vector<std::optional<double>> fixed;  ///< one a name

  explicit Coordinates(std::vector<std::string> all) : names(std::move(all)), fixed(names.size()) {}
  std::vector<std::size_t> free() const;
  std::vector<std::string> free_names() const;
};

/// Points one after another, as many as there are: from a file, of a grid, on a line. All throw
/// InputError for what is no such thing.
class PointSource {
 public:
  virtual ~PointSource() = default;
  /// Fills in as many points as there are and fit, all coordinates of one point after another;
  /// returns how many. 0 after the last.
  virtual Index read(std::span<double> rows) = 0;
  /// How many there are; a file may be read for that.
  virtual Index count() const = 0;
  /// Of a grid of one to three free coordinates: how it lies.
  virtual std::optional<formats::ImageGrid> image() const { return std::nullopt; }
  /// Columns of a file that are not coordinates.
  virtual std::vector<std::string> unused_columns() const { return {}; }
};

/// A .npy file, or a CSV file, whose first row may name the columns. The columns are the
/// coordinates that are free.
std::unique_ptr<PointSource> points_of_file(const std::filesystem::path& path,
                                            const Coordinates& coordinates);

/// A uniform grid, both ends included, the first free coordinate fastest: counts[k] points along
/// free coordinate k; one point means the middle.
std::unique_ptr<PointSource> points_of_grid(const geometry::Box& box, std::vector<int> counts,
                                            const Coordinates& coordinates);

/// Points in equal steps from one end to the other, which have the free coordinates.
std::unique_ptr<PointSource> points_of_line(std::vector<double> from, std::vector<double> to,
                                            Index count, const Coordinates& coordinates);

}  // namespace engd::solution
