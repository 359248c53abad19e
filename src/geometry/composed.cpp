#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "geometry/clip.h"
#include "geometry/set_operation.h"
#include "geometry/sobol.h"
#include "support/error.h"

namespace engd::geometry {
namespace {

/// Areas of cut surfaces and volumes are estimated from so many points of a Sobol sequence.
constexpr std::uint64_t surface_samples = 1 << 16, volume_samples = 1 << 18;

double size_of(const Box& box) {
  double size = 0;
  for (std::size_t j = 0; j < box.lower.size(); ++j)
    size = std::max(size, box.upper[j] - box.lower[j]);
  return size;
}

double volume_of(const Box& box) {
  double product = 1;
  for (std::size_t j = 0; j < box.lower.size(); ++j) product *= box.upper[j] - box.lower[j];
  return product;
}

/// Calls visit(point) for `count` points of a Sobol sequence in the box.
template <class Visit>
void for_points_of(const Box& box, std::uint64_t count, Visit&& visit) {
  const Sobol sobol(box.dimension(), RandomStream{0, Purpose::shift, 0, 0});
  std::vector<double> x(box.lower.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    sobol.point(i, x);
    for (std::size_t j = 0; j < x.size(); ++j)
      x[j] = std::fma(x[j], box.upper[j] - box.lower[j], box.lower[j]);
    visit(std::span<const double>(x));
  }
}

using Operation = std::shared_ptr<const SetOperation>;

/// The chart of a piece's boundary as one of the whole.
Chart adopted(const Chart& chart, const SetOperation& operation, std::size_t own) {
  Chart result = chart;
  const std::string& piece = operation.pieces[own].name;
  result.name = chart.name.empty() ? piece : piece + "." + chart.name;
  if (!operation.flips(own)) return result;
  if (result.zero_set) result.zero_set->sign = -result.zero_set->sign;
  result.map = [map = chart.map](std::span<const double> s, std::span<double> point,
                                 std::span<double> normal) {
    const double density = map(s, point, normal);
    for (double& n : normal) n = -n;
    return density;
  };
  return result;
}

/// What remains of a curve: exact pieces.
void add_curve(std::vector<Patch>& boundary, const Operation& operation, std::size_t own,
               const Patch& patch, double size) {
  const auto chart = std::make_shared<const Chart>(adopted(*patch.chart, *operation, own));
  const auto holds = [&](std::span<const double> point, std::span<const double> normal) {
    return operation->survives(own, point, normal, size);
  };
  for (Patch& piece : clip(patch, holds)) {
    piece.chart = chart;
    boundary.push_back(std::move(piece));
  }
}

/// What remains of a surface: the same chart with a predicate, and an estimate of the area left.
void add_surface(std::vector<Patch>& boundary, const Operation& operation, std::size_t own,
                 const Patch& patch, double size) {
  const Chart& chart = *patch.chart;
  const auto keep = [operation, own, size, before = chart.keep, map = chart.map,
                     locate = chart.locate](std::span<const double> point) {
    if (before && !before(point)) return false;
    std::array<double, 2> s{};
    Point3 place{}, normal{};
    locate(point, s);
    map(s, place, normal);
    return operation->survives(own, point, normal, size);
  };
  double kept = 0, all = 0;
  std::vector<double> point(3), normal(3);
  for_points_of({patch.lower, patch.upper}, surface_samples, [&](std::span<const double> s) {
    const double density = chart.map(s, point, normal);
    all += density;
    if ((!chart.keep || chart.keep(point)) && operation->survives(own, point, normal, size))
      kept += density;
  });
  if (!(kept > 0)) return;
  Chart rest = adopted(chart, *operation, own);
  if (kept < all) {
    rest.keep = keep;
    rest.kept_fraction = kept / all;
  }
  Patch piece = patch;
  piece.chart = std::make_shared<const Chart>(std::move(rest));
  boundary.push_back(std::move(piece));
}

/// In the plane, by the divergence theorem: 2 |Omega| is the integral of x . n over the boundary.
double enclosed_area(const std::vector<Patch>& boundary, const Box& bounds) {
  double twice = 0;
  std::vector<double> s(1), point(2), normal(2);
  for (const Patch& piece : boundary) {
    const LineRule line = gauss_between(400, piece.lower[0], piece.upper[0]);
    for (std::size_t k = 0; k < line.nodes.size(); ++k) {
      s[0] = line.nodes[k];
      const double length = line.weights[k] * piece.map(s, point, normal);
      for (std::size_t j = 0; j < 2; ++j)
        twice += length * (point[j] - bounds.lower[j]) * normal[j];
    }
  }
  return twice / 2;
}

double estimated_volume(const SetOperation& operation, const Box& bounds) {
  std::uint64_t inside = 0;
  for_points_of(bounds, volume_samples,
                [&](std::span<const double> x) { inside += operation.side(x) < 0; });
  return volume_of(bounds) * static_cast<double>(inside) / static_cast<double>(volume_samples);
}

/// The bounding box, of which the chart keeps what is inside.
Chart filled(const Operation& operation, const Box& bounds, double measure) {
  Chart chart = filled_box(bounds, AxisKind::lattice);
  chart.keep = [operation](std::span<const double> point) { return operation->side(point) < 0; };
  chart.kept_fraction = measure / volume_of(bounds);
  return chart;
}

class Composed final : public Shape {
 public:
  explicit Composed(SetOperation operation)
      : operation_(std::make_shared<const SetOperation>(std::move(operation))),
        bounds_(operation_->bounds()) {
    const auto& pieces = operation_->pieces;
    for (std::size_t own = 0; own < pieces.size(); ++own)
      for (const Patch& patch : pieces[own].shape->boundary())
        (bounds_.dimension() == 2 ? add_curve : add_surface)(boundary_, operation_, own, patch,
                                                             size_of(bounds_));
    if (boundary_.empty()) operation_->refuse_empty();
    measure_ = bounds_.dimension() == 2 ? enclosed_area(boundary_, bounds_)
                                        : estimated_volume(*operation_, bounds_);
    if (!(measure_ > 1e-9 * volume_of(bounds_))) operation_->refuse_empty();
    interior_ = {whole(filled(operation_, bounds_, measure_))};
  }

  std::string describe() const override {
    std::vector<std::string> parts;
    for (const NamedShape& piece : operation_->pieces) parts.push_back(piece.shape->describe());
    return fmt::format("{} of ({})", operation_->name(), fmt::join(parts, "; "));
  }
  Box bounds() const override { return bounds_; }
  double side(std::span<const double> point) const override { return operation_->side(point); }
  double measure() const override { return measure_; }
  const std::vector<Patch>& interior() const override { return interior_; }
  const std::vector<Patch>& boundary() const override { return boundary_; }

 private:
  Operation operation_;
  Box bounds_;
  double measure_ = 0;
  std::vector<Patch> interior_, boundary_;
};

}  // namespace

ShapePtr compose(Composition composition, std::vector<NamedShape> pieces) {
  if (pieces.size() < 2)
    throw InputError(fmt::format("{} shape: at least 2 are needed", pieces.size()));
  for (const NamedShape& piece : pieces)
    if (piece.shape->dimension() != pieces[0].shape->dimension())
      throw InputError(fmt::format("the {} and the {} have different dimensions",
                                   pieces[0].shape->describe(), piece.shape->describe()));
  return std::make_shared<Composed>(SetOperation{composition, std::move(pieces)});
}

}  // namespace engd::geometry
