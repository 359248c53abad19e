#include "network/jet_plan.h"

#include <gtest/gtest.h>

namespace engd::network {
namespace {

const expr::Space plane{2, {0, 1}};

Channel derivative(std::initializer_list<int> axes) {
  Channel channel;
  for (int axis : axes) channel = channel.differentiated(axis);
  return channel;
}

TEST(JetPlanTest, TheLaplacianIsOneChannelBesideValueAndSlopes) {
  const Channel laplacian = expr::laplacian_of(0);
  const JetPlan plan(std::span(&laplacian, 1), plane);
  EXPECT_EQ(plan.used().size(), 1u);
  EXPECT_EQ(plan.closure().size(), 4u);     // u, u_x, u_y, Laplacian
  EXPECT_EQ(plan.last_terms().size(), 3u);  // sigma' lap z + sigma'' z_x^2 + sigma'' z_y^2
  EXPECT_EQ(plan.highest_order(), 2);
}

TEST(JetPlanTest, OnlySubderivativesOfWhatIsUsedAreCarried) {
  const std::vector<Channel> used{derivative({0}), derivative({1, 1})};  // u_t, u_xx
  const JetPlan plan(used, {2, {1}});
  EXPECT_EQ(plan.closure().size(), 4u);  // u, u_t, u_x, u_xx: no u_tt, no u_tx
}

TEST(JetPlanTest, UnknownsShareTheirChannels) {
  Channel first = derivative({0}), second = derivative({0});
  second.index = 1;
  const std::vector<Channel> used{first, second};
  EXPECT_EQ(JetPlan(used, plane).used().size(), 1u);
}

// Faa di Bruno for the fourth derivative: 1, 4, 3, 6, 1 (Bell number 15).
TEST(JetPlanTest, FourthDerivativeHasTheClassicalCoefficients) {
  const Channel fourth = derivative({0, 0, 0, 0});
  const JetPlan plan(std::span(&fourth, 1), plane);
  double sum = 0;
  std::vector<double> by_order(5, 0.0);
  for (const ChainTerm& term : plan.last_terms()) {
    sum += term.coefficient;
    by_order[term.order] += term.coefficient;
  }
  EXPECT_EQ(plan.last_terms().size(), 5u);
  EXPECT_EQ(sum, 15);
  EXPECT_EQ(by_order, (std::vector<double>{0, 1, 7, 6, 1}));
}

}  // namespace
}  // namespace engd::network
