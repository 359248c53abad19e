#pragma once

/// Elementary functions over arrays, written so that the compiler vectorises them: no branches in
/// the common range, within 3.5 ulp of the exact value where the processor has fused multiply-add
/// (4 elsewhere; that is tanh, the others keep 2 and 2.5), the C library for the rare rest (sin and
/// cos beyond 1e5, log outside the normal numbers). NaN and infinities are as in the C library.
/// `out` may be `in`. A value depends on its argument alone, never on its place in the array.
namespace engd::expr {

void vector_exp(const double* in, double* out, int n);
void vector_log(const double* in, double* out, int n);
void vector_tanh(const double* in, double* out, int n);
void vector_sin(const double* in, double* out, int n);
void vector_cos(const double* in, double* out, int n);
void vector_sincos(const double* in, double* sine, double* cosine, int n);
void vector_erf(const double* in, double* out, int n);

}  // namespace engd::expr
