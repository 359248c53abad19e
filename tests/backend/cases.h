#pragma once

#include <string>
#include <vector>

#include "backend/case.h"
#include "backend/network_cases.h"

namespace engd::testing {

inline Statement plane() {
  return Statement("x y", {{0, 1}, {-1, 2}}).where("f", "sin(3*x)*exp(y)");
}

inline std::vector<Case> cases() {
  using network::Activation;
  const TermText boundary = residual("boundary", "u - f", points::grid(5), {.weight = 3});
  const TermText laplacian = residual("interior", "laplacian(u) + f", points::grid(6));
  const Statement square("x y", {{0, 1}, {0, 1}}, "u v");
  std::vector<Case> list;
  list.push_back({"laplacian_shallow", plane().with(perceptron({9})) + laplacian + boundary});
  list.push_back({"laplacian_deep", plane().with(perceptron({7, 5, 6})) + laplacian + boundary});
  const std::vector<std::pair<std::string, Activation>> activations{
      {"sin", Activation::sin},
      {"gelu", Activation::gelu},
      {"swish", Activation::swish},
      {"softplus", Activation::softplus}};
  for (const auto& [name, activation] : activations)
    list.push_back(
        {"nonlinear_" + name,
         plane().with(perceptron({6, 5}, activation)) +
             residual("interior", "u_xx + (1 + u^2)*u_yy - u_xy*u_x + f*u^3", points::random(33)) +
             boundary});
  for (const std::vector<int>& layers : {std::vector{5}, {5, 4}, {4, 3, 4}})
    list.push_back(
        {"order4_" + std::to_string(layers.size()),
         plane().with(perceptron(layers)) + residual("interior", fourth_order, points::gauss(4)),
         1e-11});
  list.push_back(
      {"system",
       square.with(perceptron({6, 4})) +
           residual("interior", {"u*u_x + v*u_y - 0.1*laplacian(u)", "u_x + v_y", "diff(u*v, x)"},
                    points::sobol(31)) +
           residual("x == 0", {"u - y", "v"}, points::gauss(3))});
  list.push_back(
      {"system_shallow",
       square.with(perceptron({8}, Activation::sin)) +
           residual("interior", {"laplacian(u) - v", "laplacian(v) + u"}, points::halton(32)) +
           residual("boundary", "dn(u) + u - v", points::grid(4))});
  list.push_back(
      {"ritz", Statement("x", {{-1, 1}}).with(perceptron({8})) +
                   density("interior", "0.5*u_x^2 + 0.25*u^4 - cos(x)*u", points::trapezoid(131))});
  list.push_back(
      {"ritz_coupled",
       plane().with(perceptron({5, 4})) +
           density("interior", "0.5*dot(grad(u),grad(u))*(1+u^2) + exp(0.3*u) + u_x*u_y - f*u",
                   points::gauss(6)) +
           residual("boundary", "u", points::gauss(6), {.weight = 50, .integral = true})});
  list.push_back(
      {"time", Statement("t x", {{0, 2}, {0, 1}}).with(perceptron({6})) +
                   residual("interior", "u_t - 0.25*laplacian(u)", points::grid({4, 9})) +
                   residual("initial", "u - sin(pi*x)", points::grid(7))});
  const Statement hard = plane().with_hard("u", "x + sin(y)", "x*(1-x)*(y+1)");
  list.push_back(
      {"hard_laplacian", hard.with(perceptron({7, 5})) +
                             residual("interior", "laplacian(u) + u*u_x - f", points::grid(6))});
  list.push_back({"hard_ritz", hard.with(perceptron({8})) +
                                   density("interior", "0.5*norm2(grad(u)) + 0.25*u^4 - f*u",
                                           points::gauss(6))});
  list.push_back({"one_point",
                  plane().with(perceptron({1})) + residual("interior", "u - f", points::grid(1))});
  const std::string with_slope = "laplacian(u) + u*u_x - f";
  for (int count : {1, 31, 32, 33, 127, 128, 129, 257, 597})
    list.push_back({"points_" + std::to_string(count),
                    plane().with(perceptron({3, 2})) +
                        residual("interior", with_slope, points::random(count))});
  for (int size : {1, 31, 32, 33})
    list.push_back({"widths_" + std::to_string(size),
                    plane().with(perceptron({3, size, 2})) +
                        residual("interior", with_slope, points::random(35)) + boundary});
  for (Case& one : network_cases()) list.push_back(std::move(one));
  return list;
}

/// With unknown coefficients, which not every device trains.
inline std::vector<Case> coefficient_cases() {
  const Statement unknown =
      plane().with_coefficient("a", 0.7, true).with_coefficient("b", -0.3).with_coefficient("d", 2);
  std::vector<Case> list;
  for (const std::vector<int>& layers : {std::vector{6}, {5, 4}})
    list.push_back(
        {"coefficients_" + std::to_string(layers.size()),
         unknown.with(perceptron(layers)) +
             residual("interior", {"a*laplacian(u) + b*u*u_x - f", "a - b*d"}, points::random(33)) +
             residual("boundary", "u - exp(b)*f", points::grid(5))});
  list.push_back({"coefficients_ritz",
                  unknown.with(perceptron({5, 4})) +
                      density("interior", "0.5*a*norm2(grad(u)) + (b*u)^2 + d^2*u_x^2 - f*u + a^2",
                              points::gauss(6)) +
                      residual("boundary", "u", points::gauss(6))});
  return list;
}

}  // namespace engd::testing
