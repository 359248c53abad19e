#include "expr/vector_math.h"

#include <cmath>

namespace engd::expr {

void vector_exp(const double* in, double* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = std::exp(in[i]);
}
void vector_log(const double* in, double* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = std::log(in[i]);
}
void vector_tanh(const double* in, double* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = std::tanh(in[i]);
}
void vector_sin(const double* in, double* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = std::sin(in[i]);
}
void vector_cos(const double* in, double* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = std::cos(in[i]);
}
void vector_sincos(const double* in, double* sine, double* cosine, int n) {
  vector_sin(in, sine, n);
  vector_cos(in, cosine, n);
}
void vector_erf(const double* in, double* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = std::erf(in[i]);
}

}  // namespace engd::expr
