#include "report/race_section.h"

#include <fmt/format.h>

#include <cmath>

#include "report/html.h"

namespace engd::report {

namespace {

std::string number_or_dash(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? scientific(*value) : std::string("&ndash;");
}

std::string verdicts(const results::Summary& summary) {
  std::string text;
  for (const results::SeedSummary& seed : summary.seeds)
    if (!seed.verdict.empty())
      text += fmt::format("<p>Seed {}: {}.</p>\n", seed.seed, escaped(seed.verdict));
  return text;
}

/// Where there are several unknowns.
std::string estimates_by_unknown(const results::Summary& summary) {
  Table table;
  table.head = {"seed", "unknown", "estimated relative L<sup>2</sup> error"};
  table.text_columns = {1};
  for (const results::SeedSummary& seed : summary.seeds)
    for (const results::UnknownEstimate& one : seed.estimated_by_unknown)
      table.body.push_back(
          {std::to_string(seed.seed), escaped(one.name), number_or_dash(one.rel_l2)});
  if (!summary.statement || summary.statement->unknowns.size() < 2 || table.body.empty()) return "";
  return html(table);
}

std::string race_table(const results::Summary& summary) {
  if (summary.race.empty()) return "";
  Table table;
  table.head = {
      "kind", "network", "parameters", "points",         "iterations", "part of the budget",
      "time", "score",   "distance",   "why it was left"};
  table.text_columns = {0, 1, 9};
  table.caption =
      "Networks of several kinds, small ones first; those that are behind are left. The score is "
      "the residual of all terms on fresh points next to the summands that they are made of, the "
      "distance the "
      "relative L2 norm of the difference to the network that was chosen.";
  for (const results::Racer& one : summary.race)
    table.body.push_back({escaped(one.kind), escaped(one.network), std::to_string(one.parameters),
                          std::to_string(one.points), std::to_string(one.iterations),
                          fmt::format("{:.2g} %", 100 * one.work), duration(one.seconds),
                          number_or_dash(one.score), number_or_dash(one.distance),
                          escaped(one.why_left)});
  return "<h3>The race</h3>\n" + html(table);
}

}  // namespace

std::string race_section(const results::Summary& summary) {
  const std::string text = verdicts(summary) + estimates_by_unknown(summary) + race_table(summary);
  return text.empty() ? "" : "<h2 id=\"accuracy\">Accuracy</h2>\n" + text;
}

}  // namespace engd::report
