#pragma once

#include <stdexcept>

namespace engd {

/// A device that is not there or has failed. The command line prints it and exits with 3.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace engd
