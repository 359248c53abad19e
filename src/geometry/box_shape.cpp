#include <algorithm>
#include <cassert>

#include "geometry/flat_charts.h"
#include "geometry/shape.h"

namespace engd::geometry {
namespace {

constexpr std::array<const char*, 6> side_names{"left", "right", "bottom", "top", "front", "back"};

class BoxShape final : public Shape {
 public:
  explicit BoxShape(const Box& box) : box_(box) {
    check_box(box);
    const std::size_t d = box.lower.size();
    assert(d == 2 || d == 3);
    interior_ = {whole(filled_box(box, AxisKind::straight))};
    if (d == 2) {
      const double x0 = box.lower[0], x1 = box.upper[0], y0 = box.lower[1], y1 = box.upper[1];
      boundary_ = {whole(segment("bottom", {x0, y0}, {x1, y0}, false)),
                   whole(segment("right", {x1, y0}, {x1, y1}, false)),
                   whole(segment("top", {x1, y1}, {x0, y1}, false)),
                   whole(segment("left", {x0, y1}, {x0, y0}, false))};
      return;
    }
    const Point3 lower{box.lower[0], box.lower[1], box.lower[2]},
        upper{box.upper[0], box.upper[1], box.upper[2]};
    for (int face = 0; face < 6; ++face)
      boundary_.push_back(whole(rectangle(side_names[static_cast<std::size_t>(face)], lower, upper,
                                          face / 2, face % 2 == 1)));
  }

  std::string describe() const override {
    const std::vector<std::string> names{"x", "y", "z"};
    return "box " + to_string(box_, names);
  }
  Box bounds() const override { return box_; }
  double side(std::span<const double> point) const override {
    double most = box_.lower[0] - point[0];
    for (std::size_t j = 0; j < point.size(); ++j)
      most = std::max({most, box_.lower[j] - point[j], point[j] - box_.upper[j]});
    return most;
  }
  double measure() const override { return interior_[0].measure(); }
  const std::vector<Patch>& interior() const override { return interior_; }
  const std::vector<Patch>& boundary() const override { return boundary_; }

 private:
  Box box_;
  std::vector<Patch> interior_, boundary_;
};

}  // namespace

ShapePtr make_box(const Box& box) {
  return std::make_shared<BoxShape>(box);
}

}  // namespace engd::geometry
