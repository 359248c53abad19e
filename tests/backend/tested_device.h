#pragma once

#include "backend/device.h"

namespace engd::testing {

/// The device that the tests of this binary are about.
backend::Device tested_device();

}  // namespace engd::testing
