// Unions, differences and intersections: what remains of boundaries, and what they enclose.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "expect_input_error.h"
#include "geometry/domain.h"
#include "geometry/set_operation.h"
#include "integrals.h"

namespace engd::geometry {
namespace {

constexpr double pi = std::numbers::pi;
using enum Composition;

Domain whole_plane(ShapePtr shape) {
  const bool in_space = shape->dimension() == 3;
  return make_domain(std::move(shape), in_space ? std::vector{0, 1, 2} : std::vector{0, 1}, {});
}
ShapePtr disk(double x, double y, double r) {
  return make_ellipse({x, y}, {r, r});
}
ShapePtr rectangle_of(double x0, double x1, double y0, double y1) {
  return make_box({{x0, y0}, {x1, y1}});
}

/// Two unit disks whose centres are d apart share 2 acos(d/2) - (d/2) sqrt(4 - d^2).
constexpr double apart = 1.0;
const double lens = 2 * std::acos(apart / 2) - apart / 2 * std::sqrt(4 - apart * apart);

struct Case {
  const char* name;
  ShapePtr shape;
  double area, perimeter;
};

std::vector<Case> cases() {
  const auto two = [](Composition composition) {
    return compose(composition, {{"a", disk(0, 0, 1)}, {"b", disk(apart, 0, 1)}});
  };
  const double inner_arcs = 2 * (2 * pi / 3), outer_arcs = 4 * pi - inner_arcs;
  const auto ell =
      compose(unite, {{"a", rectangle_of(0, 2, 0, 1)}, {"b", rectangle_of(0, 1, 0, 2)}});
  return {
      {"union", two(unite), 2 * pi - lens, outer_arcs},
      {"intersection", two(intersect), lens, inner_arcs},
      {"difference", two(subtract), pi - lens, 2 * pi},
      {"plate with a hole",
       compose(subtract, {{"plate", rectangle_of(0, 4, 0, 3)}, {"hole", disk(2, 1, 0.5)}}),
       12 - pi / 4, 14 + pi},
      // Edges that are shared: once, or not at all.
      {"L-shape as a union", ell, 3, 8},
      {"side by side",
       compose(unite, {{"a", rectangle_of(0, 1, 0, 1)}, {"b", rectangle_of(1, 3, 0, 1)}}), 3, 8},
      {"corner cut out",
       compose(subtract, {{"a", rectangle_of(0, 2, 0, 2)}, {"b", rectangle_of(1, 2, 1, 2)}}), 3, 8},
      {"half a disk", compose(intersect, {{"a", disk(0, 0, 1)}, {"b", rectangle_of(-2, 2, 0, 2)}}),
       pi / 2, pi + 2},
      {"the same twice", compose(unite, {{"a", disk(0, 0, 1)}, {"b", disk(0, 0, 1)}}), pi, 2 * pi},
      {"annulus less a wedge",
       compose(subtract, {{"ring", make_annulus({0, 0}, 1, 2)},
                          {"wedge", make_polygon({{0, 0}, {3, 0}, {0, 3}})}}),
       // In the quarter, r < 3/(cos + sin): the line is beyond r = 2 in the middle only if
       // 3/sqrt 2 > 2, which holds; so the whole quarter of the ring is gone.
       3 * pi * 0.75, 3 * pi * 1.5 + 2},
      {"of three",
       compose(subtract, {{"plate", rectangle_of(0, 4, 0, 2)},
                          {"left", disk(1, 1, 0.5)},
                          {"right", disk(3, 1, 0.5)}}),
       8 - pi / 2, 12 + 2 * pi},
      {"nested", compose(subtract, {{"ell", ell}, {"hole", make_ellipse({0.5, 0.5}, {0.4, 0.4})}}),
       3 - 0.16 * pi, 8 + 0.8 * pi}};
}

TEST(Composed, AreasAndPerimetersAreExact) {
  for (const Case& c : cases()) {
    const Domain domain = whole_plane(c.shape);
    EXPECT_NEAR(c.shape->measure(), c.area, 1e-12 * c.area) << c.name;
    EXPECT_NEAR(boundary_of(domain).measure(), c.perimeter, 1e-12 * c.perimeter) << c.name;
    for (int n : {100, 1000})
      EXPECT_NEAR(scattered_points(interior_of(domain), n).measure(), c.area, 1e-12 * c.area);
    EXPECT_NEAR(place_points({.count = {20}}, interior_of(domain), {}, {}).measure(), c.area,
                1e-12 * c.area);
  }
}

TEST(Composed, DivergenceTheorem) {
  const Field F = [](const std::vector<double>& x) {
    return std::vector{std::exp(0.3 * x[0]) * std::sin(x[1]), x[0] * x[0] * x[1]};
  };
  const Function divergence = [](const std::vector<double>& x) {
    return 0.3 * std::exp(0.3 * x[0]) * std::sin(x[1]) + x[0] * x[0];
  };
  for (const Case& c : cases()) {
    const Domain domain = whole_plane(c.shape);
    const double through = flux(gauss_points(boundary_of(domain), 30), F);
    // Points with rejection: errors of about N^(-3/4) on a set with a boundary.
    const double inside = integral(scattered_points(interior_of(domain), 1 << 15), divergence);
    EXPECT_NEAR(inside, through, 2e-3 * c.area) << c.name;
    // A field without divergence has no flux through a closed curve, to round-off.
    const Field curl = [](const std::vector<double>& x) {
      return std::vector{std::sin(x[0]) * std::exp(x[1]), -std::cos(x[0]) * std::exp(x[1])};
    };
    EXPECT_NEAR(flux(gauss_points(boundary_of(domain), 30), curl), 0, 1e-12 * c.perimeter * 10)
        << c.name;
  }
}

TEST(Composed, NormalsAreUnitAndOutward) {
  for (const Case& c : cases()) {
    const PointSet set = gauss_points(boundary_of(whole_plane(c.shape)), 9);
    for (std::ptrdiff_t q = 0; q < set.count; ++q) {
      auto x = at(set.coordinates, set, q), y = x;
      const auto n = at(set.normals, set, q);
      EXPECT_NEAR(std::hypot(n[0], n[1]), 1, 1e-14);
      for (std::size_t j = 0; j < 2; ++j) {
        x[j] += 1e-5 * n[j];
        y[j] -= 1e-5 * n[j];
      }
      EXPECT_GT(c.shape->side(x), 0) << c.name;
      EXPECT_LT(c.shape->side(y), 0) << c.name;
    }
  }
}

TEST(Composed, PointsAreInside) {
  for (const Case& c : cases())
    for (auto kind : {PointRule::Kind::grid, PointRule::Kind::sobol, PointRule::Kind::random}) {
      const PointSet set =
          place_points({.kind = kind, .count = {30}}, interior_of(whole_plane(c.shape)), {}, {});
      for (std::ptrdiff_t q = 0; q < set.count; ++q)
        EXPECT_LT(c.shape->side(at(set.coordinates, set, q)), 0) << c.name;
      EXPECT_TRUE(kind == PointRule::Kind::grid || set.count == 30);
    }
}

/// Of a lattice of n^2 points in the bounding box those inside remain: the share of the area.
TEST(Composed, RejectionKeepsTheShareOfTheArea) {
  const auto shape =
      compose(subtract, {{"plate", rectangle_of(0, 1, 0, 1)}, {"hole", disk(0.5, 0.5, 0.3)}});
  const PointSet set = place_points({.count = {200}}, interior_of(whole_plane(shape)), {}, {});
  EXPECT_NEAR(static_cast<double>(set.count) / 40000, 1 - 0.09 * pi, 2e-3);
}

/// A ball with a smaller ball cut out of its side, and one cut in half by a box.
TEST(Composed, InSpaceMeasuresAreEstimated) {
  const auto unit = make_ellipsoid({0, 0, 0}, {1, 1, 1});
  const auto half =
      compose(intersect, {{"ball", unit}, {"box", make_box({{-2, -2, 0}, {2, 2, 2}})}});
  EXPECT_NEAR(half->measure(), 2 * pi / 3, 1e-3);
  const Domain domain = whole_plane(half);
  EXPECT_NEAR(boundary_of(domain).measure(), 3 * pi, 1e-2);
  const PointSet around = scattered_points(boundary_of(domain), 1 << 14);
  EXPECT_NEAR(around.measure(), 3 * pi, 1e-2);
  // The flux of x is three times the volume; that of a constant field is zero.
  EXPECT_NEAR(flux(around, [](const auto& x) { return x; }), 2 * pi, 2e-2);
  EXPECT_NEAR(flux(around, [](const auto&) { return std::vector{0., 0., 1.}; }), 0, 2e-2);
  for (std::ptrdiff_t q = 0; q < around.count; ++q) {
    auto x = at(around.coordinates, around, q);
    const auto n = at(around.normals, around, q);
    for (std::size_t j = 0; j < 3; ++j) x[j] -= 1e-5 * n[j];
    EXPECT_LT(half->side(x), 0);
  }
  // Shells and balls nested: what is cut away whole leaves its whole surface.
  const auto hollow =
      compose(subtract, {{"ball", unit}, {"hole", make_ellipsoid({0, 0, 0}, {0.5, 0.5, 0.5})}});
  EXPECT_NEAR(boundary_of(whole_plane(hollow)).measure(), 5 * pi, 1e-12);
  EXPECT_NEAR(hollow->measure(), 4 * pi / 3 * 0.875, 2e-3);
}

TEST(Composed, Mistakes) {
  expect_input_error(
      [] {
        compose(intersect, {{"a", disk(0, 0, 1)}, {"b", disk(3, 0, 1)}});
      },
      "the intersection is empty: nothing is left of the disk of radius 1");
  expect_input_error(  // the bounding boxes meet, the disks do not
      [] {
        compose(intersect, {{"a", disk(0, 0, 1)}, {"b", disk(1.5, 1.5, 1)}});
      },
      "the intersection is empty");
  expect_input_error(
      [] {
        compose(subtract, {{"a", disk(0, 0, 1)}, {"b", disk(0, 0, 2)}});
      },
      "the difference is empty");
  expect_input_error(
      [] {
        compose(subtract, {{"a", disk(0, 0, 1)}, {"b", disk(0, 0, 1)}});
      },
      "the difference is empty");
  const auto ball = make_ellipsoid({0, 0, 0}, {1, 1, 1});
  expect_input_error(
      [&] {
        compose(subtract, {{"a", ball}, {"b", make_ellipsoid({0, 0, 0}, {2, 2, 2})}});
      },
      "the difference is empty: nothing is left of the ball of radius 1");
  expect_input_error(
      [&] {
        compose(unite, {{"a", ball}, {"b", disk(0, 0, 1)}});
      },
      "have different dimensions");
  expect_input_error([&] { compose(unite, {{"a", ball}}); }, "1 shape: at least 2 are needed");
  const auto plate =
      compose(subtract, {{"plate", rectangle_of(0, 1, 0, 1)}, {"hole", disk(0.5, 0.5, 0.3)}});
  expect_input_error([&] { gauss_points(interior_of(whole_plane(plate)), 5); },
                     "there are no Gauss points on this shape");
  // A needle in its bounding box.
  const auto needle = make_ellipse({0, 0}, {1, 1e-6}, pi / 4);
  const auto cut = compose(intersect, {{"a", needle}, {"b", disk(0, 0, 2)}});
  expect_input_error([&] { scattered_points(interior_of(whole_plane(cut)), 1000); },
                     "the shape holds");
}

}  // namespace
}  // namespace engd::geometry
