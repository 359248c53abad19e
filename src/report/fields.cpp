#include "report/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/palettes.h"
#include "report/range.h"

namespace engd::report {

namespace {

/// Names may have underscores, which are subscripts in gnuplot's enhanced text.
std::string plain(const std::string& name) {
  std::string text;
  for (char c : name) {
    if (c == '_') text += '\\';
    text += c;
  }
  return text;
}

/// Coordinates and values as columns of a data block.
std::string column_block(const formats::ImageGrid& grid, const FieldView& view, double unit) {
  std::string text = "$values << EOD\n";
  const int n = grid.count[0];
  for (int k = 0; k < n; ++k) {
    const double x = grid.lower[0] + (grid.upper[0] - grid.lower[0]) * k / (n - 1);
    const auto q = static_cast<std::size_t>(k);
    text += fmt::format("{:.7g} {:.7g}", x, view.value->values[q]);
    if (view.exact) text += fmt::format(" {:.7g}", view.exact->values[q]);
    if (view.error) text += fmt::format(" {:.7g}", view.error->values[q] / unit);
    text += '\n';
  }
  return text + "EOD\n";
}

std::string curve_axes(const std::vector<std::string>& coordinates) {
  return fmt::format(
      "set xlabel {}\nset tics nomirror\nset border 3\nset autoscale xfix\n"
      "set grid lt 1 lw 0.5 lc rgb '#d9e0e6'\nset xlabel offset 0,0.4\n"
      "set key top center outside horizontal noenhanced samplen 2\n",
      in_quotes(plain(coordinates[0])));
}

Picture map_of(const std::string& name, const formats::ImageGrid& grid,
               const formats::PointArray& array, double unit, const Range& colours,
               const char* palette, const std::string& title,
               const std::vector<std::string>& coordinates) {
  Picture picture{name, "", array.values};
  for (double& value : picture.values) value /= unit;
  const double dx = (grid.upper[0] - grid.lower[0]) / (grid.count[0] - 1),
               dy = (grid.upper[1] - grid.lower[1]) / (grid.count[1] - 1),
               aspect = (grid.upper[1] - grid.lower[1]) / (grid.upper[0] - grid.lower[0]);
  picture.script = fmt::format(
      "{}set cbrange [{:.9g}:{:.9g}]\nset title {}\nset xlabel {}\nset ylabel {} norotate\n"
      "set size {}\nset xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\nset tics out nomirror\n"
      "set format cb '%g'\nset tmargin 1.8\nset bmargin 3.3\n"
      "set xlabel offset 0,0.5\nset ylabel offset 1,0\nset title offset 0,-0.4\n"
      "plot {} binary array=({},{}) format='%float64' origin=({:.17g},{:.17g}) dx={:.17g} "
      "dy={:.17g} with image notitle\n",
      palette, colours.lower, colours.upper, in_quotes(title), in_quotes(plain(coordinates[0])),
      in_quotes(plain(coordinates[1])), aspect > 0.25 && aspect < 4 ? "ratio -1" : "square",
      grid.lower[0], grid.upper[0], grid.lower[1], grid.upper[1], in_quotes(values_file(name)),
      grid.count[0], grid.count[1], grid.lower[0], grid.lower[1], dx, dy);
  return picture;
}

}  // namespace

double largest(const formats::PointArray& array) {
  Range range;
  range.include(array.values);
  return range.is_empty() ? 0 : range.magnitude();
}

std::vector<FieldView> views_of(const std::vector<formats::PointArray>& arrays) {
  std::vector<FieldView> views;
  for (std::size_t k = 0; k < arrays.size();) {
    FieldView view{arrays[k].name, &arrays[k], nullptr, nullptr};
    const bool known = k + 2 < arrays.size() && arrays[k + 1].name == "exact_" + view.name;
    if (known) {
      view.exact = &arrays[k + 1];
      view.error = &arrays[k + 2];
    }
    views.push_back(view);
    k += known ? 3 : 1;
  }
  return views;
}

formats::SampledField shown_part(formats::SampledField field) {
  if (field.grid.count.size() != 3) return field;
  const auto plane = static_cast<std::ptrdiff_t>(field.grid.count[0]) * field.grid.count[1];
  const std::ptrdiff_t begin = plane * (field.grid.count[2] / 2);
  for (formats::PointArray& array : field.arrays)
    array.values = {array.values.begin() + begin, array.values.begin() + begin + plane};
  field.grid.count.pop_back();
  field.grid.lower.pop_back();
  field.grid.upper.pop_back();
  return field;
}

Picture value_picture(const std::string& name, const formats::ImageGrid& grid,
                      const FieldView& view, const std::vector<std::string>& coordinates) {
  Range range;
  range.include(view.value->values);
  if (range.is_empty()) return {name, "", {}};
  if (grid.count.size() == 1) {
    std::string script =
        column_block(grid, view, 1) + curve_axes(coordinates) +
        fmt::format("plot $values using 1:2 with lines lw 2 lc rgb '#2f7fc1' title {}",
                    in_quotes(view.name));
    if (view.exact)
      script += ", $values using 1:3 with lines dt (8,8) lw 2 lc rgb '#d9822b' title 'exact'";
    return {name, script + "\n", {}};
  }
  if (!(range.lower < range.upper)) {  // a constant still has a colour
    const double margin = std::max(1e-12, 1e-3 * std::abs(range.lower));
    range = {range.lower - margin, range.upper + margin};
  }
  return map_of(name, grid, *view.value, 1, range, sequential_palette, plain(view.name),
                coordinates);
}

Picture error_picture(const std::string& name, const formats::ImageGrid& grid,
                      const FieldView& view, const std::vector<std::string>& coordinates) {
  const double most = largest(*view.error);
  const int exponent = most > 0 ? static_cast<int>(std::floor(std::log10(most))) : 0;
  const bool scaled = exponent < -2 || exponent > 2;
  const double unit = scaled ? std::pow(10.0, exponent) : 1;
  const std::string title = fmt::format("{} − {}{}", plain(view.name), view.against,
                                        scaled ? fmt::format(" (10^{{{}}})", exponent) : "");
  if (grid.count.size() == 1)
    return {name,
            column_block(grid, view, unit) + curve_axes(coordinates) +
                fmt::format("unset key\nset title {}\n"
                            "plot $values using 1:4 with lines lw 2 lc rgb '#d1495b' notitle\n",
                            in_quotes(title)),
            {}};
  const double bound = most > 0 ? most / unit : 1;
  return map_of(name, grid, *view.error, unit, {-bound, bound}, diverging_palette, title,
                coordinates);
}

Picture normed_map(const std::string& name, const formats::ImageGrid& grid,
                   const formats::PointArray& array, const std::vector<std::string>& coordinates) {
  return map_of(name, grid, array, 1, {-1, 1}, diverging_palette, plain(array.name), coordinates);
}

}  // namespace engd::report
