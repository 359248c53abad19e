// Shapes with exact maps: their measure, their Gauss rules, the flux through their boundary.
#include "geometry/shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "expect_input_error.h"
#include "geometry/domain.h"
#include "geometry/patches.h"
#include "integrals.h"

namespace engd::geometry {
namespace {

constexpr double pi = std::numbers::pi;

Domain planar(ShapePtr shape) {
  const bool in_space = shape->dimension() == 3;
  return make_domain(std::move(shape), in_space ? std::vector{0, 1, 2} : std::vector{0, 1}, {});
}

const Point2 centre{0.5, -1};
const Point3 centre3{0.5, -1, 2};
const std::vector<Point2> ell{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};

struct Named {
  const char* name;
  ShapePtr shape;
  double measure, boundary;
};

std::vector<Named> all_shapes() {
  // The complete elliptic integral of the second kind: E(k) with k^2 = 1 - b^2/a^2.
  const double ellipse = 4 * 2 * std::comp_ellint_2(std::sqrt(1 - 0.25));
  // An oblate spheroid of radii a, a, c: 2 pi a^2 (1 + (1 - e^2)/e atanh e), e^2 = 1 - c^2/a^2.
  const double e = std::sqrt(0.75), spheroid = 2 * pi * 4 * (1 + (1 - e * e) / e * std::atanh(e));
  std::vector<Point2> clockwise(ell.rbegin(), ell.rend());
  return {{"disk", make_ellipse(centre, {2, 2}), 4 * pi, 4 * pi},
          {"ellipse", make_ellipse(centre, {2, 1}, 0.7), 2 * pi, ellipse},
          {"annulus", make_annulus(centre, 0.5, 2), pi * 3.75, 5 * pi},
          {"ball", make_ellipsoid(centre3, {2, 2, 2}), 32 * pi / 3, 16 * pi},
          {"ellipsoid", make_ellipsoid(centre3, {2, 2, 1}), 16 * pi / 3, spheroid},
          {"shell", make_shell(centre3, 1, 2), 4 * pi / 3 * 7, 20 * pi},
          {"polygon", make_polygon(ell), 3, 8},
          {"clockwise", make_polygon(clockwise), 3, 8},
          {"square", make_box({{0, 0}, {2, 3}}), 6, 10},
          {"cube", make_box({{0, 0, 0}, {1, 2, 3}}), 6, 22}};
}

TEST(Shape, MeasuresAreExact) {
  for (const Named& s : all_shapes()) {
    const Domain domain = planar(s.shape);
    EXPECT_NEAR(s.shape->measure(), s.measure, 1e-14 * s.measure) << s.name;
    EXPECT_NEAR(interior_of(domain).measure(), s.measure, 1e-14 * s.measure) << s.name;
    // Lengths and areas of ellipses are sums of a rule: some units in the last place each.
    EXPECT_NEAR(boundary_of(domain).measure(), s.boundary, 1e-12 * s.boundary) << s.name;
    for (auto kind : {PointRule::Kind::random, PointRule::Kind::sobol, PointRule::Kind::halton}) {
      EXPECT_NEAR(scattered_points(interior_of(domain), 100, kind).measure(), s.measure,
                  1e-12 * s.measure);
      EXPECT_NEAR(scattered_points(boundary_of(domain), 100, kind).measure(), s.boundary,
                  1e-12 * s.boundary);
    }
    const PointSet grid = place_points({.count = {7}}, interior_of(domain), {}, {});
    EXPECT_NEAR(grid.measure(), s.measure, 1e-12 * s.measure) << s.name;
  }
}

/// x^a y^b z^c.
Function monomial(int a, int b, int c) {
  return [=](const std::vector<double>& x) {
    return std::pow(x[0], a) * std::pow(x[1], b) * (x.size() > 2 ? std::pow(x[2], c) : 1);
  };
}

/// With n points an axis all polynomials of degree 2n - 1 are integrated exactly; there is one of
/// degree 2n or a little more that is not, or the test could not fail.
TEST(Shape, GaussPointsAreExactForPolynomials) {
  for (const Named& s : all_shapes()) {
    const Region region = interior_of(planar(s.shape));
    for (int n : {1, 2, 3, 4}) {
      const PointSet rule = gauss_points(region, n), fine = gauss_points(region, 7);
      double worst_beyond = 0;
      for (int a = 0; a <= 2 * n + 3; ++a)
        for (int b = 0; a + b <= 2 * n + 3; ++b)
          for (int c = 0; a + b + c <= (s.shape->dimension() == 3 ? 2 * n + 3 : a + b); ++c) {
            const Function f = monomial(a, b, c);
            const double exact = integral(fine, f), found = integral(rule, f);
            const double size =
                integral(fine, [&](const auto& x) { return std::abs(f(x)); }) + 1e-300;
            if (a + b + c <= 2 * n - 1) {
              EXPECT_NEAR(found, exact, 1e-12 * size) << s.name << n << ' ' << a << b << c;
            } else {
              worst_beyond = std::max(worst_beyond, std::abs(found - exact) / size);
            }
          }
      EXPECT_GT(worst_beyond, 1e-9) << s.name << " n = " << n;
    }
  }
}

TEST(Shape, ExactMoments) {
  // Known integrals over the unit disk and ball: x^4 y^2 gives pi/64, x^2 y^2 z^2 gives 4 pi/945.
  const PointSet disk = gauss_points(interior_of(planar(make_ellipse({0, 0}, {1, 1}))), 4);
  EXPECT_NEAR(integral(disk, monomial(4, 2, 0)), pi / 64, 1e-15);
  const PointSet ball = gauss_points(interior_of(planar(make_ellipsoid({0, 0, 0}, {1, 1, 1}))), 4);
  EXPECT_NEAR(integral(ball, monomial(2, 2, 2)), 4 * pi / 945, 1e-15);
  // The annulus 1 < r < 2: r^2 gives 2 pi (16 - 1)/4. The L-shape: x y gives 1 + 3/4 + ... = 7/4.
  const PointSet ring = gauss_points(interior_of(planar(make_annulus({0, 0}, 1, 2))), 2);
  EXPECT_NEAR(integral(ring, [](const auto& x) { return x[0] * x[0] + x[1] * x[1]; }), 7.5 * pi,
              1e-13);
  const PointSet corner = gauss_points(interior_of(planar(make_polygon(ell))), 2);
  EXPECT_NEAR(integral(corner, monomial(1, 1, 0)), 1.75, 1e-14);
}

/// A gauss rule of n has n^d points, about, whatever the shape: a disk costs what a square costs.
TEST(Shape, NumbersOfPoints) {
  const auto inside = [](ShapePtr shape, int n) {
    return gauss_points(interior_of(planar(std::move(shape))), n).count;
  };
  const auto around = [](ShapePtr shape, int n) {
    return gauss_points(boundary_of(planar(std::move(shape))), n).count;
  };
  EXPECT_EQ(inside(make_ellipse({0, 0}, {1, 1}), 10), 100);
  EXPECT_EQ(inside(make_annulus({0, 0}, 1, 2), 10), 200);
  EXPECT_EQ(inside(make_ellipsoid({0, 0, 0}, {1, 1, 1}), 10), 6 * 10 * 20);
  EXPECT_EQ(inside(make_polygon(ell), 10), 4 * 110);
  EXPECT_EQ(around(make_ellipse({0, 0}, {1, 1}), 10), 40);
  EXPECT_EQ(around(make_annulus({0, 0}, 1, 2), 10), 80);
  EXPECT_EQ(around(make_polygon(ell), 10), 60);
  EXPECT_EQ(around(make_ellipsoid({0, 0, 0}, {1, 1, 1}), 10), 200);
}

TEST(Shape, DivergenceTheorem) {
  const Field F2 = [](const std::vector<double>& x) {
    return std::vector{std::exp(0.3 * x[0]) * std::sin(x[1]), x[0] * x[0] * x[1]};
  };
  const Function div2 = [](const std::vector<double>& x) {
    return 0.3 * std::exp(0.3 * x[0]) * std::sin(x[1]) + x[0] * x[0];
  };
  const Field F3 = [](const std::vector<double>& x) {
    return std::vector{std::sin(x[0] + x[2]), x[0] * x[1], std::cos(x[1]) * x[2]};
  };
  const Function div3 = [](const std::vector<double>& x) {
    return std::cos(x[0] + x[2]) + x[0] + std::cos(x[1]);
  };
  for (const Named& s : all_shapes()) {
    const Domain domain = planar(s.shape);
    const bool flat = s.shape->dimension() == 2;
    const PointSet inside = gauss_points(interior_of(domain), 24),
                   around = gauss_points(boundary_of(domain), 40);
    EXPECT_NEAR(integral(inside, flat ? div2 : div3), flux(around, flat ? F2 : F3),
                2e-12 * s.boundary)
        << s.name;
  }
}

TEST(Shape, NormalsAreUnitAndOutward) {
  for (const Named& s : all_shapes())
    for (auto kind : {PointRule::Kind::grid, PointRule::Kind::gauss, PointRule::Kind::sobol}) {
      const PointSet set =
          place_points({.kind = kind, .count = {12}}, boundary_of(planar(s.shape)), {}, {});
      ASSERT_EQ(set.normals.size(), set.coordinates.size()) << s.name;
      for (std::ptrdiff_t q = 0; q < set.count; ++q) {
        const auto x = at(set.coordinates, set, q), n = at(set.normals, set, q);
        double length = 0;
        auto ahead = x, behind = x;
        for (std::size_t j = 0; j < x.size(); ++j) {
          length += n[j] * n[j];
          ahead[j] += 1e-6 * n[j];
          behind[j] -= 1e-6 * n[j];
        }
        EXPECT_NEAR(length, 1, 1e-14) << s.name;
        EXPECT_NEAR(s.shape->side(x), 0, 1e-14 * 4) << s.name;
        EXPECT_GT(s.shape->side(ahead), 0) << s.name;
        EXPECT_LT(s.shape->side(behind), 0) << s.name;
      }
    }
}

TEST(Shape, PointsAreInsideAndUniform) {
  for (const Named& s : all_shapes()) {
    const Region region = interior_of(planar(s.shape));
    const PointSet set = scattered_points(region, 4096), exact = gauss_points(region, 8);
    for (std::ptrdiff_t q = 0; q < set.count; ++q)
      EXPECT_LE(s.shape->side(at(set.coordinates, set, q)), 1e-15) << s.name;
    // Sobol points have errors of about log(N)^d / N.
    const Function f = [](const auto& x) { return x[0] * x[0] - x[0] * x[1] + x.back(); };
    EXPECT_NEAR(integral(set, f), integral(exact, f), 0.01 * s.measure) << s.name;
  }
}

/// Points on the boundary are uniform in arc length, also where the parameter is not.
TEST(Shape, ScatteredPointsOnCurvesAreUniform) {
  const Region curve = boundary_of(planar(make_ellipse({0, 0}, {3, 0.5})));
  const PointSet set = scattered_points(curve, 8192), exact = gauss_points(curve, 200);
  for (const Function& f : {Function([](const auto& x) { return std::abs(x[0]); }),
                            Function([](const auto& x) { return x[0] * x[0]; })})
    EXPECT_NEAR(integral(set, f), integral(exact, f), 5e-3 * set.measure());
}

TEST(Shape, PlacesAreFoundAgain) {
  for (const Named& s : all_shapes())
    for (const Region& region : {interior_of(planar(s.shape)), boundary_of(planar(s.shape))})
      for (const Patch& patch : region.patches) {
        const PointSet set = scattered_points({region.space_dimension, {patch}, {}}, 20);
        for (std::ptrdiff_t q = 0; q < set.count; ++q) {
          auto x = at(set.coordinates, set, q);
          EXPECT_TRUE(contains(patch, x, 1e-12)) << s.name;
          x[0] += 50;
          EXPECT_FALSE(contains(patch, x, 1e-12)) << s.name;
        }
      }
}

TEST(Shape, Mistakes) {
  const double nan = std::nan("");
  expect_input_error(
      [] {
        make_ellipse({0, 0}, {-1, -1});
      },
      "the radius is -1; it must be positive");
  expect_input_error([&] { make_ellipse({0, 0}, {1, nan}); }, "the radius is nan");
  expect_input_error([] { make_annulus({0, 0}, 0, 1); }, "the inner radius is 0");
  expect_input_error(
      [] {
        make_annulus({0, 0}, 2, 1);
      },
      "the annulus is empty: its inner radius 2");
  expect_input_error([] { make_shell({0, 0, 0}, 2, 1); }, "the shell is empty: its inner radius 2");
  expect_input_error([] { make_ellipsoid({0, 0, 0}, {1, 0, 1}); }, "the radius is 0");
  expect_input_error([] { make_polygon({{0, 0}, {1, 1}}); }, "the polygon has 2 vertices");
  expect_input_error(
      [] {
        make_polygon({{0, 0}, {1, 0}, {1, 0}, {0, 1}});
      },
      "vertices 2 and 3 of the polygon are the same, (1, 0)");
  expect_input_error(
      [] {
        make_polygon({{0, 0}, {1, 1}, {1, 0}, {0, 1}});
      },
      "the polygon crosses itself: edge 1 meets edge 3");
  // A vertex on another edge.
  expect_input_error(
      [] {
        make_polygon({{0, 0}, {2, 0}, {2, 1}, {1, 0}, {0, 1}});
      },
      "edge 1 meets edge 3");
  expect_input_error(
      [] {
        make_polygon({{0, 0}, {1, 0}, {2, 0}});
      },
      "the polygon turns back on itself at vertex 3");
  expect_input_error(
      [] {
        make_polygon({{0, 0}, {1, 1e-13}, {2, 0}});
      },
      "the polygon is degenerate: its area is zero");
}

/// A saw with many teeth and a star: cut into triangles that fill them.
TEST(Shape, PolygonsWithManyVertices) {
  std::vector<Point2> saw{{200, -1}, {0, -1}}, star;
  for (int k = 0; k <= 200; ++k) saw.push_back({1.0 * k, k % 2 == 0 ? 0.0 : 1.0});
  for (int k = 0; k < 60; ++k) {
    const double r = k % 2 == 0 ? 1 : 0.3, phi = 2 * pi * k / 60;
    star.push_back({r * std::cos(phi), r * std::sin(phi)});
  }
  EXPECT_NEAR(interior_of(planar(make_polygon(saw))).measure(), 300, 1e-10);
  EXPECT_NEAR(interior_of(planar(make_polygon(star))).measure(), 30 * 0.3 * std::sin(pi / 30),
              1e-13);
  // Vertices in the middle of edges, as tools write them.
  const auto square =
      make_polygon({{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}});
  EXPECT_NEAR(interior_of(planar(square)).measure(), 4, 1e-14);
}

TEST(Shape, RulesThatDoNotFit) {
  const Region disk = interior_of(planar(make_ellipse({0, 0}, {1, 1})));
  expect_input_error(
      [&] { place_points({.kind = PointRule::Kind::trapezoid, .count = {5}}, disk, {}, {}); },
      "trapezoid points are for boxes and straight pieces");
  expect_input_error(
      [&] {
        place_points({.kind = PointRule::Kind::gauss, .count = {5, 6}}, disk, {}, {});
      },
      "gauss has different counts for the coordinates of one shape");
}

}  // namespace
}  // namespace engd::geometry
