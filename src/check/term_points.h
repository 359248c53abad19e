#pragma once

#include <span>
#include <vector>

#include "check/sized.h"
#include "check/subject.h"

namespace engd::check {

/// Some of the points of a term, with what formulas see there.
class TermPoints {
 public:
  TermPoints(const Subject& subject, std::size_t term);
  TermPoints(const Subject& subject, const geometry::Region& region);  ///< by a rule of its own

  /// At most `count`, spread over all of them.
  std::vector<std::ptrdiff_t> chosen(std::size_t count) const;
  std::vector<double> point(std::ptrdiff_t q) const;
  /// A coordinate, a measured value or a component of the normal.
  Sized at(const expr::Leaf& leaf, std::ptrdiff_t q) const;

 private:
  geometry::PointSet set_;
};

}  // namespace engd::check
