#pragma once

namespace engd::expr {

/// a*b + c, rounded once where the processor does that in one instruction (it then vectorises);
/// elsewhere a call of the C library's fma would be slow, and two roundings have to do.
inline double fused(double a, double b, double c) {
#ifdef __FP_FAST_FMA
  return __builtin_fma(a, b, c);
#else
  return a * b + c;
#endif
}

}  // namespace engd::expr
