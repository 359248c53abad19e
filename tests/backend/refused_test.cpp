// What the card does not know is said before any card is looked for.
#include <gtest/gtest.h>

#include "backend/device_error.h"
#include "backend/network_cases.h"
#include "common/problem_text.h"
#include "run/setup.h"

namespace engd {
namespace {

std::string refusal(const std::string& toml) {
  io::Problem problem = testing::problem_from(toml);
  try {
    run::make_energy(problem, 0, 1, {}, backend::Device::cuda);
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "";
}

TEST(RefusedTest, TermsWithAShift) {
  EXPECT_EQ(
      refusal("[problem]\nvariables = \"x\"\ndomain = { interval = [0, 1] }\n[[term]]\nname = "
              "\"seam\"\non = \"x == 0\"\nshift = \"x\"\nresidual = \"jump(u)\"\n"),
      "term 'seam' has a shift, which the card does not know: use --device cpu");
}

TEST(RefusedTest, Skips) {
  const std::string line = "[problem]\nvariables = \"x\"\ndomain = { interval = [0, 1] }\n";
  const std::string term = "[[term]]\non = \"interior\"\nresidual = \"u\"\n[network]\n";
  EXPECT_EQ(refusal(line + term + "layers = [3, 3]\nskip = true\n"),
            "a network with skips runs on the CPU only: use --device cpu");
  EXPECT_EQ(refusal(line + term + "separable = 2\n"),
            "a separable network runs on the CPU only: use --device cpu");
  EXPECT_EQ(refusal(line + "periodic = \"x\"\n" + term +
                    "features = { kind = \"fourier\", count = 3, trainable = true }\n"),
            "trained Fourier features of periodic coordinates run on the CPU only: use --device "
            "cpu");
}

}  // namespace
}  // namespace engd
