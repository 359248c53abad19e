#include "reproduce/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/gnuplot.h"
#include "reproduce/paper.h"

namespace engd::reproduce {

namespace {

const char* colour_of(const std::string& optimizer) {
  static const std::map<std::string, const char*> colours{
      {"gd", "#7f8c8d"},   {"adam", "#e08e0b"}, {"hngd", "#8e44ad"},
      {"engd", "#1f6fb2"}, {"bfgs", "#2e8b57"}, {"lbfgs", "#a0522d"}};
  const auto found = colours.find(optimizer);
  return found == colours.end() ? "#000000" : found->second;
}

std::string data_block(const Group& group, const CurveFigure& figure) {
  std::string block = fmt::format("${} << EOD\n", group.optimizer);
  for (const Band& band : bands(group, figure.h1)) {
    // The start, iteration 0, has no place on a logarithmic axis.
    const double x = figure.over_time ? band.seconds : band.iteration;
    if (!(x > 0)) continue;
    const auto clipped = [](double error) { return std::clamp(error, 1e-300, 1e6); };
    block += fmt::format("{:.9g} {:.9g} {:.9g} {:.9g}\n", x, clipped(band.low),
                         clipped(band.median), clipped(band.high));
  }
  return block + "EOD\n";
}

}  // namespace

bool draw_curves(const std::filesystem::path& folder, const CurveFigure& figure,
                 const std::vector<Group>& groups) {
  std::string data, curves;
  for (const Group& group : groups) {
    if (bands(group, figure.h1).size() < 2) continue;
    data += data_block(group, figure);
    const char* colour = colour_of(group.optimizer);
    curves += fmt::format(
        "{}${} using 1:2:4 with filledcurves fs transparent solid 0.2 noborder lc rgb '{}' "
        "notitle, "
        "${} using 1:3 with lines lw 2 lc rgb '{}' title '{}'",
        curves.empty() ? "" : ", ", group.optimizer, colour, group.optimizer, colour,
        printed_name(group.optimizer));
  }
  if (curves.empty()) return false;
  const std::string plot = fmt::format(
      "set title {}\nset logscale xy\nset format x '10^{{%T}}'\nset format y '10^{{%T}}'\nset grid "
      "lc rgb '#dddddd'\n"
      "set xlabel '{}'\nset ylabel 'relative {} error'\nset key outside right\nplot {}\n",
      report::in_quotes(figure.title), figure.over_time ? "seconds" : "iterations",
      figure.h1 ? "H^1" : "L^2", curves);
  std::string script = data;
  for (const char* kind : {"svg", "png"})
    script += fmt::format(
        "reset\nset terminal {} size 860,460 font ',12'\nset output '{}.{}'\n{}unset output\n",
        std::string(kind) == "svg" ? "svg dynamic" : "pngcairo", figure.name, kind, plot);
  return report::run_gnuplot(script, folder);
}

}  // namespace engd::reproduce
