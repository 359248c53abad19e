#include "backend/cuda/term_source.h"

#include <fmt/format.h>

#include <algorithm>

namespace engd::cuda {

namespace {

constexpr const char* prelude = R"cuda(
typedef long long Index;
struct PointsView {
  const double* x;
  const double* normals;
  const double* data;
  const double* weights;
  Index stride;
  int count;
};

__device__ __forceinline__ double nan_value() { return __longlong_as_double(0x7ff8000000000000LL); }
__device__ __forceinline__ double infinity() { return __longlong_as_double(0x7ff0000000000000LL); }
__device__ __forceinline__ double sign_of(double a) { return a > 0 ? 1.0 : (a < 0 ? -1.0 : a); }
__device__ __forceinline__ double step_of(double a) { return a >= 0 ? 1.0 : 0.0; }
__device__ __forceinline__ double least_of(double a, double b) {
  return b < a ? b : (a <= b ? a : a + b);
}
__device__ __forceinline__ double largest_of(double a, double b) {
  return b > a ? b : (a >= b ? a : a + b);
}
template <long long k>
__device__ __forceinline__ double whole_power(double a) {
  double square = a, result = 1;
  for (long long rest = k < 0 ? -k : k; rest != 0; rest >>= 1) {
    if (rest & 1) result *= square;
    square *= square;
  }
  return k < 0 ? 1 / result : result;
}

// The sum over a block, in an order that is always the same; thread 0 has it.
__device__ __forceinline__ double block_sum(double value) {
  __shared__ double part[BLOCK];
  __syncthreads();
  part[threadIdx.x] = value;
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  return part[0];
}
)cuda";

}  // namespace

bool sees_partners(const energy::Density& density) {
  return std::any_of(density.jets().begin(), density.jets().end(), [](const expr::JetEntry& jet) {
    return jet.place == expr::Leaf::Place::partner;
  });
}

std::string term_source(const network::Mlp& mlp, const network::JetPlan& plan,
                        const energy::Density& density) {
  const bool shallow = mlp.hidden_layers() == 1 && mlp.affine_first();
  const auto used = static_cast<int>(plan.used().size());
  const auto closure = static_cast<int>(plan.closure().size());
  const auto first = shallow ? plan.used() : plan.closure();
  std::string source;
  const auto define = [&](const std::string& name, auto value) {
    source += fmt::format("#define {} {}\n", name, value);
  };
  define("BLOCK", term_block);
  define("DIM", mlp.dimension());
  define("SEEN", mlp.layers().front().inputs);  // weights of a neuron
  define("ROUND", mlp.round());
  define("UNKNOWNS", mlp.unknowns());
  define("SIDES", sees_partners(density) ? 2 : 1);
  define("USED", used);
  define("CLOSURE", closure);
  define("FIRST", first.size());
  define("VALUE",
         plan.used()[0] == network::Channel{} ? 0 : -1);  // its place among the used channels
  define("VALUES", density.values());
  define("SQUARES", density.least_squares() ? 1 : 0);
  define("ROWS", std::max(1, density.rows()));
  source += prelude;
  return source + network_source(mlp, plan) + density_source(mlp, plan, density);
}

}  // namespace engd::cuda
