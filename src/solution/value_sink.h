#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/vtk.h"
#include "solution/evaluator.h"
#include "solution/point_source.h"
#include "support/types.h"

namespace engd::solution {

/// Where points and their values go, some at a time. A file appears when all is there. Throws
/// std::runtime_error where it cannot be written.
class ValueSink {
 public:
  virtual ~ValueSink() = default;
  /// All coordinates of one point after another, and all values.
  virtual void write(std::span<const double> points, std::span<const double> values) = 0;
  virtual void finish() = 0;
};

/// A table for standard output. Nothing of a short one is printed before `finish`.
std::unique_ptr<ValueSink> print_values(const Coordinates& coordinates,
                                        const std::vector<std::string>& names);

/// A file by its ending: .csv and .npy have the coordinates and the values of a point in a row;
/// .vti is an image of a grid, .vtu a cloud of points, .h5 has tables of points and values. Throws
/// InputError for other endings, and where the points are none for the file.
std::unique_ptr<ValueSink> values_to_file(const std::filesystem::path& path,
                                          const Coordinates& coordinates,
                                          const std::vector<std::string>& names,
                                          const PointSource& points);

/// What became of the points.
struct Evaluated {
  Index points = 0;
  Blanks blanks;
};

/// All points, some at a time: memory does not depend on how many there are. Does not finish the
/// sink.
Evaluated evaluate_all(const Evaluator& evaluator, PointSource& points, ValueSink& sink);

}  // namespace engd::solution
