#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/shape.h"
#include "support/error.h"

namespace engd::geometry {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;

/// The point of the unit sphere at height z and angle phi; its measure is dz dphi.
Point3 on_sphere(double z, double phi) {
  const double ring = std::sqrt(std::max(0.0, (1 - z) * (1 + z)));
  return {ring * std::cos(phi), ring * std::sin(phi), z};
}

/// x = centre + radii * unit, the affine image of the unit ball.
struct Affine {
  Point3 centre, radii;
  double volume_factor() const { return radii[0] * radii[1] * radii[2]; }
  Point3 inverse(std::span<const double> point) const {
    Point3 unit{};
    for (std::size_t j = 0; j < 3; ++j) unit[j] = (point[j] - centre[j]) / radii[j];
    return unit;
  }
};

double length(const Point3& x) {
  return std::hypot(x[0], x[1], x[2]);
}

double angle_of(const Point3& unit) {
  const double angle = std::atan2(unit[1], unit[0]);
  return angle < 0 ? angle + full_turn : angle;
}

/// Parameters (r^3, z, phi), r from `least` to 1: the density is a b c / 3.
Chart filled(const Affine& affine, double least) {
  Chart chart;
  chart.name = "interior";
  chart.axes = {
      {least * least * least, 1, least > 0 ? AxisKind::shell_radius : AxisKind::ball_radius},
      {-1, 1, AxisKind::straight},
      {0, full_turn, AxisKind::angle}};
  chart.space_dimension = 3;
  chart.largest_density = affine.volume_factor() / 3;
  chart.map = [affine, density = chart.largest_density](
                  std::span<const double> s, std::span<double> point, std::span<double>) {
    const double r = std::cbrt(s[0]);
    const Point3 unit = on_sphere(s[1], s[2]);
    for (std::size_t j = 0; j < 3; ++j) point[j] = affine.centre[j] + affine.radii[j] * r * unit[j];
    return density;
  };
  chart.locate = [affine](std::span<const double> point, std::span<double> s) {
    const Point3 unit = affine.inverse(point);
    const double r = length(unit);
    s[0] = r * r * r;
    s[1] = r > 0 ? unit[2] / r : 0;
    s[2] = angle_of(unit);
  };
  return chart;
}

/// The image of the sphere of radius r. With D = diag(radii) the element of area at the unit normal
/// n of the sphere is det D |D^-1 n| and the normal is along D^-1 n.
Chart surface(const std::string& name, const Affine& affine, double r, double sign) {
  const auto [least, most] = std::ranges::minmax(affine.radii);
  Chart chart;
  chart.name = name;
  chart.axes = {{-1, 1, AxisKind::straight}, {0, full_turn, AxisKind::angle}};
  chart.space_dimension = 3;
  chart.has_normal = true;
  chart.is_uniform = least == most;
  chart.zero_set = ZeroSet{{affine.centre.begin(), affine.centre.end()}, {}, sign};
  for (std::size_t j = 0; j < 3; ++j) {
    chart.zero_set->M.emplace_back(3, 0.0);
    chart.zero_set->M[j][j] = 1 / (r * affine.radii[j]);
  }
  chart.largest_density =
      chart.is_uniform ? r * r * least * least : r * r * affine.volume_factor() / least;
  chart.map = [affine, r, sign, uniform = chart.is_uniform, most = chart.largest_density](
                  std::span<const double> s, std::span<double> point, std::span<double> normal) {
    const Point3 unit = on_sphere(s[0], s[1]);
    Point3 direction{};
    for (std::size_t j = 0; j < 3; ++j) {
      point[j] = affine.centre[j] + affine.radii[j] * r * unit[j];
      direction[j] = uniform ? unit[j] : unit[j] / affine.radii[j];
    }
    const double stretch = length(direction);
    for (std::size_t j = 0; j < normal.size(); ++j) normal[j] = sign * direction[j] / stretch;
    return uniform ? most : r * r * affine.volume_factor() * stretch;
  };
  chart.locate = [affine](std::span<const double> point, std::span<double> s) {
    const Point3 unit = affine.inverse(point);
    const double size = length(unit);
    s[0] = size > 0 ? unit[2] / size : 0;
    s[1] = angle_of(unit);
  };
  return chart;
}

/// least < r < 1 in the unit ball, mapped; `least` = 0 for the whole ball.
class Ellipsoid final : public Shape {
 public:
  Ellipsoid(const Affine& affine, double least, std::string description)
      : affine_(affine), least_(least), description_(std::move(description)) {
    interior_ = {whole(filled(affine, least))};
    if (least == 0) {
      boundary_ = {whole(surface("", affine, 1, 1))};
    } else {
      boundary_ = {whole(surface("outer", affine, 1, 1)),
                   whole(surface("inner", affine, least, -1))};
    }
  }

  std::string describe() const override { return description_; }

  Box bounds() const override {
    Box box{std::vector<double>(3), std::vector<double>(3)};
    for (std::size_t j = 0; j < 3; ++j) {
      box.lower[j] = affine_.centre[j] - affine_.radii[j];
      box.upper[j] = affine_.centre[j] + affine_.radii[j];
    }
    return box;
  }

  double side(std::span<const double> point) const override {
    const double r = length(affine_.inverse(point));
    return std::max(r - 1, least_ > 0 ? least_ - r : -1) * std::ranges::min(affine_.radii);
  }

  double measure() const override {
    return 4 * std::numbers::pi / 3 * affine_.volume_factor() * (1 - least_ * least_ * least_);
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

ShapePtr make_ellipsoid(Point3 centre, Point3 radii) {
  for (double radius : radii) require_positive("radius", radius);
  const bool ball = radii[0] == radii[1] && radii[1] == radii[2];
  const std::string place = fmt::format("({}, {}, {})", centre[0], centre[1], centre[2]);
  return std::make_shared<Ellipsoid>(
      Affine{centre, radii}, 0,
      ball ? fmt::format("ball of radius {} around {}", radii[0], place)
           : fmt::format("ellipsoid with radii {}, {}, {} around {}", radii[0], radii[1], radii[2],
                         place));
}

ShapePtr make_shell(Point3 centre, double inner, double outer) {
  require_positive("inner radius", inner);
  require_positive("outer radius", outer);
  if (!(inner < outer))
    throw InputError(fmt::format(
        "the shell is empty: its inner radius {} must be below its outer radius {}", inner, outer));
  return std::make_shared<Ellipsoid>(Affine{centre, {outer, outer, outer}}, inner / outer,
                                     fmt::format("shell with radii {} and {} around ({}, {}, {})",
                                                 inner, outer, centre[0], centre[1], centre[2]));
}

}  // namespace engd::geometry
