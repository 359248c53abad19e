#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <engd/engd.hpp>
#include <string>

namespace engd::testing {

/// Poisson's equation with a known solution, solved in a moment.
inline Problem small_poisson() {
  Problem p;
  const auto [x, y] = p.coordinates({{"x", 0, 1}, {"y", 0, 1}});
  const auto u = p.unknown("u");
  const auto exact = sin(pi * x) * sin(pi * y);
  p.term("interior", laplacian(u) + 2 * pow(pi, 2) * exact);
  p.term("boundary", u);
  p.solution(u, exact);
  p.set("network.layers", "[12]");
  p.set("optimizer.iterations", "8");
  return p;
}

/// An equation of which nothing is said but the equation.
inline const std::string open_text = R"toml([problem]
variables = "x"
domain    = { interval = [0, 1] }
[[term]]
on       = "interior"
residual = "u_xx + sin(3*x)"
[[term]]
on       = "boundary"
residual = "u"
)toml";

/// The Error that `action` throws; a failure where it throws none.
template <typename Action>
Error error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no Error was thrown";
  return {ErrorCode::failed, "nothing"};
}

template <typename Action>
std::string text_of(Action action) {
  return error_of(action).what();
}

}  // namespace engd::testing
