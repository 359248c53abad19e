// The same seed and the same build give the same bits, with any number of threads, where
// docs/reliability.md says so.
#include <gtest/gtest.h>

#include "linalg/blas.h"
#include "read/problem_text.h"
#include "solve/training.h"

namespace engd::solve {
namespace {

const std::string text = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[[term]]
on = "interior"
residual = "laplacian(u) + 2*pi^2*sin(pi*x)*sin(pi*y)"
points = { grid = 25 }
[[term]]
on = "boundary"
residual = "u"
points = { grid = 20 }
[network]
layers = [20]
[optimizer]
iterations = 6
)toml";

Vector trained_on(int threads, const std::string& method, std::vector<std::string> overrides = {}) {
  overrides.push_back("optimizer.method=" + method);
  problem::Problem problem = testing::problem_from(text, overrides);
  linalg::set_threads(threads);
  Training training(problem, 1, threads);
  Vector theta = training.run({}, {}).theta;
  linalg::set_threads(1);
  return theta;
}

// 705 rows, 81 parameters: blocks of points are summed in an order of their own, rows are factored
// in pieces that depend on their number alone, and matrices of this size on one thread.
TEST(DeterminismTest, TheNumberOfThreadsDoesNotChangeABit) {
  for (const std::string method : {"adaptive", "engd", "hngd", "gd", "adam", "bfgs", "lbfgs"}) {
    const Vector one = trained_on(1, method);
    EXPECT_EQ(trained_on(1, method), one) << method;
    EXPECT_EQ(trained_on(2, method), one) << method;
    EXPECT_EQ(trained_on(4, method), one) << method;
  }
}

// Fewer rows than parameters: natural gradients then take the kernel matrix, whose rows are few.
TEST(DeterminismTest, NorWhereThereAreFewRows) {
  for (const std::string grid : {"3", "5", "9", "14"})
    for (const std::string width : {"20", "60"})
      for (const auto& [method, metric] : {std::pair("engd", ""),
                                           {"hngd", "h0"},
                                           {"hngd", "h1"},
                                           {"hngd", "h2"},
                                           {"adaptive", ""}}) {
        std::vector<std::string> overrides{"term.0.points.grid=" + grid, "term.1.points.grid=3",
                                           "network.layers=[" + width + "]"};
        if (*metric) overrides.push_back(std::string("optimizer.metric=") + metric);
        const Vector one = trained_on(1, method, overrides);
        EXPECT_EQ(trained_on(2, method, overrides), one) << method << metric << " " << grid;
        EXPECT_EQ(trained_on(4, method, overrides), one) << method << metric << " " << grid;
      }
}

// multistep forms A^T A by BLAS with all threads, whose order of summation is its own: the same
// number of threads is needed.
TEST(DeterminismTest, MultistepRepeatsItselfOnAsManyThreads) {
  for (const int threads : {1, 2})
    EXPECT_EQ(trained_on(threads, "multistep"), trained_on(threads, "multistep")) << threads;
}

}  // namespace
}  // namespace engd::solve
