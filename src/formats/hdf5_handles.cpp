#include "formats/hdf5_handles.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

namespace engd::formats::hdf5 {
namespace {

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "string type");
  check(H5Tset_size(type.get(), H5T_VARIABLE), "string type");
  check(H5Tset_cset(type.get(), H5T_CSET_UTF8), "string type");
  return type;
}

void write(hid_t parent, const std::string& name, hid_t type, std::size_t count,
           const void* values) {
  const hsize_t size = count;
  const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose, "data space");
  // The time of writing would make files with the same contents differ.
  const Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "property list");
  check(H5Pset_obj_track_times(properties.get(), false), "property list");
  const Handle set(H5Dcreate2(parent, name.c_str(), type, space.get(), H5P_DEFAULT,
                              properties.get(), H5P_DEFAULT),
                   H5Dclose, name.c_str());
  if (count > 0) {
    check(H5Dwrite(set.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), name.c_str());
  }
}

/// An open one-dimensional data set of numbers or texts, as its class says.
struct Opened {
  Handle set, space;
  std::size_t count;

  Opened(hid_t parent, const std::string& name, H5T_class_t wanted)
      : set(H5Dopen2(parent, name.c_str(), H5P_DEFAULT), H5Dclose, name.c_str()),
        space(H5Dget_space(set.get()), H5Sclose, name.c_str()) {
    const Handle type(H5Dget_type(set.get()), H5Tclose, name.c_str());
    const hssize_t points = H5Sget_simple_extent_npoints(space.get());
    if (H5Tget_class(type.get()) != wanted || points < 0 ||
        H5Sget_simple_extent_ndims(space.get()) != 1) {
      throw Failure("unexpected contents of '" + name + "'");
    }
    count = static_cast<std::size_t>(points);
  }
};

template <typename T>
std::vector<T> read(hid_t parent, const std::string& name, H5T_class_t wanted, hid_t type) {
  const Opened opened(parent, name, wanted);
  std::vector<T> values(opened.count);
  if (!values.empty()) {
    check(H5Dread(opened.set.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
          name.c_str());
  }
  return values;
}

herr_t collect_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

/// The library does not survive an allocation that fails while it opens a file, about 1 MB in all:
/// more than that is asked for first, where a failure is an exception.
void require_memory() {
  constexpr std::size_t enough = 8 * 1024 * 1024;
  void* const memory = std::malloc(enough);
  if (!memory) throw std::bad_alloc();
  *static_cast<volatile char*>(memory) = 0;  // or the compiler takes the call away
  std::free(memory);
}

}  // namespace

Silence::Silence() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Silence::~Silence() {
  H5Eset_auto2(H5E_DEFAULT, function_, data_);
}

void check(herr_t status, const char* what) {
  if (status < 0) throw Failure(std::string("HDF5 failed: ") + what);
}

namespace {
// HDF5 takes files in memory of one name for the same file: one at a time.
std::mutex image_in_use;
}  // namespace

std::string image_of(const std::function<void(hid_t file)>& write) {
  require_memory();
  const std::lock_guard alone(image_in_use);
  const Silence silence;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "property list");
  constexpr std::size_t growth = 1 << 16;
  check(H5Pset_fapl_core(access.get(), growth, false), "memory driver");
  const Handle file(H5Fcreate("image", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose,
                    "create");
  write(file.get());
  check(H5Fflush(file.get(), H5F_SCOPE_GLOBAL), "flush");
  const ssize_t size = H5Fget_file_image(file.get(), nullptr, 0);
  if (size < 0) throw Failure("HDF5 failed: image");
  std::string image(static_cast<std::size_t>(size), '\0');
  if (H5Fget_file_image(file.get(), image.data(), image.size()) < 0)
    throw Failure("HDF5 failed: image");
  return image;
}

void read_image(const std::string& image, const std::function<void(hid_t file)>& read) {
  require_memory();
  const std::lock_guard alone(image_in_use);
  const Silence silence;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "property list");
  check(H5Pset_fapl_core(access.get(), 1 << 16, false), "memory driver");
  std::string copy = image;  // HDF5 takes the bytes without const, and makes a copy of its own
  check(H5Pset_file_image(access.get(), copy.data(), copy.size()), "image");
  const Handle file(H5Fopen("image", H5F_ACC_RDONLY, access.get()), H5Fclose, "open");
  read(file.get());
}

Handle create_group(hid_t parent, const std::string& name) {
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
          name.c_str()};
}

Handle open_group(hid_t parent, const std::string& name) {
  return {H5Gopen2(parent, name.c_str(), H5P_DEFAULT), H5Gclose, name.c_str()};
}

bool has(hid_t parent, const std::string& name) {
  return H5Lexists(parent, name.c_str(), H5P_DEFAULT) > 0;
}

std::vector<std::string> links(hid_t group) {
  std::vector<std::string> names;
  check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_name, &names), "links");
  return names;
}

void write_numbers(hid_t parent, const std::string& name, const std::vector<double>& values) {
  write(parent, name, H5T_NATIVE_DOUBLE, values.size(), values.data());
}

void write_integers(hid_t parent, const std::string& name,
                    const std::vector<std::int64_t>& values) {
  write(parent, name, H5T_NATIVE_INT64, values.size(), values.data());
}

void write_texts(hid_t parent, const std::string& name, const std::vector<std::string>& values) {
  std::vector<const char*> pointers;
  for (const std::string& value : values) pointers.push_back(value.c_str());
  write(parent, name, text_type().get(), pointers.size(), pointers.data());
}

void write_bytes(hid_t parent, const std::string& name, const std::string& bytes) {
  write(parent, name, H5T_NATIVE_UCHAR, bytes.size(), bytes.data());
}

std::string read_bytes(hid_t parent, const std::string& name) {
  const std::vector<char> bytes = read<char>(parent, name, H5T_INTEGER, H5T_NATIVE_UCHAR);
  return {bytes.begin(), bytes.end()};
}

Kind kind_of(hid_t parent, const std::string& name) {
  const Handle set(H5Dopen2(parent, name.c_str(), H5P_DEFAULT), H5Dclose, name.c_str());
  const Handle type(H5Dget_type(set.get()), H5Tclose, name.c_str());
  const H5T_class_t found = H5Tget_class(type.get());
  if (found == H5T_FLOAT) return Kind::numbers;
  if (found == H5T_INTEGER) return H5Tget_size(type.get()) == 1 ? Kind::bytes : Kind::integers;
  throw Failure("unexpected contents of '" + name + "'");
}

std::vector<double> read_numbers(hid_t parent, const std::string& name) {
  return read<double>(parent, name, H5T_FLOAT, H5T_NATIVE_DOUBLE);
}

std::vector<std::int64_t> read_integers(hid_t parent, const std::string& name) {
  return read<std::int64_t>(parent, name, H5T_INTEGER, H5T_NATIVE_INT64);
}

std::vector<std::string> read_texts(hid_t parent, const std::string& name) {
  const Handle type = text_type();
  const Opened opened(parent, name, H5T_STRING);
  std::vector<char*> pointers(opened.count, nullptr);
  std::vector<std::string> values;
  if (pointers.empty()) return values;
  check(H5Dread(opened.set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()),
        name.c_str());
  for (const char* text : pointers) values.emplace_back(text ? text : "");
  check(H5Dvlen_reclaim(type.get(), opened.space.get(), H5P_DEFAULT, pointers.data()),
        name.c_str());
  return values;
}

}  // namespace engd::formats::hdf5
