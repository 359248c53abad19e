#pragma once

#include <array>
#include <string>
#include <string_view>

namespace engd::problem {

/// A unit of measurement: a factor times powers of the seven base units of the SI.
struct Unit {
  static constexpr std::size_t bases = 7;
  std::array<double, bases> powers{};  ///< of m, kg, s, A, K, mol, cd
  double factor = 1;                   ///< 1000 for km

  bool is_one() const;  ///< no unit at all
};

Unit operator*(const Unit& a, const Unit& b);
Unit operator/(const Unit& a, const Unit& b);
Unit power(const Unit& a, double exponent);
bool same_dimension(const Unit& a, const Unit& b);
bool same(const Unit& a, const Unit& b);  ///< the dimension and, to rounding, the factor

/// "W/(m K)", "kg m^-3", "m2", "km", "1". Throws std::invalid_argument, which says what is wrong.
Unit parse_unit(std::string_view text);
/// In base units: "kg m/(s^3 K)", "1", "1000 m".
std::string to_string(const Unit& unit);

}  // namespace engd::problem
