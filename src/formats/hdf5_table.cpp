#include "formats/hdf5_table.h"

#include <bit>
#include <stdexcept>

#include "formats/hdf5_handles.h"

namespace engd::formats {

static_assert(std::endian::native == std::endian::little, "numbers are written as they stand");

namespace {

/// A data set whose numbers have a place in the file; returns the place.
std::uint64_t make_table(hid_t file, const char* name, std::int64_t rows, std::uint64_t columns) {
  using namespace hdf5;
  const hsize_t sizes[2] = {static_cast<hsize_t>(rows), columns};
  const Handle space(H5Screate_simple(2, sizes, nullptr), H5Sclose, "data space");
  const Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "property list");
  check(H5Pset_obj_track_times(properties.get(), false), "property list");
  check(H5Pset_alloc_time(properties.get(), H5D_ALLOC_TIME_EARLY), "property list");
  check(H5Pset_fill_time(properties.get(), H5D_FILL_TIME_NEVER), "property list");
  const Handle set(H5Dcreate2(file, name, H5T_IEEE_F64LE, space.get(), H5P_DEFAULT,
                              properties.get(), H5P_DEFAULT),
                   H5Dclose, name);
  const haddr_t at = H5Dget_offset(set.get());
  if (rows > 0 && at == HADDR_UNDEF) throw Failure("HDF5 failed: place of a data set");
  return at;
}

template <typename T>
std::string_view as_bytes(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

Hdf5Table::Hdf5Table(const std::filesystem::path& path, std::int64_t rows,
                     const std::vector<std::string>& variables,
                     const std::vector<std::string>& formulas)
    : file_(path), variables_(variables.size()), formulas_(formulas.size()) {
  // The library does not survive a disk that is full: there is room before it looks at the file.
  constexpr std::uint64_t for_names = 1 << 20;
  const std::uint64_t numbers = 8 * static_cast<std::uint64_t>(rows) * (variables_ + formulas_);
  file_.reserve(numbers + for_names);
  const hdf5::Silence silence;
  try {
    const hdf5::Handle file(
        H5Fcreate(file_.temporary().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
        "create");
    points_at_ = make_table(file.get(), "points", rows, variables_);
    values_at_ = make_table(file.get(), "values", rows, formulas_);
    hdf5::write_texts(file.get(), "variables", variables);
    hdf5::write_texts(file.get(), "formulas", formulas);
  } catch (const hdf5::Failure& failure) {
    throw std::runtime_error("cannot write '" + path.string() + "': " + failure.what());
  }
}

void Hdf5Table::write(std::int64_t first, std::span<const double> points,
                      std::span<const double> values) {
  const std::uint64_t before = 8 * static_cast<std::uint64_t>(first);
  file_.write_at(points_at_ + before * variables_, as_bytes(points));
  file_.write_at(values_at_ + before * formulas_, as_bytes(values));
}

void Hdf5Table::finish() {
  file_.publish();
}

}  // namespace engd::formats
