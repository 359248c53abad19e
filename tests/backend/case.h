#pragma once

#include <string>

namespace engd::testing {

/// A small problem that exercises one way through the code.
struct Case {
  std::string name, toml;
  double tolerance = 1e-12;  ///< relative, of what a backend gives against the plain reference
};

}  // namespace engd::testing
