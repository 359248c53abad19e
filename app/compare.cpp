#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "commands.h"
#include "formats/number_rows.h"
#include "report/fields.h"
#include "solution/comparison.h"
#include "solution_arguments.h"
#include "support/error.h"
#include "support/parallel.h"

namespace engd::app {

namespace {

namespace fs = std::filesystem;

/// "1.2e-08, relative 3.4e-09"; of a reference that is zero there is no relative error.
std::string with_relative(double error, double reference) {
  std::string text = fmt::format("{:.3e}", error);
  if (reference > 0) text += fmt::format(", relative {:.3e}", error / reference);
  return text;
}

void print(const solution::Comparison& comparison, bool of_table) {
  fmt::print("{} {}, {:.4g} % of {}\n", comparison.points,
             of_table ? "rows of the table" : "points of quadrature", 100 * comparison.common,
             of_table ? "all rows: the others are outside of the domain"
                      : "the domain of the first solution are common to both");
  for (const solution::Difference& one : comparison.differences)
    fmt::print("{}\n    {} {}\n    maximum {}\n", one.name,
               of_table ? "root mean square" : "L2 norm of the difference",
               with_relative(one.l2, one.reference_l2),
               with_relative(one.maximum, one.reference_maximum));
}

/// A formula as a part of a file's name.
std::string file_name(const std::string& formula) {
  std::string name;
  for (const char c : formula)
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name;
}

/// One picture a formula: NAME.svg, or NAME-FORMULA.svg of several.
void draw(const CompareArguments& arguments, const formats::SampledField& field,
          const std::vector<std::string>& coordinates) {
  const fs::path out = arguments.out.empty() ? fs::path("difference.svg") : fs::path(arguments.out);
  std::vector<report::Picture> pictures;
  for (const formats::PointArray& array : field.arrays) {
    std::string name = out.stem().string();
    if (field.arrays.size() > 1) name += "-" + file_name(array.name);
    if (!(report::largest(array) > 0)) continue;  // nothing to be seen
    pictures.push_back(report::error_picture(
        name, field.grid, {array.name, &array, &array, &array, "reference"}, coordinates));
  }
  if (pictures.empty()) {
    fmt::print("no picture: the difference is zero at all points of it\n");
    return;
  }
  const fs::path folder = out.parent_path().empty() ? fs::path(".") : out.parent_path();
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw InputError(
        fmt::format("--out {}: there is no folder '{}'", out.string(), folder.string()));
  if (!report::draw(pictures, folder)) {
    fmt::print("no picture: gnuplot is not installed or cannot draw in '{}'\n", folder.string());
    return;
  }
  for (const report::Picture& picture : pictures)
    fmt::print("picture    {}\n", (out.parent_path() / (picture.name + ".svg")).string());
}

}  // namespace

int compare(const CompareArguments& arguments) {
  const int threads = arguments.threads > 0 ? arguments.threads : available_threads();
  if (!arguments.out.empty() && fs::path(arguments.out).extension() != ".svg")
    throw InputError(fmt::format("--out {}: the picture must be called .svg", arguments.out));
  const auto first = solution::Solution::load(arguments.first, seed_of(arguments.seed));
  if (fs::path(arguments.second).extension() == ".csv") {
    const formats::NumberRows table(arguments.second);
    const auto formulas =
        arguments.of.empty()
            ? common_unknowns(first, table.header(), fmt::format("'{}'", arguments.second))
            : formulas_of(arguments.of, first);
    print(compare_with_table(first, arguments.second, formulas, threads), true);
    return finished;
  }
  const auto second = solution::Solution::load(arguments.second, seed_of(arguments.second_seed));
  const auto formulas = arguments.of.empty()
                            ? common_unknowns(first, second.unknowns(), "the second one")
                            : formulas_of(arguments.of, first);
  print(solution::compare(first, second, formulas, threads), false);
  draw(arguments, difference_on_grid(first, second, formulas, threads), first.variables());
  return finished;
}

}  // namespace engd::app
