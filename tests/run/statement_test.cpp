#include "run/statement.h"

#include <gtest/gtest.h>

#include "common/problem_text.h"
#include "run/heat_windows.h"

namespace engd::run {
namespace {

std::string network_of(const std::vector<std::string>& settings) {
  const io::Problem problem = testing::problem_from(testing::heat, settings);
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

}  // namespace
}  // namespace engd::run
