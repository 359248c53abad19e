#include "expr/leaf.h"

#include <algorithm>
#include <stdexcept>

namespace engd::expr {

Leaf Leaf::of(Kind kind, int index) {
  Leaf leaf;
  leaf.kind = kind;
  leaf.index = index;
  return leaf;
}

int Leaf::order() const {
  if (laplacian) return 2;
  return static_cast<int>(std::count_if(axis.begin(), axis.end(), [](int a) { return a >= 0; }));
}

Leaf Leaf::differentiated(int along) const {
  const int n = order();
  if (n >= max_order) {
    throw std::length_error("derivatives of an unknown are known up to order " +
                            std::to_string(max_order) + "; order " + std::to_string(n + 1) +
                            " is needed here");
  }
  Leaf result = *this;
  std::size_t place = static_cast<std::size_t>(n);
  for (; place > 0 && result.axis[place - 1] > along; --place) {
    result.axis[place] = result.axis[place - 1];
  }
  result.axis[place] = static_cast<std::int16_t>(along);
  return result;
}

Leaf Leaf::without_derivative() const {
  Leaf value = of(kind, index).at(place);
  value.time_order = time_order;
  return value;
}

Leaf Leaf::at(Place other) const {
  Leaf leaf = *this;
  leaf.place = other;
  return leaf;
}

JetEntry value_of(int unknown) {
  return Leaf::of(Leaf::Kind::jet, unknown);
}

JetEntry laplacian_of(int unknown) {
  JetEntry entry = value_of(unknown);
  entry.laplacian = true;
  return entry;
}

JetEntry coefficient_entry(int number) {
  return Leaf::of(Leaf::Kind::coefficient, number);
}

const char* kind_name(Leaf::Kind kind) {
  switch (kind) {
    case Leaf::Kind::coordinate:
      return "coordinate";
    case Leaf::Kind::data:
      return "data";
    case Leaf::Kind::field:
      return "field";
    case Leaf::Kind::measured:
      return "measured";
    case Leaf::Kind::normal:
      return "normal";
    case Leaf::Kind::coefficient:
      return "coefficient";
    case Leaf::Kind::jet:
      return "jet";
    case Leaf::Kind::increment:
      return "increment";
  }
  throw std::logic_error("no kind of a leaf");
}

}  // namespace engd::expr
