#include "report/point_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "report/curves.h"
#include "report/gnuplot.h"
#include "report/range.h"

namespace engd::report {

namespace {

constexpr std::ptrdiff_t most_points = 20000, most_arrows = 160;

std::ptrdiff_t stride(std::ptrdiff_t count, std::ptrdiff_t most) {
  return std::max<std::ptrdiff_t>(1, (count + most - 1) / most);
}

/// Columns: coordinates (in one dimension, the number of the group as the second), then the arrow.
std::string data_block(const std::string& name, const PointGroup& group, std::size_t number,
                       std::ptrdiff_t step, double arrow) {
  const geometry::PointSet& set = group.points;
  std::string text = fmt::format("${} << EOD\n", name);
  for (std::ptrdiff_t q = 0; q < set.count; q += step) {
    for (int j = 0; j < set.dimension; ++j) text += fmt::format("{:.7g} ", set.coordinate(q, j));
    if (set.dimension == 1) text += fmt::format("{} ", number + 1);
    for (int j = 0; j < set.dimension && arrow > 0; ++j)
      text +=
          fmt::format("{:.5g} ", arrow * set.normals[static_cast<std::size_t>(j * set.count + q)]);
    if (set.dimension == 1) text += "0";
    text += '\n';
  }
  return text + "EOD\n";
}

double extent_of(std::span<const PointGroup> groups) {
  std::array<Range, 3> ranges;
  for (const PointGroup& group : groups)
    for (std::ptrdiff_t q = 0; q < group.points.count; ++q)
      for (int j = 0; j < group.points.dimension; ++j)
        ranges[static_cast<std::size_t>(j)].include(group.points.coordinate(q, j));
  double extent = 0;
  for (const Range& range : ranges)
    if (!range.is_empty()) extent = std::max(extent, range.upper - range.lower);
  return extent;
}

std::string axes(int dimension, const std::vector<std::string>& names, std::size_t groups) {
  std::string text = fmt::format("set xlabel {}\n", in_quotes(names[0]));
  if (dimension == 1)
    return text + fmt::format(
                      "set yrange [0.4:{}]\nunset ytics\nset offsets graph 0.05,graph "
                      "0.05,0,0\n",
                      static_cast<double>(groups) + 0.6);
  text += fmt::format("set ylabel {}\n", in_quotes(names[1]));
  if (dimension == 2)
    return text + "set size ratio -1\nset offsets graph 0.05,graph 0.05,graph 0.05,graph 0.05\n";
  return text +
         fmt::format(
             "set zlabel {}\nset view equal xyz\nset xyplane relative 0\nset view 62,30,1.25\n",
             in_quotes(names[2]));
}

}  // namespace

bool draw_points(const std::filesystem::path& picture, std::span<const PointGroup> groups,
                 const std::vector<std::string>& coordinate_names, const std::string& title) {
  assert(!groups.empty());
  const int dimension = groups[0].points.dimension;
  if (dimension < 1 || dimension > 3) return false;
  const bool vector = picture.extension() == ".svg";
  const double arrow = 0.05 * extent_of(groups);
  std::string blocks, plots;
  const std::string columns = dimension == 3 ? "1:2:3" : "1:2",
                    arrows = dimension == 3 ? "1:2:3:4:5:6" : "1:2:3:4";
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const geometry::PointSet& set = groups[k].points;
    const std::string colour = series_colour(k), points = fmt::format("points{}", k);
    blocks += data_block(points, groups[k], k, stride(set.count, most_points), 0);
    plots += fmt::format("{}${} using {} with points pt 7 ps {} lc rgb '{}' title {}",
                         plots.empty() ? "" : ", ", points, columns, set.count > 2000 ? 0.25 : 0.45,
                         colour, in_quotes(fmt::format("{} ({})", groups[k].name, set.count)));
    if (set.normals.empty()) continue;
    const std::string normals = fmt::format("normals{}", k);
    blocks += data_block(normals, groups[k], k, stride(set.count, most_arrows), arrow);
    plots += fmt::format(", ${} using {} with vectors size graph 0.012,20 lw 1 lc rgb '{}' notitle",
                         normals, arrows, colour);
  }
  std::error_code ignored;
  std::filesystem::remove(picture, ignored);  // an old picture is no sign of success
  const auto folder = picture.parent_path().empty() ? "." : picture.parent_path();
  const std::string script = fmt::format(
      "{}set terminal {} size 880,600 font 'sans-serif,{}' noenhanced\nset output {}\n"
      "set title {}\nset key outside right top vertical Left reverse\nset autoscale noextend\nset "
      "tics nomirror\n{}{} {}\n",
      blocks, vector ? "svg dynamic background '#ffffff'" : "pngcairo", vector ? 14 : 11,
      in_quotes(picture.filename().string()), in_quotes(title),
      axes(dimension, coordinate_names, groups.size()), dimension == 3 ? "splot" : "plot", plots);
  return run_gnuplot(script, folder) && std::filesystem::exists(picture);
}

}  // namespace engd::report
