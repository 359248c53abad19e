#include "reproduce/figures.h"

#include <fmt/format.h>

#include <map>

#include "formats/vtk.h"
#include "read/read_problem.h"
#include "report/curves.h"
#include "report/gnuplot.h"
#include "report/run_figures.h"
#include "reproduce/paper.h"
#include "support/error.h"

namespace engd::reproduce {

namespace {

const char* colour_of(const std::string& optimizer) {
  static const std::map<std::string, const char*> colours{
      {"gd", "#7f8c8d"},   {"adam", "#e08e0b"}, {"hngd", "#8e44ad"},
      {"engd", "#1f6fb2"}, {"bfgs", "#2e8b57"}, {"lbfgs", "#a0522d"}};
  const auto found = colours.find(optimizer);
  return found == colours.end() ? "#000000" : found->second;
}

}  // namespace

bool draw_curves(const std::filesystem::path& folder, const std::string& problem,
                 const std::vector<Group>& groups) {
  std::vector<report::Picture> pictures;
  for (const bool h1 : {false, true})
    for (const bool over_time : {false, true}) {
      report::CurvePlot plot;
      plot.y_label = h1 ? "relative H^1 error" : "relative L^2 error";
      plot.over_time = over_time;
      plot.seed_lines = false;
      for (const Group& group : groups)
        plot.curves.push_back(
            {printed_name(group.optimizer), colour_of(group.optimizer), traces(group, h1)});
      const std::string script = report::curve_script(plot);
      if (!script.empty())
        pictures.push_back(
            {fmt::format("{}_{}_{}", problem, h1 ? "h1" : "l2", over_time ? "time" : "iterations"),
             script,
             {}});
    }
  return !pictures.empty() && report::draw(pictures, folder, true);
}

std::vector<std::pair<std::string, std::string>> draw_solution(const std::filesystem::path& folder,
                                                               const std::string& problem,
                                                               const std::filesystem::path& run) {
  std::vector<std::pair<std::string, std::string>> captions;
  std::vector<report::Picture> pictures;
  try {
    const problem::Problem stated = read::read_problem((run / "problem.toml").string());
    const formats::SampledField solution = std::filesystem::exists(run / "solution.vti")
                                               ? formats::read_vti(run / "solution.vti")
                                               : formats::read_planar_vtu(run / "solution.vtu");
    for (const auto& [picture, caption] :
         report::solution_pictures(solution, stated.scope.coordinates, problem + "_")) {
      pictures.push_back(picture);
      captions.emplace_back(picture.name, caption);
    }
  } catch (const InputError&) {
    return {};  // a run that diverged has no solution
  }
  if (!report::draw(pictures, folder, true)) captions.clear();
  return captions;
}

}  // namespace engd::reproduce
