#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "read/reader.h"
#include "read/suggest.h"

namespace engd::read {
namespace {

using geometry::PointRule;
using Kind = PointRule::Kind;

const std::vector<std::pair<std::string, Kind>> rules{
    {"grid", Kind::grid},     {"trapezoid", Kind::trapezoid}, {"gauss", Kind::gauss},
    {"random", Kind::random}, {"sobol", Kind::sobol},         {"halton", Kind::halton},
    {"file", Kind::file},
};

/// Points are counted in an int on every device.
constexpr int most_points = 2'000'000'000;

std::vector<int> read_counts(const Problem& problem, const std::string& path, const Value& value,
                             Kind kind) {
  const int least = kind == Kind::trapezoid ? 2 : 1;
  if (!geometry::is_tensor_rule(kind)) return {as_integer(path, value, least, most_points)};
  std::vector<int> counts;
  for (const Value* count : one_or_several(path, value)) {
    counts.push_back(as_integer(path, *count, least, most_points));
  }
  const std::size_t axes = problem.scope.coordinates.size();
  if (value.kind == Value::Kind::list && counts.size() != axes) {
    throw bad_value(path, value,
                    fmt::format("must be one integer, or {}: one for each of {}", axes,
                                list_names(problem.scope.coordinates)));
  }
  return counts;
}

/// How points that are drawn again follow the residual.
void read_adapted(const Section& section, PointRule& rule) {
  using geometry::Adaptation;
  section.read<Adaptation>("adapt", rule.adaptation,
                           {{"rad", Adaptation::rad}, {"r3", Adaptation::r3}});
  const Value* adapt = section.find("adapt");
  if (adapt && rule.resample == 0) {
    throw bad_value(section.path("adapt"), *adapt,
                    "needs resample = k: how often the points are drawn again");
  }
  for (const char* key : {"power", "floor"}) {
    const Value* value = section.find(key);
    if (value && rule.adaptation != Adaptation::rad) {
      throw bad_value(section.path(key), *value, "belongs to adapt = \"rad\"");
    }
  }
  section.read("power", rule.power, positive);
  section.read("floor", rule.floor, not_negative);
}

}  // namespace

std::string read_file_name(Problem& problem, const std::string& path, const Value& value) {
  namespace fs = std::filesystem;
  const fs::path file = fs::path(problem.file).parent_path() / as_text(path, value);
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {  // pipes and devices may never end
    throw bad_value(path, value, fmt::format("there is no file '{}'", file.string()));
  }
  problem.data_files.push_back(file.string());
  return file.string();
}

PointRule read_points(Problem& problem, const std::string& path, const Value& value) {
  std::vector<std::string> keys, names;
  for (const auto& [name, kind] : rules) names.push_back(name);
  if (value.kind != Value::Kind::table)
    throw bad_value(path, value, "must be a number, or a table such as { random = 1000 }");
  keys = names;
  for (const char* key : {"resample", "adapt", "power", "floor"}) keys.emplace_back(key);
  const Section section(value, path, keys);

  PointRule rule;
  const Value* chosen = nullptr;
  for (const auto& [name, kind] : rules) {
    const Value* found = section.find(name);
    if (!found) continue;
    if (chosen) throw bad_value(path, value, "must name one rule only of " + list_names(names));
    chosen = found;
    rule.kind = kind;
    if (kind == Kind::file) {
      rule.file = read_file_name(problem, section.path(name), *found);
    } else {
      rule.count = read_counts(problem, section.path(name), *found, kind);
    }
  }
  if (!chosen) throw bad_value(path, value, "must name a rule: one of " + list_names(names));
  section.read("resample", rule.resample, 0, 2'000'000'000);
  if (rule.resample > 0 && (geometry::is_tensor_rule(rule.kind) || rule.kind == Kind::file)) {
    throw bad_value(section.path("resample"), *section.find("resample"),
                    "only random, sobol and halton points can be drawn again");
  }
  read_adapted(section, rule);
  return rule;
}

void check_points(const std::string& path, const Value& value, const PointRule& rule,
                  const geometry::Region& region) {
  try {
    geometry::point_count(rule, region);
  } catch (const InputError& error) {
    throw bad_value(path, value, error.what());
  }
}

PointRule read_term_points(Problem& problem, const std::string& path, const Value& value,
                           const geometry::Region& region, bool density) {
  if (value.kind != Value::Kind::integer) return read_points(problem, path, value);
  PointRule rule = default_points(region, density);
  rule.count = read_counts(problem, path, value, rule.kind);
  return rule;
}

}  // namespace engd::read
