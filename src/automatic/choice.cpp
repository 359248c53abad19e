#include "automatic/choice.h"

#include <fmt/format.h>

#include "network/activation.h"
#include "problem/hard_start.h"

namespace engd::automatic {

problem::Problem with_choice(const problem::Problem& problem, const Choice& choice) {
  problem::Problem chosen = problem;
  if (choice.network) chosen.network = *choice.network;
  for (const auto& [term, rule] : choice.points) chosen.terms[term].points = rule;
  if (choice.optimizer) chosen.stages = {*choice.optimizer};
  if (choice.windows > 1) chosen.windows = choice.windows;
  for (std::size_t t = 0; t < choice.weights.size(); ++t)
    chosen.terms[t].weight = choice.weights[t];
  if (!choice.scale.empty()) chosen.scale = choice.scale;
  // Last: it leaves out terms.
  if (choice.hard_start && !problem.hard_start) {
    chosen.hard_start = true;
    problem::hold_start(chosen);
  }
  chosen.automatic = {};
  chosen.automatic.on = false;
  return chosen;
}

namespace {

/// A number for each name.
std::string by_name(const std::vector<std::string>& names, const std::vector<double>& numbers) {
  std::string text;
  for (std::size_t j = 0; j < numbers.size(); ++j)
    text += fmt::format("{}\"{}\"={}", j == 0 ? "" : ",", names[j], numbers[j]);
  return "{" + text + "}";
}

std::string by_coordinate(const problem::Problem& problem, const std::vector<double>& numbers) {
  return by_name(problem.scope.coordinates, numbers);
}

void add_network(const problem::Problem& problem, const network::Options& network,
                 std::vector<std::string>& all) {
  if (!network.kind.empty()) all.push_back(fmt::format("network.kind=\"{}\"", network.kind));
  const bool has_layers = network.kind != "features";
  if (has_layers) all.push_back(fmt::format("network.layers=[{}]", fmt::join(network.layers, ",")));
  if (has_layers && !network.layers.empty())
    all.push_back(fmt::format("network.activation=\"{}\"", network::name(network.activation)));
  if (network.connections > 0)
    all.push_back(fmt::format("network.connections={}", network.connections));
  if (network.separable > 0) all.push_back(fmt::format("network.separable={}", network.separable));
  if (!network.init.scale.empty())
    all.push_back("network.init.scale=" + by_coordinate(problem, network.init.scale));
  if (network.harmonics != problem.network.harmonics)
    all.push_back(fmt::format("network.harmonics={}", network.harmonics));
  const network::FourierFeatures& features = network.fourier;
  if (features.count == 0) return;
  std::string text =
      fmt::format("network.features={{kind=\"{}\",count={},trainable={}",
                  features.width > 0 ? "gabor" : "fourier", features.count, features.trainable);
  if (features.width > 0) text += fmt::format(",width={}", features.width);
  const std::string scale = features.scale.size() == 1 ? fmt::format("{}", features.scale[0])
                                                       : by_coordinate(problem, features.scale);
  all.push_back(text + ",scale=" + scale + "}");
}

}  // namespace

std::vector<std::string> settings_of(const problem::Problem& problem, const Choice& choice) {
  std::vector<std::string> all;
  if (choice.network) add_network(problem, *choice.network, all);
  if (!choice.scale.empty())
    all.push_back("network.scale=" + by_name(problem.scope.unknowns, choice.scale));
  for (const auto& [term, rule] : choice.points)
    all.push_back(fmt::format("term.{}.points={{{}={}{}}}", term, geometry::to_string(rule.kind),
                              rule.count.front(),
                              rule.resample > 0 ? fmt::format(",resample={}", rule.resample) : ""));
  for (std::size_t t = 0; t < choice.weights.size(); ++t)
    if (choice.weights[t] != problem.terms[t].weight)
      all.push_back(fmt::format("term.{}.weight={}", t, choice.weights[t]));
  if (choice.optimizer)
    for (const auto& [key, value] : optim::settings_of(*choice.optimizer))
      all.push_back(fmt::format("optimizer.{}={}", key, value));
  if (choice.hard_start) all.emplace_back("problem.hard_start=true");
  if (choice.windows == 1) return all;
  all.push_back(fmt::format("problem.windows={}", choice.windows));
  // What is measured in one window is kept for the next: on the same points, whatever those of the
  // terms are.
  if (!problem.evaluation_is_written)
    all.push_back(fmt::format("evaluation.points={{{}={}}}",
                              geometry::to_string(problem.evaluation.kind),
                              problem.evaluation.count.front()));
  return all;
}

}  // namespace engd::automatic
