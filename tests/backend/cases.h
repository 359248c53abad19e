#pragma once

#include <string>
#include <vector>

#include "backend/case.h"
#include "backend/network_cases.h"

namespace engd::testing {

inline std::string network_text(const std::string& layers, const std::string& activation,
                                const std::string& more = "") {
  return "\n[network]\nlayers = " + layers + "\nactivation = \"" + activation +
         "\"\ninit = { kind = \"normal\", std = 0.7 }\n" + more;
}

inline std::vector<Case> cases() {
  const std::string plane = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [-1, 2]] }
[functions]
f = "sin(3*x)*exp(y)"
)toml";
  const auto on = [](const std::string& where, const std::string& what, const std::string& points) {
    return "[[term]]\non = \"" + where + "\"\n" + what + "\npoints = { " + points + " }\n";
  };
  const std::string boundary = on("boundary", "residual = \"u - f\"\nweight = 3", "grid = 5");
  const std::string two = R"toml([problem]
variables = ["x", "y"]
unknowns = ["u", "v"]
domain = { box = [[0, 1], [0, 1]] }
)toml";
  std::vector<Case> list;
  list.push_back(
      {"laplacian_shallow", plane + on("interior", "residual = \"laplacian(u) + f\"", "grid = 6") +
                                boundary + network_text("[9]", "tanh")});
  list.push_back(
      {"laplacian_deep", plane + on("interior", "residual = \"laplacian(u) + f\"", "grid = 6") +
                             boundary + network_text("[7, 5, 6]", "tanh")});
  for (const char* activation : {"sin", "gelu", "swish", "softplus"})
    list.push_back({std::string("nonlinear_") + activation,
                    plane +
                        on("interior", "residual = \"u_xx + (1 + u^2)*u_yy - u_xy*u_x + f*u^3\"",
                           "random = 33") +
                        boundary + network_text("[6, 5]", activation, "normalize = true\n")});
  for (const char* layers : {"[5]", "[5, 4]", "[4, 3, 4]"})
    list.push_back(
        {std::string("order4_") + std::to_string(std::string(layers).size()),
         plane +
             on("interior", "residual = \"u_xxxx + 2*u_xxyy + u_yyyy + u*u_xyy + u_xxx - f\"",
                "gauss = 4") +
             network_text(layers, "tanh"),
         1e-11});
  list.push_back(
      {"system",
       two +
           on("interior",
              "residual = [\"u*u_x + v*u_y - 0.1*laplacian(u)\", \"u_x + v_y\", \"diff(u*v, x)\"]",
              "sobol = 31") +
           on("x == 0", "residual = [\"u - y\", \"v\"]", "gauss = 3") +
           network_text("[6, 4]", "tanh")});
  list.push_back({"system_shallow",
                  two +
                      on("interior", "residual = [\"laplacian(u) - v\", \"laplacian(v) + u\"]",
                         "halton = 32") +
                      on("boundary", "residual = \"dn(u) + u - v\"", "grid = 4") +
                      network_text("[8]", "sin")});
  list.push_back({"ritz", R"toml([problem]
variables = ["x"]
domain = { interval = [-1, 1] }
[[term]]
on = "interior"
density = "0.5*u_x^2 + 0.25*u^4 - cos(x)*u"
points = { trapezoid = 131 }
)toml" + network_text("[8]", "tanh")});
  list.push_back(
      {"ritz_coupled",
       plane +
           on("interior",
              "density = \"0.5*dot(grad(u),grad(u))*(1+u^2) + exp(0.3*u) + u_x*u_y - f*u\"",
              "gauss = 6") +
           on("boundary", "residual = \"u\"\nweight = 50\nmeasure = \"integral\"", "gauss = 6") +
           network_text("[5, 4]", "tanh")});
  list.push_back({"time", R"toml([problem]
variables = ["t", "x"]
domain = { t = [0, 2], x = [0, 1] }
[[term]]
on = "interior"
residual = "u_t - 0.25*laplacian(u)"
points = { grid = [4, 9] }
[[term]]
on = "initial"
residual = "u - sin(pi*x)"
points = { grid = 7 }
)toml" + network_text("[6]", "tanh")});
  const std::string hard =
      "[hard.u]\nvalue = \"x + sin(y)\"\ndistance = \"x*(1-x)*(y+1)\"\non = \"x == 0\"\n";
  list.push_back(
      {"hard_laplacian", plane + hard +
                             on("interior", "residual = \"laplacian(u) + u*u_x - f\"", "grid = 6") +
                             network_text("[7, 5]", "tanh")});
  list.push_back(
      {"hard_ritz",
       plane + hard +
           on("interior", "density = \"0.5*norm2(grad(u)) + 0.25*u^4 - f*u\"", "gauss = 6") +
           network_text("[8]", "tanh")});
  list.push_back({"one_point", plane + on("interior", "residual = \"u - f\"", "grid = 1") +
                                   network_text("[1]", "tanh")});
  for (int points : {1, 31, 32, 33, 127, 128, 129, 257, 597})
    list.push_back({"points_" + std::to_string(points),
                    plane +
                        on("interior", "residual = \"laplacian(u) + u*u_x - f\"",
                           "random = " + std::to_string(points)) +
                        network_text("[3, 2]", "tanh")});
  for (int size : {1, 31, 32, 33})
    list.push_back({"widths_" + std::to_string(size),
                    plane +
                        on("interior", "residual = \"laplacian(u) + u*u_x - f\"", "random = 35") +
                        boundary + network_text("[3, " + std::to_string(size) + ", 2]", "tanh")});
  for (Case& one : network_cases()) list.push_back(std::move(one));
  return list;
}

/// With unknown coefficients, which not every device trains.
inline std::vector<Case> coefficient_cases() {
  const std::string plane = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [-1, 2]] }
[functions]
f = "sin(3*x)*exp(y)"
)toml";
  const auto on = [](const std::string& where, const std::string& what, const std::string& points) {
    return "[[term]]\non = \"" + where + "\"\n" + what + "\npoints = { " + points + " }\n";
  };
  std::vector<Case> list;
  const std::string coefficients =
      "[coefficients]\na = { start = 0.7, positive = true }\nb = -0.3\nd = 2\n";
  for (const char* layers : {"[6]", "[5, 4]"})
    list.push_back({"coefficients_" + std::to_string(std::string(layers).size()),
                    plane + coefficients +
                        on("interior", "residual = [\"a*laplacian(u) + b*u*u_x - f\", \"a - b*d\"]",
                           "random = 33") +
                        on("boundary", "residual = \"u - exp(b)*f\"", "grid = 5") +
                        network_text(layers, "tanh")});
  list.push_back(
      {"coefficients_ritz",
       plane + coefficients +
           on("interior", "density = \"0.5*a*norm2(grad(u)) + (b*u)^2 + d^2*u_x^2 - f*u + a^2\"",
              "gauss = 6") +
           on("boundary", "residual = \"u\"", "gauss = 6") + network_text("[5, 4]", "tanh")});
  return list;
}

}  // namespace engd::testing
