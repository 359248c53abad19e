#pragma once

#include <cmath>

namespace engd::reference {

/// value + slope * epsilon with epsilon^2 = 0: one directional derivative, exact to round-off.
struct Dual {
  double value = 0, slope = 0;
  Dual() = default;
  Dual(double v) : value(v) {}
  Dual(double v, double s) : value(v), slope(s) {}
};

inline Dual operator+(Dual a, Dual b) {
  return {a.value + b.value, a.slope + b.slope};
}
inline Dual operator-(Dual a, Dual b) {
  return {a.value - b.value, a.slope - b.slope};
}
inline Dual operator*(Dual a, Dual b) {
  return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
inline Dual operator/(Dual a, Dual b) {
  return {a.value / b.value, (a.slope - a.value / b.value * b.slope) / b.value};
}
inline Dual& operator+=(Dual& a, Dual b) {
  return a = a + b;
}

inline double value_of(double a) {
  return a;
}
inline double value_of(Dual a) {
  return a.value;
}

/// f(a) given f and f' at the value of a.
inline double chain(double, double f, double) {
  return f;
}
inline Dual chain(Dual a, double f, double slope) {
  return {f, slope * a.slope};
}

}  // namespace engd::reference
