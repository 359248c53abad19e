// The default method allocates in its first iterations and never again.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "common/problem_text.h"
#include "linalg/blas.h"
#include "optim/driver.h"
#include "run/setup.h"

namespace {

std::atomic<bool> counting{false};
std::atomic<int> allocations{0};

}  // namespace

// The C library's allocator by its other name; everything (new, Eigen) comes through here.
// OpenBLAS is not counted: it allocates lists of jobs and edges of tiles as it pleases.
extern "C" void* __libc_malloc(std::size_t size);  // NOLINT
extern "C" void* malloc(std::size_t size) noexcept {
  Dl_info caller;
  if (counting && dladdr(__builtin_return_address(0), &caller) &&
      !std::strstr(caller.dli_fname, "openblas"))
    ++allocations;
  return __libc_malloc(size);
}

namespace engd::optim {
namespace {

const std::string square = R"toml([problem]
variables = ["x", "y"]
domain = { box = [0, 1] }
[network]
layers = [8]
)toml";
const std::string residuals = square + R"toml(
[[term]]
on = "interior"
residual = "laplacian(u) + u^3 + sin(pi*x)"
points = { grid = 9 }
[[term]]
on = "boundary"
residual = "u"
points = { grid = 9 }
)toml";
const std::string density = square + R"toml(
[[term]]
on = "interior"
density = "0.5*(u_x^2 + u_y^2) + 0.25*u^4 - u*sin(pi*x)"
points = { gauss = 9 }
)toml";

/// In the iterations first .. last - 1, on one thread: several start threads for a factorisation.
int allocations_of(const std::string& toml, const std::vector<std::string>& settings, int first,
                   int last) {
  linalg::set_threads(1);
  io::Problem problem = testing::problem_from(toml, settings);
  const auto energy = run::make_energy(problem, 0, 1);
  State state;
  state.theta = run::make_network(problem).initial(0);
  Options options = problem.stages.front();
  options.iterations = last + 1;
  allocations = 0;
  const Result result = minimise(*energy, options, state, [&](const State& now, double, bool) {
    counting = now.iteration >= first && now.iteration < last;
  });
  EXPECT_EQ(result.iterations, last + 1) << result.sentence;
  return allocations;
}

TEST(Allocation, NoneOnceTheRunIsUnderWay) {
  const std::vector<std::vector<std::string>> variants{
      {},
      {"network.layers=[40]"},  // fewer rows than parameters
      {"network.layers=[6, 6]"},
      {"optimizer.momentum=0.3"},
      {"optimizer.corrections=2"},
      {"optimizer.acceleration=0.5"}};
  for (const std::string& toml : {residuals, density})
    for (const auto& settings : variants)
      EXPECT_EQ(allocations_of(toml, settings, 5, 20), 0)
          << toml << (settings.empty() ? "" : settings.front());
}

// The count counts: the first iteration makes all the room.
TEST(Allocation, HappensInTheFirstIteration) {
  EXPECT_GT(allocations_of(residuals, {}, 0, 2), 10);
}

}  // namespace
}  // namespace engd::optim
