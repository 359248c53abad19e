#include "network/activation.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "network/custom_activation.h"

namespace engd::network {
namespace {

constexpr std::array<Activation, 5> all{Activation::tanh, Activation::sin, Activation::gelu,
                                        Activation::swish, Activation::softplus};

class ActivationTest : public ::testing::TestWithParam<Activation> {};

// The central difference of sigma^(k) has an error of order h^2 against sigma^(k+1).
TEST_P(ActivationTest, EachDerivativeIsTheSlopeOfTheOneBelow) {
  for (int order = 0; order + 1 < activation_orders; ++order)
    for (double z : {-3.1, -0.7, 0.0, 0.2, 1.9}) {
      const auto slope_error = [&](double h) {
        const double slope = (activation_derivative(GetParam(), order, z + h) -
                              activation_derivative(GetParam(), order, z - h)) /
                             (2 * h);
        return std::fabs(slope - activation_derivative(GetParam(), order + 1, z));
      };
      const double coarse = slope_error(1e-2), fine = slope_error(5e-3);
      EXPECT_LT(fine, 5e-3);
      if (fine > 1e-9) {
        EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1) << order << " at " << z;
      }
    }
}

TEST_P(ActivationTest, ArraysAgreeWithSinglePointsAtEveryLength) {
  for (int n : {1, 7, 8, 31, 32, 33, 127, 128, 129, 597}) {
    std::vector<double> z(n), values(n * activation_orders);
    for (int i = 0; i < n; ++i) z[i] = 12 * std::sin(1.7 * i + 0.1);
    std::array<double*, activation_orders> out;
    for (int k = 0; k < activation_orders; ++k) out[k] = values.data() + k * n;
    activate(GetParam(), z.data(), n, out);
    // Derivatives are polynomials in one transcendental value with coefficients up to 240.
    for (int k = 0; k < activation_orders; ++k)
      for (int i = 0; i < n; ++i)
        EXPECT_NEAR(out[k][i], activation_derivative(GetParam(), k, z[i]), 2e-13)
            << "order " << k << " at " << z[i];
  }
}

TEST_P(ActivationTest, OnlyTheOrdersAskedForAreWritten) {
  std::vector<double> z{0.3, -0.4}, second(2, -7.0);
  std::array<double*, activation_orders> out{};
  out[2] = second.data();
  activate(GetParam(), z.data(), 2, out);
  for (int i = 0; i < 2; ++i)
    EXPECT_NEAR(second[i], activation_derivative(GetParam(), 2, z[i]), 1e-14);
}

/// sin, as a program would add it.
class AddedSine final : public CustomActivation {
 public:
  double derivative(int order, double z) const override {
    return activation_derivative(Activation::sin, order, z);
  }
};

TEST(AddedActivation, IsCalledForWhateverOursAreCalledFor) {
  add_activation("sine", std::make_shared<AddedSine>());
  const auto names = activation_names();
  EXPECT_EQ(names.back().first, "sine");
  const Activation sine = names.back().second;
  EXPECT_EQ(name(sine), "sine");
  EXPECT_NE(sine, Activation(Activation::sin));
  constexpr int n = 130;  // more than one chunk
  std::vector<double> z(n), sum(n, 1.0), third(n);
  std::vector<long double> wide(n), wide_third(n);
  for (int i = 0; i < n; ++i) wide[i] = z[i] = 0.1 * i;
  const WeightedOrder twice{3, 2.0, sum.data()};
  accumulate(sine, z.data(), n, {&twice, 1});
  std::array<double*, activation_orders> out{};
  out[3] = third.data();
  activate(sine, z.data(), n, out);
  std::array<long double*, activation_orders> wide_out{};
  wide_out[3] = wide_third.data();
  activate(sine, wide.data(), n, wide_out);
  for (int i = 0; i < n; ++i) {
    const double expected = activation_derivative(Activation::sin, 3, z[i]);
    EXPECT_EQ(third[i], expected);
    EXPECT_EQ(sum[i], 1 + 2 * expected);
    EXPECT_EQ(static_cast<double>(wide_third[i]), expected);
    EXPECT_EQ(activation_derivative(sine, 3, z[i]), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ActivationTest, ::testing::ValuesIn(all),
                         [](const auto& info) { return std::string(name(info.param)); });

}  // namespace
}  // namespace engd::network
