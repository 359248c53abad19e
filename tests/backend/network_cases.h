#pragma once

#include <string>
#include <vector>

#include "backend/case.h"

namespace engd::testing {

/// Random waves beside the coordinates.
inline network::Options with_waves(network::Options options, network::FourierFeatures waves) {
  options.fourier = std::move(waves);
  return options;
}

/// Hidden layers that add to what they get.
inline network::Options with_skips(network::Options options) {
  options.skip = true;
  return options;
}

inline network::Options separable(std::vector<int> layers, int rank) {
  network::Options options = perceptron(std::move(layers));
  options.separable = rank;
  return options;
}

/// Neurons of the first layer that see some coordinates only.
inline network::Options connected(std::vector<int> layers, int connections) {
  network::Options options = perceptron(std::move(layers));
  options.connections = connections;
  return options;
}

/// Radial basis functions.
inline network::Options rbf(int count) {
  network::Options options;
  options.kind = "rbf";
  options.layers = {count};
  return options;
}

/// A sum of waves that are not trained.
inline network::Options sum_of_features(network::FourierFeatures waves) {
  network::Options options;
  options.kind = "features";
  options.fourier = std::move(waves);
  return options;
}

inline Statement wavy_plane() {
  return Statement("x y", {{0, 1}, {-1, 2}}).where("f", "sin(2*pi*x)*exp(y)");
}

/// Between the left face and its partners on the right.
inline TermText seam() {
  return residual("boundary.left", {"jump(u)", "u*shift(u_x) - x*u_x + shift(x^2*u_y)"},
                  points::gauss(5), {.shift = {1, 0}});
}

/// Networks that are more than layers on the coordinates.
inline std::vector<Case> network_cases() {
  using network::Activation;
  const TermText boundary = residual("boundary", "u - f", points::grid(5), {.weight = 3});
  const TermText laplacian = residual("interior", "laplacian(u) + f", points::grid(6));
  const TermText fourth = residual("interior", fourth_order, points::gauss(4));
  const TermText energy =
      density("interior", "0.5*norm2(grad(u))*(1 + u^2) - f*u", points::gauss(6));
  const Statement plane = wavy_plane(), in_x = plane.periodic_in("x"),
                  in_both = in_x.periodic_in("y");
  // Zero on the faces of y, at the largest 1.
  const std::string between = "4*(y + 1)*(2 - y)/9";
  std::vector<Case> list;
  list.push_back({"periodic_shallow", in_x.with(perceptron({9})) + laplacian + boundary});
  network::Options harmonics = perceptron({7, 5, 6}, Activation::sin);
  harmonics.harmonics = 2;
  list.push_back({"periodic_deep", in_x.with(harmonics) + laplacian + boundary});
  for (const std::vector<int>& layers : {std::vector{5}, {4, 3}})
    list.push_back({"periodic_order4_" + std::to_string(layers.size()),
                    in_both.with(perceptron(layers)) + fourth, 1e-11});
  list.push_back({"periodic_ritz", in_x.with(perceptron({8})) + energy + boundary});
  list.push_back({"periodic_hard",
                  in_x.with_hard("u", "cos(2*pi*x)*y", between).with(perceptron({8})) + laplacian});

  const network::FourierFeatures few{.count = 3, .scale = {2, 0.5}},
      trained{.count = 6, .scale = {0.3}, .trainable = true},
      packets{.count = 3, .scale = {2, 0.5}, .width = 0.3},
      trained_packets{.count = 5, .scale = {0.3}, .trainable = true, .width = 0.4};
  const auto on = [](const network::FourierFeatures& waves, std::vector<int> layers) {
    return with_waves(perceptron(std::move(layers)), waves);
  };
  list.push_back({"fourier_shallow", plane.with(on(few, {6})) + laplacian + boundary});
  list.push_back({"fourier_order4", plane.with(on(few, {4, 3})) + fourth, 1e-11});
  list.push_back({"fourier_periodic", in_x.with(on(few, {6})) + laplacian + boundary});
  list.push_back({"fourier_trained", plane.with(on(trained, {5})) + laplacian + boundary});
  list.push_back({"fourier_trained_order4", plane.with(on(trained, {4})) + fourth, 1e-11});
  list.push_back({"gabor_shallow", plane.with(on(packets, {6})) + laplacian + boundary});
  list.push_back({"gabor_order4", plane.with(on(packets, {4, 3})) + fourth, 1e-11});
  list.push_back({"gabor_periodic", in_x.with(on(packets, {6})) + laplacian + boundary});
  list.push_back({"gabor_trained", plane.with(on(trained_packets, {})) + laplacian + boundary});
  list.push_back({"gabor_trained_deep",
                  plane.with(with_skips(on(trained_packets, {5, 4}))) + laplacian + boundary});
  list.push_back({"gabor_trained_order4", plane.with(on(trained_packets, {4})) + fourth, 1e-11});
  list.push_back(
      {"gabor_trained_periodic", in_x.with(on(trained_packets, {})) + laplacian + boundary});
  list.push_back({"gabor_trained_ritz", plane.with(on(trained_packets, {})) + energy + boundary});
  // Outputs that are summed in parts, the last of them a short one.
  list.push_back({"wide_output", plane.with(perceptron({3, 75})) +
                                     residual("interior", "laplacian(u) + f", points::grid(2))});
  list.push_back({"fourier_trained_periodic", in_x.with(on(trained, {5})) + laplacian + boundary});
  list.push_back({"partners_shallow", plane.with(perceptron({9})) + laplacian + seam()});
  list.push_back({"partners_deep", plane.with(perceptron({5, 4})) + laplacian + seam()});
  list.push_back({"partners_hard",
                  plane.with_hard("u", "x*y", between).with(perceptron({5}, Activation::sin)) +
                      laplacian + seam()});
  list.push_back({"partners_inside", plane.with(perceptron({5})) + laplacian +
                                         residual("x < 0.5", "jump(u_x) - u*y", points::sobol(9),
                                                  {.shift = {0.25, 0}})});
  const auto sparse = [](network::Options options) {
    return Statement("x[4]", {{-1, 2}}).with(std::move(options)) +
           residual("interior", {"laplacian(u) - x1*u", "u_x1*u_x2 + u_x2_x3 + u_x4_x4_x4"},
                    points::sobol(41)) +
           residual("boundary", "u - x3", points::sobol(23));
  };
  list.push_back({"connections_1", sparse(connected({6}, 1))});
  list.push_back({"connections_2", sparse(connected({7}, 2))});
  list.push_back({"connections_3", sparse(connected({5, 4}, 3))});
  list.push_back({"connections_4", sparse(connected({5}, 4))});
  list.push_back({"skip", plane.with(with_skips(perceptron({4, 4, 4}))) + laplacian});
  list.push_back({"skip_order4", in_x.with(with_skips(perceptron({3, 3}))) + fourth, 1e-11});
  list.push_back({"skip_some", plane.with(with_skips(perceptron({3, 5, 5, 2}))) + laplacian});
  list.push_back({"skip_fourier", plane.with(with_skips(with_waves(
                                      perceptron({5, 5}, Activation::sin),
                                      {.count = 5, .scale = {0.3}, .trainable = true}))) +
                                      laplacian});
  return list;
}

/// What the card refuses: separable networks, radial basis functions and sums of features.
inline std::vector<Case> cpu_cases() {
  std::vector<Case> list;
  list.push_back({"separable", wavy_plane().with(separable({4}, 3)) +
                                   residual("interior", "laplacian(u) + f", points::grid(6)) +
                                   seam()});
  list.push_back({"separable_order4",
                  wavy_plane().periodic_in("x").with(separable({3, 2}, 2)) +
                      residual("interior", fourth_order, points::gauss(4)),
                  1e-11});
  network::Options wide = separable({4}, 2);
  wide.init.std = {0.9};
  list.push_back(
      {"separable_system",
       Statement("x[3]", {{0, 1}}, "u v").with(wide) +
           residual("interior", {"laplacian(u) - v", "u_x1_x3 + v*u_x2"}, points::sobol(37))});
  network::Options normalized = rbf(7);
  normalized.normalize = true;
  list.push_back({"rbf", wavy_plane().with(normalized) +
                             residual("interior", "laplacian(u) + f", points::grid(6)) + seam()});
  list.push_back({"rbf_order4",
                  wavy_plane().with(rbf(5)) + residual("interior", fourth_order, points::gauss(4)),
                  1e-11});
  network::Options waves = rbf(5);
  waves.harmonics = 2;
  list.push_back({"rbf_periodic",
                  wavy_plane().periodic_in("x").with(waves) +
                      residual("interior", fourth_order, points::gauss(4)),
                  1e-11});
  list.push_back({"rbf_ritz",
                  wavy_plane().with_hard("u", "y", "x*(1 - x)").with(rbf(6)) +
                      density("interior", "0.5*norm2(grad(u))*(1 + u^2) - f*u", points::gauss(6))});
  list.push_back(
      {"rbf_system",
       Statement("x[3]", {{0, 1}}, "u v").with_coefficient("a", 0.7).with(rbf(33)) +
           residual("interior", {"a*laplacian(u) - v", "u_x1_x3 + v*u_x2"}, points::sobol(137))});
  const network::FourierFeatures few{.count = 5, .scale = {2, 0.5}},
      packets{.count = 4, .scale = {2, 0.5}, .width = 0.3},
      many{.count = 40, .scale = {0.4}};  // summed in parts
  list.push_back({"features", wavy_plane().with(sum_of_features(few)) +
                                  residual("interior", "laplacian(u) + f", points::grid(6)) +
                                  seam()});
  for (const auto& [name, waves] :
       {std::pair("features_order4", few), std::pair("features_packets", packets)})
    list.push_back({name,
                    wavy_plane().periodic_in("x").with(sum_of_features(waves)) +
                        residual("interior", fourth_order, points::gauss(4)),
                    1e-11});
  list.push_back({"features_ritz",
                  wavy_plane().with_hard("u", "y", "x*(1 - x)").with(sum_of_features(few)) +
                      density("interior", "0.5*norm2(grad(u))*(1 + u^2) - f*u", points::gauss(6))});
  list.push_back(
      {"features_system",
       Statement("x[3]", {{0, 1}}, "u v").with_coefficient("a", 0.7).with(sum_of_features(many)) +
           residual("interior", {"a*laplacian(u) - v", "u_x1_x3 + v*u_x2"}, points::sobol(137))});
  return list;
}

}  // namespace engd::testing
