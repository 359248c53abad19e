// Nanoseconds an element of the vectorised functions, on blocks of 128: the median over
// repetitions.
//
//   build/bin/bench_functions
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "expr/vector_math.h"

namespace {

using Function = void (*)(const double*, double*, int);
constexpr int block = 128, calls = 2000, repetitions = 51;

double nanoseconds(Function function) {
  using Clock = std::chrono::steady_clock;
  alignas(64) double in[block], out[block];
  for (int i = 0; i < block; ++i) in[i] = 1.1 + std::sin(1.7 * i);  // positive, for the logarithm
  std::vector<double> times;
  for (int r = 0; r < repetitions; ++r) {
    const auto start = Clock::now();
    for (int k = 0; k < calls; ++k) {
      function(in, out, block);
      asm volatile("" ::"r"(out) : "memory");  // the result counts as used
    }
    const std::chrono::duration<double, std::nano> time = Clock::now() - start;
    times.push_back(time.count() / calls / block);
  }
  std::nth_element(times.begin(), times.begin() + repetitions / 2, times.end());
  return times[repetitions / 2];
}

}  // namespace

int main() {
  using namespace engd::expr;
  fmt::print("function  ns an element\n");
  const std::pair<const char*, Function> functions[] = {{"tanh", vector_tanh}, {"exp", vector_exp},
                                                        {"log", vector_log},   {"sin", vector_sin},
                                                        {"cos", vector_cos},   {"erf", vector_erf}};
  for (const auto& [name, function] : functions)
    fmt::print("{:<9} {:.2f}\n", name, nanoseconds(function));
}
