#pragma once

#include <string>
#include <vector>

#include "backend/case.h"

namespace engd::testing {

inline std::string on_part(const std::string& where, const std::string& what,
                           const std::string& points) {
  return "[[term]]\non = \"" + where + "\"\n" + what + "\npoints = { " + points + " }\n";
}

inline std::string plane_without_network(const std::string& periodic, const std::string& terms) {
  return R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [-1, 2]] }
)toml" + periodic +
         "\n[functions]\nf = \"sin(2*pi*x)*exp(y)\"\n" + terms + "\n";
}

inline std::string plane_problem(const std::string& periodic, const std::string& terms,
                                 const std::string& network) {
  return plane_without_network(periodic, terms) +
         "[network]\ninit = { kind = \"normal\", std = 0.7 }\n" + network;
}

/// Networks that are more than layers on the coordinates.
inline std::vector<Case> network_cases() {
  const std::string boundary = on_part("boundary", "residual = \"u - f\"\nweight = 3", "grid = 5");
  const std::string in_x = "periodic = [\"x\"]", in_both = "periodic = [\"x\", \"y\"]";
  const std::string laplacian = on_part("interior", "residual = \"laplacian(u) + f\"", "grid = 6");
  const std::string fourth = on_part(
      "interior", "residual = \"u_xxxx + 2*u_xxyy + u_yyyy + u*u_xyy + u_xxx - f\"", "gauss = 4");
  std::vector<Case> list;
  list.push_back({"periodic_shallow",
                  plane_problem(in_x, laplacian + boundary, "layers = [9]\nnormalize = true")});
  list.push_back(
      {"periodic_deep", plane_problem(in_x, laplacian + boundary,
                                      "layers = [7, 5, 6]\nactivation = \"sin\"\nharmonics = 2")});
  for (const char* layers : {"[5]", "[4, 3]"})
    list.push_back({"periodic_order4_" + std::to_string(std::string(layers).size()),
                    plane_problem(in_both, fourth, "layers = " + std::string(layers)), 1e-11});
  list.push_back(
      {"periodic_ritz",
       plane_problem(
           in_x,
           on_part("interior", "density = \"0.5*norm2(grad(u))*(1 + u^2) - f*u\"", "gauss = 6") +
               boundary,
           "layers = [8]")});
  list.push_back(
      {"periodic_hard",
       plane_problem(in_x, "[hard.u]\nvalue = \"cos(2*pi*x)*y\"\n" + laplacian, "layers = [8]")});
  const std::string few =
      "features = { kind = \"fourier\", count = 3, scale = { x = 2, y = 0.5 } }\n";
  const std::string trained =
      "features = { kind = \"fourier\", count = 6, scale = 0.3, trainable = true }\n";
  list.push_back(
      {"fourier_shallow", plane_problem("", laplacian + boundary, "layers = [6]\n" + few)});
  list.push_back({"fourier_order4", plane_problem("", fourth, "layers = [4, 3]\n" + few), 1e-11});
  list.push_back(
      {"fourier_periodic", plane_problem(in_x, laplacian + boundary, "layers = [6]\n" + few)});
  list.push_back(
      {"fourier_trained", plane_problem("", laplacian + boundary, "layers = [5]\n" + trained)});
  list.push_back(
      {"fourier_trained_order4", plane_problem("", fourth, "layers = [4]\n" + trained), 1e-11});
  const std::string packets =
      "features = { kind = \"gabor\", count = 3, scale = { x = 2, y = 0.5 }, width = 0.3 }\n";
  list.push_back(
      {"gabor_shallow", plane_problem("", laplacian + boundary, "layers = [6]\n" + packets)});
  list.push_back({"gabor_order4", plane_problem("", fourth, "layers = [4, 3]\n" + packets), 1e-11});
  list.push_back(
      {"gabor_periodic", plane_problem(in_x, laplacian + boundary, "layers = [6]\n" + packets)});
  const std::string trained_packets =
      "features = { kind = \"gabor\", count = 5, scale = 0.3, width = 0.4, trainable = true }\n";
  list.push_back({"gabor_trained",
                  plane_problem("", laplacian + boundary, "layers = []\n" + trained_packets)});
  list.push_back(
      {"gabor_trained_deep",
       plane_problem("", laplacian + boundary,
                     "layers = [5, 4]\nskip = true\nnormalize = true\n" + trained_packets)});
  list.push_back({"gabor_trained_order4",
                  plane_problem("", fourth, "layers = [4]\n" + trained_packets), 1e-11});
  list.push_back({"gabor_trained_periodic",
                  plane_problem(in_x, laplacian + boundary, "layers = []\n" + trained_packets)});
  list.push_back(
      {"gabor_trained_ritz",
       plane_problem(
           "",
           on_part("interior", "density = \"0.5*norm2(grad(u))*(1 + u^2) - f*u\"", "gauss = 6") +
               boundary,
           "layers = []\n" + trained_packets)});
  // Outputs that are summed in parts, the last of them a short one.
  const std::string four_points =
      on_part("interior", "residual = \"laplacian(u) + f\"", "grid = 2");
  list.push_back({"wide_output", plane_problem("", four_points, "layers = [3, 75]")});
  list.push_back({"fourier_trained_periodic",
                  plane_problem(in_x, laplacian + boundary, "layers = [5]\n" + trained)});
  const std::string seam =
      "[[term]]\non = \"boundary.left\"\nshift = \"x\"\npoints = { gauss = 5 }\n"
      "residual = [\"jump(u)\", \"u*shift(u_x) - x*u_x + shift(x^2*u_y)\"]\n";
  list.push_back({"partners_shallow", plane_problem("", laplacian + seam, "layers = [9]")});
  list.push_back({"partners_deep", plane_problem("", laplacian + seam, "layers = [5, 4]")});
  list.push_back(
      {"partners_hard",
       plane_problem("", "[hard.u]\nvalue = \"x*y\"\non = \"boundary.y\"\n" + laplacian + seam,
                     "layers = [5]\nactivation = \"sin\"")});
  list.push_back(
      {"partners_inside",
       plane_problem("",
                     laplacian + "[[term]]\non = \"x < 0.5\"\nshift = { x = 0.25 }\n"
                                 "points = { sobol = 9 }\nresidual = \"jump(u_x) - u*y\"\n",
                     "layers = [5]")});
  const auto sparse = [](const std::string& network) {
    return "[problem]\nvariables = \"x[4]\"\ndomain = { box = [-1, 2] }\n"
           "[[term]]\non = \"interior\"\npoints = { sobol = 41 }\n"
           "residual = [\"laplacian(u) - x1*u\", \"u_x1*u_x2 + u_x2_x3 + u_x4_x4_x4\"]\n"
           "[[term]]\non = \"boundary\"\npoints = { sobol = 23 }\nresidual = \"u - x3\"\n"
           "[network]\ninit = { kind = \"normal\", std = 0.7 }\n" +
           network;
  };
  list.push_back({"connections_1", sparse("layers = [6]\nconnections = 1")});
  list.push_back({"connections_2", sparse("layers = [7]\nconnections = 2\nnormalize = true")});
  list.push_back({"connections_3", sparse("layers = [5, 4]\nconnections = 3")});
  list.push_back({"connections_4", sparse("layers = [5]\nconnections = 4")});
  list.push_back({"skip", plane_problem("", laplacian, "layers = [4, 4, 4]\nskip = true")});
  list.push_back({"skip_order4",
                  plane_problem("periodic = \"x\"", fourth, "layers = [3, 3]\nskip = true"),
                  1e-11});
  list.push_back({"skip_some", plane_problem("", laplacian, "layers = [3, 5, 5, 2]\nskip = true")});
  list.push_back(
      {"skip_fourier",
       plane_problem("", laplacian,
                     "layers = [5, 5]\nskip = true\nactivation = \"sin\"\nfeatures = { kind = "
                     "\"fourier\", count = 5, scale = 0.3, trainable = true }\n")});
  return list;
}

/// What the card refuses: separable networks and radial basis functions.
inline std::vector<Case> cpu_cases() {
  const std::string laplacian = on_part("interior", "residual = \"laplacian(u) + f\"", "grid = 6");
  const std::string fourth = on_part(
      "interior", "residual = \"u_xxxx + 2*u_xxyy + u_yyyy + u*u_xyy + u_xxx - f\"", "gauss = 4");
  std::vector<Case> list;
  const std::string seam =
      "[[term]]\non = \"boundary.left\"\nshift = \"x\"\npoints = { gauss = 5 }\n"
      "residual = [\"jump(u)\", \"u*shift(u_x) - x*u_x + shift(x^2*u_y)\"]\n";
  list.push_back({"separable", plane_problem("", laplacian + seam, "layers = [4]\nseparable = 3")});
  list.push_back({"separable_order4",
                  plane_problem("periodic = \"x\"", fourth, "layers = [3, 2]\nseparable = 2"),
                  1e-11});
  list.push_back(
      {"separable_system",
       "[problem]\nvariables = \"x[3]\"\nunknowns = [\"u\", \"v\"]\ndomain = { box = [0, "
       "1] }\n[[term]]\non = \"interior\"\npoints = { sobol = 37 }\nresidual = "
       "[\"laplacian(u) - v\", \"u_x1_x3 + v*u_x2\"]\n[network]\nlayers = "
       "[4]\nseparable = 2\ninit = { kind = \"normal\", std = 0.9 }\n"});
  const std::string rbf = "[network]\nkind = \"rbf\"\n";
  list.push_back({"rbf", plane_without_network("", laplacian + seam) + rbf +
                             "layers = [7]\nnormalize = true"});
  list.push_back({"rbf_order4", plane_without_network("", fourth) + rbf + "layers = [5]", 1e-11});
  list.push_back(
      {"rbf_periodic",
       plane_without_network("periodic = \"x\"", fourth) + rbf + "layers = [5]\nharmonics = 2",
       1e-11});
  list.push_back(
      {"rbf_ritz",
       plane_without_network(
           "", "[hard.u]\nvalue = \"y\"\non = \"boundary.x\"\n" +
                   on_part("interior", "density = \"0.5*norm2(grad(u))*(1 + u^2) - f*u\"",
                           "gauss = 6")) +
           rbf + "layers = [6]"});
  list.push_back(
      {"rbf_system",
       "[problem]\nvariables = \"x[3]\"\nunknowns = [\"u\", \"v\"]\ndomain = { box = [0, "
       "1] }\n[coefficients]\na = 0.7\n[[term]]\non = \"interior\"\npoints = { sobol = 137 "
       "}\nresidual = [\"a*laplacian(u) - v\", \"u_x1_x3 + v*u_x2\"]\n" +
           rbf + "layers = [33]"});
  return list;
}

}  // namespace engd::testing
