#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "check/sized.h"
#include "check/subject.h"

namespace engd::check {

/// A condition that is linear in derivatives of unknowns: sum of factors times derivatives, plus a
/// rest of the coordinates and the normal, is zero.
struct LinearCondition {
  std::string name, text;  ///< "term 'ends'", "u - 1"
  problem::Place place, on_place;
  const geometry::Region* region = nullptr;
  std::vector<expr::JetEntry> entries;
  std::vector<expr::Node> factors;
  expr::Node rest = -1;                    ///< or the residual, where all unknowns are zero
  bool has_normal = false, turns = false;  ///< its normal need not be that of another term there
  double size = 0;  ///< the largest rest on its region, where that may be zero at single points
};

/// Those of the terms on boundaries and slices, without measurements, and of [hard]; not more than
/// can be compared with one another.
std::vector<LinearCondition> linear_conditions(Subject& subject);

/// Factors and rests of two conditions with the same derivatives.
class ConditionPair {
 public:
  ConditionPair(const Subject& subject, const LinearCondition& a, const LinearCondition& b);

  /// The rest of the second condition less that of the first one, both with the factors of the
  /// second; nothing where the factors say different things.
  std::optional<Sized> difference(const std::function<Sized(const expr::Leaf&)>& leaf);

 private:
  std::size_t count_;
  SizedFormulas formulas_;
  double size_a_, size_b_;
};

/// Of differences between conditions: numbers may be written short.
inline constexpr double short_numbers = 1e-3;

/// Whether something has been said of a condition that explains why it fits nothing.
bool is_reported(const Subject& subject, const LinearCondition& one);
bool has_slices(const geometry::Region& region);

}  // namespace engd::check
