#pragma once

#include <optional>
#include <span>
#include <vector>

#include "check/subject.h"

namespace engd::check {

/// How many conditions hold for unknowns at a point of a boundary, a face of time or a slice.
class Conditions {
 public:
  explicit Conditions(Subject& subject);

  /// Residuals (and densities) of terms on boundaries and slices that contain the point and mention
  /// the unknown, and what its hard condition fixes: 1 for its value, 2 with its slope, ...
  int at(int unknown, std::span<const double> point);
  /// The same for several unknowns: what mentions two of them counts once.
  int at(const std::set<int>& unknowns, std::span<const double> point);
  /// The terms among them.
  std::vector<const problem::Term*> terms_at(int unknown, std::span<const double> point) const;
  /// Those that mention the unknown anywhere on a boundary or a slice.
  std::vector<const problem::Term*> terms_of(int unknown) const;
  /// Of a hard condition: to which order its distance vanishes at the point, 0 for none.
  int hard_at(int unknown, std::span<const double> point);

 private:
  bool vanishes(expr::Node f, std::span<const double> point, double size) const;

  Subject& subject_;
  struct Distance {
    expr::Node value = -1;
    std::vector<std::vector<expr::Node>> derivatives;  ///< of order 1, 2, ...
    double size = 0;                                   ///< the largest value inside
  };
  std::vector<std::optional<Distance>> distances_;  ///< one an unknown
};

/// Whether data, or residuals without derivatives inside the domain, say what an unknown is: then
/// conditions need not.
bool is_observed(const Subject& subject);

/// The residuals inside the domain that contain derivatives of an unknown.
std::vector<std::pair<const problem::Term*, const problem::Formula*>> equations_of(
    const Subject& subject, int unknown);
/// The highest order of an unknown along an axis in the residuals inside the domain.
int equation_order(const Subject& subject, int unknown, int axis);
bool has_density(const Subject& subject, int unknown);

/// A formula without unknowns at a point, coefficients at their exact or first values; nothing
/// where it has unknowns. For the signs of what stands before derivatives.
std::optional<double> coefficient_at(Subject& subject, expr::Node f, std::span<const double> point);

}  // namespace engd::check
