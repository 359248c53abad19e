#pragma once

#include <string>
#include <vector>

#include "pairs/factor.h"

namespace engd::pairs {

/// Two levels that one file cannot have, because the format says so.
struct Rule {
  std::string factor, levels;  ///< "a|b": one of these; "!a|b": none of these
  std::string other, others;
  std::string why;
};
const std::vector<Rule>& rules();
/// Whether a level is one of "a|b", or none of "!a|b".
bool matches(const std::string& levels, const std::string& level);

/// Levels of all factors, numbered through, and which of them go together.
class Compatibility {
 public:
  Compatibility();
  int number(int factor, int level) const {
    return first_[static_cast<std::size_t>(factor)] + level;
  }
  int levels() const { return first_.back(); }
  bool together(int a, int b) const {
    return together_[static_cast<std::size_t>(a) * static_cast<std::size_t>(levels()) +
                     static_cast<std::size_t>(b)];
  }
  /// With all levels that are chosen.
  bool fits(const Choice& choice, int factor, int level) const;
  /// Chooses for every open factor the first level that fits; false where there is none. What is
  /// chosen already may break rules among itself.
  bool complete(Choice& choice) const;

 private:
  std::vector<int> first_;  ///< number of each factor's first level, and that of all levels
  std::vector<bool> together_;
};

}  // namespace engd::pairs
