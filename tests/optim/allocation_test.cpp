// The default method allocates in its first iterations and never again.

#include <gtest/gtest.h>

#include "common/count_allocations.h"
#include "common/discretisation.h"
#include "linalg/blas.h"
#include "optim/driver.h"

namespace engd::optim {
namespace {

using testing::density;
using testing::residual;
using testing::Statement;
namespace points = testing::points;

const Statement square = Statement("x y", {{0, 1}}).with_layers({8});
const Statement residuals =
    square + residual("interior", "laplacian(u) + u^3 + sin(pi*x)", points::grid(9)) +
    residual("boundary", "u", points::grid(9));
const Statement energy_density =
    square + density("interior", "0.5*(u_x^2 + u_y^2) + 0.25*u^4 - u*sin(pi*x)", points::gauss(9));

/// In the iterations first .. last - 1, on one thread: several start threads for a factorisation.
std::size_t allocations_of(const Statement& statement, const Adaptive& method, int first,
                           int last) {
  linalg::set_threads(1);
  testing::Discretisation made(statement);
  const auto energy = made.make_energy(0, 1);
  State state;
  state.theta = made.trainable.initial(0);
  const Options options{.method = method, .iterations = last + 1};
  testing::take_allocations();
  const Result result = minimise(*energy, options, state, [&](const State& now, double, bool) {
    testing::count_allocations(now.iteration >= first && now.iteration < last);
  });
  EXPECT_EQ(result.iterations, last + 1) << result.sentence;
  return testing::take_allocations().calls;
}

TEST(Allocation, NoneOnceTheRunIsUnderWay) {
  for (const Statement& statement : {residuals, energy_density}) {
    const bool is_density = statement.terms[0].is_density;
    for (const std::vector<int>& layers : {std::vector{8}, {40}, {6, 6}})  // 40: fewer rows
      EXPECT_EQ(allocations_of(statement.with_layers(layers), {}, 5, 20), 0u)
          << is_density << " " << layers.front();
    const std::vector<Adaptive> variants{
        {.momentum = 0.3}, {.corrections = 2}, {.acceleration = 0.5}};
    for (const Adaptive& method : variants)
      EXPECT_EQ(allocations_of(statement, method, 5, 20), 0u)
          << is_density << " " << method.momentum << " " << method.corrections;
  }
}

// The count counts: the first iteration makes all the room.
TEST(Allocation, HappensInTheFirstIteration) {
  EXPECT_GT(allocations_of(residuals, {}, 0, 2), 10u);
}

}  // namespace
}  // namespace engd::optim
