#include "backend/tested_device.h"

engd::backend::Device engd::testing::tested_device() {
  return backend::Device::cpu;
}
