#include "support/state_archive.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "support/error.h"

namespace engd {

void StateArchive::refuse(const std::string& name, const char* why) const {
  throw InputError("the checkpoint does not fit this program and problem: '" + prefix_ + name +
                   "' " + why);
}

/// Where the value stands; it is made when saving.
template <typename T>
T& StateArchive::place(const std::string& name) {
  const std::string full = prefix_ + name;
  if (!loading_) return std::get<T>(values_[full] = T{});
  const auto found = values_.find(full);
  if (found == values_.end()) refuse(name, "is missing");
  if (!std::holds_alternative<T>(found->second)) refuse(name, "is of another kind");
  read_.insert(full);
  return std::get<T>(found->second);
}

template <typename T>
T& StateArchive::single(const std::string& name, std::vector<T>& values) {
  if (!loading_) values.resize(1);
  if (values.size() != 1) refuse(name, "is not one number");
  return values.front();
}

void StateArchive::require(bool fits, const char* name) const {
  if (loading_ && !fits) refuse(name, "does not fit the rest");
}

void StateArchive::require_all_read() const {
  for (const auto& [name, value] : values_)
    if (!read_.contains(name))
      throw InputError("the checkpoint does not fit this program and problem: nobody knows what '" +
                       name + "' is");
}

void StateArchive::operator()(const std::string& name, double& value) {
  double& stored = single(name, place<std::vector<double>>(name));
  loading_ ? value = stored : stored = value;
}

void StateArchive::operator()(const std::string& name, std::int64_t& value) {
  std::int64_t& stored = single(name, place<std::vector<std::int64_t>>(name));
  loading_ ? value = stored : stored = value;
}

void StateArchive::operator()(const std::string& name, std::uint64_t& value) {
  auto bits = std::bit_cast<std::int64_t>(value);
  (*this)(name, bits);
  value = std::bit_cast<std::uint64_t>(bits);
}

void StateArchive::operator()(const std::string& name, int& value) {
  std::int64_t wide = value;
  (*this)(name, wide);
  if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max())
    refuse(name, "is too large");
  value = static_cast<int>(wide);
}

void StateArchive::operator()(const std::string& name, bool& value) {
  std::int64_t wide = value ? 1 : 0;
  (*this)(name, wide);
  if (wide != 0 && wide != 1) refuse(name, "is neither yes nor no");
  value = wide == 1;
}

void StateArchive::operator()(const std::string& name, std::string& value) {
  auto& stored = place<std::string>(name);
  loading_ ? value = stored : stored = value;
}

void StateArchive::operator()(const std::string& name, std::vector<double>& value) {
  auto& stored = place<std::vector<double>>(name);
  loading_ ? value = stored : stored = value;
}

void StateArchive::operator()(const std::string& name, std::vector<std::uint64_t>& value) {
  auto& stored = place<std::vector<std::int64_t>>(name);
  if (loading_)
    value.assign(stored.begin(), stored.end());
  else
    stored.assign(value.begin(), value.end());
}

void StateArchive::operator()(const std::string& name, std::vector<std::string>& value) {
  list(name, value, [this](std::string& item) { (*this)("text", item); });
}

void StateArchive::exchange_numbers(const std::string& name, double* data, Index count) {
  auto& stored = place<std::vector<double>>(name);
  if (loading_)
    std::copy_n(stored.data(), count, data);
  else
    stored.assign(data, data + count);
}

void StateArchive::numbers(const std::string& name, Vector& value, Index length) {
  if (loading_) {
    const auto stored = static_cast<Index>(place<std::vector<double>>(name).size());
    if (stored != 0 && length >= 0 && stored != length) refuse(name, "has another length");
    value.resize(stored);
  }
  exchange_numbers(name, value.data(), value.size());
}

void StateArchive::operator()(const std::string& name, Vector& value) {
  numbers(name, value, parameters_);
}

void StateArchive::operator()(const std::string& name, Matrix& value, Index columns) {
  if (loading_) {
    const auto stored = static_cast<Index>(place<std::vector<double>>(name).size());
    const bool fits = stored == 0 || (columns > 0 && stored % columns == 0 &&
                                      (parameters_ < 0 || stored / columns == parameters_));
    if (!fits) refuse(name, "has another size");
    value.resize(stored == 0 ? 0 : stored / columns, stored == 0 ? 0 : columns);
  }
  exchange_numbers(name, value.data(), value.size());
}

std::size_t StateArchive::checked_count(const std::string& name, std::int64_t count) const {
  // Every item has at least one value.
  if (count < 0 || count > static_cast<std::int64_t>(values_.size()))
    refuse(name, "has more items than the checkpoint");
  return static_cast<std::size_t>(count);
}

}  // namespace engd
