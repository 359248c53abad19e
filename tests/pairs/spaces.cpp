#include "pairs/spaces.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <stdexcept>

namespace engd::pairs {

namespace {

Space box(const std::string& name, const std::vector<std::string>& coordinates,
          const std::vector<double>& lower, const std::vector<double>& upper) {
  Space space{.name = name, .coordinates = coordinates, .declared = coordinates};
  space.lower = lower;
  space.upper = upper;
  space.radius = 0.4;
  for (std::size_t j = 0; j < coordinates.size(); ++j) {
    space.intervals.push_back(fmt::format("{} = [{}, {}]", coordinates[j], lower[j], upper[j]));
    space.centre.push_back(0.5 * (lower[j] + upper[j]));
  }
  space.shape_dimension = static_cast<int>(coordinates.size());
  space.distance = fmt::format("4*{0}*(1 - {0})", coordinates.empty() ? "t" : coordinates[0]);
  return space;
}

Space shape(const std::string& name, const std::string& keys, const std::vector<double>& centre,
            double radius, const std::string& distance = {}) {
  Space space{.name = name, .coordinates = {"x", "y", "z"}};
  space.coordinates.resize(centre.size());
  space.declared = space.coordinates;
  space.shape = keys;
  space.centre = centre;
  space.radius = radius;
  space.shape_dimension = static_cast<int>(centre.size());
  space.distance = distance;
  return space;
}

Space cylinder() {
  Space space = shape("cylinder", "shape = \"disk\", radius = 1", {0, 0, 1}, 0.8);
  space.intervals = {"z = [0, 2]"};
  space.shape_dimension = 2;
  return space;
}

Space family() {
  Space space = box("family4", {"x1", "x2", "x3", "x4"}, {0, 0, 0, 0}, {1, 1, 1, 1});
  space.declared = {"x[4]"};
  return space;
}

std::vector<Space> all_spaces() {
  const std::string square = "{ shape = \"box\", box = [[0, 1], [0, 1]] }";
  const auto composed = [&](const std::string& how, const std::string& disk) {
    return fmt::format("shape = \"{}\", of = [{}, {{ shape = \"disk\", {} }}]", how, square, disk);
  };
  return {
      box("none", {}, {}, {}),
      box("interval", {"x"}, {0}, {1}),
      box("box2", {"x", "y"}, {0, -1}, {1, 1}),
      box("box3", {"x", "y", "z"}, {0, 0, -1}, {1, 2, 0}),
      family(),
      shape("disk", "shape = \"disk\", radius = 1", {0, 0}, 0.8, "1 - x^2 - y^2"),
      shape("ellipse", "shape = \"ellipse\", radii = [1, 0.6], center = [0.2, 0.1], angle = 0.3",
            {0.2, 0.1}, 0.5),
      shape("annulus", "shape = \"annulus\", inner = 0.5, outer = 1", {0.75, 0}, 0.2),
      shape("polygon", "shape = \"polygon\", vertices = [[0, 0], [1, 0], [0.9, 1], [0, 0.8]]",
            {0.45, 0.4}, 0.3),
      shape("ball", "shape = \"ball\", radius = 1", {0, 0, 0}, 0.8, "1 - x^2 - y^2 - z^2"),
      shape("ellipsoid", "shape = \"ellipsoid\", radii = [1, 0.8, 0.6]", {0, 0, 0}, 0.5),
      shape("shell", "shape = \"shell\", inner = 0.5, outer = 1", {0.75, 0, 0}, 0.2),
      shape("stl", "shape = \"stl\", file = \"cube.stl\"", {0.5, 0.5, 0.5}, 0.4),
      shape("box_shape", "shape = \"box\", box = [[0, 1], [0, 2]]", {0.5, 1}, 0.4),
      shape("union", composed("union", "center = [1, 0.5], radius = 0.4"), {0.5, 0.5}, 0.4),
      shape("intersection", composed("intersection", "center = [0.5, 0.5], radius = 0.6"),
            {0.5, 0.5}, 0.4),
      shape("difference", composed("difference", "center = [0.5, 0.5], radius = 0.2"), {0.5, 0.15},
            0.12),
      cylinder(),
  };
}

/// The k-th number of the van der Corput sequence.
double sequence(int k, int base) {
  double value = 0, digit = 1;
  for (; k > 0; k /= base) value += (digit /= base) * (k % base);
  return value;
}

constexpr std::array primes{2, 3, 5, 7, 11};

}  // namespace

Space space_called(const std::string& name) {
  for (Space& space : all_spaces())
    if (space.name == name) return space;
  throw std::logic_error("no space '" + name + "'");
}

std::vector<std::vector<double>> points_inside(const Space& space, int count, bool timed) {
  const std::size_t dimension = space.centre.size();
  const double half = dimension == 0 ? 0 : space.radius / std::sqrt(static_cast<double>(dimension));
  std::vector<std::vector<double>> points;
  for (int k = 1; k <= count; ++k) {
    std::vector<double> point;
    for (std::size_t j = 0; j < dimension; ++j)
      point.push_back(space.centre[j] + half * (2 * sequence(k, primes[j]) - 1));
    if (timed) point.push_back(sequence(k, primes[dimension]));
    points.push_back(std::move(point));
  }
  return points;
}

std::vector<FacePoint> points_on_face(const Space& space) {
  std::vector<FacePoint> found;
  for (int k = 1; k <= 5; ++k) {
    FacePoint one{space.centre, std::vector<double>(space.centre.size(), 0.0)};
    if (space.is_box()) {
      for (std::size_t j = 1; j < one.point.size(); ++j)
        one.point[j] = space.lower[j] + (space.upper[j] - space.lower[j]) * sequence(k, primes[j]);
      one.point[0] = space.lower[0];
      one.normal[0] = -1;
    } else {
      one.point[0] = one.normal[0] = std::cos(k);
      one.point[1] = one.normal[1] = std::sin(k);
    }
    found.push_back(std::move(one));
  }
  return found;
}

std::string cube_stl() {
  // Each face by its corners, counterclockwise from outside.
  constexpr int faces[6][4][3] = {
      {{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}}, {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}},
      {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}}, {{0, 1, 0}, {0, 1, 1}, {1, 1, 1}, {1, 1, 0}},
      {{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0}}, {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {1, 0, 1}}};
  std::string text = "solid cube\n";
  for (const auto& face : faces)
    for (int half = 0; half < 2; ++half) {
      text += "facet normal 0 0 0\nouter loop\n";
      for (const int corner : {0, 1 + half, 2 + half})
        text += fmt::format("vertex {} {} {}\n", face[corner][0], face[corner][1], face[corner][2]);
      text += "endloop\nendfacet\n";
    }
  return text + "endsolid cube\n";
}

}  // namespace engd::pairs
