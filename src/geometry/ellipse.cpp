#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/shape.h"
#include "support/error.h"

namespace engd::geometry {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;

double angle_of(double x, double y) {
  const double angle = std::atan2(y, x);
  return angle < 0 ? angle + full_turn : angle;
}

/// x = centre + Q (radii * unit), the affine image of the unit disk.
struct Affine {
  Point2 centre, radii;
  double cosine = 1, sine = 0;

  Point2 operator()(double u, double v) const {
    const double x = radii[0] * u, y = radii[1] * v;
    return {centre[0] + cosine * x - sine * y, centre[1] + sine * x + cosine * y};
  }
  Point2 inverse(std::span<const double> point) const {
    const double x = point[0] - centre[0], y = point[1] - centre[1];
    return {(cosine * x + sine * y) / radii[0], (cosine * y - sine * x) / radii[1]};
  }
};

/// Parameters (r^2, phi), r from `least` to 1: the density is a b / 2.
Chart filled(const Affine& affine, double least) {
  Chart chart;
  chart.name = "interior";
  chart.axes = {{least * least, 1, least > 0 ? AxisKind::ring_radius : AxisKind::disk_radius},
                {0, full_turn, AxisKind::angle}};
  chart.space_dimension = 2;
  chart.largest_density = affine.radii[0] * affine.radii[1] / 2;
  chart.map = [affine, density = chart.largest_density](
                  std::span<const double> s, std::span<double> point, std::span<double>) {
    const double r = std::sqrt(s[0]);
    std::ranges::copy(affine(r * std::cos(s[1]), r * std::sin(s[1])), point.begin());
    return density;
  };
  chart.locate = [affine](std::span<const double> point, std::span<double> s) {
    const Point2 u = affine.inverse(point);
    s[0] = u[0] * u[0] + u[1] * u[1];
    s[1] = angle_of(u[0], u[1]);
  };
  return chart;
}

/// The image of the circle of radius r; the normal points away from the centre, or to it.
Chart curve(const std::string& name, const Affine& affine, double r, double sign) {
  const double a = r * affine.radii[0], b = r * affine.radii[1];
  Chart chart;
  chart.name = name;
  chart.axes = {{0, full_turn, AxisKind::closed_curve}};
  chart.space_dimension = 2;
  chart.has_normal = true;
  chart.is_uniform = a == b;
  chart.zero_set =
      ZeroSet{{affine.centre[0], affine.centre[1]},
              {{affine.cosine / a, affine.sine / a}, {-affine.sine / b, affine.cosine / b}},
              sign};
  chart.largest_density = std::max(a, b);
  chart.map = [affine, a, b, r, sign](std::span<const double> s, std::span<double> point,
                                      std::span<double> normal) {
    const double c = std::cos(s[0]), d = std::sin(s[0]);
    std::ranges::copy(affine(r * c, r * d), point.begin());
    // The tangent is (-a sin, b cos), so the normal is (b cos, a sin) over the same length.
    const double speed = a == b ? a : std::hypot(a * d, b * c);
    if (!normal.empty()) {
      const double x = sign * b * c / speed, y = sign * a * d / speed;
      normal[0] = affine.cosine * x - affine.sine * y;
      normal[1] = affine.sine * x + affine.cosine * y;
    }
    return speed;
  };
  chart.locate = [affine](std::span<const double> point, std::span<double> s) {
    const Point2 u = affine.inverse(point);
    s[0] = angle_of(u[0], u[1]);
  };
  return chart;
}

/// least < r < 1 in the unit disk, mapped; `least` = 0 for the whole disk.
class Ellipse final : public Shape {
 public:
  Ellipse(const Affine& affine, double least, std::string description)
      : affine_(affine), least_(least), description_(std::move(description)) {
    interior_ = {whole(filled(affine, least))};
    if (least == 0) {
      boundary_ = {whole(curve("", affine, 1, 1))};
    } else {
      boundary_ = {whole(curve("outer", affine, 1, 1)), whole(curve("inner", affine, least, -1))};
    }
  }

  std::string describe() const override { return description_; }

  Box bounds() const override {
    const double x = std::hypot(affine_.radii[0] * affine_.cosine, affine_.radii[1] * affine_.sine),
                 y = std::hypot(affine_.radii[0] * affine_.sine, affine_.radii[1] * affine_.cosine);
    return {{affine_.centre[0] - x, affine_.centre[1] - y},
            {affine_.centre[0] + x, affine_.centre[1] + y}};
  }

  double side(std::span<const double> point) const override {
    const Point2 u = affine_.inverse(point);
    const double r = std::hypot(u[0], u[1]);
    return std::max(r - 1, least_ > 0 ? least_ - r : -1) * std::ranges::min(affine_.radii);
  }

  double measure() const override {
    return std::numbers::pi * affine_.radii[0] * affine_.radii[1] * (1 - least_) * (1 + least_);
  }

  const std::vector<Patch>& interior() const override { return interior_; }
  const std::vector<Patch>& boundary() const override { return boundary_; }

 private:
  Affine affine_;
  double least_;
  std::string description_;
  std::vector<Patch> interior_, boundary_;
};

}  // namespace

ShapePtr make_ellipse(Point2 centre, Point2 radii, double angle) {
  for (double radius : radii) require_positive("radius", radius);
  const bool disk = radii[0] == radii[1];
  Affine affine{centre, radii};
  if (!disk) {
    affine.cosine = std::cos(angle);
    affine.sine = std::sin(angle);
  }
  return std::make_shared<Ellipse>(
      affine, 0,
      disk ? fmt::format("disk of radius {} around ({}, {})", radii[0], centre[0], centre[1])
           : fmt::format("ellipse with radii {} and {} around ({}, {}){}", radii[0], radii[1],
                         centre[0], centre[1],
                         angle == 0 ? "" : fmt::format(", turned by {}", angle)));
}

ShapePtr make_annulus(Point2 centre, double inner, double outer) {
  require_positive("inner radius", inner);
  require_positive("outer radius", outer);
  if (!(inner < outer))
    throw InputError(
        fmt::format("the annulus is empty: its inner radius {} must be below its outer "
                    "radius {}",
                    inner, outer));
  return std::make_shared<Ellipse>(Affine{centre, {outer, outer}}, inner / outer,
                                   fmt::format("annulus with radii {} and {} around ({}, {})",
                                               inner, outer, centre[0], centre[1]));
}

}  // namespace engd::geometry
