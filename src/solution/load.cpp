#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "read/read_problem.h"
#include "results/summary.h"
#include "solution/solution.h"
#include "support/error.h"

namespace engd::solution {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw InputError(fmt::format("{}: {}", file.string(), why));
}

fs::path model_file_of(const fs::path& given) {
  std::error_code ignored;
  if (!fs::exists(given, ignored)) refuse(given, "there is no such run folder or model file");
  if (!fs::is_directory(given, ignored)) return given;
  if (fs::is_regular_file(given / "model.h5", ignored)) return given / "model.h5";
  refuse(given, "holds no model.h5: no run has ended in this folder");
}

/// What summary.json beside the model says; nothing where there is none that can be read.
std::optional<results::Summary> summary_beside(const fs::path& model) {
  std::error_code ignored;
  const fs::path file = model.parent_path() / "summary.json";
  if (!fs::is_regular_file(file, ignored)) return std::nullopt;
  try {
    return results::read_summary(file);
  } catch (const InputError&) {
    return std::nullopt;  // the model is all that is needed
  }
}

/// The problem as it was read for the run: at the first place where the files that it names are.
problem::Problem read_problem_of(const results::Model& model, const fs::path& file,
                                 const std::optional<results::Summary>& summary) {
  std::vector<fs::path> places{file.parent_path() / "problem.toml"};
  if (summary && !summary->file.empty()) places.emplace_back(summary->file);
  std::optional<problem::Problem> without_data;
  std::string why;
  for (const fs::path& place : places) try {
      return read::read_problem_text(place.string(), model.problem_text, model.overrides);
    } catch (const InputError&) {
      // The files are elsewhere, or gone.
    }
  for (const fs::path& place : places) try {
      return read::read_problem_text(place.string(), model.problem_text, model.overrides,
                                     read::Purpose::evaluation);
    } catch (const InputError& error) {
      if (why.empty()) why = error.what();
    }
  refuse(file, fmt::format("the problem that the model was trained for cannot be read: {}", why));
}

/// The networks that were trained, in place of what the file says of them.
void take_networks(problem::Problem& problem, const results::Model& model, const fs::path& file) {
  if (problem.scope.coordinates != model.variables || problem.scope.unknowns != model.unknowns ||
      problem.scope.coefficients != model.coefficients || problem.domain.lower != model.box.lower ||
      problem.domain.upper != model.box.upper)
    refuse(file, "the model is damaged: the problem in it is not the one that it was trained for");
  const auto take = [](network::Options& network, const network::Options& trained) {
    const network::Initialisation init = network.init;
    network = trained;
    network.init = init;
  };
  take(problem.network, model.network);
  problem.scale = model.scale;
  problem.corrections.resize(model.corrections.size());
  for (std::size_t k = 0; k < model.corrections.size(); ++k)
    take(problem.corrections[k].network, model.corrections[k]);
}

/// The least error, estimate or loss tells, where all seeds have one.
std::size_t best_seed(const results::Model& model, const std::optional<results::Summary>& summary) {
  if (!summary) return 0;
  const auto number = [](const std::optional<double>& value) {
    return value && std::isfinite(*value) ? *value : std::numeric_limits<double>::infinity();
  };
  std::size_t best = 0;
  using Rank = std::tuple<double, double, double>;
  Rank least;
  for (std::size_t k = 0; k < model.seeds.size(); ++k) {
    const auto found =
        std::ranges::find(summary->seeds, model.seeds[k].seed, &results::SeedSummary::seed);
    if (found == summary->seeds.end()) return 0;
    const Rank rank{number(found->rel_l2), number(found->estimated_rel_l2), number(found->loss)};
    if (k == 0 || rank < least) {
      best = k;
      least = rank;
    }
  }
  return best;
}

const results::SeedModel& chosen_seed(const results::Model& model, const fs::path& file,
                                      const std::optional<std::uint64_t>& seed,
                                      const std::optional<results::Summary>& summary) {
  if (model.seeds.empty()) refuse(file, "the model has no seed");
  if (!seed) return model.seeds[best_seed(model, summary)];
  const auto found = std::ranges::find(model.seeds, *seed, &results::SeedModel::seed);
  if (found != model.seeds.end()) return *found;
  std::vector<std::uint64_t> known;
  for (const results::SeedModel& one : model.seeds) known.push_back(one.seed);
  refuse(file, fmt::format("the run has no seed {}; it has {}", *seed, fmt::join(known, ", ")));
}

Vector parameters_of(const results::NetworkModel& network, const solve::Level& level,
                     const fs::path& file) {
  if (std::ssize(network.parameters) != level.trainable->parameters())
    refuse(file, fmt::format("the model is damaged: a network has {} parameters, and {} are there",
                             level.trainable->parameters(), network.parameters.size()));
  return Eigen::Map<const Vector>(network.parameters.data(), std::ssize(network.parameters));
}

/// Networks one after another, as they were trained.
void put_networks(solve::Piece& piece, const std::vector<results::NetworkModel>& networks,
                  const fs::path& file) {
  solve::Level& level = piece.level;
  for (std::size_t k = 0; k < networks.size(); ++k) {
    if (!networks[k].scale.empty()) level.begin(networks[k].scale, 1);
    Vector theta = parameters_of(networks[k], level, file);
    if (k + 1 < networks.size())
      level = level.next(std::move(theta));
    else
      piece.theta = std::move(theta);
  }
}

std::vector<solve::Piece> pieces_of(const problem::Problem& problem, const results::SeedModel& seed,
                                    const fs::path& file) {
  std::vector<results::NetworkModel> first{{seed.parameters, {}}};
  first.insert(first.end(), seed.corrections.begin(), seed.corrections.end());
  std::vector<solve::Piece> pieces;
  if (problem.windows == 1) {
    pieces.push_back({{std::shared_ptr<void>(), &problem}, solve::Level(problem), {}, {}});
    put_networks(pieces.back(), first, file);
    return pieces;
  }
  if (std::ssize(seed.windows) >= problem.windows)
    refuse(file, "the model is damaged: it has more windows of time than the problem");
  for (std::size_t k = 0; k <= seed.windows.size(); ++k) {
    pieces.push_back(solve::make_trained_window(problem, static_cast<int>(k),
                                                k == 0 ? nullptr : &pieces.back()));
    put_networks(pieces.back(), k == 0 ? first : seed.windows[k - 1], file);
  }
  return pieces;
}

Solution solution_of(const results::Model& model, const fs::path& file,
                     const std::optional<std::uint64_t>& seed,
                     const std::optional<results::Summary>& summary) {
  const results::SeedModel& chosen = chosen_seed(model, file, seed, summary);
  auto problem = std::make_shared<problem::Problem>(read_problem_of(model, file, summary));
  take_networks(*problem, model, file);
  problem->graph.share();
  std::vector<solve::Piece> pieces = pieces_of(*problem, chosen, file);
  return {std::move(problem), std::move(pieces), chosen.seed, model.overrides};
}

}  // namespace

Solution Solution::load(const fs::path& run_or_model, std::optional<std::uint64_t> seed) {
  const fs::path file = model_file_of(run_or_model);
  return solution_of(results::load_model(file), file, seed, summary_beside(file));
}

Solution Solution::from_model(const results::Model& model, const fs::path& file,
                              std::optional<std::uint64_t> seed) {
  return solution_of(model, file, seed, std::nullopt);
}

}  // namespace engd::solution
