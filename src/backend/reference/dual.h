#pragma once

#include <array>
#include <cmath>

namespace engd::reference {

/// value + sum_k slope[k] * epsilon_k where products of epsilons vanish: N directional derivatives,
/// exact to round-off.
template <int N>
struct Dual {
  double value = 0;
  std::array<double, N> slope{};
  Dual() = default;
  Dual(double v) : value(v) {}
};

/// a.slope * x + b.slope * y with another value.
template <int N>
Dual<N> combined(double value, const Dual<N>& a, double x, const Dual<N>& b, double y) {
  Dual<N> result(value);
  for (int k = 0; k < N; ++k) result.slope[k] = a.slope[k] * x + b.slope[k] * y;
  return result;
}

template <int N>
Dual<N> operator+(const Dual<N>& a, const Dual<N>& b) {
  return combined(a.value + b.value, a, 1, b, 1);
}
template <int N>
Dual<N> operator-(const Dual<N>& a, const Dual<N>& b) {
  return combined(a.value - b.value, a, 1, b, -1);
}
template <int N>
Dual<N> operator*(const Dual<N>& a, const Dual<N>& b) {
  return combined(a.value * b.value, a, b.value, b, a.value);
}
template <int N>
Dual<N> operator/(const Dual<N>& a, const Dual<N>& b) {
  return combined(a.value / b.value, a, 1 / b.value, b, -a.value / (b.value * b.value));
}
template <int N>
Dual<N>& operator+=(Dual<N>& a, const Dual<N>& b) {
  return a = a + b;
}

inline double value_of(double a) {
  return a;
}
template <int N>
double value_of(const Dual<N>& a) {
  return a.value;
}

/// f(a) given f and f' at the value of a.
inline double chain(double, double f, double) {
  return f;
}
template <int N>
Dual<N> chain(const Dual<N>& a, double f, double slope) {
  return combined(f, a, slope, a, 0);
}

}  // namespace engd::reference
