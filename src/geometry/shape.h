#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "geometry/region.h"

namespace engd::geometry {

/// A bounded set in two or three dimensions with a piecewise smooth boundary. The functions that
/// make one throw InputError where the numbers describe none.
class Shape {
 public:
  virtual ~Shape() = default;
  virtual std::string describe() const = 0;  ///< "disk of radius 1 around (0, 0)"
  virtual Box bounds() const = 0;
  int dimension() const { return bounds().dimension(); }
  /// Negative inside, positive outside, zero on the boundary; near it, a length of the order of the
  /// distance.
  virtual double side(std::span<const double> point) const = 0;
  virtual double measure() const = 0;
  /// Exact maps from boxes, or one patch with a chart that keeps what is inside.
  virtual const std::vector<Patch>& interior() const = 0;
  /// Pieces with outward normals, named by their charts.
  virtual const std::vector<Patch>& boundary() const = 0;
};
using ShapePtr = std::shared_ptr<const Shape>;

/// The points centre + Q (a r cos, b r sin), Q the rotation by `angle`; a disk when a = b.
ShapePtr make_ellipse(Point2 centre, Point2 radii, double angle = 0);
ShapePtr make_annulus(Point2 centre, double inner, double outer);
/// A ball when all radii are equal; the boundary is one piece.
ShapePtr make_ellipsoid(Point3 centre, Point3 radii);
/// Between two spheres, the parts of the boundary "inner" and "outer".
ShapePtr make_shell(Point3 centre, double inner, double outer);
/// Edge k, from vertex k to the next one, is the part "k", counted from 1. Either orientation.
ShapePtr make_polygon(std::vector<Point2> vertices);
/// With the parts left, right, bottom, top and, in three dimensions, front, back.
ShapePtr make_box(const Box& box);
/// The solid inside a closed surface from an STL file, text or binary. Named solids are parts.
ShapePtr make_solid(const std::string& file);

/// Shapes put together. The boundary of the result consists of what remains of the pieces'
/// boundaries; its parts are called NAME or NAME.PART.
struct NamedShape {
  std::string name;
  ShapePtr shape;
};
enum class Composition { unite, intersect, subtract };  ///< subtract: the first without the others
ShapePtr compose(Composition composition, std::vector<NamedShape> pieces);

/// A patch over the whole parameter box of a chart.
Patch whole(Chart chart);
/// The coordinates themselves as parameters.
Chart filled_box(const Box& box, AxisKind kind);
/// Throws InputError unless the number is finite and positive.
void require_positive(const char* what, double value);

}  // namespace engd::geometry
