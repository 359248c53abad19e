#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace engd::pairs {

/// A key of a problem file and what it is set to. Tables: problem, term (the equation), boundary,
/// network (the first one), optimizer (the last one), evaluation; "run" is for seeds and threads.
struct Setting {
  std::string table, key, value;
};

/// One way of a feature to be there. Levels without settings are written by problem_file.cpp.
struct Level {
  std::string name;
  std::vector<Setting> settings = {};
};

/// A feature of the format. Its first level is the plain one: what most files have.
struct Factor {
  std::string name;
  std::vector<Level> levels;
};

const std::vector<Factor>& factors();
int factor_called(std::string_view name);

/// A problem file as a point in the space of features: one level of every factor.
class Choice {
 public:
  static constexpr int open = -1;

  Choice() : levels_(factors().size(), open) {}
  int operator[](int factor) const { return levels_[static_cast<std::size_t>(factor)]; }
  void set(int factor, int level) { levels_[static_cast<std::size_t>(factor)] = level; }
  void set(std::string_view factor, std::string_view level);
  const std::string& of(std::string_view factor) const;  ///< the name of its level
  bool is(std::string_view factor, std::string_view level) const { return of(factor) == level; }
  /// "windows = 2, method = adam": what differs from the plain levels.
  std::string text() const;

 private:
  std::vector<int> levels_;
};

}  // namespace engd::pairs
