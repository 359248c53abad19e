// Surfaces from STL files, text and binary.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <numbers>

#include "expect_input_error.h"
#include "formats/stl_file.h"
#include "geometry/domain.h"
#include "geometry/parts.h"
#include "integrals.h"

namespace engd::geometry {
namespace {

using Triangles = std::vector<formats::Corners>;

/// The box [0,a] x [0,b] x [0,c], two triangles a face, seen counterclockwise from outside.
Triangles box_surface(double a, double b, double c) {
  const auto corner = [&](int k) {
    return Point3{k & 1 ? a : 0.0, k & 2 ? b : 0.0, k & 4 ? c : 0.0};
  };
  Triangles all;
  for (const auto& q : {std::array{0, 2, 3, 1},
                        {4, 5, 7, 6},
                        {0, 1, 5, 4},
                        {2, 6, 7, 3},
                        {0, 4, 6, 2},
                        {1, 3, 7, 5}}) {
    all.push_back({corner(q[0]), corner(q[1]), corner(q[2])});
    all.push_back({corner(q[0]), corner(q[2]), corner(q[3])});
  }
  return all;
}

/// A sphere of n rings and 2n sectors.
Triangles sphere_surface(int n) {
  const auto corner = [n](int i, int j) {
    const double theta = std::numbers::pi * i / n, phi = std::numbers::pi * (j % (2 * n)) / n;
    const double ring = i == 0 || i == n ? 0 : std::sin(theta);
    return Point3{ring * std::cos(phi), ring * std::sin(phi), std::cos(theta)};
  };
  Triangles all;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2 * n; ++j) {
      if (i > 0) all.push_back({corner(i, j), corner(i + 1, j), corner(i, j + 1)});
      if (i < n - 1) all.push_back({corner(i, j + 1), corner(i + 1, j), corner(i + 1, j + 1)});
    }
  return all;
}

class StlTest : public ::testing::Test {
 protected:
  std::string file = ::testing::TempDir() + "engd-" +
                     ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".stl";

  std::string text_of(const Triangles& triangles, const std::string& name = "thing") const {
    std::string text = "solid " + name + "\n";
    char line[200];
    for (const formats::Corners& t : triangles) {
      text += " facet normal 0 0 0\n  outer loop\n";
      for (const Point3& p : t) {
        std::snprintf(line, sizeof line, "   vertex %.17g %.17g %.17g\n", p[0], p[1], p[2]);
        text += line;
      }
      text += "  endloop\n endfacet\n";
    }
    return text + "endsolid " + name + "\n";
  }
  void write(const std::string& text) const { std::ofstream(file, std::ios::binary) << text; }

  void write_binary(const Triangles& triangles) const {
    std::string text(84, ' ');
    std::memcpy(text.data(), "solid but binary", 16);
    const auto count = static_cast<std::uint32_t>(triangles.size());
    std::memcpy(text.data() + 80, &count, 4);
    for (const formats::Corners& t : triangles) {
      std::array<float, 12> numbers{};
      for (std::size_t k = 0; k < 9; ++k) numbers[3 + k] = static_cast<float>(t[k / 3][k % 3]);
      text.append(reinterpret_cast<const char*>(numbers.data()), 48).append(2, '\0');
    }
    write(text);
  }
  Domain domain() const { return make_domain(make_solid(file), {0, 1, 2}, {}); }
};

TEST_F(StlTest, ABoxAsTextAndBinary) {
  for (bool binary : {false, true}) {
    const Triangles box = box_surface(1, 2, 4);
    binary ? write_binary(box) : write(text_of(box));
    const Domain solid = domain();
    EXPECT_NEAR(solid.shape->measure(), 8, 1e-14);
    EXPECT_EQ(solid.upper, (std::vector<double>{1, 2, 4}));
    EXPECT_NEAR(boundary_of(solid).measure(), 28, 1e-13);
    const PointSet inside = scattered_points(interior_of(solid), 500);
    EXPECT_NEAR(inside.measure(), 8, 1e-12);
    const PointSet around = scattered_points(boundary_of(solid), 4096);
    EXPECT_NEAR(around.measure(), 28, 1e-12);
    for (std::ptrdiff_t q = 0; q < around.count; ++q) {
      const auto x = at(around.coordinates, around, q), n = at(around.normals, around, q);
      std::vector<double> expected(3, 0.0);
      for (std::size_t j = 0; j < 3; ++j) {
        if (x[j] == 0) expected[j] = -1;
        if (x[j] == solid.upper[j]) expected[j] = 1;
      }
      EXPECT_EQ(n, expected);
    }
    // By area: the share of the points on the face x = 0 is 8/28, as Sobol points have it.
    EXPECT_NEAR(integral(around, [](const auto& x) { return x[0] == 0 ? 1.0 : 0.0; }), 8, 0.05);
    EXPECT_NEAR(flux(around, [](const auto& x) { return x; }), 3 * 8, 0.2);
  }
}

TEST_F(StlTest, InsideIsInside) {
  write(text_of(sphere_surface(24)));
  const Domain ball = domain();
  // Points on the grid of the vertices are the hard ones: rays through corners and edges.
  for (double x = -1; x <= 1; x += 0.125)
    for (double y = -1; y <= 1; y += 0.125)
      for (double z = -1; z <= 1; z += 0.125) {
        const double r = std::sqrt(x * x + y * y + z * z);
        if (r > 0.98 && r < 1.01) continue;  // between the facets and the sphere
        EXPECT_EQ(ball.contains(std::vector{x, y, z}), r < 1) << x << ' ' << y << ' ' << z;
      }
  // Order two: 24 rings have lost about 1 % of the volume.
  EXPECT_NEAR(ball.shape->measure(), 4 * std::numbers::pi / 3, 0.08);
  EXPECT_NEAR(flux(scattered_points(boundary_of(ball), 1 << 13), [](const auto& x) { return x; }),
              3 * ball.shape->measure(), 2e-2);
}

TEST_F(StlTest, TurnedInsideOut) {
  Triangles box = box_surface(1, 1, 1);
  for (formats::Corners& t : box) std::swap(t[0], t[1]);
  write(text_of(box));
  const PointSet around = scattered_points(boundary_of(domain()), 1024);
  EXPECT_NEAR(flux(around, [](const auto& x) { return x; }), 3, 0.05);
}

TEST_F(StlTest, NamedSolidsAreParts) {
  const Triangles box = box_surface(1, 1, 1);
  write(text_of({box.begin(), box.begin() + 2}, "the-floor plate") +
        text_of({box.begin() + 2, box.end()}, "rest"));
  const Domain solid = domain();
  const std::vector<std::string> names{"x", "y", "z"};
  EXPECT_NEAR(part_of(solid, names, "boundary.the_floor")->measure(), 1, 1e-15);
  EXPECT_NEAR(part_of(solid, names, "boundary.rest")->measure(), 5, 1e-14);
}

TEST_F(StlTest, CutByABall) {
  write(text_of(box_surface(2, 2, 2)));
  const auto cut =
      compose(Composition::subtract,
              {{"box", make_solid(file)}, {"hole", make_ellipsoid({1, 1, 1}, {0.5, 0.5, 0.5})}});
  EXPECT_NEAR(cut->measure(), 8 - std::numbers::pi / 6, 5e-3);
  EXPECT_NEAR(boundary_of(make_domain(cut, {0, 1, 2}, {})).measure(), 24 + std::numbers::pi, 1e-12);
}

TEST_F(StlTest, Mistakes) {
  const auto refused = [&](const std::string& text, const std::string& part) {
    write(text);
    expect_input_error([&] { make_solid(file); }, file + part);
  };
  Triangles open = box_surface(1, 1, 1);
  open.pop_back();
  refused(text_of(open),
          ": the surface is not closed: 3 of its 18 edges do not have a triangle on");
  refused("", ":1: the file ends too early");
  refused("solid a\nfacet normal 0 0 0\n", ":3: the file ends too early");
  refused("nothing", ":1: 'nothing' where 'solid' is expected");
  refused("solid a\nfacets", ":2: 'facets' where 'facet' is expected");
  refused("solid a\nfacet normal 0 x 0", ":2: 'x' is not a finite number");
  refused("solid a\nendsolid a\n", ": there are no triangles");
  Triangles flat = box_surface(1, 1, 0);
  refused(text_of(flat), ": the surface encloses no volume");
  Triangles broken = box_surface(1, 1, 1);
  broken[3][1][2] = INFINITY;
  write_binary(broken);
  expect_input_error([&] { make_solid(file); }, "a corner of triangle 4 is not finite");
  expect_input_error([&] { make_solid(file + ".no"); }, "cannot read the file");
  // Two copies of a triangle, back to back, are closed and enclose nothing.
  const formats::Corners one{Point3{0, 0, 0}, Point3{1, 0, 0.5}, Point3{0, 1, 0.25}};
  refused(text_of({one, {one[1], one[0], one[2]}}), ": the surface encloses no volume");
  write(text_of(box_surface(1, 1, 1)));
  expect_input_error([&] { gauss_points(boundary_of(domain()), 3); }, "no Gauss points");
}

}  // namespace
}  // namespace engd::geometry
