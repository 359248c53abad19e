#pragma once

#include <hdf5.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace engd::formats::hdf5 {

/// A call of the HDF5 library failed.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Closes an identifier when it goes out of scope.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close, const char* what) : id_(id), close_(close) {
    if (id < 0) throw Failure(std::string("HDF5 failed: ") + what);
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;
  hid_t get() const { return id_; }

 private:
  hid_t id_;
  Close close_;
};

/// HDF5 prints its stack of errors unless told not to; ours are exceptions.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

void check(herr_t status, const char* what);

/// The bytes of an HDF5 file with what `write` puts into it. HDF5 writes to memory here: the
/// library does not survive a disk that is full when it closes a file.
std::string image_of(const std::function<void(hid_t file)>& write);
/// Opens such bytes.
void read_image(const std::string& image, const std::function<void(hid_t file)>& read);

Handle create_group(hid_t parent, const std::string& name);
Handle open_group(hid_t parent, const std::string& name);
bool has(hid_t parent, const std::string& name);
/// Names of the links in a group, ascending.
std::vector<std::string> links(hid_t group);

void write_numbers(hid_t parent, const std::string& name, const std::vector<double>& values);
void write_integers(hid_t parent, const std::string& name, const std::vector<std::int64_t>& values);
void write_texts(hid_t parent, const std::string& name, const std::vector<std::string>& values);

/// A text of any bytes, as unsigned characters: without the overhead of strings.
void write_bytes(hid_t parent, const std::string& name, const std::string& bytes);
std::string read_bytes(hid_t parent, const std::string& name);
/// Which of the three a data set holds.
enum class Kind { numbers, integers, bytes };
Kind kind_of(hid_t parent, const std::string& name);

std::vector<double> read_numbers(hid_t parent, const std::string& name);
std::vector<std::int64_t> read_integers(hid_t parent, const std::string& name);
std::vector<std::string> read_texts(hid_t parent, const std::string& name);

}  // namespace engd::formats::hdf5
