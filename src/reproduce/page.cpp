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
  Rows rows{
      {"", "paper: median", "min", "max", "here: median", "min", "max", "here / paper", "seeds"}};
  for (const Group& group : groups) {
    const io::Spread ours = h1 ? group.h1() : group.l2();
    const PaperResult* paper = paper_result(group.problem, group.optimizer);
    const Printed printed = paper ? (h1 ? paper->h1 : paper->l2) : Printed{};
    rows.push_back({printed_name(group.optimizer), cell(printed.median, write),
                    cell(printed.min, write), cell(printed.max, write), cell(ours.median, write),
                    cell(ours.min, write), cell(ours.max, write),
                    ratio(ours.median, printed.median), std::to_string(group.seeds.size())});
  }
  return rows;
}

Rows time_rows(const std::vector<Group>& groups) {
  Rows rows{{"", "paper: iteration", "in all", "here: iteration", "in all", "iterations",
             "paper / here, in all"}};
  for (const Group& group : groups) {
    const PaperResult* paper = paper_result(group.problem, group.optimizer);
    const auto time = [](const std::optional<double>& seconds) {
      return seconds ? report::duration(*seconds) : "-";
    };
    const double in_all = group.seconds_in_all();
    rows.push_back(
        {printed_name(group.optimizer), time(paper ? paper->seconds_per_iteration : std::nullopt),
         time(paper ? paper->seconds_in_all : std::nullopt), time_of(group.seconds_per_iteration),
         time_of(in_all), std::to_string(group.seeds.front().one.iterations),
         paper && paper->seconds_in_all && std::isfinite(in_all)
             ? fmt::format("{:.0f}", *paper->seconds_in_all / in_all)
             : "-"});
  }
  return rows;
}

std::string markdown(const Rows& rows) {
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += fmt::format("| {} |\n", fmt::join(rows[r], " | "));
    if (r > 0) continue;
    text += "|---|";
    for (std::size_t c = 1; c < rows[r].size(); ++c) text += "---:|";
    text += "\n";
  }
  return text + "\n";
}

std::vector<Group> of_problem(const std::vector<Group>& groups, const std::string& problem) {
  std::vector<Group> chosen;
  std::copy_if(groups.begin(), groups.end(), std::back_inserter(chosen),
               [&](const Group& group) { return group.problem == problem; });
  return chosen;
}

std::string remarks(const PageFacts& facts) {
  std::string text = fmt::format(
      "Errors: cases of one thread each, {} at a time. Times: each optimiser alone with {} "
      "threads, "
      "over 100 iterations or more; in all: that times the iterations, as in the paper. ",
      facts.threads, facts.threads);
  if (facts.fast)
    text +=
        "--fast: GD and Adam had a tenth of the paper's iterations, so their errors are larger "
        "than at the end "
        "of a full run and their times are a tenth.";
  return text;
}

const CaseResult* best_of(const std::vector<Group>& groups, const std::string& optimizer) {
  for (const Group& group : groups)
    if (group.optimizer == optimizer)
      return &*std::min_element(
          group.seeds.begin(), group.seeds.end(),
          [](const CaseResult& a, const CaseResult& b) { return a.l2 < b.l2; });
  return nullptr;
}

}  // namespace

std::string html_page(const std::vector<Group>& groups, const PageFacts& facts,
                      const std::filesystem::path& folder) {
  std::string body =
      "<h1>Energy natural gradient descent: the paper's experiments</h1>\n"
      "<p class=\"lead\">M&uuml;ller and Zeinhofer, Achieving High Accuracy with PINNs via Energy "
      "Natural Gradient Descent "
      "(ICML 2023). The paper's numbers are from its tables (times: laptop GPU NVIDIA RTX "
      "3080).</p>\n";
  body += fmt::format("<p>{}</p>\n", report::escaped(remarks(facts)));
  for (const std::string& problem : paper_problems()) {
    const auto chosen = of_problem(groups, problem);
    if (chosen.empty()) continue;
    body += fmt::format("<h2 id=\"{}\">{}</h2>\n", problem, report::escaped(title_of(problem)));
    body += report::table(error_rows(chosen, false, report::scientific),
                          "Relative L<sup>2</sup> errors over the initialisations.");
    body += report::table(error_rows(chosen, true, report::scientific),
                          "Relative H<sup>1</sup> errors over the initialisations.");
    body += report::table(time_rows(chosen), "Times.");
    const auto figures = folder / "figures";
    body += report::figure(figures / (problem + "_l2_iterations.svg"),
                           "Relative L<sup>2</sup> error over iterations: median, and the band "
                           "between the quartiles.");
    body += report::figure(figures / (problem + "_h1_iterations.svg"),
                           "Relative H<sup>1</sup> error over iterations.");
    body += report::figure(figures / (problem + "_l2_time.svg"),
                           "Relative L<sup>2</sup> error over time.");
    body += report::figure(
        figures / (problem + "_push_forwards.png"),
        "At initialisation, each divided by its largest absolute value: the error u &minus; u*, "
        "the push-forward of the energy natural gradient, the push-forward of the plain gradient.");
    if (const CaseResult* best = best_of(chosen, "engd"))
      body += report::figure(best->one.folder / "solution.png",
                             fmt::format("Solution and error of E-NGD, seed {}.", best->one.seed));
  }
  if (!facts.failures.empty()) {
    body += "<h2>Cases without a result</h2>\n<ul>\n";
    for (const std::string& failure : facts.failures)
      body += "<li>" + report::escaped(failure) + "</li>\n";
    body += "</ul>\n";
  }
  body += fmt::format("<h2>How this was made</h2>\n<pre>{}</pre>\n<p>engd {}, {}, {}.</p>\n",
                      report::escaped(facts.command), report::escaped(facts.version),
                      report::escaped(facts.machine), report::escaped(facts.date));
  return report::page("engd: the paper's experiments", body);
}

std::string markdown_tables(const std::vector<Group>& groups, const PageFacts& facts) {
  std::string text = fmt::format("Made by `{}` with engd {} on {}, {}. {}\n\n", facts.command,
                                 facts.version, facts.machine, facts.date, remarks(facts));
  for (const std::string& problem : paper_problems()) {
    const auto chosen = of_problem(groups, problem);
    if (chosen.empty()) continue;
    text += fmt::format("## {}\n\nRelative L2 error\n\n{}Relative H1 error\n\n{}Time\n\n{}",
                        title_of(problem), markdown(error_rows(chosen, false, plain)),
                        markdown(error_rows(chosen, true, plain)), markdown(time_rows(chosen)));
  }
  return text;
}

}  // namespace engd::reproduce
