#include <algorithm>

#include "formats/durable_file.h"
#include "reproduce/collect.h"
#include "reproduce/figures.h"
#include "reproduce/paper.h"
#include "reproduce/record.h"

namespace engd::reproduce {

namespace {

namespace fs = std::filesystem;

const CaseResult* best_of(const std::vector<Group>& groups, const std::string& problem) {
  for (const Group& group : groups)
    if (group.problem == problem && group.optimizer == "engd")
      return &*std::min_element(
          group.seeds.begin(), group.seeds.end(),
          [](const CaseResult& a, const CaseResult& b) { return a.l2 < b.l2; });
  return nullptr;
}

/// The captions of the solutions drawn.
std::vector<Captions> draw_figures(const fs::path& figures, const std::vector<Case>& cases,
                                   const std::vector<Group>& groups) {
  fs::create_directories(figures);
  std::vector<Captions> solutions;
  for (const std::string& problem : paper_problems()) {
    std::vector<Group> chosen;
    for (const Group& group : groups)
      if (group.problem == problem) chosen.push_back(group);
    if (chosen.empty()) continue;
    draw_curves(figures, problem, chosen);
    if (const CaseResult* best = best_of(chosen, problem))
      solutions.push_back({problem, draw_solution(figures, problem, best->one.folder)});
    if (problem != "poisson2d" && problem != "heat") continue;  // as in the paper
    const auto one = std::find_if(cases.begin(), cases.end(), [&](const Case& candidate) {
      return candidate.problem == problem && fs::exists(candidate.file);
    });
    if (one != cases.end()) draw_push_forwards(figures, problem, one->file, 0, 1);
  }
  return solutions;
}

}  // namespace

std::string write_page(const fs::path& folder) {
  const Record record = read_record(folder);
  const auto groups =
      collect_all(record.cases, plan_timings(record.cases, folder, record.facts.threads));
  const auto solutions = draw_figures(folder / "figures", record.cases, groups);
  formats::replace_file(folder / "report.html", html_page(groups, record.facts, solutions, folder));
  std::string tables = markdown_tables(groups, record.facts);
  formats::replace_file(folder / "tables.md", tables);
  return tables;
}

}  // namespace engd::reproduce
