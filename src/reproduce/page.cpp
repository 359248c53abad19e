#include "reproduce/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html.h"
#include "reproduce/paper.h"

namespace engd::reproduce {

namespace {

using Rows = std::vector<std::vector<std::string>>;
/// How a number is written: HTML or Markdown.
using Writer = std::string (*)(double);

std::string plain(double value) {
  return fmt::format("{:.1e}", value);
}

std::string cell(const std::optional<double>& value, Writer write) {
  return value ? write(*value) : "-";
}

std::string ratio(const std::optional<double>& ours, const std::optional<double>& paper) {
  return ours && paper ? fmt::format("{:.2g}", *ours / *paper) : "-";
}

std::string time_of(double seconds) {
  return std::isfinite(seconds) ? report::duration(seconds) : "-";
}

std::string title_of(const std::string& problem) {
  if (problem == "poisson2d") return "Poisson equation in two dimensions (section 4.1)";
  if (problem == "poisson5d") return "Poisson equation in five dimensions (section 4.2)";
  if (problem == "heat") return "Heat equation (section 4.3)";
  if (problem == "nonlinear_ritz")
    return "A nonlinear equation by the deep Ritz method (section 4.4)";
  return "Poisson equation with a deep network (appendix B.2)";
}

Rows error_rows(const std::vector<Group>& groups, bool h1, Writer write) {
  Rows rows;
  for (const Group& group : groups) {
    const results::Spread ours = h1 ? group.h1() : group.l2();
    const PaperResult* paper = paper_result(group.problem, group.optimizer);
    const Printed printed = paper ? (h1 ? paper->h1 : paper->l2) : Printed{};
    rows.push_back({printed_name(group.optimizer), cell(printed.median, write),
                    cell(printed.min, write), cell(printed.max, write), cell(ours.median, write),
                    cell(ours.min, write), cell(ours.max, write),
                    ratio(ours.median, printed.median), std::to_string(group.seeds.size())});
  }
  return rows;
}

/// How many times faster than the paper a whole run is.
std::string speed_up(const Group& group) {
  const PaperResult* paper = paper_result(group.problem, group.optimizer);
  if (!paper || !paper->seconds_in_all || !std::isfinite(group.seconds_in_all())) return "-";
  const double factor = *paper->seconds_in_all / group.seconds_in_all();
  return factor < 10 ? fmt::format("{:.1f}", factor) : fmt::format("{:.0f}", factor);
}

Rows time_rows(const std::vector<Group>& groups) {
  Rows rows;
  for (const Group& group : groups) {
    const PaperResult* paper = paper_result(group.problem, group.optimizer);
    const auto time = [](const std::optional<double>& seconds) {
      return seconds ? report::duration(*seconds) : "-";
    };
    rows.push_back({printed_name(group.optimizer),
                    time(paper ? paper->seconds_per_iteration : std::nullopt),
                    time(paper ? paper->seconds_in_all : std::nullopt),
                    time_of(group.seconds_per_iteration), time_of(group.seconds_in_all()),
                    std::to_string(group.seeds.front().one.iterations), speed_up(group)});
  }
  return rows;
}

std::string error_table(const std::vector<Group>& groups, bool h1) {
  report::Table table;
  table.groups = {{"", 1}, {"paper", 3}, {"here", 3}, {"", 2}};
  table.head = {"", "median", "min", "max", "median", "min", "max", "here / paper", "seeds"};
  table.body = error_rows(groups, h1, report::scientific);
  table.caption = fmt::format("Relative {} errors over the initialisations.",
                              h1 ? "H<sup>1</sup>" : "L<sup>2</sup>");
  return report::html(table);
}

std::string time_table(const std::vector<Group>& groups) {
  report::Table table;
  table.groups = {{"", 1}, {"paper", 2}, {"here", 2}, {"", 2}};
  table.head = {"", "iteration", "in all", "iteration", "in all", "iterations", "paper / here"};
  table.body = time_rows(groups);
  table.caption = "Times; the last column compares the times in all.";
  return report::html(table);
}

/// One line a problem: E-NGD, or the first optimiser that ran.
std::string overview(const std::vector<Group>& groups) {
  report::Table table;
  table.groups = {{"", 2}, {"relative L<sup>2</sup> error, median", 3}, {"time in all", 3}};
  table.head = {"", "optimiser", "paper", "here", "here / paper", "paper", "here", "paper / here"};
  table.text_columns = {1};
  for (const std::string& problem : paper_problems()) {
    const Group* shown = nullptr;
    for (const Group& group : groups)
      if (group.problem == problem && (!shown || group.optimizer == "engd")) shown = &group;
    if (!shown) continue;
    const PaperResult* paper = paper_result(problem, shown->optimizer);
    const auto paper_l2 = paper ? paper->l2.median : std::nullopt;
    table.body.push_back(
        {fmt::format("<a href=\"#{}\">{}</a>", problem, problem), printed_name(shown->optimizer),
         cell(paper_l2, report::scientific), cell(shown->l2().median, report::scientific),
         ratio(shown->l2().median, paper_l2),
         paper && paper->seconds_in_all ? report::duration(*paper->seconds_in_all) : "-",
         time_of(shown->seconds_in_all()), speed_up(*shown)});
  }
  return table.body.empty() ? "" : "<h2 id=\"overview\">At a glance</h2>\n" + report::html(table);
}

std::string markdown(const std::vector<std::string>& head, const Rows& rows) {
  std::string text = fmt::format("| {} |\n|---|", fmt::join(head, " | "));
  for (std::size_t c = 1; c < head.size(); ++c) text += "---:|";
  text += "\n";
  for (const auto& row : rows) text += fmt::format("| {} |\n", fmt::join(row, " | "));
  return text + "\n";
}

std::vector<Group> of_problem(const std::vector<Group>& groups, const std::string& problem) {
  std::vector<Group> chosen;
  std::copy_if(groups.begin(), groups.end(), std::back_inserter(chosen),
               [&](const Group& group) { return group.problem == problem; });
  return chosen;
}

/// `option` is the option --fast as the format writes it.
std::string remarks(const PageFacts& facts, const std::string& option) {
  std::string text = fmt::format(
      "Errors: cases of one thread each, {} at a time. Times: each optimiser alone with {} "
      "threads, "
      "the median of the whole runs of all seeds, of GD and Adam one seed for a second and at "
      "least "
      "100 iterations; in all: that times the iterations, as in the paper. ",
      facts.threads, facts.threads);
  if (facts.fast)
    text += option +
            ": GD and Adam had a tenth of the paper's iterations, so their errors are larger than "
            "at the end of a full run and their times are a tenth.";
  return text;
}

std::string notices(const PageFacts& facts) {
  std::string text;
  if (!facts.finished)
    text +=
        "<div class=\"notice\"><p><strong>Not finished.</strong> The reproduction was interrupted "
        "or goes on; what is done is shown.</p></div>\n";
  if (!facts.failures.empty()) {
    text += "<div class=\"notice bad\"><p><strong>Cases without a result:</strong></p>\n";
    for (const std::string& failure : facts.failures)
      text += "<p>" + report::escaped(failure) + "</p>\n";
    text += "</div>\n";
  }
  return text;
}

std::string problem_section(const std::vector<Group>& groups, const std::string& problem,
                            const std::vector<Captions>& solutions,
                            const std::filesystem::path& figures) {
  const auto drawn = [&](const std::string& name, const std::string& caption) {
    return report::figure(figures / (name + ".svg"), caption);
  };
  std::string text =
      fmt::format("<h2 id=\"{}\">{}</h2>\n", problem, report::escaped(title_of(problem)));
  text += error_table(groups, false) + error_table(groups, true) + time_table(groups);
  const std::string curves = report::figures(
      {drawn(
           problem + "_l2_iterations",
           "Relative L<sup>2</sup> error over iterations: the median over the seeds, and the band "
           "between the quartiles."),
       drawn(problem + "_l2_time", "Relative L<sup>2</sup> error over time."),
       drawn(problem + "_h1_iterations", "Relative H<sup>1</sup> error over iterations."),
       drawn(problem + "_h1_time", "Relative H<sup>1</sup> error over time.")});
  text += curves.empty()
              ? "<p class=\"note\">No pictures: they are drawn by gnuplot, which was not "
                "found or failed.</p>\n"
              : curves;
  const std::string pushed = report::figures(
      {drawn(problem + "_push_error", "The error u − u*."),
       drawn(problem + "_push_natural", "The push-forward of the energy natural gradient."),
       drawn(problem + "_push_gradient", "The push-forward of the plain gradient.")},
      3);
  if (!pushed.empty())
    text +=
        "<h3>At initialisation, in function space</h3>\n<p class=\"note\">Each is divided by its "
        "largest absolute value.</p>\n" +
        pushed;
  std::vector<std::string> fields;
  for (const Captions& captions : solutions)
    if (captions.problem == problem)
      for (const auto& [name, caption] : captions.figures) fields.push_back(drawn(name, caption));
  if (!fields.empty()) text += "<h3>The solution, by E-NGD from its best start</h3>\n";
  return text + report::figures(fields);
}

}  // namespace

std::string html_page(const std::vector<Group>& groups, const PageFacts& facts,
                      const std::vector<Captions>& solutions, const std::filesystem::path& folder) {
  std::string body =
      "<header>\n<p class=\"kicker\">engd reproduce</p>\n"
      "<h1>Energy natural gradient descent: the paper’s experiments</h1>\n"
      "<p class=\"lead\">Müller and Zeinhofer, <i>Achieving High Accuracy with PINNs via Energy "
      "Natural Gradient Descent</i> (ICML 2023). The paper’s numbers are from its tables; its "
      "times "
      "are on a laptop GPU, NVIDIA RTX 3080.</p>\n</header>\n";
  body += notices(facts);
  body += fmt::format("<p>{}</p>\n", remarks(facts, "<code class=\"option\">--fast</code>"));
  body += overview(groups);
  for (const std::string& problem : paper_problems()) {
    const auto chosen = of_problem(groups, problem);
    if (!chosen.empty()) body += problem_section(chosen, problem, solutions, folder / "figures");
  }
  body +=
      fmt::format("<h2>How this was made</h2>\n<pre>{}</pre>\n", report::escaped(facts.command));
  body += report::facts({{"program", "engd " + report::escaped(facts.version)},
                         {"machine", report::escaped(facts.machine)},
                         {"runs at a time", std::to_string(facts.threads)},
                         {"date", report::escaped(facts.date)}});
  return report::page("engd: the paper’s experiments", body);
}

std::string markdown_tables(const std::vector<Group>& groups, const PageFacts& facts) {
  std::string text =
      fmt::format("Made by `{}` with engd {} on {}, {}. {}\n\n", facts.command, facts.version,
                  facts.machine, facts.date, remarks(facts, "--fast"));
  const std::vector<std::string> error_head{
      "", "paper: median", "min", "max", "here: median", "min", "max", "here / paper", "seeds"},
      time_head{"",           "paper: iteration",    "in all", "here: iteration", "in all",
                "iterations", "paper / here, in all"};
  for (const std::string& problem : paper_problems()) {
    const auto chosen = of_problem(groups, problem);
    if (chosen.empty()) continue;
    text += fmt::format("## {}\n\nRelative L2 error\n\n{}Relative H1 error\n\n{}Time\n\n{}",
                        title_of(problem), markdown(error_head, error_rows(chosen, false, plain)),
                        markdown(error_head, error_rows(chosen, true, plain)),
                        markdown(time_head, time_rows(chosen)));
  }
  return text;
}

}  // namespace engd::reproduce
