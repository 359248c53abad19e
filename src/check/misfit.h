#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "check/sized.h"
#include "geometry/points.h"

namespace engd::check {

class Subject;

/// What a formula that should be zero is at points, beside the sizes of what it is made of.
class Misfit {
 public:
  /// A value that is not finite is left out.
  void add(const Sized& value, std::span<const double> point);
  /// Whether rounding and a few digits of numbers that were written short do not explain it.
  bool is_one(double relative = 1e-6) const;
  std::ptrdiff_t count() const { return count_; }
  double rms() const;
  double rms_size() const;
  /// Next to the size of the summands, or to what rounding of the point makes of them: sin(2*pi).
  double relative() const;
  double largest() const { return largest_; }
  const std::vector<double>& where() const { return where_; }  ///< is largest
  std::string place(const Subject& subject) const;
  /// "root mean square 0.3 (of terms of 2), largest 1 at x = 1, y = 0.2"
  std::string text(const Subject& subject) const;

 private:
  std::ptrdiff_t count_ = 0;
  double squares_ = 0, sizes_ = 0, errors_ = 0, largest_ = -1;
  std::vector<double> where_;
};

}  // namespace engd::check
