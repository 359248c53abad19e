#include <gtest/gtest.h>

#include <cstdio>

#include "backend/device_error.h"
#include "backend/tested_device.h"

engd::backend::Device engd::testing::tested_device() {
  return backend::Device::cuda;
}

// Without a card there is nothing to test: one line and ctest's code for a skipped test.
int main(int argc, char** argv) {
  constexpr int skipped = 77;
  try {
    std::printf("card: %s\n", engd::backend::cuda_card().c_str());
  } catch (const engd::DeviceError& error) {
    std::printf("skipped: %s\n", error.what());
    return skipped;
  }
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
