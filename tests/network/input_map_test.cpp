#include "network/input_map.h"

#include <gtest/gtest.h>

#include <complex>

#include "network/perceptron.h"

namespace engd::network {
namespace {

const geometry::Box box{{-1, 2}, {2, 4}};
const expr::Space space{2, {0, 1}};

Options periodic(std::vector<int> axes, int harmonics) {
  Options options;
  options.layers = {6};
  options.normalize = true;
  options.periodic = std::move(axes);
  options.harmonics = harmonics;
  return options;
}

Channel derivative(std::initializer_list<int> axes) {
  Channel channel;
  for (int axis : axes) channel = channel.differentiated(axis);
  return channel;
}

TEST(InputMapTest, WithoutMoreItIsTheScaledCoordinates) {
  const InputMap map(periodic({}, 1), box);
  EXPECT_TRUE(map.is_affine());
  EXPECT_EQ(map.inputs(), 2);
  const std::vector<double> x{0.5, 3};
  double phi[2];
  const Channel value{};
  map.evaluate<double>(x, std::span(&value, 1), space, phi);
  EXPECT_EQ(phi[0], 0);
  EXPECT_EQ(phi[1], 0);
}

TEST(InputMapTest, PeriodicCoordinatesBecomePairsOfWaves) {
  const InputMap map(periodic({1}, 2), box);
  EXPECT_FALSE(map.is_affine());
  ASSERT_EQ(map.inputs(), 5);  // x, and two harmonics of y
  const std::vector<double> x{2, 2.25};
  double phi[5];
  const Channel value{};
  map.evaluate<double>(x, std::span(&value, 1), space, phi);
  const double want[5] = {1, std::sqrt(0.5), std::sqrt(0.5), 0, 1};
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(phi[i], want[i], 1e-15);
}

// Of every order the derivative of the one below, by a complex step: exact to round-off. The map is
// cos and sin of 2 pi (x + 1)/3, so that a complex x can be put in by hand.
TEST(InputMapTest, DerivativesOfAllOrdersAgainstComplexSteps) {
  const InputMap map(periodic({0}, 3), box);
  constexpr double h = 1e-30, at = 0.4;
  const std::vector<Channel> channels{derivative({}), derivative({0}), derivative({0, 0}),
                                      derivative({0, 0, 0}), derivative({0, 0, 0, 0})};
  std::vector<double> phi(7 * 5);
  const std::vector<double> x{at, 3.3};
  map.evaluate<double>(x, channels, space, phi.data());
  for (int k = 1; k <= 3; ++k) {
    const double w = 2 * std::numbers::pi * k / 3;
    const std::complex<double> p = w * std::complex<double>(at + 1, h);
    const std::complex<double> cosines[] = {std::cos(p), -std::sin(p), -std::cos(p), std::sin(p)};
    for (int order = 0; order < 4; ++order) {
      const double size = std::pow(w, order + 1);
      const double of_cosine = std::pow(w, order) * cosines[order].imag() / h;
      const double of_sine = std::pow(w, order) * cosines[(order + 3) % 4].imag() / h;
      const std::size_t input = static_cast<std::size_t>(2 * k - 1);  // y is the first
      EXPECT_NEAR(phi[input * 5 + order + 1], of_cosine, 1e-14 * size);
      EXPECT_NEAR(phi[(input + 1) * 5 + order + 1], of_sine, 1e-14 * size);
    }
  }
}

TEST(InputMapTest, TheLaplacianIsTheSumOverSpace) {
  const InputMap map(periodic({0, 1}, 1), box);
  const std::vector<Channel> channels{derivative({0, 0}), derivative({1, 1}),
                                      expr::laplacian_of(0)};
  std::vector<double> phi(4 * 3);
  const std::vector<double> x{0.1, 2.9};
  map.evaluate<double>(x, channels, space, phi.data());
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(phi[3 * i + 2], phi[3 * i] + phi[3 * i + 1], 1e-14);
}

// Not only to round-off: the phase is reduced before it is rounded.
TEST(InputMapTest, BothEndsOfAPeriodAreTheSamePoint) {
  const InputMap map(periodic({0, 1}, 7), box);
  const std::vector<Channel> channels{derivative({}), derivative({0}), derivative({0, 1, 1, 1})};
  std::vector<double> left(28 * 3), right(28 * 3);
  map.evaluate<double>(std::vector<double>{-1, 2.7}, channels, space, left.data());
  map.evaluate<double>(std::vector<double>{2, 2.7}, channels, space, right.data());
  EXPECT_EQ(left, right);
}

// Every neuron of the first layer changes sign somewhere in the box.
TEST(InputMapTest, TheStartByTheDomainPlacesTransitions) {
  Options options = periodic({1}, 2);
  options.layers = {200};
  options.init.kind = Initialisation::Kind::domain;
  const Perceptron perceptron(options, box, 1);
  const Vector theta = perceptron.initial(1);
  const Layer& layer = perceptron.layers()[0];
  ASSERT_EQ(layer.inputs, 5);
  int crossing = 0;
  const Channel value{};
  for (int i = 0; i < layer.outputs; ++i) {
    double least = 1e9, most = -1e9, phi[5];
    for (int a = 0; a <= 40; ++a)
      for (int b = 0; b < 40; ++b) {
        const std::vector<double> x{-1 + 3 * a / 40.0, 2 + 2 * b / 40.0};
        perceptron.input().evaluate<double>(x, std::span(&value, 1), space, phi);
        double z = theta[layer.biases + i];
        for (int j = 0; j < 5; ++j) z += theta[layer.weights + Index{i} * 5 + j] * phi[j];
        least = std::min(least, z);
        most = std::max(most, z);
      }
    crossing += least < 0 && most > 0;
  }
  EXPECT_GE(crossing, 198);  // a transition may pass between the points looked at
}

}  // namespace
}  // namespace engd::network
