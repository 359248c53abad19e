#include "automatic/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "automatic/points.h"
#include "automatic/runner.h"

namespace engd::automatic {

std::string name(Kind kind) {
  switch (kind) {
    case Kind::tanh:
      return "tanh";
    case Kind::packets:
      return "packets";
    case Kind::deep_tanh:
      return "deep tanh";
    case Kind::deep_sines:
      return "deep sines";
    case Kind::waves:
      return "waves";
    case Kind::fast_waves:
      return "fast waves";
    case Kind::as_written:
      return "as written";
  }
  return "";
}

std::string name(const Entrant& entrant) {
  std::string text = name(entrant.kind);
  if (entrant.method == optim::Method::adaptive) text += ", adaptive";
  if (entrant.windows > 1) text += fmt::format(", {} windows", entrant.windows);
  return text;
}

namespace {

// Systems of ordinary equations that go wrong over a long time are solved in short ones.
constexpr int windows_of_time = 8;
// A window ends where so many iterations have not lowered the loss by this part of it.
constexpr double least_progress = 0.3;
constexpr int progress_iterations = 15, iterations_of_a_window = 200;

bool is_ordinary_in_time(const problem::Problem& problem) {
  return problem.domain.dimension() == 1 && time_axis_of(problem) == 0 &&
         problem.domain.periodic.empty() && problem.coefficients.empty();
}

}  // namespace

std::vector<Entrant> entrants(const problem::Problem& problem) {
  using optim::Method;
  std::vector<Entrant> all;
  if (problem.network_is_written) {
    all = {{Kind::as_written, Method::multistep}, {Kind::as_written, Method::adaptive}};
  } else {
    for (const Kind kind : {Kind::tanh, Kind::packets, Kind::deep_tanh, Kind::deep_sines,
                            Kind::waves, Kind::fast_waves})
      all.push_back({kind, Method::multistep});
    all.push_back({Kind::tanh, Method::adaptive});
    if (is_ordinary_in_time(problem))
      all.push_back({Kind::tanh, Method::multistep, windows_of_time});
  }
  if (!problem.optimizer_is_written) return all;
  std::erase_if(
      all, [](const Entrant& one) { return one.method == Method::adaptive || one.windows > 1; });
  for (Entrant& one : all) one.method = problem.stages.front().method;
  return all;
}

namespace {

/// The network of a kind with so many neurons in a layer.
network::Options with_neurons(Kind kind, int neurons, network::Options network) {
  const auto waves = [&](double turns, double width) {
    network.layers = {};
    network.fourier.count = neurons;
    network.fourier.trainable = true;
    network.fourier.scale = {turns};
    network.fourier.width = width;
  };
  switch (kind) {
    case Kind::tanh:
      network.layers = {neurons};
      break;
    case Kind::packets:
      waves(1, 0.25);
      break;
    case Kind::deep_tanh:
      network.layers = {neurons, neurons, neurons};
      break;
    case Kind::deep_sines:
      network.layers = {neurons, neurons};
      network.activation = network::Activation::sin;
      break;
    case Kind::waves:
      waves(0.5, 0);
      break;
    case Kind::fast_waves:
      waves(3, 0);
      break;
    case Kind::as_written:
      break;
  }
  return network;
}

}  // namespace

network::Options network_of(Kind kind, double parameters, const problem::Problem& problem) {
  if (kind == Kind::as_written) return problem.network;
  problem::Problem probe = problem;
  const auto size = [&](int neurons) {
    probe.network = with_neurons(kind, neurons, problem.network);
    return static_cast<double>(parameters_of(probe));
  };
  int least = 3, most = least + 1;
  while (size(most) < parameters) most *= 2;
  while (most - least > 1) {
    const int middle = least + (most - least) / 2;
    (size(middle) <= parameters ? least : most) = middle;
  }
  return with_neurons(kind, least, problem.network);
}

double first_size(const problem::Problem& problem) {
  const int dimension = problem.domain.dimension();
  const double unknowns = std::sqrt(static_cast<double>(problem.scope.unknowns.size()));
  return unknowns * (dimension == 1 ? 60 : dimension == 2 ? 150 : 300);
}

Choice choice_of(const Entrant& entrant, double parameters, double rows,
                 const problem::Problem& problem) {
  Choice choice;
  if (entrant.kind != Kind::as_written)
    choice.network = network_of(entrant.kind, parameters, problem);
  if (!problem.optimizer_is_written) {
    choice.optimizer.emplace();
    choice.optimizer->method = entrant.method;
    choice.optimizer->iterations = most_iterations;
  }
  if (entrant.windows > 1) {
    choice.windows = entrant.windows;
    choice.optimizer->iterations = iterations_of_a_window;
    choice.optimizer->least_progress = least_progress;
    choice.optimizer->progress_iterations = progress_iterations;
  }
  const problem::Problem probe = with_choice(problem, choice);
  choice.points = points_for(probe, rows * static_cast<double>(parameters_of(probe)));
  return choice;
}

}  // namespace engd::automatic
