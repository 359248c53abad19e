#include "pairs/run_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "formats/vtk.h"
#include "solution/solution.h"

namespace engd::pairs {

std::string wrong_values(const std::filesystem::path& run) {
  const bool is_image = std::filesystem::exists(run / "solution.vti");
  if (!is_image && !std::filesystem::exists(run / "solution.vtu")) return {};
  const formats::SampledField picture = is_image ? formats::read_vti(run / "solution.vti")
                                                 : formats::read_planar_vtu(run / "solution.vtu");
  const solution::Solution loaded = solution::Solution::load(run);
  const solution::Evaluator evaluator = loaded.evaluator(solution::Formulas(loaded.unknowns()),
                                                         {.outside = solution::Outside::compute});
  const geometry::Box& box = loaded.box();
  const auto point = [&](std::size_t q) {
    std::vector<double> x;
    for (std::size_t j = 0; j < box.lower.size(); ++j) {
      if (j >= picture.grid.count.size()) {
        x.push_back(0.5 * (box.lower[j] + box.upper[j]));
        continue;
      }
      const auto n = static_cast<std::size_t>(picture.grid.count[j]);
      x.push_back(box.lower[j] + (box.upper[j] - box.lower[j]) * static_cast<double>(q % n) /
                                     static_cast<double>(n - 1));
      q /= n;
    }
    return x;
  };
  constexpr std::size_t every = 37;  // of the points of the picture
  for (std::size_t k = 0; k < loaded.unknowns().size(); ++k) {
    const auto array =
        std::ranges::find(picture.arrays, loaded.unknowns()[k], &formats::PointArray::name);
    if (array == picture.arrays.end()) return "the picture has no " + loaded.unknowns()[k];
    double size = 1;
    for (const double value : array->values)
      if (std::isfinite(value)) size = std::max(size, std::abs(value));
    for (std::size_t q = 0; q < array->values.size(); q += every) {
      const double wanted = array->values[q];
      const double value = evaluator(point(q))(0, static_cast<Index>(k));
      if (std::isfinite(wanted) && !(std::abs(value - wanted) <= 1e-9 * size))
        return fmt::format("{} is {} in the picture and {} in the solution at ({})", array->name,
                           wanted, value, fmt::join(point(q), ", "));
    }
  }
  return {};
}

}  // namespace engd::pairs
