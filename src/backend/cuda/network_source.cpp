// The network of a term: its activation, the chain rule of the channels, and the kernels of the
// layers.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <vector>

#include "backend/cuda/formula_source.h"
#include "backend/cuda/term_source.h"

namespace engd::cuda {

using network::Activation;
using network::ChainTerm;
using network::Channel;

namespace {

std::string activation_source(const std::string& name, Activation activation) {
  const std::string head =
      "__device__ __forceinline__ void " + name + "(double z, double (&s)[6]) {\n";
  const std::string logistic = R"cuda(
  const double t = tanh(0.5 * z), l = 0.5 + 0.5 * t, a = 0.25 * (1 - t * t);
  const double d[6] = {l, a, a * (1 - 2 * l), a * (1 - 6 * a), a * (1 - 2 * l) * (1 - 12 * a),
                       a * (1 - a * (30 - 120 * a))};
)cuda";
  switch (activation.kind) {
    case Activation::tanh:
      return head + R"cuda(
  const double t = tanh(z), q = t * t, f = 1 - q;
  s[0] = t;
  s[1] = f;
  s[2] = -2 * t * f;
  s[3] = (6 * q - 2) * f;
  s[4] = t * (16 - 24 * q) * f;
  s[5] = (16 + q * (120 * q - 120)) * f;
}
)cuda";
    case Activation::sin:
      return head + R"cuda(
  sincos(z, &s[0], &s[1]);
  s[2] = -s[0];
  s[3] = -s[1];
  s[4] = s[0];
  s[5] = s[1];
}
)cuda";
    case Activation::gelu:
      return head + R"cuda(
  const double P = normcdf(z), p = 0.39894228040143267794 * exp(-0.5 * z * z), q = z * z;
  s[0] = z * P;
  s[1] = P + z * p;
  s[2] = p * (2 - q);
  s[3] = p * z * (q - 4);
  s[4] = p * (q * (7 - q) - 4);
  s[5] = p * z * (18 + q * (q - 11));
}
)cuda";
    case Activation::swish:
      return head + logistic + R"cuda(
  s[0] = z * d[0];
  for (int k = 1; k < 6; ++k) s[k] = z * d[k] + k * d[k - 1];
}
)cuda";
    case Activation::softplus:
      return head + logistic + R"cuda(
  s[0] = fmax(z, 0.0) + log1p(exp(-fabs(z)));
  for (int k = 1; k < 6; ++k) s[k] = d[k - 1];
}
)cuda";
    case Activation::custom:  // refused by backend::make_energy
      break;
  }
  return {};
}

std::string product(const ChainTerm& term, int order, int without = -1) {
  std::string text = fmt::format("{} * s[{}]", literal(term.coefficient), order);
  for (int k = 0; k < term.order; ++k)
    if (k != without) text += fmt::format(" * z[{}]", term.factor[static_cast<std::size_t>(k)]);
  return text;
}

// The chain rule from z to `channels` channels of sigma(z), and its transpose.
std::string chain_source(const std::string& name, std::span<const ChainTerm> terms, int closure,
                         int channels) {
  std::string forward = fmt::format(
      "__device__ __forceinline__ void {}_chain(const double* z, const double (&s)[6], double* a) "
      "{{\n",
      name);
  for (int c = 0; c < channels; ++c) {
    std::string sum;
    for (const ChainTerm& term : terms)
      if (term.target == c) sum += (sum.empty() ? "" : " + ") + product(term, term.order);
    forward += fmt::format("  a[{}] = {};\n", c, sum);
  }
  forward += "}\n";
  std::string reverse = fmt::format(
      "__device__ __forceinline__ void {}_transposed(const double* z, const double (&s)[6], const "
      "double* a_bar, double* z_bar) {{\n",
      name);
  for (int c = 0; c < closure; ++c) reverse += fmt::format("  z_bar[{}] = 0;\n", c);
  for (const ChainTerm& term : terms) {
    // sigma^(order) depends on z itself, then each factor in its turn. Equal factors give equal
    // contributions, one each.
    reverse +=
        fmt::format("  z_bar[0] += a_bar[{}] * {};\n", term.target, product(term, term.order + 1));
    for (int k = 0; k < term.order; ++k)
      reverse +=
          fmt::format("  z_bar[{}] += a_bar[{}] * {};\n", term.factor[static_cast<std::size_t>(k)],
                      term.target, product(term, term.order, k));
  }
  return forward + reverse + "}\n";
}

// In the first layer z is affine: D^alpha sigma(z) = sigma^(|alpha|)(z) m with the monomial
// m = prod_j v_j^alpha_j, v_j = W_ij s_j; for the Laplacian m = sum_j v_j^2.
std::string monomial(const Channel& channel, const expr::Space& space) {
  std::string text;
  if (channel.laplacian) {
    for (int j : space.spatial)
      text += fmt::format("{}v[{}] * v[{}]", text.empty() ? "" : " + ", j, j);
    return text.empty() ? "0.0" : text;
  }
  for (int k = 0; k < channel.order(); ++k)
    text += fmt::format("{}v[{}]", text.empty() ? "" : " * ",
                        channel.axis[static_cast<std::size_t>(k)]);
  return text.empty() ? "1.0" : text;
}

std::string monomials_source(const network::Perceptron& perceptron, const network::JetPlan& plan,
                             std::span<const Channel> channels) {
  std::string source =
      numbers_source("centre", perceptron.centre()) + numbers_source("scale", perceptron.scale());
  source += "__device__ __forceinline__ void first_monomials(const double* v, double* m) {\n";
  for (std::size_t c = 0; c < channels.size(); ++c)
    source += fmt::format("  m[{}] = {};\n", c, monomial(channels[c], plan.space()));
  source += "}\n__device__ const int first_order[FIRST] = {";
  for (std::size_t c = 0; c < channels.size(); ++c)
    source += fmt::format("{}{}", c == 0 ? "" : ", ", channels[c].order());
  return source + "};\n";
}

std::string first_layer_source(const network::JetPlan& plan, std::span<const Channel> channels) {
  std::string source;
  // v_bar[j] += sum over channels of m_bar_c dm_c/dv_j
  source +=
      "__device__ __forceinline__ void first_slopes(const double* v, const double* m_bar, double* "
      "v_bar) {\n";
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const Channel& channel = channels[c];
    if (channel.laplacian) {
      for (int j : plan.space().spatial)
        source += fmt::format("  v_bar[{}] += m_bar[{}] * 2 * v[{}];\n", j, c, j);
      continue;
    }
    for (int k = 0; k < channel.order(); ++k) {
      std::string others;
      for (int l = 0; l < channel.order(); ++l)
        if (l != k) others += fmt::format(" * v[{}]", channel.axis[static_cast<std::size_t>(l)]);
      source += fmt::format("  v_bar[{}] += m_bar[{}]{};\n",
                            channel.axis[static_cast<std::size_t>(k)], c, others);
    }
  }
  return source + "}\n";
}

constexpr const char* first_layer = R"cuda(
struct First {
  int i;
  double z, v[DIM], x[SEEN], m[FIRST], s[6];  // v = W s, x = s (x - c)
  // The coordinate of weight k: network/perceptron.h.
  __device__ __forceinline__ int seen(int k) const {
    return SEEN == DIM ? k : (int)(((Index)i * SEEN + i % DIM / ROUND + k) % DIM);
  }
  __device__ __forceinline__ First(const PointsView& points, int q, int neuron,
                                   const double* weights, double b)
      : i(neuron), z(b) {
    const double* W = weights + (Index)i * SEEN;
    if (SEEN < DIM)
      for (int j = 0; j < DIM; ++j) v[j] = 0;
#pragma unroll
    for (int k = 0; k < SEEN; ++k) {
      const int j = seen(k);
      x[k] = scale[j] * (points.x[j * points.stride + q] - centre[j]);
      v[j] = W[k] * scale[j];
      z += W[k] * x[k];
    }
    activate_first(z, s);
    first_monomials(v, m);
  }
  __device__ __forceinline__ double channel(int c) const { return s[first_order[c]] * m[c]; }
  // From the cotangents of the channels: that of z, and of W.
  __device__ __forceinline__ double reverse(const double* a_bar, double* W_bar) const {
    double m_bar[FIRST], v_bar[DIM], z_bar = 0;
#pragma unroll
    for (int c = 0; c < FIRST; ++c) {
      z_bar += a_bar[c] * s[first_order[c] + 1] * m[c];
      m_bar[c] = a_bar[c] * s[first_order[c]];
    }
#pragma unroll
    for (int j = 0; j < DIM; ++j) v_bar[j] = 0;
    first_slopes(v, m_bar, v_bar);
#pragma unroll
    for (int k = 0; k < SEEN; ++k) W_bar[k] = z_bar * x[k] + scale[seen(k)] * v_bar[seen(k)];
    return z_bar;
  }
};
)cuda";

// The first layer of several.
constexpr const char* first_layer_kernels = R"cuda(
extern "C" __global__ void first_forward(PointsView points, int width, const double* theta,
                                         Index parameters, Index weights, Index biases, double* a,
                                         Index a_stride) {
  const Index id = (Index)blockIdx.x * BLOCK + threadIdx.x;
  if (id >= (Index)width * points.count) return;
  const int i = (int)(id % width), q = (int)(id / width);
  theta += blockIdx.z * parameters;
  a += blockIdx.z * a_stride;
  const First first(points, q, i, theta + weights, theta[biases + i]);
#pragma unroll
  for (int c = 0; c < FIRST; ++c)
    a[((Index)c * points.count + q) * width + i] = first.channel(c);
}

extern "C" __global__ void first_rows(PointsView points, int rows, int width, const double* theta,
                                      Index weights, Index biases, const double* a_bar, double* A,
                                      Index parameters, Index kind_stride) {
  const Index id = (Index)blockIdx.x * BLOCK + threadIdx.x;
  if (id >= (Index)width * points.count * rows) return;
  const int i = (int)(id % width), q = (int)(id / width % points.count),
            k = (int)(id / width / points.count);
  const First first(points, q, i, theta + weights, theta[biases + i]);
  double W_bar[SEEN], bar[FIRST];
#pragma unroll
  for (int c = 0; c < FIRST; ++c)
    bar[c] = a_bar[(((Index)c * rows + k) * points.count + q) * width + i];
  double* row = A + (k * kind_stride + q) * parameters;
  row[biases + i] = first.reverse(bar, W_bar);
#pragma unroll
  for (int j = 0; j < SEEN; ++j) row[weights + (Index)i * SEEN + j] = W_bar[j];
}

// One block a neuron, which adds up its points.
extern "C" __global__ void first_gradient(PointsView points, int width, const double* theta,
                                          Index weights, Index biases, const double* a_bar,
                                          double* g) {
  const int i = blockIdx.x;
  double sum[SEEN + 1] = {};
  for (int q = threadIdx.x; q < points.count; q += BLOCK) {
    const First first(points, q, i, theta + weights, theta[biases + i]);
    double W_bar[SEEN], bar[FIRST];
#pragma unroll
    for (int c = 0; c < FIRST; ++c) bar[c] = a_bar[((Index)c * points.count + q) * width + i];
    sum[SEEN] += first.reverse(bar, W_bar);
#pragma unroll
    for (int j = 0; j < SEEN; ++j) sum[j] += W_bar[j];
  }
#pragma unroll
  for (int j = 0; j <= SEEN; ++j) {
    const double total = block_sum(sum[j]);
    if (threadIdx.x == 0) g[j < SEEN ? weights + (Index)i * SEEN + j : biases + i] += total;
  }
}
)cuda";

// One hidden layer: nothing is stored between it and the output.
constexpr const char* shallow_kernels = R"cuda(
struct Offsets {
  Index weights, biases, out_weights, out_biases;
};

extern "C" __global__ void shallow_jets(PointsView points, int width, const double* theta,
                                        Index parameters, Offsets at, double* jets,
                                        Index jets_stride) {
  const int q = blockIdx.x * BLOCK + threadIdx.x;
  if (q >= points.count) return;
  theta += blockIdx.z * parameters;
  jets += blockIdx.z * jets_stride;
  double sum[FIRST][UNKNOWNS] = {};
  for (int i = 0; i < width; ++i) {
    const First first(points, q, i, theta + at.weights, theta[at.biases + i]);
#pragma unroll
    for (int u = 0; u < UNKNOWNS; ++u) {
      const double w = theta[at.out_weights + (Index)u * width + i];
#pragma unroll
      for (int c = 0; c < FIRST; ++c) sum[c][u] += w * first.channel(c);
    }
  }
#pragma unroll
  for (int c = 0; c < FIRST; ++c)
#pragma unroll
    for (int u = 0; u < UNKNOWNS; ++u)
      jets[((Index)c * points.count + q) * UNKNOWNS + u] = sum[c][u];
}

extern "C" __global__ void shallow_rows(PointsView points, int rows, int width,
                                        const double* theta, Offsets at, const double* cotangents,
                                        double* A, Index parameters, Index kind_stride) {
  const Index id = (Index)blockIdx.x * BLOCK + threadIdx.x;
  if (id >= (Index)width * points.count * rows) return;
  const int i = (int)(id % width), q = (int)(id / width % points.count),
            k = (int)(id / width / points.count);
  const First first(points, q, i, theta + at.weights, theta[at.biases + i]);
  double* row = A + (k * kind_stride + q) * parameters;
  double W_bar[SEEN], bar[FIRST] = {};
#pragma unroll
  for (int u = 0; u < UNKNOWNS; ++u) {
    const double w = theta[at.out_weights + (Index)u * width + i];
    double out = 0;
#pragma unroll
    for (int c = 0; c < FIRST; ++c) {
      const double cotangent = cotangents[(((Index)c * rows + k) * points.count + q) * UNKNOWNS + u];
      bar[c] += w * cotangent;
      out += cotangent * first.channel(c);
      if (c == VALUE && i == 0) row[at.out_biases + u] = cotangent;
    }
    row[at.out_weights + (Index)u * width + i] = out;
    if (VALUE < 0 && i == 0) row[at.out_biases + u] = 0;
  }
  row[at.biases + i] = first.reverse(bar, W_bar);
#pragma unroll
  for (int j = 0; j < SEEN; ++j) row[at.weights + (Index)i * SEEN + j] = W_bar[j];
}

// One block a neuron, and a last one for the biases of the output.
extern "C" __global__ void shallow_gradient(PointsView points, int width, const double* theta,
                                            Offsets at, const double* cotangents, double* g) {
  const int i = blockIdx.x;
  double sum[SEEN + 1 + UNKNOWNS] = {};
  for (int q = threadIdx.x; q < points.count; q += BLOCK) {
    double bars[FIRST][UNKNOWNS];
#pragma unroll
    for (int c = 0; c < FIRST; ++c)
#pragma unroll
      for (int u = 0; u < UNKNOWNS; ++u)
        bars[c][u] = cotangents[((Index)c * points.count + q) * UNKNOWNS + u];
    if (i == width) {
      if (VALUE >= 0)
#pragma unroll
        for (int u = 0; u < UNKNOWNS; ++u) sum[SEEN + 1 + u] += bars[VALUE < 0 ? 0 : VALUE][u];
      continue;
    }
    const First first(points, q, i, theta + at.weights, theta[at.biases + i]);
    double W_bar[SEEN], bar[FIRST] = {};
#pragma unroll
    for (int u = 0; u < UNKNOWNS; ++u) {
      const double w = theta[at.out_weights + (Index)u * width + i];
#pragma unroll
      for (int c = 0; c < FIRST; ++c) {
        bar[c] += w * bars[c][u];
        sum[SEEN + 1 + u] += bars[c][u] * first.channel(c);
      }
    }
    sum[SEEN] += first.reverse(bar, W_bar);
#pragma unroll
    for (int j = 0; j < SEEN; ++j) sum[j] += W_bar[j];
  }
#pragma unroll
  for (int j = 0; j < SEEN + 1 + UNKNOWNS; ++j) {
    const double total = block_sum(sum[j]);
    if (threadIdx.x != 0) continue;
    if (j > SEEN)
      g[i == width ? at.out_biases + j - SEEN - 1 : at.out_weights + (Index)(j - SEEN - 1) * width + i] +=
          total;
    else if (i < width)
      g[j < SEEN ? at.weights + (Index)i * SEEN + j : at.biases + i] += total;
  }
}
)cuda";

// NAME is inner or last, with entry_ before it for a layer right behind the input map; CHANNELS
// what sigma(z) has: the closure, or the used ones. `below` is what the layer adds to, if anything.
constexpr const char* activation_kernels = R"cuda(
extern "C" __global__ void NAME_forward(int n, int width, const double* theta, Index parameters,
                                        Index biases, const double* zs, Index z_stride, double* as,
                                        Index a_stride, const double* below, Index below_stride) {
  const Index id = (Index)blockIdx.x * BLOCK + threadIdx.x, size = (Index)width * n;
  if (id >= size) return;
  zs += blockIdx.z * z_stride;
  as += blockIdx.z * a_stride;
  double z[CLOSURE], a[CHANNELS], s[6];
#pragma unroll
  for (int c = 0; c < CLOSURE; ++c) z[c] = zs[c * size + id];
  z[0] += theta[blockIdx.z * parameters + biases + id % width];
  ACTIVATE(z[0], s);
  CHAIN_chain(z, s, a);
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c)
    as[c * size + id] =
        below ? a[c] + below[blockIdx.z * below_stride + CHAIN_below[c] * size + id] : a[c];
}

extern "C" __global__ void NAME_reverse(int n, int rows, int width, const double* theta,
                                        Index biases, const double* zs, const double* a_bars,
                                        double* z_bars) {
  const Index id = (Index)blockIdx.x * BLOCK + threadIdx.x, size = (Index)width * n;
  if (id >= size * rows) return;
  const Index place = id % size;
  double z[CLOSURE], a_bar[CHANNELS], z_bar[CLOSURE], s[6];
#pragma unroll
  for (int c = 0; c < CLOSURE; ++c) z[c] = zs[c * size + place];
  z[0] += theta[biases + place % width];
  ACTIVATE(z[0], s);
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) a_bar[c] = a_bars[c * size * rows + id];
  CHAIN_transposed(z, s, a_bar, z_bar);
#pragma unroll
  for (int c = 0; c < CLOSURE; ++c) z_bars[c * size * rows + id] = z_bar[c];
}
)cuda";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

std::string network_source(const network::Perceptron& perceptron, const network::JetPlan& plan) {
  const bool affine = perceptron.affine_first(),
             shallow = perceptron.hidden_layers() == 1 && affine;
  const auto used = static_cast<int>(plan.used().size());
  const auto closure = static_cast<int>(plan.closure().size());
  std::string source;
  source += activation_source("activate", perceptron.options().activation);
  source += activation_source("activate_first", perceptron.activation(0));
  const auto first = shallow ? plan.used() : plan.closure();
  source += monomials_source(perceptron, plan, first);
  if (affine) source += first_layer_source(plan, first) + first_layer;
  if (shallow) {
    source += shallow_kernels;
  } else {
    source += affine ? first_layer_kernels : input_source(perceptron, plan);
    if (perceptron.has_packets()) source += packet_source(perceptron, plan);
    source += chain_source("inner", plan.inner_terms(), closure, closure);
    source += chain_source("last", plan.last_terms(), closure, used);
    for (const std::string chain : {"inner", "last"}) {
      source += fmt::format("__device__ const int {}_below[] = {{", chain);
      for (const Channel& channel : chain == "inner" ? plan.closure() : plan.used())
        source += fmt::format("{}, ", plan.closure_index(channel));
      source += "0};\n";
      const std::string kernels = replaced(replaced(activation_kernels, "CHAIN", chain), "CHANNELS",
                                           chain == "inner" ? "CLOSURE" : "USED");
      source += replaced(replaced(kernels, "NAME", chain), "ACTIVATE", "activate");
      if (!affine && !perceptron.has_packets())
        source +=
            replaced(replaced(kernels, "NAME", "entry_" + chain), "ACTIVATE", "activate_first");
    }
  }
  return source;
}

}  // namespace engd::cuda
