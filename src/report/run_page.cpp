#include "report/run_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/durable_file.h"
#include "report/html.h"
#include "report/problem_section.h"
#include "report/race_section.h"

namespace engd::report {

namespace {

namespace fs = std::filesystem;

std::string number(const std::optional<double>& value) {
  return value ? scientific(*value) : "not finite";
}

/// The values of one column over the seeds.
template <typename Value>
results::Spread spread(const results::Summary& summary, Value value) {
  std::vector<double> values;
  for (const results::SeedSummary& seed : summary.seeds) values.push_back(value(seed));
  return results::spread_of(std::move(values));
}

std::string notices(const results::Summary& summary) {
  std::string text;
  if (summary.interrupted()) {
    text += fmt::format(
        "<div class=\"notice\"><p><strong>Interrupted.</strong> The run was stopped in seed {}; "
        "what it had reached was saved.{}</p></div>\n",
        summary.seeds.back().seed,
        summary.seeds_asked > std::ssize(summary.seeds)
            ? fmt::format(" {} of {} seeds were begun.", summary.seeds.size(), summary.seeds_asked)
            : "");
  }
  if (!summary.failures.empty()) {
    text += "<div class=\"notice bad\"><p><strong>The run failed.</strong></p>\n";
    for (const std::string& failure : summary.failures) text += "<p>" + escaped(failure) + "</p>\n";
    text += "</div>\n";
  }
  return text;
}

/// " of u" where the solution of other unknowns is not known.
std::string measured_part(const results::Summary& summary) {
  if (!summary.is_partly_measured()) return "";
  return fmt::format(" of {}", fmt::join(summary.errors_of, ", "));
}

std::string headline(const results::Summary& summary) {
  const bool several = summary.seeds.size() > 1;
  const auto card = [&](const results::Spread& values) {
    std::string text = number(values.median);
    if (several)
      text += fmt::format("<small>{} to {}</small>", number(values.min), number(values.max));
    return text;
  };
  const auto time_card = [&](const results::Spread& values) {
    const auto time = [](const std::optional<double>& v) {
      return v ? duration(*v) : "not finite";
    };
    std::string text = time(values.median);
    if (several) text += fmt::format("<small>{} to {}</small>", time(values.min), time(values.max));
    return text;
  };
  const std::string of = several ? ", median" : "";
  const std::string measured = measured_part(summary);
  Facts facts;
  if (summary.has_errors()) {
    facts.emplace_back("relative L² error" + measured + of,
                       card(spread(summary, [](const auto& seed) { return *seed.rel_l2; })));
  }
  if (summary.has_slope_errors())
    facts.emplace_back("relative H¹ error" + measured + of,
                       card(spread(summary, [](const auto& seed) { return *seed.rel_h1; })));
  const bool estimated = std::ranges::any_of(
      summary.seeds, [](const auto& seed) { return seed.estimated_rel_l2.has_value(); });
  if (estimated)
    facts.emplace_back(
        "estimated relative L² error" + of, card(spread(summary, [](const auto& seed) {
          return seed.estimated_rel_l2.value_or(std::numeric_limits<double>::quiet_NaN());
        })));
  facts.emplace_back("loss" + of,
                     card(spread(summary, [](const auto& seed) { return seed.loss; })));
  facts.emplace_back("time" + of,
                     time_card(spread(summary, [](const auto& seed) { return seed.seconds; })));
  facts.emplace_back(
      "time of an iteration" + of,
      time_card(spread(summary, [](const auto& seed) { return 1e-3 * seed.ms_per_iteration; })));
  return cards(facts);
}

/// What the pictures of the solution show of it, in the given number of dimensions.
std::string shown_part_text(const results::Summary& summary) {
  if (!summary.statement || summary.statement->variables.size() < 3) return {};
  const results::Statement& stated = *summary.statement;
  const std::size_t d = stated.variables.size();
  return fmt::format(
      "<p class=\"note\">Of {} dimensions two are shown: {} and {}, through the middle of the "
      "domain in the {}.</p>\n",
      d, code(stated.variables[0]), code(stated.variables[1]), d == 3 ? "third" : "others");
}

std::string no_pictures() {
  return "<p class=\"note\">No pictures: they are drawn by gnuplot, which was not found or failed. "
         "<code>engd report</code> on this folder draws them once it is there.</p>\n";
}

std::string solution_section(const RunRecord& record, const RunFigures& figures) {
  std::string text = "<h2 id=\"solution\">The solution</h2>\n";
  if (!record.solution)
    return text + "<p class=\"note\">There is no picture: no seed ended with a finite loss.</p>\n";
  if (!figures.drawn) return text + no_pictures();
  if (figures.solution.empty())
    return text + "<p class=\"note\">There is no picture: no value is finite.</p>\n";
  if (record.summary.seeds.size() > 1)
    text += "<p class=\"note\">Of the seed with the lowest loss.</p>\n";
  return text + shown_part_text(record.summary) + figures.solution;
}

std::string training_section(const RunFigures& figures) {
  std::string text = "<h2 id=\"training\">Training</h2>\n";
  if (!figures.drawn) return text + no_pictures();
  if (figures.training.empty())
    return text +
           "<p class=\"note\">There are no curves: fewer than two iterations have finite, "
           "positive values.</p>\n";
  return text + figures.training;
}

std::string results_section(const results::Summary& summary) {
  const bool errors = summary.has_errors(), slopes = summary.has_slope_errors(),
             several = summary.seeds.size() > 1;
  Table table;
  table.head = {"seed"};
  if (errors) {
    table.head.push_back("relative L<sup>2</sup> error");
  }
  if (slopes) table.head.push_back("relative H<sup>1</sup> error");
  for (const char* name : {"loss", "iterations", "seconds", "ms an iteration", "why it stopped"})
    table.head.push_back(name);
  table.text_columns = {table.head.size() - 1};
  for (const results::SeedSummary& seed : summary.seeds) {
    Table::Row row{std::to_string(seed.seed)};
    if (errors) {
      row.push_back(scientific(*seed.rel_l2));
    }
    if (slopes) row.push_back(scientific(*seed.rel_h1));
    row.push_back(scientific(seed.loss));
    row.push_back(std::to_string(seed.iterations));
    row.push_back(fmt::format("{:.2f}", seed.seconds));
    row.push_back(fmt::format("{:.2f}", seed.ms_per_iteration));
    row.push_back("<div class=\"sentence\">" +
                  escaped(seed.message.empty() ? seed.termination : seed.message) + "</div>");
    table.body.push_back(std::move(row));
  }
  if (several) {
    const auto foot = [&](const char* name, std::optional<double> results::Spread::*which) {
      const auto value = [&](auto get) { return spread(summary, get).*which; };
      const auto fixed = [&](const std::optional<double>& v, int digits) {
        return v ? fmt::format("{:.{}f}", *v, digits) : "not finite";
      };
      Table::Row row{name};
      if (errors) {
        row.push_back(number(value([](const auto& seed) { return *seed.rel_l2; })));
      }
      if (slopes) row.push_back(number(value([](const auto& seed) { return *seed.rel_h1; })));
      row.push_back(number(value([](const auto& seed) { return seed.loss; })));
      row.push_back(fixed(value([](const auto& seed) { return double(seed.iterations); }), 0));
      row.push_back(fixed(value([](const auto& seed) { return seed.seconds; }), 2));
      row.push_back(fixed(value([](const auto& seed) { return seed.ms_per_iteration; }), 2));
      row.push_back("");
      table.foot.push_back(std::move(row));
    };
    foot("median", &results::Spread::median);
    foot("least", &results::Spread::min);
    foot("greatest", &results::Spread::max);
  }
  return "<h2 id=\"results\">Results</h2>\n" + html(table);
}

/// The errors of each unknown, seed by seed, where there are several unknowns.
std::string errors_section(const results::Summary& summary) {
  if (!summary.statement || summary.statement->unknowns.size() < 2) return "";
  const auto shown = [](const std::optional<double>& error) {
    return error ? scientific(*error) : std::string("&ndash;");
  };
  Table table;
  table.head = {"seed", "unknown", "relative L<sup>2</sup> error", "relative H<sup>1</sup> error"};
  table.text_columns = {1};
  for (const results::SeedSummary& seed : summary.seeds)
    for (const results::UnknownError& one : seed.errors_by_unknown)
      table.body.push_back(
          {std::to_string(seed.seed), escaped(one.name), shown(one.rel_l2), shown(one.rel_h1)});
  if (table.body.empty()) return "";
  return "<h2 id=\"unknowns\">Errors by unknown</h2>\n" + html(table);
}

/// What was found for the unknown numbers of the equation, seed by seed.
std::string coefficient_section(const results::Summary& summary) {
  Table table;
  table.head = {"seed", "coefficient", "value", "standard error", "exact", "error"};
  table.text_columns = {1};
  table.caption =
      "Standard errors come from the noise of the data, by the Gauss-Newton covariance with the "
      "network's parameters left free.";
  for (const results::SeedSummary& seed : summary.seeds)
    for (const results::Estimate& one : seed.coefficients) {
      const std::string no = "&ndash;";
      table.body.push_back({std::to_string(seed.seed), escaped(one.name),
                            fmt::format("{:.9g}", one.value),
                            !one.determined      ? "not determined"
                            : one.standard_error ? scientific(*one.standard_error)
                                                 : no,
                            one.exact ? fmt::format("{:.9g}", *one.exact) : no,
                            one.exact ? scientific(std::fabs(one.value - *one.exact)) : no});
    }
  if (table.body.empty()) return "";
  return "<h2 id=\"coefficients\">Coefficients</h2>\n" + html(table);
}

/// What is known about the equations between the points of training, for the seed of least loss.
std::string residual_section(const results::Summary& summary) {
  const auto best =
      std::min_element(summary.seeds.begin(), summary.seeds.end(),
                       [](const results::SeedSummary& a, const results::SeedSummary& b) {
                         return std::isfinite(a.loss) && !(b.loss <= a.loss);
                       });
  if (best == summary.seeds.end() || best->residuals.empty()) return "";
  Table table;
  table.head = {"term", "on the points of training", "on fresh points", "fresh points"};
  table.caption = fmt::format(
      "Root mean square of the residuals of seed {}. Fresh points are random ones that the network "
      "was not trained on.",
      best->seed);
  for (const results::TermResidual& one : best->residuals)
    table.body.push_back({escaped(one.term), scientific(one.trained), scientific(one.fresh),
                          std::to_string(one.points)});
  std::string text = "<h2 id=\"residuals\">Residuals</h2>\n" + html(table);
  if (!best->warning.empty())
    text += "<div class=\"notice\"><p>" + escaped(best->warning) + "</p></div>\n";
  return text;
}

std::string file_section(const RunRecord& record) {
  const results::Summary& summary = record.summary;
  std::string text = fmt::format(
      "<h2 id=\"file\">The problem file</h2>\n<p>{}, as it was when the run began.</p>\n"
      "<pre>{}</pre>\n",
      code(summary.file.empty() ? "problem.toml" : summary.file), escaped(record.problem_text));
  if (!summary.overrides.empty()) {
    text += "<p>Changed on the command line:</p>\n<pre>";
    for (const std::string& override : summary.overrides)
      text += "--set " + escaped(override) + "\n";
    text += "</pre>\n";
  }
  if (record.chosen_text.empty()) return text;
  return text + "<p>With all that the program chose, " + code("chosen.toml") +
         ", which gives the same run again:</p>\n<pre>" + escaped(record.chosen_text) + "</pre>\n";
}

std::string machine_section(const results::Summary& summary) {
  const auto known = [](const std::string& text) {
    return text.empty() ? std::string("not kept") : escaped(text);
  };
  return "<h2 id=\"machine\">Program and machine</h2>\n" +
         facts({{"program", "engd " + known(summary.version)},
                {"compiler", known(summary.compiler)},
                {"machine", known(summary.machine)},
                {"cores", summary.cores > 0 ? std::to_string(summary.cores) : "not kept"},
                {"threads used", std::to_string(summary.threads)},
                {"device", escaped(summary.device)},
                {"finished", known(summary.date)}});
}

}  // namespace

std::string run_page(const RunRecord& record, const RunFigures& figures) {
  const results::Summary& summary = record.summary;
  const std::string title = summary.title.empty() ? summary.problem : summary.title;
  std::string body = fmt::format(
      "<header>\n<p class=\"kicker\">engd run{}{}</p>\n<h1>{}</h1>\n"
      "<p class=\"lead\">Solved by {} with {} parameters on {} points{}.</p>\n</header>\n",
      summary.date.empty() ? "" : " · ", escaped(summary.date), escaped(title),
      escaped(summary.optimizer), summary.parameters, summary.points,
      summary.seeds.size() > 1 ? fmt::format(", from {} starts", summary.seeds.size()) : "");
  body += notices(summary);
  body += headline(summary);
  body += problem_section(summary);
  body += solution_section(record, figures);
  body += training_section(figures);
  body += results_section(summary);
  body += errors_section(summary);
  body += coefficient_section(summary);
  body += residual_section(summary);
  body += race_section(summary);
  body += file_section(record);
  body += machine_section(summary);
  return page(title + " (engd)", body);
}

fs::path write_run_page(const fs::path& folder) {
  const RunRecord record = read_run(folder);
  formats::replace_file(folder / "report.html", run_page(record, draw_run(record, folder)));
  return folder / "report.html";
}

}  // namespace engd::report
