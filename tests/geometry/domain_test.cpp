// Shapes times intervals: parts by name, measures and normals of the product.
#include "geometry/domain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>

#include "expect_input_error.h"
#include "geometry/parts.h"
#include "geometry/patches.h"
#include "integrals.h"

namespace engd::geometry {
namespace {

constexpr double pi = std::numbers::pi;
const std::vector<std::string> xyt{"x", "y", "t"}, txy{"t", "x", "y"};

/// The disk of radius 2 for 1 < t < 4, time last or first.
Domain disk_in_time() {
  Domain domain = make_domain(make_ellipse({0, 0}, {2, 2}), {0, 1}, {{1}, {4}});
  domain.time = 2;
  return domain;
}
Domain time_first() {
  Domain domain = make_domain(make_ellipse({0, 0}, {2, 2}), {1, 2}, {{1}, {4}});
  domain.time = 0;
  return domain;
}

double measure_of_part(const Domain& domain, const std::vector<std::string>& names,
                       const std::string& name) {
  const auto part = part_of(domain, names, name);
  EXPECT_TRUE(part.has_value()) << name;
  return part ? part->measure() : NAN;
}

TEST(Domain, MeasuresOfTheProduct) {
  for (const auto& [domain, names] : {std::pair{disk_in_time(), xyt}, {time_first(), txy}}) {
    EXPECT_NEAR(measure_of_part(domain, names, "interior"), 12 * pi, 1e-13);
    EXPECT_NEAR(measure_of_part(domain, names, "lateral"), 12 * pi, 1e-13);
    for (const char* face : {"initial", "final", "boundary.t.min", "boundary.t.max"})
      EXPECT_NEAR(measure_of_part(domain, names, face), 4 * pi, 1e-13) << face;
    EXPECT_NEAR(measure_of_part(domain, names, "boundary.t"), 8 * pi, 1e-13);
    EXPECT_NEAR(measure_of_part(domain, names, "boundary"), 20 * pi, 1e-12);
  }
}

TEST(Domain, PointsOfTheProduct) {
  for (const auto& [domain, names] : {std::pair{disk_in_time(), xyt}, {time_first(), txy}}) {
    const auto time = static_cast<std::size_t>(names == xyt ? 2 : 0);
    const PointSet start = gauss_points(*part_of(domain, names, "initial"), 5);
    const PointSet side = gauss_points(*part_of(domain, names, "lateral"), 5);
    EXPECT_EQ(start.count, 3 * 10);
    EXPECT_EQ(side.count, 20 * 5);
    for (std::ptrdiff_t q = 0; q < start.count; ++q) {
      EXPECT_EQ(at(start.coordinates, start, q)[time], 1);
      EXPECT_EQ(at(start.normals, start, q)[time], -1);
    }
    for (std::ptrdiff_t q = 0; q < side.count; ++q) {
      auto x = at(side.coordinates, side, q), n = at(side.normals, side, q);
      EXPECT_EQ(n[time], 0);
      x.erase(x.begin() + static_cast<std::ptrdiff_t>(time));
      n.erase(n.begin() + static_cast<std::ptrdiff_t>(time));
      for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(n[j], x[j] / 2, 1e-15);
    }
    // The integral of t x^2 over the product is (4^2 - 1)/2 times pi 2^4/4.
    const PointSet inside = gauss_points(interior_of(domain), 3);
    const std::size_t x = names == xyt ? 0 : 1;
    EXPECT_NEAR(integral(inside, [&](const auto& p) { return p[time] * p[x] * p[x]; }),
                7.5 * 4 * pi, 1e-12);
  }
}

/// In space and time the divergence theorem holds with the normals of all parts of the boundary.
TEST(Domain, DivergenceTheoremOfTheProduct) {
  const auto ring = make_domain(make_annulus({0.5, 0}, 0.5, 1.5), {0, 1}, {{0}, {1}});
  const auto plate =
      make_domain(compose(Composition::subtract, {{"plate", make_box({{-1, -1}, {1, 1}})},
                                                  {"hole", make_ellipse({0, 0}, {0.5, 0.5})}}),
                  {0, 1}, {{0}, {1}});
  const Field F = [](const auto& x) {
    return std::vector{x[0] * x[0] * x[2], std::sin(x[1]), std::exp(x[2]) * x[0]};
  };
  const Function div = [](const auto& x) {
    return 2 * x[0] * x[2] + std::cos(x[1]) + std::exp(x[2]) * x[0];
  };
  EXPECT_NEAR(integral(gauss_points(interior_of(ring), 12), div),
              flux(gauss_points(boundary_of(ring), 12), F), 1e-12);
  EXPECT_NEAR(integral(scattered_points(interior_of(plate), 1 << 14), div),
              flux(scattered_points(boundary_of(plate), 1 << 14), F), 0.02);
}

TEST(Domain, OtherCoordinatesNeedNotBeTime) {
  const auto cylinder = make_domain(make_ellipse({0, 0}, {1, 1}), {0, 1}, {{0}, {2}});
  const std::vector<std::string> names{"x", "y", "z"};
  EXPECT_NEAR(measure_of_part(cylinder, names, "boundary"), 6 * pi, 1e-13);
  EXPECT_NEAR(measure_of_part(cylinder, names, "boundary.z.max"), pi, 1e-13);
  EXPECT_FALSE(part_of(cylinder, names, "initial"));
  EXPECT_FALSE(part_of(cylinder, names, "boundary.x.min"));
  EXPECT_TRUE(cylinder.contains(std::vector{0.5, 0.5, 1.0}));
  EXPECT_FALSE(cylinder.contains(std::vector{0.9, 0.9, 1.0}));
  EXPECT_FALSE(cylinder.contains(std::vector{0.5, 0.5, 2.1}));
  EXPECT_EQ(to_string(cylinder, names), "disk of radius 1 around (0, 0), z in [0, 2]");
}

TEST(Domain, PartsHaveTheNamesOfThePieces) {
  const std::vector<std::string> names{"x", "y"};
  const auto flat = [](ShapePtr shape) { return make_domain(std::move(shape), {0, 1}, {}); };
  const Domain ring = flat(make_annulus({0, 0}, 1, 2));
  EXPECT_NEAR(measure_of_part(ring, names, "boundary.inner"), 2 * pi, 1e-13);
  EXPECT_NEAR(measure_of_part(ring, names, "boundary.outer"), 4 * pi, 1e-13);
  const Domain triangle = flat(make_polygon({{0, 0}, {3, 0}, {0, 4}}));
  EXPECT_NEAR(measure_of_part(triangle, names, "boundary.2"), 5, 1e-14);
  const Domain plate =
      flat(compose(Composition::subtract, {{"plate", make_box({{-1, -1}, {1, 1}})},
                                           {"hole", make_annulus({1, 0}, 0.2, 0.5)}}));
  EXPECT_NEAR(measure_of_part(plate, names, "boundary.hole.outer"), pi / 2, 1e-12);
  EXPECT_NEAR(measure_of_part(plate, names, "boundary.hole"), 0.7 * pi, 1e-12);
  EXPECT_NEAR(measure_of_part(plate, names, "boundary.plate.right"), 2 - 0.6, 1e-12);
  EXPECT_NEAR(measure_of_part(plate, names, "boundary.plate"), 8 - 0.6, 1e-12);
  for (const Domain& domain : {ring, triangle, plate})
    for (const std::string& name : part_names(domain, names))
      EXPECT_TRUE(part_of(domain, names, name)) << name;
  EXPECT_EQ(part_names(ring, names),
            (std::vector<std::string>{"interior", "boundary", "boundary.outer", "boundary.inner"}));
  for (const char* name : {"boundary.hol", "boundary.left", "boundary.x", "lateral", "initial"})
    EXPECT_FALSE(part_of(plate, names, name)) << name;
}

TEST(Domain, SidesOfABoxInTime) {
  Domain box(Box{{0, 0, 0}, {1, 2, 3}});
  box.time = 2;
  EXPECT_EQ(part_of(box, xyt, "lateral")->measure(), 2 * (2 * 3 + 1 * 3));
  EXPECT_FALSE(part_of(Box{{0, 0}, {1, 1}}, {"x", "y"}, "lateral"));
}

/// What is named twice counts once, also where it is a piece of a curve.
TEST(Domain, UnionsOfParts) {
  const Domain ring = make_domain(make_annulus({0, 0}, 1, 2), {0, 1}, {});
  const std::vector<std::string> names{"x", "y"};
  const std::vector<Region> parts{*part_of(ring, names, "boundary"),
                                  *part_of(ring, names, "boundary.inner")};
  EXPECT_NEAR(merge(parts).measure(), 6 * pi, 1e-13);
}

/// Points of a file on a curve get the curve's normals, and must be on it.
TEST(Domain, PointsFromAFile) {
  const Domain disk = make_domain(make_ellipse({1, 0}, {1, 1}), {0, 1}, {});
  const std::string file = ::testing::TempDir() + "engd-on-circle.csv";
  std::ofstream(file) << "x,y\n2,0\n1,1\n0,0\n1.6,-0.8\n";
  const std::vector<std::string> names{"x", "y"};
  const PointRule rule{.kind = PointRule::Kind::file, .count = {}, .file = file};
  const PointSet set = place_points(rule, boundary_of(disk), {}, names);
  ASSERT_EQ(set.count, 4);
  EXPECT_NEAR(set.measure(), 2 * pi, 1e-13);
  for (std::ptrdiff_t q = 0; q < 4; ++q) {
    EXPECT_NEAR(at(set.normals, set, q)[0], set.coordinate(q, 0) - 1, 1e-15);
    EXPECT_NEAR(at(set.normals, set, q)[1], set.coordinate(q, 1), 1e-15);
  }
  EXPECT_EQ(place_points(rule, interior_of(disk), {}, names).count, 4);  // the disk is closed
  std::ofstream(file) << "x,y\n2,0\n1,1.1\n";
  for (const Region& region : {boundary_of(disk), interior_of(disk)})
    expect_input_error([&] { place_points(rule, region, {}, names); },
                       ":3: the point (1, 1.1) is not in the region of the term");
}

}  // namespace
}  // namespace engd::geometry
