// A solid bounded by triangles.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include "geometry/facet.h"
#include "geometry/ray_index.h"
#include "geometry/shape.h"
#include "support/error.h"

namespace engd::geometry {
namespace {

/// Every edge is passed once in each direction, or the surface does not enclose anything.
void check_closed(const std::vector<formats::StlSolid>& solids, const std::string& file) {
  std::map<std::pair<Point3, Point3>, int> balance;
  for (const formats::StlSolid& solid : solids)
    for (const formats::Corners& t : solid.triangles)
      for (std::size_t k = 0; k < 3; ++k) {
        const Point3 &a = t[k], &b = t[(k + 1) % 3];
        if (a == b) continue;
        balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
      }
  long open = 0;
  const Point3* place = nullptr;
  for (const auto& [edge, sum] : balance) {
    open += sum != 0;
    if (sum != 0 && !place) place = &edge.first;
  }
  if (open > 0)
    throw InputError(
        fmt::format("{}: the surface is not closed: {} of its {} edges do not have a triangle on "
                    "each side, the first at ({}, {}, {})",
                    file, open, balance.size(), (*place)[0], (*place)[1], (*place)[2]));
}

/// Triangles one after another along the first parameter, by area; in each the map of a square to
/// it, (s^2, v), takes what remains of the parameter.
Chart surface(const std::string& name, std::vector<formats::Corners> triangles) {
  std::vector<double> begin{0};
  for (const formats::Corners& t : triangles) begin.push_back(begin.back() + area_of(t));
  Chart chart;
  chart.name = name;
  chart.axes = {{0, begin.back(), AxisKind::lattice}, {0, 1, AxisKind::lattice}};
  chart.space_dimension = 3;
  chart.has_normal = true;
  const auto faces = std::make_shared<const std::vector<formats::Corners>>(std::move(triangles));
  const auto starts = std::make_shared<const std::vector<double>>(std::move(begin));
  chart.map = [faces, starts](std::span<const double> s, std::span<double> point,
                              std::span<double> normal) {
    const auto after = std::ranges::upper_bound(*starts, s[0]) - starts->begin();
    const auto k =
        static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(after - 1, 0, std::ssize(*faces) - 1));
    const auto& [a, b, c] = (*faces)[k];
    const double area = (*starts)[k + 1] - (*starts)[k];
    const double u = std::sqrt(std::clamp((s[0] - (*starts)[k]) / area, 0.0, 1.0));
    for (std::size_t j = 0; j < 3; ++j)
      point[j] = a[j] + u * ((b[j] - a[j]) + s[1] * (c[j] - b[j]));
    const Point3 n = area_vector((*faces)[k]);
    for (std::size_t j = 0; j < normal.size(); ++j) normal[j] = n[j] / (2 * area);
    return 1.0;
  };
  chart.locate = [faces, starts](std::span<const double> point, std::span<double> s) {
    const Point3 x{point[0], point[1], point[2]};
    double nearest = INFINITY;
    for (std::size_t k = 0; k < faces->size(); ++k) {
      const auto& [a, b, c] = (*faces)[k];
      const Point3 n = area_vector((*faces)[k]);
      const double squared = dot(n, n);
      double of_b = dot(cross(minus(x, a), minus(c, a)), n) / squared,
             of_c = dot(cross(minus(b, a), minus(x, a)), n) / squared;
      of_b = std::clamp(of_b, 0.0, 1.0);
      of_c = std::clamp(of_c, 0.0, 1.0 - of_b);
      Point3 miss{};
      for (std::size_t j = 0; j < 3; ++j)
        miss[j] = a[j] + of_b * (b[j] - a[j]) + of_c * (c[j] - a[j]) - x[j];
      if (!(dot(miss, miss) < nearest)) continue;
      nearest = dot(miss, miss);
      const double u = of_b + of_c;
      s[0] = (*starts)[k] + u * u * ((*starts)[k + 1] - (*starts)[k]);
      s[1] = u > 0 ? of_c / u : 0;
    }
  };
  return chart;
}

Box bounds_of(const std::vector<formats::Corners>& triangles) {
  const Point3 first = triangles.front()[0];
  Box box{{first.begin(), first.end()}, {first.begin(), first.end()}};
  for (const formats::Corners& t : triangles)
    for (const Point3& corner : t)
      for (std::size_t j = 0; j < 3; ++j) {
        box.lower[j] = std::min(box.lower[j], corner[j]);
        box.upper[j] = std::max(box.upper[j], corner[j]);
      }
  return box;
}

/// Six times the volume, by the divergence theorem.
double six_volumes(const std::vector<formats::Corners>& triangles, const Point3& origin) {
  double sum = 0;
  for (const formats::Corners& t : triangles)
    sum += dot(minus(t[0], origin), cross(minus(t[1], origin), minus(t[2], origin)));
  return sum;
}

class Solid final : public Shape {
 public:
  Solid(std::vector<formats::StlSolid> solids, const std::string& file) : file_(file) {
    check_closed(solids, file);
    std::vector<formats::Corners> all;
    for (formats::StlSolid& solid : solids) {
      std::erase_if(solid.triangles, [](const formats::Corners& t) { return !(area_of(t) > 0); });
      all.insert(all.end(), solid.triangles.begin(), solid.triangles.end());
    }
    if (all.empty()) throw InputError(fmt::format("{}: there are no triangles", file));
    double volume = six_volumes(all, all.front()[0]) / 6;
    if (volume < 0) {  // corners clockwise: the normals point inwards
      volume = -volume;
      for (formats::StlSolid& solid : solids)
        for (formats::Corners& t : solid.triangles) std::swap(t[1], t[2]);
    }
    count_ = all.size();
    bounds_ = bounds_of(all);
    measure_ = volume;
    if (!(measure_ > 1e-12 * box_volume()))
      throw InputError(fmt::format("{}: the surface encloses no volume", file));
    name_parts(solids);
    index_ = std::make_shared<const RayIndex>(std::move(all), bounds_);
    fill_interior();
  }

  std::string describe() const override {
    return fmt::format("solid inside {} triangles of {}", count_, file_);
  }
  Box bounds() const override { return bounds_; }
  /// A sign only: its size is that of the solid.
  double side(std::span<const double> point) const override {
    const double size = bounds_.upper[0] - bounds_.lower[0];
    return index_->inside({point[0], point[1], point[2]}) ? -size : size;
  }
  double measure() const override { return measure_; }
  const std::vector<Patch>& interior() const override { return interior_; }
  const std::vector<Patch>& boundary() const override { return boundary_; }

 private:
  double box_volume() const {
    double product = 1;
    for (std::size_t j = 0; j < 3; ++j) product *= bounds_.upper[j] - bounds_.lower[j];
    return product;
  }

  /// One solid is the boundary itself; several are parts, by their first word, with '_' for what no
  /// name of a part has, or by their number.
  void name_parts(std::vector<formats::StlSolid>& solids) {
    std::erase_if(solids, [](const formats::StlSolid& solid) { return solid.triangles.empty(); });
    std::set<std::string> used;
    for (std::size_t k = 0; k < solids.size(); ++k) {
      std::string name = solids[k].name.substr(0, solids[k].name.find_first_of(" \t"));
      std::ranges::replace_if(
          name, [](unsigned char c) { return !std::isalnum(c); }, '_');
      if (name.empty() || !used.insert(name).second) name = fmt::format("solid{}", k + 1);
      if (solids.size() == 1) name.clear();
      boundary_.push_back(whole(surface(name, std::move(solids[k].triangles))));
    }
  }

  void fill_interior() {
    Chart chart = filled_box(bounds_, AxisKind::lattice);
    chart.keep = [index = index_](std::span<const double> x) {
      return index->inside({x[0], x[1], x[2]});
    };
    chart.kept_fraction = measure_ / box_volume();
    interior_ = {whole(std::move(chart))};
  }

  std::string file_;
  std::size_t count_ = 0;
  Box bounds_;
  double measure_ = 0;
  std::shared_ptr<const RayIndex> index_;
  std::vector<Patch> interior_, boundary_;
};

}  // namespace

ShapePtr make_solid(const std::string& file) {
  return std::make_shared<Solid>(formats::read_stl(file), file);
}

}  // namespace engd::geometry
