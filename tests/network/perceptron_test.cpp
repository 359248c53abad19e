#include "network/perceptron.h"

#include <gtest/gtest.h>

#include <cmath>

namespace engd::network {
namespace {

const geometry::Box square{{0, -1}, {1, 3}};

void balance(const Network& network, const Vector& theta, Vector& D) {
  D.resize(network.parameters());
  network.balance(theta.data(), D.data());
}

TEST(PerceptronTest, CountsParametersLayerByLayer) {
  EXPECT_EQ(Perceptron({.layers = {64}}, square, 1).parameters(), 257);
  EXPECT_EQ(Perceptron({.layers = {50, 50, 50}}, square, 1).parameters(), 5301);
  EXPECT_EQ(Perceptron({.layers = {8, 5}}, square, 3).parameters(),
            2 * 8 + 8 + 8 * 5 + 5 + 5 * 3 + 3);
}

TEST(PerceptronTest, TheStartDependsOnTheSeedAlone) {
  const Perceptron perceptron({.layers = {64}}, square, 1);
  EXPECT_EQ(perceptron.initial(3), perceptron.initial(3));
  EXPECT_NE(perceptron.initial(3), perceptron.initial(4));
}

TEST(PerceptronTest, NormalStartHasTheDeviationAskedFor) {
  Options options{.layers = {4000}};
  options.init.std = {0.1};
  const Vector theta = Perceptron(options, square, 1).initial(1);
  const double n = static_cast<double>(theta.size());
  // Mean and variance of n normal numbers are within 5 of their own standard deviations.
  EXPECT_LT(std::fabs(theta.mean()), 5 * 0.1 / std::sqrt(n));
  EXPECT_NEAR(theta.squaredNorm() / n, 0.01, 5 * 0.01 * std::sqrt(2 / n));
}

TEST(PerceptronTest, DeviationByLayer) {
  Options options{.layers = {1000}};
  options.init.std = {1.5, 0.0};
  const Perceptron perceptron(options, square, 1);
  const Vector theta = perceptron.initial(1);
  EXPECT_EQ(theta.tail(1001).norm(), 0);
  EXPECT_GT(theta.head(3000).norm(), 1.4 * std::sqrt(3000));
}

TEST(PerceptronTest, GlorotAndLecunScaleWeightsAndZeroBiases) {
  Options options{.layers = {400, 100}};
  options.init.kind = Initialisation::Kind::glorot;
  const Perceptron perceptron(options, square, 1);
  const Layer& second = perceptron.layers()[1];
  Vector theta = perceptron.initial(5);
  EXPECT_EQ(theta.segment(second.biases, second.outputs).norm(), 0);
  EXPECT_NEAR(theta.segment(second.weights, 40000).squaredNorm() / 40000, 2.0 / 500, 5e-4);
  options.init.kind = Initialisation::Kind::lecun;
  theta = Perceptron(options, square, 1).initial(5);
  EXPECT_NEAR(theta.segment(second.weights, 40000).squaredNorm() / 40000, 1.0 / 400, 5e-4);
}

// Every neuron of the first layer changes sign inside the box, whatever the coordinates fed.
TEST(PerceptronTest, TransitionsOfTheDomainStartCrossTheBox) {
  const geometry::Box box{{100, -3}, {101, 7}};
  for (bool normalize : {true, false}) {
    Options options{.layers = {500}, .normalize = normalize};
    options.init.kind = Initialisation::Kind::domain;
    const Perceptron perceptron(options, box, 1);
    const Vector theta = perceptron.initial(2);
    const Layer& first = perceptron.layers()[0];
    for (int i = 0; i < 500; ++i) {
      double low = theta[first.biases + i], high = low;  // of w.x + b over the box
      for (int j = 0; j < 2; ++j) {
        const double w = theta[first.weights + 2 * i + j] * perceptron.scale()[j];
        const double a = w * (box.lower[j] - perceptron.centre()[j]),
                     b = w * (box.upper[j] - perceptron.centre()[j]);
        low += std::min(a, b);
        high += std::max(a, b);
      }
      EXPECT_LT(low, 0);
      EXPECT_GT(high, 0);
    }
  }
}

// The same functions to start from, as seen on the box.
TEST(PerceptronTest, TheDomainStartDoesNotDependOnTheCoordinatesFed) {
  Options options{.layers = {3}};
  options.init.kind = Initialisation::Kind::domain;
  const Vector plain = Perceptron(options, square, 1).initial(4);
  options.normalize = true;
  const Perceptron perceptron(options, square, 1);
  const Vector mapped = perceptron.initial(4);
  for (int i = 0; i < 3; ++i) {
    double shifted = mapped[6 + i];
    for (int j = 0; j < 2; ++j) {
      EXPECT_NEAR(plain[2 * i + j], mapped[2 * i + j] * perceptron.scale()[j], 1e-14);
      shifted -= mapped[2 * i + j] * perceptron.scale()[j] * perceptron.centre()[j];
    }
    EXPECT_NEAR(plain[6 + i], shifted, 1e-13);
  }
}

TEST(PerceptronTest, DomainStartHasItsDeviations) {
  Options options{.layers = {4000, 100}, .normalize = true};
  options.init.kind = Initialisation::Kind::domain;
  const Perceptron perceptron(options, square, 1);
  const Vector theta = perceptron.initial(1);
  const auto deviation = [&](Index first, Index count) {
    return std::sqrt(theta.segment(first, count).squaredNorm() / static_cast<double>(count));
  };
  const auto& layers = perceptron.layers();
  EXPECT_NEAR(deviation(layers[0].weights, 8000), 2 / std::pow(2, 1.25), 0.04);
  EXPECT_NEAR(deviation(layers[1].weights, 400000), 1 / std::sqrt(4000), 1e-3);
  EXPECT_NEAR(deviation(layers[2].weights, 100), 0.08, 0.04);
  options.init.std = {0.5, 0.25, 0};
  const Vector given = Perceptron(options, square, 1).initial(1);
  EXPECT_NEAR(given.head(8000).norm() / std::sqrt(8000), 0.5, 0.03);
  EXPECT_EQ(given.tail(101).norm(), 0);
}

// By coordinate, those of a periodic one's waves as well; what is drawn is the same otherwise.
TEST(PerceptronTest, DomainStartIsScaledByCoordinate) {
  Options options{.layers = {50}, .normalize = true, .periodic = {1}, .harmonics = 2};
  options.init.kind = Initialisation::Kind::domain;
  const Perceptron plain(options, square, 1);
  options.init.scale = {8, 3};
  const Perceptron scaled(options, square, 1);
  const Vector before = plain.initial(4), after = scaled.initial(4);
  ASSERT_EQ(plain.layers()[0].inputs, 5);  // x, then cos and sin of y and of 2 y
  for (int i = 0; i < 50; ++i)
    for (int k = 0; k < 5; ++k)
      EXPECT_DOUBLE_EQ(after[5 * i + k], (k == 0 ? 8 : 3) * before[5 * i + k]);
  EXPECT_EQ(after.tail(51), before.tail(51));
  options.periodic.clear();
  options.separable = 2;
  const double first = make(options, square, 1)->initial(4)[0];
  options.init.scale.clear();
  EXPECT_DOUBLE_EQ(first, 8 * make(options, square, 1)->initial(4)[0]);
}

// Neurons take the coordinates in turn, waves of a periodic one with it; random waves are seen by
// all. A neuron still changes sign inside the box, and what it sees has the same weights as before.
TEST(PerceptronTest, NeuronsStartWithFewCoordinates) {
  const geometry::Box box{{0, 0, 0}, {1, 2, 4}};
  Options options{.layers = {6}, .normalize = true, .periodic = {1}};
  options.init.kind = Initialisation::Kind::domain;
  options.init.std = {1.5};
  options.fourier.count = 1;
  const Vector all = Perceptron(options, box, 1).initial(7);
  options.init.connections = 2;
  const Perceptron perceptron(options, box, 1);
  const Vector few = perceptron.initial(7);
  ASSERT_EQ(perceptron.layers()[0].inputs, 6);  // x, z, cos and sin of y, a random wave
  const int axis[] = {0, 2, 1, 1, -1, -1};
  const bool sees[3][3] = {{true, true, false}, {true, false, true}, {false, true, true}};
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 6; ++k)
      EXPECT_EQ(few[6 * i + k], axis[k] < 0 || sees[i % 3][axis[k]] ? all[6 * i + k] : 0.0)
          << i << k;
  EXPECT_NE(few.segment(36, 6), all.segment(36, 6));
  EXPECT_EQ(few.tail(7), all.tail(7));
}

// Every coordinate has its turn, and every pair of neighbours where neurons see two.
TEST(PerceptronTest, NeuronsSeeCoordinatesInTurn) {
  for (const int d : {4, 5, 6, 9})
    for (int connections = 1; connections < d; ++connections) {
      const geometry::Box cube{std::vector<double>(d, 0.0), std::vector<double>(d, 1.0)};
      Options options{.layers = {2 * d}};
      options.connections = connections;
      const Perceptron perceptron(options, cube, 1);
      EXPECT_EQ(perceptron.parameters(), 2 * d * (connections + 2) + 1);
      std::vector<int> beginning(d, 0), seen(d, 0);
      for (int i = 0; i < 2 * d; ++i) {
        ++beginning[perceptron.seen(i, 0)];
        for (int k = 0; k < connections; ++k) {
          EXPECT_EQ(perceptron.seen(i, k), (perceptron.seen(i, 0) + k) % d);
          EXPECT_EQ(perceptron.weight_of(i, perceptron.seen(i, k)), k);
          if (i < (d + connections - 1) / connections) ++seen[perceptron.seen(i, k)];
        }
        int without = 0;
        for (int j = 0; j < d; ++j) without += perceptron.weight_of(i, j) < 0;
        EXPECT_EQ(without, d - connections);
      }
      EXPECT_EQ(beginning, std::vector<int>(d, 2)) << d << ' ' << connections;
      for (const int times : seen) EXPECT_GE(times, 1) << d << ' ' << connections;
    }
}

TEST(PerceptronTest, NeuronsThatSeeAllCoordinatesAreThoseOfAnyNetwork) {
  const geometry::Box box{{0, 0, 0}, {1, 2, 4}};
  Options options{.layers = {5}};
  options.init.kind = Initialisation::Kind::domain;
  const Perceptron plain(options, box, 1);
  options.connections = 3;
  const Perceptron all(options, box, 1);
  EXPECT_EQ(all.initial(2), plain.initial(2));
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 3; ++j) {
      EXPECT_EQ(all.seen(i, j), j);
      EXPECT_EQ(all.weight_of(i, j), j);
    }
}

// Of the weights that are there: what a network with all of them has, zeros elsewhere.
TEST(PerceptronTest, FewWeightsStartAndAreBalancedLikeAll) {
  const geometry::Box box{{0, 0, 0}, {1, 2, 4}};
  Options options{.layers = {4}};
  options.init.kind = Initialisation::Kind::domain;
  options.connections = 2;
  const Perceptron few(options, box, 1);
  options.connections = 0;
  const Perceptron all(options, box, 1);
  const Vector theta = few.initial(3);
  Vector full = Vector::Zero(all.parameters()), D, of_all;
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 2; ++k) full[3 * i + few.seen(i, k)] = theta[2 * i + k];
  full.tail(9) = theta.tail(9);
  balance(few, theta, D);
  balance(all, full, of_all);
  for (int i = 0; i < 4; ++i) {
    double reach = 0;  // the neuron changes sign in the box
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(D[2 * i + k], of_all[3 * i + few.seen(i, k)]);
      reach += std::fabs(theta[2 * i + k]) * box.upper[few.seen(i, k)];
    }
    EXPECT_LE(std::fabs(theta[8 + i]), reach);
  }
  EXPECT_EQ(D.tail(9), of_all.tail(9));
}

TEST(PerceptronTest, DeviationOfFewCoordinatesIsTheirs) {
  const geometry::Box cube{std::vector<double>(50, 0.0), std::vector<double>(50, 1.0)};
  Options options{.layers = {4000}, .normalize = true};
  options.init.kind = Initialisation::Kind::domain;
  options.init.connections = 1;
  const Vector theta = Perceptron(options, cube, 1).initial(1);
  EXPECT_NEAR(theta.head(200000).norm() / std::sqrt(4000.0), 2, 0.1);
  for (int i = 0; i < 4000; ++i) {  // w x + b changes sign in [-1,1]
    EXPECT_LE(std::fabs(theta[200000 + i]), std::fabs(theta[50 * i + i % 50]));
  }
  options.separable = 2;
  const Vector factors = make(options, cube, 1)->initial(1);
  options.init.connections = 0;
  EXPECT_EQ(factors, make(options, cube, 1)->initial(1));
}

TEST(PerceptronTest, AttemptsDiffer) {
  Options options{.layers = {8}};
  for (auto kind : {Initialisation::Kind::normal, Initialisation::Kind::domain}) {
    options.init.kind = kind;
    const Perceptron perceptron(options, square, 1);
    EXPECT_EQ(perceptron.initial(3), perceptron.initial(3, 0));
    EXPECT_NE(perceptron.initial(3), perceptron.initial(3, 1));
    EXPECT_NE(perceptron.initial(3, 2), perceptron.initial(3, 1));
  }
}

// One neuron of each layer with outgoing weight 16: its own parameters weigh 2, the outgoing 1/2.
TEST(PerceptronTest, BalanceWeighsBothSidesOfANeuron) {
  const geometry::Box box{{0}, {1}};
  const Perceptron perceptron({.layers = {2, 1}}, box, 1);
  Vector theta(perceptron.parameters()), D;
  //       w    w  b  b  W   W  B  a   c
  theta << 0.3, 1, 0, 0, 16, 1, 0, 81, 0;
  balance(perceptron, theta, D);
  Vector want(9);
  want << 2, 1, 2, 1, 3.0 / 2, 3, 3.0 / 2, 1.0 / 3, 1.0 / 3;
  EXPECT_LT((D - want).norm(), 1e-14);
  theta.setZero();
  balance(perceptron, theta, D);
  EXPECT_TRUE(D.allFinite());
  EXPECT_GT(D.minCoeff(), 0);
}

// As many numbers a packet as it has w, b, c and s, and one for the output; centres in the box, the
// width a part of its sides.
TEST(PerceptronTest, PacketsStartInTheBox) {
  Options options;
  options.layers = {};
  options.normalize = true;
  options.fourier = {1024, {0.5}, 0, true, 0.25};
  const geometry::Box box{std::vector<double>(5, 0.0), std::vector<double>(5, 1.0)};
  const Perceptron perceptron(options, box, 1);
  EXPECT_EQ(perceptron.parameters(), 13313);
  const Vector theta = perceptron.initial(0);
  const Layer& layer = perceptron.layers()[0];
  EXPECT_EQ(layer.neurons, 1024);
  EXPECT_EQ(layer.outputs, 2048);
  const auto centres = theta.segment(layer.weights + 5 * 1024, 5 * 1024);
  EXPECT_GE(centres.minCoeff(), -1);
  EXPECT_LE(centres.maxCoeff(), 1);
  EXPECT_NEAR(centres.mean(), 0, 0.03);
  EXPECT_NEAR(centres.squaredNorm() / 5120, 1.0 / 3, 0.02);
  EXPECT_EQ(theta.segment(layer.biases + 1024, 1024), Vector::Constant(1024, 2.0));
  EXPECT_NE(theta, perceptron.initial(1));
}

// With outgoing weights of size a, the q of a neuron is a^(1/4): lengths of w count by the sides of
// the box, of c by 1/width or the sides, of s by the sides.
TEST(PerceptronTest, BalanceOfPackets) {
  Options options;
  options.layers = {};
  options.fourier = {2, {1}, 0, true, 0.25};
  const Perceptron perceptron(options, {{0}, {4}}, 1);
  Vector theta(11), D;
  theta << 1, 2, 0.5, 1.5, 0, 0, 3, 0.01, 16, 16, 0;
  balance(perceptron, theta, D);
  const double q = 2;
  Vector expected(11);
  expected << 4 * q, 4 * q, 3 * q, q / 4, q, q, 4 * q, 4 * q, 1 / q, 1 / q, 1 / q;
  EXPECT_LT((D - expected).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(PerceptronTest, NormalizeMapsTheBoxToTheUnitCube) {
  const Perceptron perceptron({.layers = {1}, .normalize = true}, square, 1);
  EXPECT_EQ(perceptron.scale(), (std::vector<double>{2, 0.5}));
  EXPECT_EQ(perceptron.centre(), (std::vector<double>{0.5, 1}));
}

}  // namespace
}  // namespace engd::network
