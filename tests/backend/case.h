#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "common/statement.h"

namespace engd::testing {

/// A small problem that exercises one way through the code.
struct Case {
  std::string name;
  Statement statement;
  double tolerance = 1e-12;  ///< relative, of what a backend gives against the plain reference
};

inline void PrintTo(const Case& one, std::ostream* out) {
  *out << one.name;
}

/// Layers whose numbers are large enough that nothing is almost linear.
inline network::Options perceptron(std::vector<int> layers,
                                   network::Activation activation = network::Activation::tanh) {
  network::Options options;
  options.layers = std::move(layers);
  options.activation = activation;
  options.init.std = {0.7};
  options.normalize = true;
  return options;
}

inline const std::string fourth_order = "u_xxxx + 2*u_xxyy + u_yyyy + u*u_xyy + u_xxx - f";

}  // namespace engd::testing
