#include "geometry/clip.h"

#include <cassert>
#include <utility>

namespace engd::geometry {

std::vector<Patch> clip(const Patch& curve,
                        const std::function<bool(std::span<const double> point,
                                                 std::span<const double> normal)>& holds) {
  assert(curve.chart && curve.chart->parameters() == 1);
  constexpr int places = 4096;
  const auto dimension = static_cast<std::size_t>(curve.space_dimension());
  std::vector<double> s(curve.lower.size()), point(dimension), normal(dimension);
  for (std::size_t j = 0; j < s.size(); ++j) s[j] = (curve.lower[j] + curve.upper[j]) / 2;
  const auto holds_at = [&](double parameter) {
    s[0] = parameter;
    curve.map(s, point, normal);
    return holds(point, normal);
  };
  /// The end of what holds, between a place where it does and one where it does not.
  const auto end_between = [&](double good, double bad) {
    for (double middle; middle = good + (bad - good) / 2, middle != good && middle != bad;)
      (holds_at(middle) ? good : bad) = middle;
    return good;
  };

  const double lower = curve.lower[0], upper = curve.upper[0], step = (upper - lower) / places;
  std::vector<Patch> pieces;
  const auto add = [&](double from, double to) {
    if (!(to - from > 1e-12 * (upper - lower))) return;
    Patch piece = curve;
    piece.lower[0] = from;
    piece.upper[0] = to;
    pieces.push_back(std::move(piece));
  };
  double before = lower + 0.5 * step, from = lower;
  bool held = holds_at(before);
  for (int k = 1; k < places; ++k) {
    const double place = lower + (k + 0.5) * step;
    const bool now = holds_at(place);
    if (held && !now) add(from, end_between(before, place));
    if (!held && now) from = end_between(place, before);
    before = place;
    held = now;
  }
  if (held) add(from, upper);
  return pieces;
}

}  // namespace engd::geometry
