// What every kind of network has: growth that stays the same function, and an output layer.
#include "network/kinds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "network/frozen.h"

namespace engd::network {
namespace {

const geometry::Box square{{0, -1}, {1, 3}};
const expr::Space plane{2, {0, 1}};

std::vector<std::pair<std::string, Options>> networks() {
  const Initialisation start{Initialisation::Kind::domain, {}};
  return {
      {"shallow", {.layers = {7}, .init = start}},
      {"deep", {.layers = {7, 5, 6}, .init = start, .normalize = true}},
      {"skips", {.layers = {5, 5, 5, 4}, .init = start, .skip = true}},
      {"periodic", {.layers = {6, 3}, .init = start, .periodic = {0}, .harmonics = 2}},
      {"connections", {.layers = {6, 4}, .init = start, .connections = 1}},
      {"waves", {.layers = {6}, .init = start, .fourier = {.count = 3}}},
      {"trained_waves", {.layers = {}, .fourier = {.count = 5, .trainable = true}}},
      {"packets", {.layers = {}, .fourier = {.count = 5, .trainable = true, .width = 0.3}}},
      {"packets_below",
       {.layers = {4, 5}, .fourier = {.count = 5, .trainable = true, .width = 0.3}, .skip = true}},
      {"separable", {.layers = {4, 3}, .init = start, .periodic = {1}, .separable = 3}},
      {"rbf", {.layers = {7}, .kind = "rbf"}},
      {"rbf_periodic", {.layers = {7}, .periodic = {1}, .kind = "rbf"}},
      {"features", {.fourier = {.count = 4}, .kind = "features"}},
      {"features_packets",
       {.periodic = {0}, .fourier = {.count = 4, .width = 0.3}, .kind = "features"}},
  };
}

class GrowTest : public ::testing::TestWithParam<std::pair<std::string, Options>> {
 protected:
  /// All derivatives up to order 2 of both unknowns at some points.
  static std::vector<double> jets(const Options& options, const Vector& theta) {
    std::vector<expr::JetEntry> entries;
    for (const int k : {0, 1}) {
      const expr::JetEntry u = expr::value_of(k);
      for (const auto& entry : {u, u.differentiated(0), u.differentiated(1),
                                u.differentiated(0).differentiated(1), expr::laplacian_of(k)})
        entries.push_back(entry);
    }
    geometry::PointSet points;
    points.dimension = 2;
    points.count = 3;
    points.coordinates = {0.1, 0.5, 0.8, -0.7, 2.3, 1.1};
    return evaluate(std::vector<FrozenNetwork>{{make(options, square, 2), theta, {1, 1}}}, entries,
                    plane, points);
  }
};

TEST_P(GrowTest, IsTheSameFunction) {
  const Options& options = GetParam().second;
  const auto network = make(options, square, 2);
  const Vector theta = network->initial(5);
  const Grown grown = network->grow(theta, 3, 9);
  const auto larger = make(grown.options, square, 2);
  EXPECT_GT(larger->parameters(), network->parameters());
  ASSERT_EQ(grown.theta.size(), larger->parameters());
  const std::vector<double> before = jets(options, theta), after = jets(grown.options, grown.theta);
  for (std::size_t k = 0; k < before.size(); ++k)
    EXPECT_NEAR(after[k], before[k], 1e-15 * (1 + std::fabs(before[k]))) << k;
  EXPECT_EQ(network->grow(theta, 3, 9).theta, grown.theta);
  // Features have a seed of their own.
  EXPECT_EQ(network->grow(theta, 3, 8).theta == grown.theta, options.kind == "features");
  EXPECT_EQ(network->grow(theta, 0, 9).theta, theta);
}

// Every parameter of the output layer changes the function, those of the new neurons too, and the
// network is linear in them.
TEST_P(GrowTest, TheOutputLayerIsLinearAndSeesAllNeurons) {
  const auto network = make(GetParam().second, square, 2);
  const Grown grown = network->grow(network->initial(5), 3, 9);
  const auto larger = make(grown.options, square, 2);
  const OutputLayer layer = larger->output_layer();
  const std::vector<double> zero = jets(grown.options, grown.theta);
  for (Index k = 0; k < layer.size(); ++k) {
    Vector once = grown.theta, twice = grown.theta;
    once[layer.weights + k] += 1;
    twice[layer.weights + k] += 2;
    const std::vector<double> one = jets(grown.options, once), two = jets(grown.options, twice);
    double moved = 0;
    for (std::size_t e = 0; e < zero.size(); ++e) {
      moved = std::max(moved, std::fabs(one[e] - zero[e]));
      EXPECT_NEAR(two[e] - one[e], one[e] - zero[e], 1e-12 * (1 + std::fabs(two[e])));
    }
    EXPECT_GT(moved, 1e-8) << k;
  }
}

TEST_P(GrowTest, TheOutputLayerDividesByUnknown) {
  const Options& options = GetParam().second;
  const auto network = make(options, square, 2);
  const Vector theta = network->initial(5);
  Vector divided = theta;
  network->output_layer().divide(1, 4, divided);
  const std::vector<double> before = jets(options, theta), after = jets(options, divided);
  const std::size_t entries = before.size() / 6;
  for (std::size_t k = 0; k < before.size(); ++k)
    EXPECT_DOUBLE_EQ(after[k], before[k] / (k / 3 < entries ? 1 : 4)) << k;
}

TEST(KindsTest, AreFoundByName) {
  for (const Kind& kind : kinds()) EXPECT_EQ(find_kind(kind.name), &kind);
  EXPECT_EQ(find_kind("rgb"), nullptr);
  EXPECT_EQ(kind_of({}).name, "perceptron");
  EXPECT_EQ(kind_of({.separable = 2}).name, "separable");
  EXPECT_THROW(make({.kind = "rgb"}, square, 1), std::logic_error);
}

INSTANTIATE_TEST_SUITE_P(Kinds, GrowTest, ::testing::ValuesIn(networks()),
                         [](const auto& info) { return info.param.first; });

}  // namespace
}  // namespace engd::network
