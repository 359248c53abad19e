// What the card does not know is said before any card is looked for.
#include <gtest/gtest.h>

#include "backend/device_error.h"
#include "backend/network_cases.h"
#include "common/problem_text.h"
#include "solve/level.h"

namespace engd {
namespace {

std::string refusal(const std::string& toml) {
  problem::Problem problem = testing::problem_from(toml);
  try {
    solve::Level level(problem);
    solve::make_energy(level, 0, 1, backend::Device::cuda);
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "";
}

TEST(RefusedTest, SeparableNetworks) {
  EXPECT_EQ(refusal("[problem]\nvariables = \"x\"\ndomain = { interval = [0, 1] }\n[[term]]\non = "
                    "\"interior\"\nresidual = \"u\"\n[network]\nseparable = 2\n"),
            "a separable network runs on the CPU only: use --device cpu");
}

}  // namespace
}  // namespace engd
