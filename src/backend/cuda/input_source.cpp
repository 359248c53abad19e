// What a first layer sees that is none of x itself: the waves and packets of an input map.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "backend/cuda/formula_source.h"
#include "backend/cuda/term_source.h"

namespace engd::cuda {

using network::Channel;

namespace {

// Derivatives of Gabor features: InputMap::packet_factor has the formulas.
constexpr const char* packet_functions = R"cuda(
struct Complex {
  double re, im;
};
__device__ __forceinline__ Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
__device__ __forceinline__ Complex packet_power(Complex a, double b, int order) {
  const Complex square = a * a;
  if (order == 1) return a;
  if (order == 2) return {square.re + b, square.im};
  if (order == 3) return a * Complex{square.re + 3 * b, square.im};
  const Complex fourth = square * Complex{square.re + 6 * b, square.im};
  return {fourth.re + 3 * b * b, fourth.im};
}
)cuda";

// The inputs of a first layer that is none of x itself: coordinates, then pairs of waves.
constexpr const char* input_kernel = R"cuda(
extern "C" __global__ void input_forward(PointsView points, double* phi) {
  const Index id = (Index)blockIdx.x * BLOCK + threadIdx.x;
  if (id >= (Index)(COORDINATES + WAVES) * points.count) return;
  const int i = (int)(id % (COORDINATES + WAVES)), q = (int)(id / (COORDINATES + WAVES));
  const auto to = [&](int c, int input) -> double& {
    return phi[((Index)c * points.count + q) * (COORDINATES + 2 * WAVES) + input];
  };
  if (i < COORDINATES) {
    const int j = coordinate[i];
    for (int c = 0; c < CLOSURE; ++c) to(c, i) = first_axis[c] == j ? scale[j] : 0.0;
    to(0, i) = scale[j] * (points.x[j * points.stride + q] - centre[j]);
    return;
  }
  const double *turn = turns + (i - COORDINATES) * DIM, *v = frequency + (i - COORDINATES) * DIM;
  double s = 0, m[FIRST], sine, cosine;
  for (int j = 0; j < DIM; ++j) {
    if (turn[j] == 0) continue;
    const double turned = turn[j] * ((points.x[j * points.stride + q] - lower[j]) / width[j]);
    s += turned - nearbyint(turned);
  }
  sincospi(2 * (s - nearbyint(s)), &sine, &cosine);
  if (is_packet[i - COORDINATES]) {
    const double *middle = middles + (i - COORDINATES) * DIM, *d = decay + (i - COORDINATES) * DIM;
    double a[DIM], exponent = 0;
    for (int j = 0; j < DIM; ++j) {
      const double away = points.x[j * points.stride + q] - middle[j];
      a[j] = -d[j] * away;
      exponent += d[j] * away * away;
    }
    const double e = exp(-0.5 * exponent);
    for (int c = 0; c < CLOSURE; ++c) {
      const Complex jet = packet_channel(c, a, v, d) * Complex{e * cosine, e * sine};
      to(c, 2 * i - COORDINATES) = jet.re;
      to(c, 2 * i - COORDINATES + 1) = jet.im;
    }
    return;
  }
  first_monomials(v, m);
  const double of_cosine[4] = {cosine, -sine, -cosine, sine};
  for (int c = 0; c < CLOSURE; ++c) {
    to(c, 2 * i - COORDINATES) = m[c] * of_cosine[first_order[c] % 4];
    to(c, 2 * i - COORDINATES + 1) = m[c] * of_cosine[(first_order[c] + 3) % 4];
  }
}
)cuda";

std::string packet_channels_source(const network::JetPlan& plan) {
  std::string source =
      "__device__ __forceinline__ Complex packet_channel(int c, const double* a, const double* v, "
      "const double* d) {\n  switch (c) {\n";
  const auto power = [](int axis, int order) {
    return fmt::format("packet_power({{a[{0}], v[{0}]}}, -d[{0}], {1})", axis, order);
  };
  int place = 0;
  for (const Channel& channel : plan.closure()) {
    source += fmt::format("    case {}: {{\n      Complex p = {{{}, 0.0}};\n", place++,
                          channel.laplacian ? "0.0" : "1.0");
    if (channel.laplacian)
      for (const int j : plan.space().spatial)
        source += fmt::format("      {{ const Complex s = {}; p.re += s.re; p.im += s.im; }}\n",
                              power(j, 2));
    for (int k = 0; !channel.laplacian && k < channel.order();) {
      const int axis = channel.axis[static_cast<std::size_t>(k)];
      int times = 1;
      while (k + times < channel.order() &&
             channel.axis[static_cast<std::size_t>(k + times)] == axis)
        ++times;
      source += fmt::format("      p = p * {};\n", power(axis, times));
      k += times;
    }
    source += "      return p;\n    }\n";
  }
  return source + "  }\n  return {0.0, 0.0};\n}\n";
}

}  // namespace

std::string input_source(const network::Perceptron& perceptron, const network::JetPlan& plan) {
  const network::InputMap& input = perceptron.input();
  std::vector<double> turns, frequency, width;
  for (const network::Wave& wave : input.waves()) {
    turns.insert(turns.end(), wave.turns.begin(), wave.turns.end());
    frequency.insert(frequency.end(), wave.frequency.begin(), wave.frequency.end());
  }
  for (int j = 0; j < input.dimension(); ++j) width.push_back(input.upper()[j] - input.lower()[j]);
  std::vector<double> middles, decay;
  std::string packets;
  for (const network::Wave& wave : input.waves()) {
    const bool packet = !wave.decay.empty();
    packets += packet ? "true, " : "false, ";
    const std::vector<double> none(static_cast<std::size_t>(input.dimension()), 0.0);
    for (const auto& [to, from] :
         {std::pair(&middles, &wave.middle), std::pair(&decay, &wave.decay)})
      to->insert(to->end(), packet ? from->begin() : none.begin(),
                 packet ? from->end() : none.end());
  }
  std::string source = fmt::format("#define COORDINATES {}\n#define WAVES {}\n",
                                   input.coordinates().size(), input.waves().size());
  source += numbers_source("turns", turns) + numbers_source("frequency", frequency) +
            numbers_source("lower", input.lower()) + numbers_source("width", width) +
            numbers_source("middles", middles) + numbers_source("decay", decay) +
            fmt::format("__device__ const bool is_packet[] = {{{}false}};\n", packets) +
            packet_functions + packet_channels_source(plan);
  source += "__device__ const int coordinate[] = {";
  for (const int j : input.coordinates()) source += fmt::format("{}, ", j);
  source += "-1};\n__device__ const int first_axis[] = {";  // of first derivatives
  for (const Channel& channel : plan.closure())
    source += fmt::format("{}, ", channel.order() == 1 ? channel.axis[0] : -1);
  return source + "-1};\n" + input_kernel;
}

}  // namespace engd::cuda
