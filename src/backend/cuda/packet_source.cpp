// A first layer of packets (network/perceptron.h): a = Im exp(i z - q), q = s^2 h, h = |phi - c|^2
// / 2.
#include <fmt/format.h>

#include <span>

#include "backend/cuda/formula_source.h"
#include "backend/cuda/term_source.h"

namespace engd::cuda {

using network::ChainTerm;

namespace {

// The chain rule of v^2 / 2 from the channels of phi and the value of v: network::half_square.
std::string half_square_source(const network::JetPlan& plan) {
  std::string source =
      "__device__ __forceinline__ void add_half_square(const double* f, double v, double* h) {\n";
  for (const ChainTerm& term : plan.inner_terms()) {
    if (term.order > 2) continue;
    std::string factors = term.order == 0 ? " * v * v" : term.order == 1 ? " * v" : "";
    for (int k = 0; k < term.order; ++k)
      factors += fmt::format(" * f[{}]", term.factor[static_cast<std::size_t>(k)]);
    source += fmt::format("  h[{}] += {}{};\n", term.target,
                          literal(term.order == 0 ? 0.5 : term.coefficient), factors);
  }
  return source + "}\n";
}

constexpr const char* packet_struct = R"cuda(
#define INPUTS (COORDINATES + 2 * WAVES)
__device__ __forceinline__ void operator+=(Complex& a, Complex b) {
  a.re += b.re;
  a.im += b.im;
}

struct Packet {
  double z[CLOSURE], h[CLOSURE], s;
  Complex e;  // exp(i z - q)
  const double* phi;  // of the point: channel c of input k at phi[c * stride + k]
  Index stride;
  const double *W, *centre;
  __device__ __forceinline__ Packet(const double* inputs, int n, int q, int i, int width,
                                    const double* theta, Index weights, Index biases)
      : s(theta[biases + width + i]),
        phi(inputs + (Index)q * INPUTS),
        stride((Index)n * INPUTS),
        W(theta + weights + (Index)i * INPUTS),
        centre(theta + weights + (Index)(width + i) * INPUTS) {
#pragma unroll
    for (int c = 0; c < CLOSURE; ++c) z[c] = h[c] = 0;
    z[0] = theta[biases + i];
    for (int k = 0; k < INPUTS; ++k) {
      double f[CLOSURE];
#pragma unroll
      for (int c = 0; c < CLOSURE; ++c) {
        f[c] = phi[c * stride + k];
        z[c] += W[k] * f[c];
      }
      add_half_square(f, f[0] - centre[k], h);
    }
    double sine, cosine;
    sincos(z[0], &sine, &cosine);
    const double envelope = exp(-s * s * h[0]);
    e = {envelope * cosine, envelope * sine};
  }
  __device__ __forceinline__ Complex argument(int c) const { return {-s * s * h[c], z[c]}; }
};
)cuda";

// A term's coefficient times its factors but for one.
std::string product(const ChainTerm& term, int without = -1) {
  std::string text = fmt::format("Complex{{{}, 0.0}}", literal(term.coefficient));
  for (int k = 0; k < term.order; ++k)
    if (k != without)
      text += fmt::format(" * p.argument({})", term.factor[static_cast<std::size_t>(k)]);
  return text;
}

// The chain rule to the channels of a, and its transpose: bar[c] = z_bar_c - i q_bar_c.
std::string chain_source(std::span<const ChainTerm> terms, std::size_t channels) {
  std::string forward =
      "__device__ __forceinline__ void packet_chain(const Packet& p, double* a) {\n";
  for (std::size_t c = 0; c < channels; ++c) {
    forward += "  {\n    Complex f = {0.0, 0.0};\n";
    for (const ChainTerm& term : terms)
      if (term.target == static_cast<int>(c)) forward += "    f += " + product(term) + ";\n";
    forward += fmt::format("    a[{}] = f.re * p.e.im + f.im * p.e.re;\n  }}\n", c);
  }
  std::string reverse =
      "}\n__device__ __forceinline__ void packet_transposed(const Packet& p, const double* a_bar, "
      "Complex* bar) {\n  for (int c = 0; c < CLOSURE; ++c) bar[c] = {0.0, 0.0};\n";
  for (const ChainTerm& term : terms) {
    const auto add = [&](int channel, const std::string& factors) {
      reverse += fmt::format("  bar[{}] += Complex{{a_bar[{}], 0.0}} * {};\n", channel, term.target,
                             factors);
    };
    add(0, product(term));
    for (int k = 0; k < term.order; ++k)
      add(term.factor[static_cast<std::size_t>(k)], product(term, k));
  }
  return forward + reverse + "  for (int c = 0; c < CLOSURE; ++c) bar[c] = bar[c] * p.e;\n}\n";
}

constexpr const char* packet_kernels = R"cuda(
extern "C" __global__ void packet_forward(int n, int width, const double* theta, Index parameters,
                                          Index weights, Index biases, const double* phi, double* a,
                                          Index a_stride) {
  const Index id = (Index)blockIdx.x * BLOCK + threadIdx.x, size = (Index)width * n;
  if (id >= size) return;
  const Packet packet(phi, n, (int)(id / width), (int)(id % width), width,
                      theta + blockIdx.z * parameters, weights, biases);
  double values[PACKET_CHANNELS];
  packet_chain(packet, values);
#pragma unroll
  for (int c = 0; c < PACKET_CHANNELS; ++c) a[blockIdx.z * a_stride + c * size + id] = values[c];
}

// From the cotangents of the channels: visit(place in theta, derivative) for all parameters of a
// neuron; dq_c/dc_k = s^2 (c_k [value] - phi_k,c), dq_c/ds = 2 s h_c.
template <typename Visit>
__device__ __forceinline__ void packet_reverse(const Packet& p, const double* a_bar, int i,
                                               int width, Index weights, Index biases,
                                               const Visit& visit) {
  Complex bar[CLOSURE];
  packet_transposed(p, a_bar, bar);
  double of_s = 0;
#pragma unroll
  for (int c = 0; c < CLOSURE; ++c) of_s -= p.h[c] * bar[c].im;
  visit(biases + i, bar[0].re);
  visit(biases + width + i, 2 * p.s * of_s);
  for (int k = 0; k < INPUTS; ++k) {
    Complex sum = {0.0, 0.0};
#pragma unroll
    for (int c = 0; c < CLOSURE; ++c) sum += Complex{p.phi[c * p.stride + k], 0.0} * bar[c];
    visit(weights + (Index)i * INPUTS + k, sum.re);
    visit(weights + (Index)(width + i) * INPUTS + k,
          p.s * p.s * (sum.im - p.centre[k] * bar[0].im));
  }
}

extern "C" __global__ void packet_rows(int n, int rows, int width, const double* theta,
                                       Index weights, Index biases, const double* phi,
                                       const double* a_bars, double* A, Index parameters,
                                       Index kind_stride) {
  const Index id = (Index)blockIdx.x * BLOCK + threadIdx.x, size = (Index)width * n;
  if (id >= size * rows) return;
  const int i = (int)(id % width), q = (int)(id / width % n), k = (int)(id / size);
  const Packet packet(phi, n, q, i, width, theta, weights, biases);
  double a_bar[PACKET_CHANNELS];
#pragma unroll
  for (int c = 0; c < PACKET_CHANNELS; ++c) a_bar[c] = a_bars[c * size * rows + id];
  double* row = A + (k * kind_stride + q) * parameters;
  packet_reverse(packet, a_bar, i, width, weights, biases,
                 [&](Index place, double value) { row[place] = value; });
}

// One block a neuron, which adds up its points.
extern "C" __global__ void packet_gradient(int n, int width, const double* theta, Index weights,
                                           Index biases, const double* phi, const double* a_bars,
                                           double* g) {
  const int i = blockIdx.x;
  const Index size = (Index)width * n;
  double sum[2 * INPUTS + 2] = {};
  for (int q = threadIdx.x; q < n; q += BLOCK) {
    const Packet packet(phi, n, q, i, width, theta, weights, biases);
    double a_bar[PACKET_CHANNELS];
#pragma unroll
    for (int c = 0; c < PACKET_CHANNELS; ++c) a_bar[c] = a_bars[c * size + (Index)q * width + i];
    int at = 0;
    packet_reverse(packet, a_bar, i, width, weights, biases,
                   [&](Index, double value) { sum[at++] += value; });
  }
  for (int j = 0; j < 2 * INPUTS + 2; ++j) {
    const double total = block_sum(sum[j]);
    if (threadIdx.x != 0) continue;
    // In the order of packet_reverse: b, s, then w and c of every input.
    if (j < 2)
      g[biases + (j == 0 ? 0 : width) + i] += total;
    else
      g[weights + (Index)((j % 2 == 0 ? 0 : width) + i) * INPUTS + j / 2 - 1] += total;
  }
}
)cuda";

}  // namespace

std::string packet_source(const network::Perceptron& perceptron, const network::JetPlan& plan) {
  const bool last = perceptron.hidden_layers() == 1;
  const std::size_t channels = last ? plan.used().size() : plan.closure().size();
  return half_square_source(plan) + fmt::format("#define PACKET_CHANNELS {}\n", channels) +
         packet_struct + chain_source(last ? plan.last_terms() : plan.inner_terms(), channels) +
         packet_kernels;
}

}  // namespace engd::cuda
