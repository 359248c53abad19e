#include "report/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "report/gnuplot.h"

namespace engd::report {

namespace {

/// Columns x [y] array1 array2 ..., with an empty line after each run of x, as pm3d wants it.
std::string grid_table(const io::ImageGrid& grid, std::span<const io::PointArray> arrays) {
  std::string table;
  const int d = static_cast<int>(grid.count.size());
  for (std::int64_t q = 0; q < grid.points(); ++q) {
    std::int64_t rest = q;
    for (int j = 0; j < d; ++j) {
      const auto k = static_cast<double>(rest % grid.count[j]);
      rest /= grid.count[j];
      table += fmt::format(
          "{:.9g} ", grid.lower[j] + (grid.upper[j] - grid.lower[j]) * k / (grid.count[j] - 1));
    }
    for (const auto& array : arrays)
      table += fmt::format("{:.9g} ", array.values[static_cast<std::size_t>(q)]);
    table += '\n';
    if (d == 2 && (q + 1) % grid.count[0] == 0) table += '\n';
  }
  return table;
}

std::string panel_title(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

bool draw_solution(io::RunFolder& folder, const io::ImageGrid& grid,
                   std::span<const io::PointArray> arrays,
                   const std::vector<std::string>& coordinate_names, const std::string& title) {
  const std::size_t d = grid.count.size();
  if (d < 1 || d > 2 || arrays.empty()) return false;
  const auto data = folder.temporary("solution.dat"), picture = folder.temporary("solution.png");
  std::ofstream(data) << grid_table(grid, arrays);
  const std::size_t columns = std::min<std::size_t>(3, arrays.size());
  const std::size_t lines = (arrays.size() + columns - 1) / columns;
  std::string script = fmt::format(
      "set terminal pngcairo size {},{} font ',11' noenhanced\nset output {}\nset multiplot layout "
      "{},{} title {}\n"
      "set xlabel {}\n",
      460 * columns, 400 * lines + 40, quoted(picture.filename().string()), lines, columns,
      quoted(title), quoted(coordinate_names[0]));
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    script += fmt::format("set title {}\n", quoted(panel_title(arrays[k].name)));
    const std::string from = quoted(data.filename().string());
    if (d == 1) {
      script += fmt::format(
          "set grid\nset format y '%g'\nplot {} using 1:{} with lines lw 2 notitle\n", from, k + 2);
    } else {
      script += fmt::format(
          "set pm3d map\nset palette defined (0 '#30478f', 1 '#5fa8d3', 2 '#f4f1de', 3 '#e07a5f', "
          "4 '#8d2b2b')\n"
          "set ylabel {}\nset size ratio -1\nset autoscale xfix\nset autoscale yfix\nset cbtics "
          "format '%g'\n"
          "splot {} using 1:2:{} notitle\n",
          quoted(coordinate_names[1]), from, k + 3);
    }
  }
  script += "unset multiplot\n";
  const bool drawn = run_gnuplot(script, folder.path());
  std::filesystem::remove(data);
  if (drawn)
    folder.publish("solution.png");
  else
    std::filesystem::remove(picture);
  return drawn;
}

bool draw_history(io::RunFolder& folder, const std::string& title) {
  const auto picture = folder.temporary("history.png");
  std::ifstream history(folder.file("history.csv"));
  std::string header, first;
  if (!std::getline(history, header) || !std::getline(history, first)) return false;
  std::string script = fmt::format(
      "set terminal pngcairo size 900,520 font ',11' noenhanced\nset output {}\nset datafile "
      "separator ','\n"
      "set datafile missing ''\nset title {}\nset logscale y\nset format y '10^{{%T}}'\nset xlabel "
      "'iteration'\n"
      "set termoption enhanced\nset grid\nset key outside right\nplot ",
      quoted(picture.filename().string()), quoted(title));
  std::string curves;
  for (const char* column : {"loss", "rel_l2", "rel_h1"})
    curves += fmt::format(
        "{}'history.csv' using 'iteration':(abs(column('{}'))) with points pt 7 ps 0.4 title {}",
        curves.empty() ? "" : ", ", column, quoted(panel_title(column)));
  const bool drawn = run_gnuplot(script + curves + "\n", folder.path());
  if (drawn)
    folder.publish("history.png");
  else
    std::filesystem::remove(picture);
  return drawn;
}

}  // namespace engd::report
