#pragma once

#include <string>
#include <vector>

namespace engd::pairs {

/// Where a problem lives, without its time: the keys of its domain, and places that are inside.
struct Space {
  std::string name;
  std::vector<std::string> coordinates;
  std::vector<std::string> declared;  ///< as `variables` has them: families stand for their members
  std::string shape;                  ///< the keys of a shape; empty: a box
  std::vector<std::string> intervals;  ///< "x = [0, 1]", of the coordinates that run over one
  std::vector<double> lower, upper;    ///< of a box
  std::vector<double> centre;          ///< of a ball that is inside, in all coordinates
  double radius = 0;
  int shape_dimension = 0;  ///< of subdomains: coordinates of the shape, or of the box
  std::string distance;     ///< vanishes on the boundary in space (boxes: of the first coordinate)
  bool is_box() const { return shape.empty(); }
};

Space space_called(const std::string& name);

/// `count` points inside the ball, with a time where `timed` (the last coordinate).
std::vector<std::vector<double>> points_inside(const Space& space, int count, bool timed);

struct FacePoint {
  std::vector<double> point, normal;  ///< of space
};
/// Points of the boundary with their normals, for boxes, disks and balls.
std::vector<FacePoint> points_on_face(const Space& space);

/// A cube with corners 0 and 1, as the text of an STL file.
std::string cube_stl();

}  // namespace engd::pairs
