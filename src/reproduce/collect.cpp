#include "reproduce/collect.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "reproduce/paper.h"
#include "results/history.h"
#include "support/error.h"

namespace engd::reproduce {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// A damaged history is as good as none: the summary has the result.
std::vector<Point> history_of(const std::filesystem::path& path) {
  results::History history;
  try {
    history = results::read_history(path);
  } catch (const InputError&) {
    return {};
  }
  std::vector<Point> points;
  for (const results::HistoryRow& row : history.rows)
    if (row.rel_l2)
      points.push_back(
          {row.iteration, row.seconds, *row.rel_l2, row.rel_h1.value_or(not_a_number)});
  return points;
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
  result.history = history_of(one.folder / "history.csv");
  return result;
}

results::Spread Group::l2() const {
  std::vector<double> values;
  for (const CaseResult& seed : seeds) values.push_back(seed.l2);
  return results::spread_of(values);
}

results::Spread Group::h1() const {
  std::vector<double> values;
  for (const CaseResult& seed : seeds) values.push_back(seed.h1);
  return results::spread_of(values);
}

std::vector<Group> collect_all(const std::vector<Case>& cases, const std::vector<Case>& timings) {
  std::vector<Group> groups;
  for (const std::string& problem : paper_problems())
    for (const char* optimizer : {"gd", "adam", "hngd", "engd", "bfgs", "lbfgs"}) {
      Group group{problem, optimizer, {}, not_a_number};
      for (const Case& one : cases)
        if (one.problem == problem && one.optimizer == optimizer)
          if (auto result = collect(one)) group.seeds.push_back(std::move(*result));
      std::vector<double> times;
      for (const Case& one : timings)
        if (one.problem == problem && one.optimizer == optimizer)
          if (const auto result = collect(one)) times.push_back(1e-3 * result->ms_per_iteration);
      group.seconds_per_iteration = results::spread_of(times).median.value_or(not_a_number);
      if (!group.seeds.empty()) groups.push_back(std::move(group));
    }
  return groups;
}

std::vector<report::Trace> traces(const Group& group, bool h1) {
  std::vector<report::Trace> traces;
  const bool timed = std::isfinite(group.seconds_per_iteration);
  for (const CaseResult& seed : group.seeds) {
    report::Trace& trace = traces.emplace_back();
    for (const Point& point : seed.history) {
      trace.iteration.push_back(point.iteration);
      trace.seconds.push_back(timed ? point.iteration * group.seconds_per_iteration
                                    : point.seconds);
      trace.value.push_back(h1 ? point.h1 : point.l2);
    }
  }
  return traces;
}

}  // namespace engd::reproduce
