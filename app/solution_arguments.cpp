#include "solution_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "commands.h"
#include "expr/tape.h"
#include "read/source.h"
#include "read/suggest.h"
#include "support/error.h"
#include "support/text.h"

namespace engd::app {

namespace {

/// An option as it was typed; messages show where in it the mistake is.
struct Option {
  std::string name, text;

  [[noreturn]] void refuse(std::string_view part, const std::string& why) const {
    const auto begin = static_cast<std::size_t>(part.data() - text.data());
    throw read::error_with_caret(read::Source{name, text, false}, {begin, part.size()}, why);
  }

  /// A number, or a formula of constants such as pi/2.
  double number(std::string_view part, const problem::Problem& problem) const {
    expr::Scope scope;
    scope.constants = problem.scope.constants;
    scope.allow_unknowns = false;
    expr::Graph graph;
    double value = NAN;
    try {
      value =
          expr::evaluate_scalar(graph, expr::parse(graph, part, scope), std::span<const double>{});
    } catch (const expr::FormulaError& error) {
      refuse(part.substr(std::min(error.offset, part.size()), error.length), error.what());
    }
    if (!std::isfinite(value)) refuse(part, "must be a finite number");
    return value;
  }

  int count(std::string_view part) const {
    int value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc{} || end != part.data() + part.size() || value < 1)
      refuse(part, "must be a number of points, at least 1");
    return value;
  }
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(trimmed(text.substr(0, at)));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

}  // namespace

std::optional<std::uint64_t> seed_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return parse_seed(text);
}

solution::Coordinates read_at(const std::vector<std::string>& texts,
                              const problem::Problem& problem) {
  solution::Coordinates coordinates(problem.scope.coordinates);
  for (const std::string& text : texts) {
    const Option option{"--at", text};
    for (const std::string_view part : split(option.text, ',')) {
      const std::size_t equals = part.find('=');
      if (equals == std::string_view::npos)
        option.refuse(part, "must be COORDINATE=VALUE, as in t=0.5");
      const std::string_view name = trimmed(part.substr(0, equals));
      const auto& names = coordinates.names;
      const auto found = std::ranges::find(names, name);
      if (found == names.end())
        option.refuse(
            name, fmt::format("unknown coordinate '{}'; known: {}{}", name, fmt::join(names, ", "),
                              read::did_you_mean(std::string(name), names)));
      auto& value = coordinates.fixed[static_cast<std::size_t>(found - names.begin())];
      if (value) option.refuse(name, fmt::format("'{}' has a value already", name));
      value = option.number(trimmed(part.substr(equals + 1)), problem);
    }
  }
  return coordinates;
}

std::unique_ptr<solution::PointSource> read_grid(const std::string& text,
                                                 const solution::Solution& solution,
                                                 const solution::Coordinates& coordinates) {
  const Option option{"--grid", text};
  const std::vector<std::string> names = coordinates.free_names();
  std::vector<int> counts;
  for (const std::string_view part : split(option.text, 'x')) counts.push_back(option.count(part));
  if (counts.size() == 1) counts.resize(std::max<std::size_t>(1, names.size()), counts.front());
  if (names.empty()) counts.clear();
  if (counts.size() != names.size())
    option.refuse(option.text, fmt::format("has {} numbers; the grid has {} axes: {}",
                                           counts.size(), names.size(), fmt::join(names, ", ")));
  return points_of_grid(solution.box(), std::move(counts), coordinates);
}

std::unique_ptr<solution::PointSource> read_line(const std::string& text,
                                                 const problem::Problem& problem,
                                                 const solution::Coordinates& coordinates) {
  const Option option{"--line", text};
  const std::vector<std::string_view> parts = split(option.text, ':');
  if (parts.size() != 3) option.refuse(option.text, "must be START:END:COUNT, as in 0,0:1,1:500");
  const std::vector<std::string> names = coordinates.free_names();
  std::vector<double> ends[2];
  for (const std::size_t k : {0, 1}) {
    for (const std::string_view part : split(parts[k], ','))
      ends[k].push_back(option.number(part, problem));
    if (ends[k].size() != names.size())
      option.refuse(parts[k], fmt::format("a point has {} coordinates here: {}", names.size(),
                                          fmt::join(names, ", ")));
  }
  return points_of_line(ends[0], ends[1], option.count(parts[2]), coordinates);
}

solution::Formulas formulas_of(const std::string& of, const solution::Solution& solution) {
  if (of.empty()) return solution::Formulas(solution.unknowns());
  return solution::Formulas(of, "--of");
}

}  // namespace engd::app
