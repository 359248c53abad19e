#include "report/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "report/gnuplot.h"
#include "report/palettes.h"
#include "report/range.h"
#include "results/history.h"

namespace engd::report {

namespace {

/// Columns x [y] array1 array2 ..., with an empty line after each run of x, as pm3d wants it.
std::string grid_table(const formats::ImageGrid& grid,
                       std::span<const formats::PointArray> arrays) {
  std::string table;
  const int d = static_cast<int>(grid.count.size());
  for (std::int64_t q = 0; q < grid.points(); ++q) {
    std::int64_t rest = q;
    for (int j = 0; j < d; ++j) {
      const auto k = static_cast<double>(rest % grid.count[j]);
      rest /= grid.count[j];
      table += fmt::format(
          "{:.17g} ", grid.lower[j] + (grid.upper[j] - grid.lower[j]) * k / (grid.count[j] - 1));
    }
    for (const auto& array : arrays) {
      const double value = array.values[static_cast<std::size_t>(q)];
      table += std::isnan(value) ? "NaN " : fmt::format("{:.9g} ", value);  // outside: left blank
    }
    table += '\n';
    if (d == 2 && (q + 1) % grid.count[0] == 0) table += '\n';
  }
  return table;
}

/// For gnuplot, which wants ranges that are not empty.
std::string range_text(const Range& range) {
  if (range.is_empty()) return "[*:*]";
  const double margin =
      range.lower < range.upper ? 0 : std::max(1e-12, 1e-3 * std::abs(range.lower));
  return fmt::format("[{:.17g}:{:.17g}]", range.lower - margin, range.upper + margin);
}

/// One unknown among the arrays: itself and, where the solution is known, that and the error.
struct Unknown {
  std::size_t value;
  bool has_solution;
};

std::vector<Unknown> unknowns_of(std::span<const formats::PointArray> arrays) {
  std::vector<Unknown> unknowns;
  for (std::size_t k = 0; k < arrays.size();) {
    const bool known = k + 2 < arrays.size() && arrays[k + 1].name == "exact_" + arrays[k].name;
    unknowns.push_back({k, known});
    k += known ? 3 : 1;
  }
  return unknowns;
}

std::string error_title(const formats::PointArray& value, const Range& error) {
  return in_quotes(fmt::format("{} - exact, at most {:.1e}", value.name, error.magnitude()));
}

/// A line for the network, a dashed one for the solution, and the error.
std::string draw_lines(std::span<const formats::PointArray> arrays, const Unknown& unknown,
                       const std::string& data) {
  const std::size_t column = unknown.value + 2;
  const std::string name = in_quotes(arrays[unknown.value].name);
  std::string script =
      fmt::format("set title {}\nplot {} using 1:{} with lines lw 2 lc '#30478f' title {}", name,
                  data, column, name);
  if (!unknown.has_solution) return script + "\n";
  Range error;
  error.include(arrays[unknown.value + 2].values);
  return script + fmt::format(
                      ", '' using 1:{} with lines dt 2 lw 2 lc '#e07a5f' title 'exact'\n"
                      "set title {}\nplot {} using 1:{} with lines lw 2 lc '#8d2b2b' notitle\n",
                      column + 1, error_title(arrays[unknown.value], error), data, column + 2);
}

/// Network and solution in the same colours, the error in colours that are white at zero.
std::string draw_maps(std::span<const formats::PointArray> arrays, const Unknown& unknown,
                      const std::string& data) {
  const std::size_t column = unknown.value + 3;
  const auto map = [&](const std::string& title, const char* palette, const std::string& range,
                       std::size_t at) {
    return fmt::format("set title {}\n{}set cbrange {}\nsplot {} using 1:2:{} notitle\n", title,
                       palette, range, data, at);
  };
  const formats::PointArray& value = arrays[unknown.value];
  Range values;
  values.include(value.values);
  if (unknown.has_solution) values.include(arrays[unknown.value + 1].values);
  std::string script = map(in_quotes(value.name), sequential_palette, range_text(values), column);
  if (!unknown.has_solution) return script;
  Range error;
  error.include(arrays[unknown.value + 2].values);
  const double most = error.is_empty() ? 0 : error.magnitude();
  const Range symmetric{-most, most};
  return script + map(in_quotes("exact"), sequential_palette, range_text(values), column + 1) +
         map(error_title(value, error), diverging_palette, range_text(symmetric), column + 2);
}

/// Draws and gives the picture its name, or leaves nothing behind.
bool draw(results::RunFolder& folder, const std::string& name, const std::string& script) {
  const auto picture = folder.temporary(name);
  const bool drawn = run_gnuplot(script, folder.path()) && std::filesystem::exists(picture);
  std::error_code ignored;
  if (drawn)
    folder.publish(name);
  else
    std::filesystem::remove(picture, ignored);
  return drawn;
}

}  // namespace

bool draw_solution(results::RunFolder& folder, const formats::ImageGrid& grid,
                   std::span<const formats::PointArray> arrays,
                   const std::vector<std::string>& coordinate_names, const std::string& title) {
  const std::size_t d = grid.count.size();
  if (d < 1 || d > 2 || arrays.empty()) return false;
  const auto unknowns = unknowns_of(arrays);
  const bool any_solution = std::any_of(unknowns.begin(), unknowns.end(),
                                        [](const Unknown& u) { return u.has_solution; });
  const std::size_t columns = any_solution ? d + 1 : 1, lines = unknowns.size();
  const auto data = folder.temporary("solution.dat");
  std::ofstream(data) << grid_table(grid, arrays);
  std::string script = fmt::format(
      "set terminal pngcairo size {},{} font ',11' noenhanced\nset output {}\n"
      "set multiplot layout {},{} title {} font ',14'\nset xlabel {}\nset grid\n",
      std::max<std::size_t>(560, 460 * columns), 400 * lines + 40,
      in_quotes(folder.temporary("solution.png").filename().string()), lines, columns,
      in_quotes(title), in_quotes(coordinate_names[0]));
  if (d == 2) {
    const double aspect = (grid.upper[1] - grid.lower[1]) / (grid.upper[0] - grid.lower[0]);
    script += fmt::format(
        "set pm3d map\nunset grid\nset ylabel {}\nset size {}\nset autoscale xfix\n"
        "set autoscale yfix\nset format cb '%g'\n",
        in_quotes(coordinate_names[1]), aspect > 0.25 && aspect < 4 ? "ratio -1" : "square");
  }
  const std::string file = in_quotes(data.filename().string());
  for (const Unknown& unknown : unknowns) {
    script += d == 1 ? draw_lines(arrays, unknown, file) : draw_maps(arrays, unknown, file);
    if (any_solution && !unknown.has_solution)
      for (std::size_t k = 1; k < columns; ++k) script += "set multiplot next\n";
  }
  const bool drawn = draw(folder, "solution.png", script + "unset multiplot\n");
  std::filesystem::remove(data);
  return drawn;
}

bool draw_history(results::RunFolder& folder, const std::string& title) {
  struct Curve {
    std::string title, colour;
    std::optional<double> (*value)(const results::HistoryRow&);
    bool has_values = false;
  };
  std::vector<Curve> curves{
      {"loss", "#30478f",
       [](const results::HistoryRow& row) -> std::optional<double> { return row.loss; }},
      {"relative L2 error", "#e07a5f", [](const results::HistoryRow& row) { return row.rel_l2; }},
      {"relative H1 error", "#3a9a5b", [](const results::HistoryRow& row) { return row.rel_h1; }}};
  // Columns iteration, loss, errors as magnitudes; an empty line ends the curve of a seed.
  const results::History history = results::read_history(folder.file("history.csv"));
  std::string table;
  for (std::size_t k = 0; k < history.rows.size(); ++k) {
    const results::HistoryRow& row = history.rows[k];
    if (k > 0 && row.seed != history.rows[k - 1].seed) table += '\n';
    table += std::to_string(row.iteration);
    for (Curve& curve : curves) {
      const double value = curve.value(row).value_or(NAN);
      const bool shown = std::isfinite(value) && value != 0;
      if (shown && value < 0) curve.title = "|loss|";
      curve.has_values |= shown;
      table += shown ? fmt::format(" {:.9g}", std::abs(value)) : " NaN";
    }
    table += '\n';
  }
  const auto data = folder.temporary("history.dat");
  std::string plots;
  for (std::size_t k = 0; k < curves.size(); ++k)
    if (curves[k].has_values)
      plots += fmt::format("{}{} using 1:{} with linespoints pt 7 ps 0.3 lw 1.5 lc '{}' title {}",
                           plots.empty() ? "plot " : ", ", in_quotes(data.filename().string()),
                           k + 2, curves[k].colour, in_quotes(curves[k].title));
  if (plots.empty()) return false;
  std::ofstream(data) << table;
  const bool drawn = draw(
      folder, "history.png",
      fmt::format("set terminal pngcairo size 1040,520 font ',11'\nset output {}\n"
                  "set title {} font ',14' noenhanced\nset logscale y\nset format y '10^{{%T}}'\n"
                  "set xlabel 'iteration'\nset grid\nset key outside right top noenhanced\n{}\n",
                  in_quotes(folder.temporary("history.png").filename().string()), in_quotes(title),
                  plots));
  std::filesystem::remove(data);
  return drawn;
}

}  // namespace engd::report
