// Polynomials and the quotient below interpolate the named function at Chebyshev nodes, computed
// with 60 digits and rounded; their errors are below 2^-56 of the result. Every kernel is plain
// arithmetic on one number, the same for each element: the loops around them vectorise and round
// alike everywhere.
#include "expr/vector_math.h"

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>

#include "expr/fused.h"

namespace engd::expr {

namespace {

// Adding 1.5 * 2^52 to |z| < 2^51 rounds z to a whole number, which then stands in the low bits.
constexpr double rounder = 0x1.8p52;
constexpr std::int64_t exponent_of_one = 1023LL << 52;

std::int64_t bits(double x) {
  return std::bit_cast<std::int64_t>(x);
}
double from_bits(std::int64_t x) {
  return std::bit_cast<double>(x);
}

/// 2^k for a whole k given as k + rounder, -1023 < k < 1024.
double power_of_two(double rounded) {
  return from_bits((bits(rounded) << 52) + exponent_of_one);
}

// log(2) in two parts: the first has 40 bits, so that k times it is exact.
constexpr double log2_high = 0x1.62e42fefa2p-1, log2_low = 0x1.9ef35793c7673p-41;

/// e^r - 1 for |r| <= log(2)/2: r + r^2 q(r).
[[gnu::always_inline]] inline double expm1_reduced(double r) {
  double q = 0x1.1f730349868cep-29;
  q = fused(q, r, 0x1.af4de97ca4194p-26);
  q = fused(q, r, 0x1.27e4db646b17ep-22);
  q = fused(q, r, 0x1.71de0231960ebp-19);
  q = fused(q, r, 0x1.a01a01a6d889cp-16);
  q = fused(q, r, 0x1.a01a01abe7fe1p-13);
  q = fused(q, r, 0x1.6c16c16c162d4p-10);
  q = fused(q, r, 0x1.11111111100dcp-7);
  q = fused(q, r, 0x1.5555555555556p-5);
  q = fused(q, r, 0x1.5555555555557p-3);
  q = fused(q, r, 0.5);
  return fused(r * r, q, r);
}

/// x = k log(2) + r with k = rounded - rounder.
struct ExpArgument {
  double rounded, k, r;
};

[[gnu::always_inline]] inline ExpArgument reduce_exp(double x) {
  const double rounded = fused(x, 0x1.71547652b82fep+0, rounder);
  const double k = rounded - rounder;
  return {rounded, k, fused(-k, log2_low, fused(-k, log2_high, x))};
}

[[gnu::always_inline]] inline double exp_kernel(double x) {
  // Beyond these e^x is 0 or infinite; a NaN passes both comparisons unchanged.
  x = x > 710.0 ? 710.0 : x;
  x = x < -746.0 ? -746.0 : x;
  const ExpArgument argument = reduce_exp(x);
  const double p = 1.0 + expm1_reduced(argument.r);
  // 2^k in two factors: k reaches from -1076 to 1024, and only the last product rounds.
  const double half = fused(argument.k, 0.5, rounder);
  const double rest = (argument.k - (half - rounder)) + rounder;
  return p * power_of_two(half) * power_of_two(rest);
}

/// |x| = k log(2)/2 + r with k = rounded - rounder >= 0 and 0 <= r <= log(2)/2. Where
/// tanh r = r N(z)/D(z), z = r^2, the addition theorem gives
///     tanh|x| = 1 - (D - r N) / ((2^k + 1)/2 D + (2^k - 1)/2 r N)     for k > 0
/// and r N / D for k = 0. No digits cancel in either, and a tiny x is its own tanh.
[[gnu::always_inline]] inline double tanh_kernel(double x) {
  double a = std::fabs(x);
  a = a > 20.0 ? 20.0 : a;  // 1 - tanh(20) is far below half an ulp; NaN passes
  const double rounded = fused(a, 0x1.71547652b82fep+1, -0.5) + rounder;
  const double k = rounded - rounder;
  const double r = fused(-k, 0.5 * log2_low, fused(-k, 0.5 * log2_high, a));
  const double half = 0.5 * power_of_two(rounded);
  const double z = r * r;
  double n = 0x1.0886e3d2c6325p-9;
  n = fused(n, z, 0x1.f065d97e4aac2p-4);
  n = r * fused(n, z, 1.0);
  double d = 0x1.92a53a46fce5ep-14;
  d = fused(d, z, 0x1.4ad73d0bfbef4p-6);
  d = fused(d, z, 0x1.d16ecbb4e8005p-2);
  d = fused(d, z, 1.0);
  const double one = k < 1.0 ? k : 1.0;
  const double quotient = fused(-one, d, n) / fused(n, half - 0.5, (half + 0.5) * d);
  return std::copysign(one + quotient, x);
}

/// x = 2^k m with sqrt(1/2) <= m < sqrt(2), f = m - 1, s = f/(2+f), z = s^2:
/// log(m) = 2 atanh(s) = f - f^2/2 + s (f^2/2 + z t(z)).
[[gnu::always_inline]] inline double log_kernel(double x) {
  constexpr std::int64_t bits_of_sqrt_half = 0x3fe6a09e667f3bcd;
  constexpr std::int64_t bits_of_rounder = 0x4330000000000000;  // 2^52
  const std::int64_t shifted = bits(x) - bits_of_sqrt_half + exponent_of_one;
  const std::int64_t biased = static_cast<std::int64_t>(static_cast<std::uint64_t>(shifted) >> 52);
  const double k = from_bits(biased | bits_of_rounder) - (0x1p52 + 1023.0);
  const double m = from_bits(bits(x) - ((biased - 1023) << 52));
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  double t = 0x1.2b5f68a50d903p-3;
  t = fused(t, z, 0x1.39fdcceb4bb45p-3);
  t = fused(t, z, 0x1.7462b91b8df65p-3);
  t = fused(t, z, 0x1.c71c62d5e53e0p-3);
  t = fused(t, z, 0x1.2492492dfd86cp-2);
  t = fused(t, z, 0x1.9999999995273p-2);
  t = fused(t, z, 0x1.5555555555558p-1);
  const double half_square = 0.5 * f * f;
  const double tail = fused(s, fused(z, t, half_square), k * log2_low);
  return k * log2_high - ((half_square - tail) - f);
}

struct SineCosine {
  double sine, cosine;
};

/// x = q pi/2 + r, |r| <= pi/4. pi/2 comes in parts of 33, 33 and 53 bits: the first two products
/// are exact for |q| < 2^20, and the rounding errors of the differences are carried in `low`.
[[gnu::always_inline]] inline SineCosine sincos_kernel(double x) {
  const double rounded = x * 0x1.45f306dc9c883p-1 + rounder;
  const double q = rounded - rounder;
  const double second = q * 0x1.0b4611a6p-34;
  const double first = x - q * 0x1.921fb544p+0;
  const double high = first - second;
  const double error = second - (first - high) + q * 0x1.3198a2e037073p-69;
  const double r = high - error;
  const double low = (high - r) - error;

  const double z = r * r;
  double s = 0x1.5e0a4fc16be59p-33;
  s = fused(s, z, -0x1.ae6008d114485p-26);
  s = fused(s, z, 0x1.71de37946ed6dp-19);
  s = fused(s, z, -0x1.a01a019e820aep-13);
  s = fused(s, z, 0x1.1111111110babp-7);
  s = fused(s, z, -0x1.5555555555555p-3);
  const double half = 0.5 * z;
  // sin(r + low) = sin(r) + low cos(r); subtracting keeps the sign of a zero
  const double sine = r - fused(r * z, -s, fused(half, low, -low));

  double c = -0x1.907cd8ff5ede7p-37;
  c = fused(c, z, 0x1.1eeb67d026ec6p-29);
  c = fused(c, z, -0x1.27e4fa16cc2d1p-22);
  c = fused(c, z, 0x1.a01a019f4ddfdp-16);
  c = fused(c, z, -0x1.6c16c16c16963p-10);
  c = fused(c, z, 0x1.5555555555555p-5);
  // cos(r + low) = 1 - z/2 + z^2 c - r low, and 1 - z/2 with the error of its rounding
  const double head = 1.0 - half;
  const double cosine = head + (((1.0 - head) - half) + fused(z * z, c, -r * low));

  const std::int64_t quadrant = bits(rounded);
  const bool swapped = (quadrant & 1) != 0;
  const std::int64_t sine_sign = (quadrant & 2) << 62;
  const std::int64_t cosine_sign = ((quadrant + 1) & 2) << 62;
  return {from_bits(bits(swapped ? cosine : sine) ^ sine_sign),
          from_bits(bits(swapped ? sine : cosine) ^ cosine_sign)};
}

constexpr double largest_angle = 1e5;

bool is_usual_angle(double x) {
  return std::fabs(x) <= largest_angle;
}
bool is_usual_logarithm(double x) {
  return x >= DBL_MIN && x <= DBL_MAX;
}

template <class Usual>
bool all(const double* in, int n, const Usual& usual) {
  std::int64_t rare = 0;
  for (int i = 0; i < n; ++i) rare |= usual(in[i]) ? 0 : 1;
  return rare == 0;
}

/// ivdep: `out` may be `in`, and element i depends on element i only.
template <class Kernel>
void each(const double* in, double* out, int n, const Kernel& kernel) {
#pragma GCC ivdep
  for (int i = 0; i < n; ++i) out[i] = kernel(in[i]);
}

/// The kernel where it holds; a block with rare arguments goes one by one.
template <class Usual, class Kernel, class Library>
void guarded(const double* in, double* out, int n, const Usual& usual, const Kernel& kernel,
             const Library& library) {
  if (all(in, n, usual)) return each(in, out, n, kernel);
  for (int i = 0; i < n; ++i) out[i] = usual(in[i]) ? kernel(in[i]) : library(in[i]);
}

}  // namespace

void vector_exp(const double* in, double* out, int n) {
  each(in, out, n, [](double x) { return exp_kernel(x); });
}

void vector_tanh(const double* in, double* out, int n) {
  each(in, out, n, [](double x) { return tanh_kernel(x); });
}

void vector_log(const double* in, double* out, int n) {
  guarded(
      in, out, n, is_usual_logarithm, [](double x) { return log_kernel(x); },
      [](double x) { return std::log(x); });
}

void vector_sin(const double* in, double* out, int n) {
  guarded(
      in, out, n, is_usual_angle, [](double x) { return sincos_kernel(x).sine; },
      [](double x) { return std::sin(x); });
}

void vector_cos(const double* in, double* out, int n) {
  guarded(
      in, out, n, is_usual_angle, [](double x) { return sincos_kernel(x).cosine; },
      [](double x) { return std::cos(x); });
}

void vector_sincos(const double* in, double* sine, double* cosine, int n) {
  if (all(in, n, is_usual_angle)) {
#pragma GCC ivdep
    for (int i = 0; i < n; ++i) {
      const SineCosine both = sincos_kernel(in[i]);
      sine[i] = both.sine;
      cosine[i] = both.cosine;
    }
    return;
  }
  for (int i = 0; i < n; ++i) {
    const double x = in[i];
    const SineCosine both = sincos_kernel(x);
    sine[i] = is_usual_angle(x) ? both.sine : std::sin(x);
    cosine[i] = is_usual_angle(x) ? both.cosine : std::cos(x);
  }
}

void vector_erf(const double* in, double* out, int n) {
  each(in, out, n, [](double x) { return std::erf(x); });
}

}  // namespace engd::expr
