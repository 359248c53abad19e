// What the card does not know is said before any card is looked for.
#include <gtest/gtest.h>

#include "backend/device_error.h"
#include "backend/network_cases.h"
#include "common/discretisation.h"

namespace engd {
namespace {

std::string refusal(const testing::Statement& statement) {
  testing::Discretisation made(statement);
  try {
    made.make_energy(0, 1, backend::Device::cuda);
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "";
}

TEST(RefusedTest, SeparableNetworks) {
  EXPECT_EQ(refusal(testing::Statement("x", {{0, 1}}).with(testing::separable({64}, 2)) +
                    testing::residual("interior", "u")),
            "a separable network runs on the CPU only: use --device cpu");
}

TEST(RefusedTest, RadialBasisFunctions) {
  EXPECT_EQ(refusal(testing::Statement("x", {{0, 1}}).with(testing::rbf(64)) +
                    testing::residual("interior", "u")),
            "a network of radial basis functions runs on the CPU only: use --device cpu");
}

TEST(RefusedTest, SumsOfFeatures) {
  EXPECT_EQ(refusal(testing::Statement("x", {{0, 1}}).with(testing::sum_of_features({.count = 3})) +
                    testing::residual("interior", "u")),
            "a sum of features runs on the CPU only: use --device cpu");
}

}  // namespace
}  // namespace engd
