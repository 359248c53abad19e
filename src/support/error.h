#pragma once

#include <stdexcept>
#include <string>

namespace engd {

/// A user's mistake: the message names the key, the value, what is allowed and, where there is
/// one, the place in the file. The command line prints it and exits with 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace engd
