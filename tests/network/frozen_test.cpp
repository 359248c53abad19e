#include "network/frozen.h"

#include <gtest/gtest.h>

#include <cmath>

#include "network/activation.h"
#include "network/perceptron.h"

namespace engd::network {
namespace {

geometry::PointSet points_of(std::vector<double> coordinates, int dimension) {
  geometry::PointSet points;
  points.dimension = dimension;
  points.count = std::ssize(coordinates) / dimension;
  points.coordinates = std::move(coordinates);
  return points;
}

expr::JetEntry derivative(std::initializer_list<int> axes, int unknown = 0) {
  expr::JetEntry entry = expr::value_of(unknown);
  for (int axis : axes) entry = entry.differentiated(axis);
  return entry;
}

// Each entry is the derivative of the one before it, by central differences; their error is h^2
// times a third derivative.
TEST(FrozenTest, DerivativesAgainstDifferences) {
  const geometry::Box box{{-1, 0}, {1, 3}};
  const expr::Space space{2, {0, 1}};
  constexpr double h = 1e-4;
  for (const Activation activation : {Activation::tanh, Activation::sin, Activation::gelu,
                                      Activation::swish, Activation::softplus}) {
    Options options;
    options.layers = {7, 5};
    options.activation = activation;
    options.normalize = true;
    options.init = {Initialisation::Kind::normal, {0.7}};
    const auto network = make(options, box, 2);
    const std::vector<FrozenNetwork> networks{{network, network->initial(1), {1, 0.5}},
                                              {network, network->initial(2), {0.25, -2}}};
    const auto at = [&](double x, double y, std::vector<expr::JetEntry> entries) {
      return evaluate(networks, entries, space, points_of({x, y}, 2));
    };
    for (const int unknown : {0, 1}) {
      const std::vector<std::pair<expr::JetEntry, expr::JetEntry>> along_y{
          {derivative({}, unknown), derivative({1}, unknown)},
          {derivative({0}, unknown), derivative({0, 1}, unknown)},
          {derivative({0, 0}, unknown), derivative({0, 0, 1}, unknown)},
          {derivative({0, 0, 1}, unknown), derivative({0, 0, 1, 1}, unknown)}};
      for (const auto& [f, slope] : along_y) {
        const double up = at(0.3, 0.7 + h, {f})[0], down = at(0.3, 0.7 - h, {f})[0];
        EXPECT_NEAR(at(0.3, 0.7, {slope})[0], (up - down) / (2 * h), 1e-6);
      }
      const auto seconds = at(
          0.3, 0.7,
          {derivative({0, 0}, unknown), derivative({1, 1}, unknown), expr::laplacian_of(unknown)});
      EXPECT_NEAR(seconds[2], seconds[0] + seconds[1], 1e-15);
    }
  }
}

// Packets, alone and below further layers, against their formula and differences.
TEST(FrozenTest, Packets) {
  Options options;
  options.fourier = {4, {0.3}, 0, true, 0.5};
  options.layers = {};
  const geometry::Box box{{-1, 0}, {1, 3}};
  const auto alone = make(options, box, 1);
  Vector theta = alone->initial(3);
  const double x = 0.3, y = 0.7;
  double sum = theta[theta.size() - 1];
  for (int i = 0; i < 4; ++i) {
    const double z = theta[2 * i] * x + theta[2 * i + 1] * y + theta[16 + i], s = theta[20 + i];
    const double dx = x - theta[8 + 2 * i], dy = y - theta[8 + 2 * i + 1];
    sum += theta[24 + i] * std::exp(-s * s * (dx * dx + dy * dy) / 2) * std::sin(z);
  }
  const expr::Space space{2, {0, 1}};
  const auto value = evaluate(std::vector<FrozenNetwork>{{alone, theta, {1}}},
                              std::vector{expr::value_of(0)}, space, points_of({x, y}, 2));
  EXPECT_NEAR(value[0], sum, 1e-14);
  constexpr double h = 1e-4;
  for (const std::vector<int>& layers : {std::vector<int>{}, {4, 3}}) {
    options.layers = layers;
    options.skip = !layers.empty();
    const auto network = make(options, box, 1);
    const std::vector<FrozenNetwork> networks{{network, network->initial(1), {1}}};
    const auto at = [&](double there, expr::JetEntry entry) {
      return evaluate(networks, std::vector{entry}, space, points_of({x, there}, 2))[0];
    };
    for (const auto& [f, slope] : std::vector<std::pair<expr::JetEntry, expr::JetEntry>>{
             {derivative({}), derivative({1})},
             {derivative({0}), derivative({0, 1})},
             {derivative({0, 0, 1}), derivative({0, 0, 1, 1})}})
      EXPECT_NEAR(at(y, slope), (at(y + h, f) - at(y - h, f)) / (2 * h), 1e-6);
  }
}

// A network whose neurons see few coordinates is one with zeros for the others.
TEST(FrozenTest, FewConnections) {
  const geometry::Box box{{-1, 0, 1}, {1, 3, 2}};
  Options options;
  options.init = {Initialisation::Kind::normal, {0.7}};
  options.normalize = true;
  options.layers = {5, 4};
  const auto all = make(options, box, 1);
  options.connections = 2;
  const auto few = std::make_shared<const Perceptron>(options, box, 1);
  const Vector theta = few->initial(1);
  Vector full = Vector::Zero(all->parameters());
  for (int i = 0; i < 5; ++i)
    for (int k = 0; k < 2; ++k) full[3 * i + few->seen(i, k)] = theta[2 * i + k];
  full.tail(full.size() - 15) = theta.tail(theta.size() - 10);
  const std::vector<expr::JetEntry> entries{derivative({}), derivative({2}), derivative({0, 1, 1})};
  const auto points = points_of({0.3, 0.7, 1.1}, 3);
  const expr::Space space{3, {0, 1, 2}};
  EXPECT_EQ(
      evaluate(std::vector<FrozenNetwork>{{Trainable(few), theta, {1}}}, entries, space, points),
      evaluate(std::vector<FrozenNetwork>{{all, full, {1}}}, entries, space, points));
}

// 1e8 sigma(x) - 1e8 sigma(x) + x-dependent rest: in double eight digits of the rest are gone.
TEST(FrozenTest, SumsInExtendedPrecision) {
  Options options;
  options.layers = {3};
  const auto network = make(options, {{0}, {1}}, 1);
  Vector theta(10);
  theta << 1, 1, 2, 0, 0, 0, 1e8, -1e8 + 1, 1, 0;
  const double x = 0.3;
  const auto got = evaluate(std::vector<FrozenNetwork>{{network, theta, {1}}},
                            std::vector{expr::value_of(0)}, {1, {0}}, points_of({x}, 1));
  EXPECT_NEAR(got[0], std::tanh(x) + std::tanh(2 * x), 1e-11);
}

}  // namespace
}  // namespace engd::network
