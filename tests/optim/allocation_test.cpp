// The default method allocates in its first iterations and never again.

#include <gtest/gtest.h>

#include "common/count_allocations.h"
#include "common/problem_text.h"
#include "linalg/blas.h"
#include "optim/driver.h"
#include "solve/level.h"

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
std::size_t allocations_of(const std::string& toml, const std::vector<std::string>& settings,
                           int first, int last) {
  linalg::set_threads(1);
  problem::Problem problem = testing::problem_from(toml, settings);
  solve::Level level(problem);
  const auto energy = solve::make_energy(level, 0, 1);
  State state;
  state.theta = level.network->initial(0);
  Options options = problem.stages.front();
  options.iterations = last + 1;
  engd::testing::take_allocations();
  const Result result = minimise(*energy, options, state, [&](const State& now, double, bool) {
    engd::testing::count_allocations(now.iteration >= first && now.iteration < last);
  });
  EXPECT_EQ(result.iterations, last + 1) << result.sentence;
  return engd::testing::take_allocations().calls;
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
      EXPECT_EQ(allocations_of(toml, settings, 5, 20), 0u)
          << toml << (settings.empty() ? "" : settings.front());
}

// The count counts: the first iteration makes all the room.
TEST(Allocation, HappensInTheFirstIteration) {
  EXPECT_GT(allocations_of(residuals, {}, 0, 2), 10u);
}

}  // namespace
}  // namespace engd::optim
