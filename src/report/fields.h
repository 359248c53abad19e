#pragma once

#include <string>
#include <vector>

#include "formats/vtk.h"
#include "report/gnuplot.h"

namespace engd::report {

/// One unknown on a grid in one or two dimensions; the solution and the error where they are known.
struct FieldView {
  std::string name;
  const formats::PointArray* value = nullptr;
  const formats::PointArray* exact = nullptr;
  const formats::PointArray* error = nullptr;
  std::string against = "exact";  ///< what the error is a difference from
};

/// The arrays of a run's solution file, unknown by unknown: u, exact_u, error_u.
std::vector<FieldView> views_of(const std::vector<formats::PointArray>& arrays);

/// In three dimensions the plane through the middle of the last coordinate; otherwise the same.
formats::SampledField shown_part(formats::SampledField field);

/// A field as a curve in one dimension, as a map in two. Without commands when no value is finite.
Picture value_picture(const std::string& name, const formats::ImageGrid& grid,
                      const FieldView& view, const std::vector<std::string>& coordinates);
/// Its error, in units of a power of ten.
Picture error_picture(const std::string& name, const formats::ImageGrid& grid,
                      const FieldView& view, const std::vector<std::string>& coordinates);

/// A map of values in [-1, 1], under the name of the array.
Picture normed_map(const std::string& name, const formats::ImageGrid& grid,
                   const formats::PointArray& array, const std::vector<std::string>& coordinates);

double largest(const formats::PointArray& array);  ///< absolute value, of those that are finite

}  // namespace engd::report
