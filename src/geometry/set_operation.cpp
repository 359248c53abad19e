#include "geometry/set_operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/error.h"

namespace engd::geometry {
namespace {

/// Places nearer to a boundary than this part of the shape's size are on it: more than round-off,
/// and little, since so much is uncertain about where two boundaries cross.
constexpr double same_place = 1e-13;
/// So far from a boundary that both sides of it are told apart.
constexpr double probe = 1e-6;

enum class Where { inside, outside, on_same_side, on_other_side };

/// Where a point of a boundary with this normal is, seen from a shape. On that shape's own
/// boundary: whether its outward normal is the same or the opposite one.
Where where(const Shape& shape, std::span<const double> point, std::span<const double> normal,
            double size) {
  const double side = shape.side(point);
  if (std::abs(side) > same_place * size) return side < 0 ? Where::inside : Where::outside;
  Point3 ahead{}, behind{};
  for (std::size_t j = 0; j < point.size(); ++j) {
    ahead[j] = point[j] + probe * size * normal[j];
    behind[j] = point[j] - probe * size * normal[j];
  }
  const bool in_ahead = shape.side(std::span(ahead).first(point.size())) < 0,
             in_behind = shape.side(std::span(behind).first(point.size())) < 0;
  if (in_ahead == in_behind) return in_ahead ? Where::inside : Where::outside;
  return in_behind ? Where::on_same_side : Where::on_other_side;
}

}  // namespace

const char* SetOperation::name() const {
  return composition == Composition::unite       ? "union"
         : composition == Composition::intersect ? "intersection"
                                                 : "difference";
}

void SetOperation::refuse_empty() const {
  throw InputError(fmt::format("the {} is empty: nothing is left of the {}", name(),
                               pieces[0].shape->describe()));
}

Box SetOperation::bounds() const {
  Box box = pieces[0].shape->bounds();
  for (std::size_t k = 1; k < pieces.size() && composition != Composition::subtract; ++k) {
    const Box other = pieces[k].shape->bounds();
    for (std::size_t j = 0; j < box.lower.size(); ++j) {
      const auto lower = std::minmax(box.lower[j], other.lower[j]),
                 upper = std::minmax(box.upper[j], other.upper[j]);
      const bool grow = composition == Composition::unite;
      const double least = grow ? lower.first : lower.second,
                   most = grow ? upper.second : upper.first;
      if (!(least < most)) refuse_empty();
      box.lower[j] = least;
      box.upper[j] = most;
    }
  }
  return box;
}

double SetOperation::side(std::span<const double> point) const {
  double value = pieces[0].shape->side(point);
  for (std::size_t k = 1; k < pieces.size(); ++k) {
    const double other = pieces[k].shape->side(point);
    value = composition == Composition::unite       ? std::min(value, other)
            : composition == Composition::intersect ? std::max(value, other)
                                                    : std::max(value, -other);
  }
  return value;
}

bool SetOperation::survives(std::size_t own, std::span<const double> point,
                            std::span<const double> normal, double size) const {
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    if (k == own) continue;
    const bool subtracts = composition == Composition::subtract;
    const bool wants_inside =
        composition == Composition::intersect || (subtracts && own > 0 && k == 0);
    switch (where(*pieces[k].shape, point, normal, size)) {
      case Where::inside:
        if (!wants_inside) return false;
        break;
      case Where::outside:
        if (wants_inside) return false;
        break;
      case Where::on_same_side:
        // Of two that are added or taken away alike, the first has the shared stretch; where a
        // piece is taken away, nothing is left behind it.
        if (!(own < k) || (subtracts && own == 0)) return false;
        break;
      case Where::on_other_side:
        // Two that touch: within a union there is no boundary, an intersection is empty there, and
        // taking away what lies outside changes nothing.
        if (!(subtracts && own == 0)) return false;
        break;
    }
  }
  return true;
}

}  // namespace engd::geometry
