#pragma once

#include <string>
#include <vector>

#include "backend/case.h"

namespace engd::testing {

/// Networks that are more than layers on the coordinates.
inline std::vector<Case> network_cases() {
  const auto problem = [](const std::string& periodic, const std::string& terms,
                          const std::string& network) {
    return R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [-1, 2]] }
)toml" + periodic +
           "\n[functions]\nf = \"sin(2*pi*x)*exp(y)\"\n" + terms +
           "\n[network]\ninit = { kind = \"normal\", std = 0.7 }\n" + network;
  };
  const auto on = [](const std::string& where, const std::string& what, const std::string& points) {
    return "[[term]]\non = \"" + where + "\"\n" + what + "\npoints = { " + points + " }\n";
  };
  const std::string boundary = on("boundary", "residual = \"u - f\"\nweight = 3", "grid = 5");
  const std::string in_x = "periodic = [\"x\"]", in_both = "periodic = [\"x\", \"y\"]";
  const std::string laplacian = on("interior", "residual = \"laplacian(u) + f\"", "grid = 6");
  const std::string fourth = on(
      "interior", "residual = \"u_xxxx + 2*u_xxyy + u_yyyy + u*u_xyy + u_xxx - f\"", "gauss = 4");
  std::vector<Case> list;
  list.push_back(
      {"periodic_shallow", problem(in_x, laplacian + boundary, "layers = [9]\nnormalize = true")});
  list.push_back(
      {"periodic_deep", problem(in_x, laplacian + boundary,
                                "layers = [7, 5, 6]\nactivation = \"sin\"\nharmonics = 2")});
  for (const char* layers : {"[5]", "[4, 3]"})
    list.push_back({"periodic_order4_" + std::to_string(std::string(layers).size()),
                    problem(in_both, fourth, "layers = " + std::string(layers)), 1e-11});
  list.push_back(
      {"periodic_ritz",
       problem(in_x,
               on("interior", "density = \"0.5*norm2(grad(u))*(1 + u^2) - f*u\"", "gauss = 6") +
                   boundary,
               "layers = [8]")});
  list.push_back(
      {"periodic_hard",
       problem(in_x, "[hard.u]\nvalue = \"cos(2*pi*x)*y\"\n" + laplacian, "layers = [8]")});
  return list;
}

}  // namespace engd::testing
