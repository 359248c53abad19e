// The loops behind the instructions of a tape. `out` may be one of the operands: every element
// depends on elements of its own place only, which is what ivdep promises to the compiler.
#include <algorithm>
#include <cmath>

#include "expr/fused.h"
#include "expr/tape.h"
#include "expr/vector_math.h"

namespace engd::expr {

namespace {

template <class F>
void each(int n, double* out, const F& value) {
#pragma GCC ivdep
  for (int q = 0; q < n; ++q) out[q] = value(q);
}

/// a^k by repeated squaring, each multiplication one pass over the block.
void whole_power(int n, double* out, const double* a, double k) {
  alignas(64) double squares[Tape::block];
  double* const square = squares;
  each(n, square, [=](int q) { return a[q]; });  // `out` may be `a`
  bool started = false;
  for (auto rest = static_cast<unsigned>(std::fabs(k)); rest != 0; rest >>= 1) {
    if ((rest & 1u) != 0) {
      if (started) {
        each(n, out, [=](int q) { return out[q] * square[q]; });
      } else {
        each(n, out, [=](int q) { return square[q]; });
      }
      started = true;
    }
    if (rest > 1) each(n, square, [=](int q) { return square[q] * square[q]; });
  }
  if (k < 0) each(n, out, [=](int q) { return 1 / out[q]; });
}

void function(Op op, int n, double* out, const double* a) {
  if (op == Op::sin) return vector_sin(a, out, n);
  if (op == Op::cos) return vector_cos(a, out, n);
  if (op == Op::tanh) return vector_tanh(a, out, n);
  if (op == Op::exp) return vector_exp(a, out, n);
  if (op == Op::log) return vector_log(a, out, n);
  if (op == Op::erf) return vector_erf(a, out, n);
  if (op == Op::sqrt) return each(n, out, [=](int q) { return std::sqrt(a[q]); });
  if (op == Op::abs) return each(n, out, [=](int q) { return std::fabs(a[q]); });
  if (op == Op::step) return each(n, out, [=](int q) { return a[q] >= 0 ? 1.0 : 0.0; });
  if (op == Op::sign)
    return each(n, out, [=](int q) { return a[q] > 0 ? 1.0 : (a[q] < 0 ? -1.0 : a[q]); });
  each(n, out, [=](int q) { return apply(op, a[q], 0); });
}

}  // namespace

void execute(const Instruction& i, int n, double* out, double* second, const double* a,
             const double* b, const double* c) {
  const double k = i.k, m = i.m;
  switch (i.code) {
    case Code::fill:
      std::fill_n(out, n, k);
      return;
    case Code::copy:
      std::copy_n(a, n, out);
      return;
    case Code::negate:
      return each(n, out, [=](int q) { return -a[q]; });
    case Code::add:
      return each(n, out, [=](int q) { return a[q] + b[q]; });
    case Code::shift:
      return each(n, out, [=](int q) { return a[q] + k; });
    case Code::subtract:
      return each(n, out, [=](int q) { return a[q] - b[q]; });
    case Code::subtract_from:
      return each(n, out, [=](int q) { return k - a[q]; });
    case Code::multiply:
      return each(n, out, [=](int q) { return a[q] * b[q]; });
    case Code::scale:
      return each(n, out, [=](int q) { return k * a[q]; });
    case Code::multiply_add:
      return each(n, out, [=](int q) { return fused(a[q], b[q], c[q]); });
    case Code::multiply_subtract:
      return each(n, out, [=](int q) { return fused(-a[q], b[q], c[q]); });
    case Code::multiply_shift:
      return each(n, out, [=](int q) { return fused(a[q], b[q], k); });
    case Code::scale_add:
      return each(n, out, [=](int q) { return fused(k, a[q], b[q]); });
    case Code::scale_shift:
      return each(n, out, [=](int q) { return fused(k, a[q], m); });
    case Code::divide:
      return each(n, out, [=](int q) { return a[q] / b[q]; });
    case Code::divide_by:
      return each(n, out, [=](int q) { return a[q] / k; });
    case Code::divide_from:
      return each(n, out, [=](int q) { return k / a[q]; });
    case Code::power:
      return each(n, out, [=](int q) { return std::pow(a[q], b[q]); });
    case Code::power_real:
      return each(n, out, [=](int q) { return std::pow(a[q], k); });
    case Code::power_base:
      return each(n, out, [=](int q) { return std::pow(k, a[q]); });
    case Code::power_whole:
      return whole_power(n, out, a, k);
    case Code::sincos:
      return vector_sincos(a, out, second, n);
    case Code::minimum:
      return each(n, out,
                  [=](int q) { return b[q] < a[q] ? b[q] : (a[q] <= b[q] ? a[q] : a[q] + b[q]); });
    case Code::maximum:
      return each(n, out,
                  [=](int q) { return b[q] > a[q] ? b[q] : (a[q] >= b[q] ? a[q] : a[q] + b[q]); });
    case Code::function:
      return function(i.op, n, out, a);
    case Code::function_of_two:
      return each(n, out, [=](int q) { return apply(i.op, a[q], b[q]); });
  }
}

}  // namespace engd::expr
