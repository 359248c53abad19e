#include "solve/statement.h"

#include <gtest/gtest.h>

#include "read/problem_text.h"
#include "solve/heat_windows.h"

namespace engd::solve {
namespace {

std::string network_of(const std::vector<std::string>& settings) {
  const problem::Problem problem = testing::problem_from(testing::heat, settings);
  return network_text(problem, problem.network);
}

TEST(StatementTest, SaysWhatANetworkIsMadeOf) {
  EXPECT_EQ(network_of({"network.normalize=false"}), "2-12-1 tanh");
  EXPECT_EQ(network_of({"network.connections=1"}),
            "2-12-1 tanh, domain mapped to [-1, 1]^d, 1 coordinate a neuron");
  EXPECT_EQ(network_of({"network.normalize=false", "network.connections=2"}),
            "2-12-1 tanh, 2 coordinates a neuron");
  EXPECT_EQ(network_of({"network.normalize=false", "network.layers=[4, 4]", "network.skip=true",
                        "network.activation=\"sin\""}),
            "2-4-4-1 sin, with skips");
  EXPECT_EQ(network_of({"network.normalize=false", "network.separable=3"}),
            "3 products of 2 x 1-12-3 tanh");
  EXPECT_EQ(network_of({"network.normalize=false",
                        "network.features={ kind = \"gabor\", count = 5, trainable = true }"}),
            "2-5-12-1 tanh, 5 trained Gabor features");
}

/// The components of a vector have one text, and it stands there once.
TEST(StatementTest, ShowsFormulasAsTheyAreWritten) {
  const problem::Problem problem = testing::problem_from(
      testing::heat, {"term.equation.residual=[\"grad(u) == [2*u]\", \"u_t == u_xx\"]"});
  EXPECT_EQ(make_statement(problem).terms[0].formulas,
            (std::vector<std::string>{"grad(u) == [2*u]", "u_t == u_xx"}));
  const problem::Problem plane = testing::problem_from(
      "[problem]\nvariables = ['x', 'y']\ndomain = { box = [0, 1] }\n[[term]]\non = 'interior'\n"
      "residual = 'grad(u) == [x*u, y]'\n");
  EXPECT_EQ(plane.terms[0].residuals.size(), 2u);
  EXPECT_EQ(make_statement(plane).terms[0].formulas,
            std::vector<std::string>{"grad(u) == [x*u, y]"});
}

}  // namespace
}  // namespace engd::solve
