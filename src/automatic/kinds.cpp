#include "automatic/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "automatic/balance.h"
#include "automatic/points.h"
#include "automatic/runner.h"
#include "automatic/stationarity.h"

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
    case Kind::sums:
      return "sums";
    case Kind::pairs:
      return "pairs";
    case Kind::products:
      return "products";
    case Kind::fixed_waves:
      return "fixed waves";
    case Kind::as_written:
      return "as written";
  }
  return "";
}

std::string name(const Entrant& entrant) {
  std::string text = name(entrant.kind);
  if (optim::is<optim::Adaptive>(entrant.method)) text += ", adaptive";
  if (entrant.windows > 1) text += ", windows of time";
  if (entrant.hard_start) text += ", hard start";
  if (entrant.harmonics > 0) text += fmt::format(", {} harmonics", entrant.harmonics);
  if (const auto& all = entrant.frequency;
      !all.empty() && std::ranges::count(all, all.front()) == std::ssize(all))
    text += fmt::format(", frequency {:.2g}", all.front());
  else if (!all.empty())
    text += fmt::format(", frequency {:.2g}", fmt::join(entrant.frequency, " : "));
  return text;
}

namespace {

// Systems of ordinary equations that go wrong over a long time are solved in short ones.
constexpr int windows_of_time = 8;
// A window ends where so many iterations have not lowered the loss by this part of it.
constexpr double least_progress = 0.3;
constexpr int progress_iterations = 15, iterations_of_a_window = 200;

// Rounding is all that the damping of a least-squares problem has to keep out; the second iteration
// takes back what the first one has lost by it.
constexpr double damping_of_least_squares = 1e-26;
constexpr int iterations_of_least_squares = 3;

bool is_ordinary_in_time(const problem::Problem& problem) {
  return problem.domain.dimension() == 1 && time_axis_of(problem) == 0 &&
         problem.domain.periodic.empty() && problem.coefficients.empty() && !has_energy(problem);
}

}  // namespace

namespace {

/// Where a race begins. Smooth solutions want slow waves.
constexpr struct {
  Kind kind;
  double frequency;
} first_frequencies[] = {{Kind::tanh, 1},    {Kind::waves, 0.4}, {Kind::deep_tanh, 1},
                         {Kind::waves, 2.5}, {Kind::packets, 1}, {Kind::deep_sines, 1}};
// From one frequency to the next ones, along one coordinate or all.
constexpr double other_frequency = 3;
constexpr std::size_t most_axes = 3;
constexpr int most_factors = 12;  // of products and of packets

/// Networks of layers have frequencies where their start is drawn for the domain.
bool has_frequency(Kind kind, const problem::Problem& problem) {
  switch (kind) {
    case Kind::waves:
    case Kind::packets:
      return true;
    case Kind::tanh:
    case Kind::deep_tanh:
    case Kind::deep_sines:
    case Kind::sums:
    case Kind::pairs:
    case Kind::products:
      return problem.network.init.kind == network::Initialisation::Kind::domain;
    case Kind::fixed_waves:  // frequency.h looks for theirs
    case Kind::as_written:
      return false;
  }
  return false;
}

}  // namespace

bool goes_with(Kind kind, const problem::Problem& problem) {
  return problem.domain.dimension() <= most_factors ||
         (kind != Kind::packets && kind != Kind::products);
}

bool runs_on(backend::Device device, const Entrant& entrant, const problem::Problem& problem) {
  return entrant.kind == Kind::as_written ||
         backend::runs(device, network_of(entrant, first_size(problem), problem));
}

bool has_many_coordinates(const problem::Problem& problem) {
  return problem.domain.dimension() > 3;
}

std::vector<Entrant> entrants(const problem::Problem& problem) {
  using optim::Method;
  std::vector<Entrant> all;
  // An energy is not a sum of squares, by which multistep corrects its steps: it creeps there.
  const Method adaptive = optim::Adaptive{}, multistep = optim::Multistep{};
  const Method usual = has_energy(problem) ? adaptive : multistep;
  const Method other = has_energy(problem) ? multistep : adaptive;
  if (problem.network_is_written) {
    all = {{Kind::as_written, usual}, {Kind::as_written, other}};
  } else {
    const auto dimension = static_cast<std::size_t>(problem.domain.dimension());
    for (const auto& [kind, frequency] : first_frequencies)
      if (frequency == 1)
        all.push_back({kind, usual});
      else
        all.push_back({kind, usual, 1, std::vector<double>(dimension, frequency)});
    if (has_many_coordinates(problem)) {
      all.push_back({Kind::products, usual});
      // Periodic coordinates are seen by all neurons.
      if (problem.domain.periodic.empty()) {
        all.push_back({Kind::sums, usual});
        all.push_back({Kind::pairs, usual});
      }
    }
    std::erase_if(all, [&](const Entrant& one) { return !goes_with(one.kind, problem); });
    if (optim::is<optim::Adaptive>(other)) all.push_back({Kind::tanh, other});
    if (is_ordinary_in_time(problem)) all.push_back({Kind::tanh, multistep, windows_of_time});
  }
  if (!problem.optimizer_is_written) return all;
  std::erase_if(all, [&](const Entrant& one) {
    return one.method.index() == other.index() || one.windows > 1;
  });
  for (Entrant& one : all) one.method = problem.stages.front().method;
  return all;
}

std::vector<Entrant> with_other_frequencies(const Entrant& entrant,
                                            const problem::Problem& problem) {
  std::vector<Entrant> all;
  if (!has_frequency(entrant.kind, problem)) return all;
  const auto dimension = static_cast<std::size_t>(problem.domain.dimension());
  const auto add = [&](std::size_t first, std::size_t last) {
    for (const double factor : {other_frequency, 1 / other_frequency}) {
      Entrant other = entrant;
      if (other.frequency.empty()) other.frequency.assign(dimension, 1.0);
      for (std::size_t j = first; j < last; ++j) other.frequency[j] *= factor;
      all.push_back(std::move(other));
    }
  };
  add(0, dimension);
  for (std::size_t j = 0; j < dimension && dimension > 1 && dimension <= most_axes; ++j)
    add(j, j + 1);
  return all;
}

namespace {

// Neurons that see the same coordinates, at least.
constexpr int least_of_a_turn = 2;
constexpr int neurons_of_a_product = 4;

/// At least so many neurons that see so many coordinates each, such that each coordinate is seen by
/// as many as any other.
int evenly(int neurons, int seen, int dimension) {
  const int turns = dimension / std::gcd(dimension, seen);
  return std::max((neurons + turns - 1) / turns, least_of_a_turn) * turns;
}

/// The network of an entrant with so many neurons in a layer.
network::Options with_neurons(const Entrant& entrant, int neurons, network::Options network,
                              int dimension) {
  const std::vector<double>& frequency = entrant.frequency;
  if (entrant.harmonics > 0) network.harmonics = entrant.harmonics;
  const auto see = [&](int coordinates) {
    network.layers = {evenly(neurons, coordinates, dimension)};
    network.activation = network::Activation::sin;
    network.connections = coordinates;
  };
  const auto waves = [&] {
    network.layers = {};
    network.fourier.count = neurons;
    network.fourier.trainable = true;
    network.fourier.scale = frequency.empty() ? std::vector{1.0} : frequency;
  };
  switch (entrant.kind) {
    case Kind::waves:
      waves();
      return network;
    case Kind::packets:
      waves();
      // Slow ones are wide.
      network.fourier.width = std::ranges::max(network.fourier.scale) < 1 ? 0.5 : 0.25;
      return network;
    case Kind::tanh:
      network.layers = {neurons};
      break;
    case Kind::deep_tanh:
      network.layers = {neurons, neurons, neurons};
      break;
    case Kind::deep_sines:
      network.layers = {neurons, neurons};
      network.activation = network::Activation::sin;
      break;
    case Kind::sums:
      see(1);
      break;
    case Kind::pairs:
      see(2);
      break;
    case Kind::products:
      network.layers = {neurons};
      network.separable = std::max(2, neurons / neurons_of_a_product);
      break;
    case Kind::fixed_waves:
      network.kind = "features";
      network.fourier.count = neurons;
      network.fourier.scale = frequency;
      return network;
    case Kind::as_written:
      return network;
  }
  network.init.scale = frequency;
  return network;
}

}  // namespace

network::Options network_of(const Entrant& entrant, double parameters,
                            const problem::Problem& problem) {
  if (entrant.kind == Kind::as_written) return problem.network;
  problem::Problem probe = problem;
  const auto size = [&](int neurons) {
    probe.network = with_neurons(entrant, neurons, problem.network, problem.domain.dimension());
    return static_cast<double>(parameters_of(probe));
  };
  int least = 3, most = least + 1;
  while (size(most) < parameters) most *= 2;
  while (most - least > 1) {
    const int middle = least + (most - least) / 2;
    (size(middle) <= parameters ? least : most) = middle;
  }
  return with_neurons(entrant, least, problem.network, problem.domain.dimension());
}

double first_size(const problem::Problem& problem) {
  const int dimension = problem.domain.dimension();
  const double unknowns = std::sqrt(static_cast<double>(problem.scope.unknowns.size()));
  return unknowns * (dimension == 1 ? 60 : dimension == 2 ? 150 : 300);
}

Choice choice_of(const Entrant& entrant, double parameters, double rows,
                 const problem::Problem& problem, bool redrawn) {
  Choice choice;
  if (entrant.kind != Kind::as_written) choice.network = network_of(entrant, parameters, problem);
  if (!problem.optimizer_is_written) {
    choice.optimizer.emplace();
    choice.optimizer->method = entrant.method;
    choice.optimizer->iterations = most_iterations;
    if (entrant.kind == Kind::fixed_waves) {
      choice.optimizer->iterations = iterations_of_least_squares;
      if (auto* multistep = std::get_if<optim::Multistep>(&choice.optimizer->method))
        multistep->first_damping = damping_of_least_squares;
    }
  }
  if (entrant.kind == Kind::fixed_waves)
    choice.weights = balanced_weights(problem, entrant.frequency);
  if (entrant.windows > 1) {
    choice.windows = entrant.windows;
    choice.optimizer->iterations = iterations_of_a_window;
    choice.optimizer->stopping.least_progress = least_progress;
    choice.optimizer->stopping.progress_iterations = progress_iterations;
  }
  choice.hard_start = entrant.hard_start;
  const problem::Problem probe = with_choice(problem, choice);
  for (auto& [t, rule] : points_for(probe, rows * static_cast<double>(parameters_of(probe)))) {
    // A hard start has fewer terms, in the same order.
    const auto same = std::ranges::find(problem.terms, probe.terms[t].name, &problem::Term::name);
    if (redrawn && rule.kind == geometry::PointRule::Kind::sobol) rule.resample = 1;
    choice.points.emplace_back(static_cast<std::size_t>(same - problem.terms.begin()),
                               std::move(rule));
  }
  return choice;
}

}  // namespace engd::automatic
