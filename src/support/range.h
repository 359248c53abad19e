#pragma once

#include <limits>
#include <string>

namespace engd {

/// What a number must satisfy, and the words for it.
struct Range {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool lower_open = false, upper_open = false;
  bool contains(double x) const;              ///< false for NaN and infinities
  std::string words(const char* what) const;  ///< "a number >= 0 and < 1", of "a number"
};
inline constexpr double unbounded = std::numeric_limits<double>::infinity();
inline constexpr Range any_finite{};
inline constexpr Range positive{0, unbounded, true, false};
inline constexpr Range not_negative{0, unbounded, false, false};
inline constexpr Range fraction{0, 1, false, true};  ///< [0, 1)

}  // namespace engd
