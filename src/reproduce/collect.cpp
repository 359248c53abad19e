#include "reproduce/collect.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "reproduce/paper.h"

namespace engd::reproduce {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

std::vector<Point> read_history(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return {};
  const auto names = split(line);
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  const std::size_t iteration = column("iteration"), seconds = column("seconds"),
                    l2 = column("rel_l2"), h1 = column("rel_h1");
  std::vector<Point> points;
  while (std::getline(file, line)) {
    const auto cells = split(line);
    const auto number = [&](std::size_t k) {
      return k < cells.size() && !cells[k].empty() ? std::strtod(cells[k].c_str(), nullptr)
                                                   : not_a_number;
    };
    if (std::isnan(number(l2))) continue;
    points.push_back(
        {static_cast<int>(number(iteration)), number(seconds), number(l2), number(h1)});
  }
  return points;
}

double quantile(const std::vector<double>& sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

std::optional<CaseResult> collect(const Case& one) {
  std::ifstream file(one.folder / "summary.json");
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object() || !json.contains("seeds") || json["seeds"].empty()) return std::nullopt;
  const auto& seed = json["seeds"][0];
  const auto number = [&](const char* key) {
    return seed.contains(key) && seed[key].is_number() ? seed[key].get<double>() : not_a_number;
  };
  CaseResult result;
  result.one = one;
  result.l2 = number("rel_l2");
  result.h1 = number("rel_h1");
  result.loss = number("loss");
  result.seconds = number("seconds");
  result.ms_per_iteration = number("ms_per_iteration");
  result.iterations = seed.value("iterations", 0);
  result.termination = seed.value("termination", "");
  if (result.termination == "interrupted") return std::nullopt;
  result.history = read_history(one.folder / "history.csv");
  return result;
}

io::Spread Group::l2() const {
  std::vector<double> values;
  for (const CaseResult& seed : seeds) values.push_back(seed.l2);
  return io::spread_of(values);
}

io::Spread Group::h1() const {
  std::vector<double> values;
  for (const CaseResult& seed : seeds) values.push_back(seed.h1);
  return io::spread_of(values);
}

std::vector<Group> collect_all(const std::vector<Case>& cases, const std::vector<Case>& timings) {
  std::vector<Group> groups;
  for (const std::string& problem : paper_problems())
    for (const char* optimizer : {"gd", "adam", "hngd", "engd", "bfgs", "lbfgs"}) {
      Group group{problem, optimizer, {}, not_a_number};
      for (const Case& one : cases)
        if (one.problem == problem && one.optimizer == optimizer)
          if (auto result = collect(one)) group.seeds.push_back(std::move(*result));
      for (const Case& one : timings)
        if (one.problem == problem && one.optimizer == optimizer)
          if (const auto result = collect(one))
            group.seconds_per_iteration = 1e-3 * result->ms_per_iteration;
      if (!group.seeds.empty()) groups.push_back(std::move(group));
    }
  return groups;
}

std::vector<Band> bands(const Group& group, bool h1) {
  std::set<int> moments;
  for (const CaseResult& seed : group.seeds)
    for (const Point& point : seed.history) moments.insert(point.iteration);
  std::vector<Band> result;
  std::vector<std::size_t> at(group.seeds.size(), 0);
  for (int moment : moments) {
    std::vector<double> errors;
    for (std::size_t s = 0; s < group.seeds.size(); ++s) {
      const auto& history = group.seeds[s].history;
      if (history.empty()) continue;
      while (at[s] + 1 < history.size() && history[at[s] + 1].iteration <= moment) ++at[s];
      const Point& point = history[at[s]];
      const double error = h1 ? point.h1 : point.l2;
      errors.push_back(std::isfinite(error) ? error : std::numeric_limits<double>::max());
    }
    std::sort(errors.begin(), errors.end());
    result.push_back({static_cast<double>(moment), moment * group.seconds_per_iteration,
                      quantile(errors, 0.25), quantile(errors, 0.5), quantile(errors, 0.75)});
  }
  return result;
}

}  // namespace engd::reproduce
