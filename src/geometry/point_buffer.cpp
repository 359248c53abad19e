#include "geometry/point_buffer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>

#include "support/error.h"

namespace engd::geometry {
namespace {

double physical_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::vector<double> transposed(const std::vector<double>& rows, std::size_t count,
                               std::size_t dimension) {
  std::vector<double> columns(rows.size());
  for (std::size_t q = 0; q < count; ++q)
    for (std::size_t j = 0; j < dimension; ++j) columns[j * count + q] = rows[q * dimension + j];
  return columns;
}

}  // namespace

PointBuffer::PointBuffer(int dimension, std::ptrdiff_t expected, bool with_normals)
    : dimension_(dimension), with_normals_(with_normals) {
  // Rows and, while transposing, columns of coordinates; the weights.
  const double bytes = static_cast<double>(expected) * (2.0 * dimension + 1) *
                       static_cast<double>(sizeof(double)) * (with_normals ? 2 : 1);
  if (!(bytes < physical_memory()))
    throw InputError(
        fmt::format("{} points in {} dimensions need {:.1f} GiB of memory; this "
                    "machine has {:.1f} GiB",
                    expected, dimension, bytes * 0x1p-30, physical_memory() * 0x1p-30));
  points_.reserve(static_cast<std::size_t>(expected * dimension));
  if (with_normals) normals_.reserve(static_cast<std::size_t>(expected * dimension));
  weights_.reserve(static_cast<std::size_t>(expected));
}

void PointBuffer::add(std::span<const double> point, double weight,
                      std::span<const double> normal) {
  assert(point.size() == static_cast<std::size_t>(dimension_));
  points_.insert(points_.end(), point.begin(), point.end());
  weights_.push_back(weight);
  if (with_normals_) normals_.insert(normals_.end(), normal.begin(), normal.end());
}

PointSet PointBuffer::finish() && {
  const std::size_t count = weights_.size(), dimension = static_cast<std::size_t>(dimension_);
  PointSet set;
  set.dimension = dimension_;
  set.count = static_cast<std::ptrdiff_t>(count);
  set.coordinates = transposed(points_, count, dimension);
  set.normals = transposed(normals_, normals_.empty() ? 0 : count, dimension);
  set.weights = std::move(weights_);
  return set;
}

}  // namespace engd::geometry
