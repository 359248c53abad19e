#include "explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "automatic/kinds.h"
#include "automatic/linear.h"
#include "automatic/verdict.h"
#include "automatic/wanted.h"
#include "formats/text_file.h"

namespace engd::app {

namespace {

/// Each once, in their order.
template <typename Name>
std::string names_of(const std::vector<automatic::Entrant>& entrants, Name&& name) {
  std::vector<std::string> names;
  for (const automatic::Entrant& one : entrants)
    if (const std::string text = name(one); std::ranges::find(names, text) == names.end())
      names.push_back(text);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string accuracy_text(const problem::Automatic& automatic) {
  const double work = automatic.work > 0 ? automatic.work : automatic::default_work;
  const std::string budget = automatic.time > 0
                                 ? fmt::format("{:g} s", automatic.time)
                                 : fmt::format("{:g} operations (about {:.0f} s on two cores)",
                                               work, work / automatic::default_work * 60);
  if (automatic.accuracy == 0.0) return "as accurate as it gets within " + budget;
  return fmt::format("{:g} in relative L2 by the program's own estimate, within {}",
                     automatic::target_of(automatic), budget);
}

}  // namespace

Open what_is_open(const problem::Problem& problem) {
  Open open;
  if (!automatic::is_wanted(problem) || !automatic::why_no_race(problem).empty()) return open;
  auto entrants = automatic::entrants(problem);
  if (automatic::is_linear(problem) && !problem.optimizer_is_written)
    entrants.push_back({automatic::Kind::fixed_waves});
  if (!problem.network_is_written)
    open.network = fmt::format("chosen by a race of {}, from about {:.0f} parameters",
                               names_of(entrants, [](const auto& one) { return name(one.kind); }),
                               automatic::first_size(problem));
  open.points = "chosen with the network";
  if (!problem.optimizer_is_written)
    open.optimizer =
        fmt::format("chosen by the race of {}",
                    names_of(entrants, [](const auto& one) { return optim::name(one.method); }));
  open.accuracy = accuracy_text(problem.automatic);
  return open;
}

namespace {

std::string race_text(const std::vector<results::Racer>& race) {
  std::size_t kind = 4, network = 7;
  for (const results::Racer& one : race) {
    kind = std::max(kind, one.kind.size());
    network = std::max(network, one.network.size());
  }
  std::string text = fmt::format("{:<{}}  {:<{}}  {:>10}  {:>6}  {:>10}  {:>6}  {:>7}  {}\n",
                                 "kind", kind, "network", network, "parameters", "points",
                                 "iterations", "budget", "score", "why it was left");
  for (const results::Racer& one : race)
    text += fmt::format("{:<{}}  {:<{}}  {:>10}  {:>6}  {:>10}  {:>6}  {:>7}  {}\n", one.kind, kind,
                        one.network, network, one.parameters, one.points, one.iterations,
                        fmt::format("{:.1f} %", 100 * one.work),
                        one.score ? fmt::format("{:.1e}", *one.score) : "-", one.why_left);
  return text;
}

}  // namespace

std::string explanation(const results::Summary& summary, const std::string& folder) {
  const std::filesystem::path chosen = std::filesystem::path(folder) / "chosen.toml";
  std::error_code ignored;
  if (!std::filesystem::exists(chosen, ignored))
    return "nothing was chosen: the file says how it is solved\n";
  const std::string race = summary.race.empty() ? "" : race_text(summary.race) + "\n";
  return fmt::format("{}# {}\n{}", race, chosen.string(), formats::read_text_file(chosen));
}

}  // namespace engd::app
