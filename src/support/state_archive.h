#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "support/types.h"

namespace engd {

/// What a run must remember to go on as if it had never stopped: values by name.
///
/// Everything with a memory has `void exchange(StateArchive&)`, which names each member once. The
/// same function saves and loads, so that the two cannot disagree:
///
///     void exchange(StateArchive& archive) override {
///       archive("count", count_);
///       archive("first", first_);
///     }
///
/// Loading throws InputError where a value is missing, of another kind, or of a length that does
/// not fit.
class StateArchive {
 public:
  using Value = std::variant<std::vector<double>, std::vector<std::int64_t>, std::string>;
  using Values = std::map<std::string, Value>;

  StateArchive() = default;                                                             ///< saves
  explicit StateArchive(Values values) : values_(std::move(values)), loading_(true) {}  ///< loads

  bool loading() const { return loading_; }
  const Values& values() const { return values_; }
  /// Vectors that are loaded have this length, or none.
  void set_parameters(Index parameters) { parameters_ = parameters; }
  /// Throws InputError where something was never asked for: the file knows of more than the
  /// program.
  void require_all_read() const;
  /// Throws InputError when loading and what was loaded does not fit the rest.
  void require(bool fits, const char* name) const;

  void operator()(const std::string& name, double& value);
  void operator()(const std::string& name, bool& value);
  void operator()(const std::string& name, int& value);
  void operator()(const std::string& name, std::int64_t& value);
  void operator()(const std::string& name, std::uint64_t& value);
  void operator()(const std::string& name, std::string& value);
  void operator()(const std::string& name, Vector& value);
  void operator()(const std::string& name, Matrix& value, Index columns);
  void operator()(const std::string& name, std::vector<double>& value);  ///< of any length
  void operator()(const std::string& name, std::vector<std::uint64_t>& value);
  void operator()(const std::string& name, std::vector<std::string>& value);
  /// A vector that is not one of parameters: of this length, or empty.
  void numbers(const std::string& name, Vector& value, Index length);

  template <typename T>
  void operator()(const std::string& name, std::optional<T>& value) {
    bool there = value.has_value();
    (*this)(name + " there", there);
    if (!there) return value.reset();
    if (!value) value.emplace();
    (*this)(name, *value);
  }

  /// What has an `exchange` of its own.
  template <typename Part>
  void part(const std::string& name, Part& part) {
    within(name, [&] { part.exchange(*this); });
  }
  /// `body` names its values under a name of their own.
  template <typename Body>
  void within(const std::string& name, Body&& body) {
    const std::string outside = prefix_;
    prefix_ += name + ".";
    body();
    prefix_ = outside;
  }
  /// A sequence: `body(item)` exchanges one of them.
  template <typename List, typename Body>
  void list(const std::string& name, List& items, Body&& body) {
    auto count = static_cast<std::int64_t>(items.size());
    (*this)(name, count);
    if (loading_) items.resize(checked_count(name, count));
    std::size_t k = 0;
    for (auto& item : items) within(name + "." + std::to_string(k++), [&] { body(item); });
  }

 private:
  template <typename T>
  T& place(const std::string& name);
  template <typename T>
  T& single(const std::string& name, std::vector<T>& values);
  void exchange_numbers(const std::string& name, double* data, Index count);
  std::size_t checked_count(const std::string& name, std::int64_t count) const;
  [[noreturn]] void refuse(const std::string& name, const char* why) const;

  Values values_;
  bool loading_ = false;
  Index parameters_ = -1;  ///< negative: any
  std::string prefix_;
  std::set<std::string> read_;
};

}  // namespace engd
