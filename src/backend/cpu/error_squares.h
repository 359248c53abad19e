#pragma once

#include <optional>
#include <span>
#include <vector>

#include "energy/freedom.h"
#include "geometry/points.h"
#include "support/state_archive.h"

namespace engd::cpu {

/// The relative errors of one unknown; absent where its solution is zero.
struct UnknownErrors {
  int unknown = 0;
  std::optional<double> rel_l2;
  std::optional<double> rel_h1;  ///< absent where derivatives are not known, too
};

struct Errors {
  double rel_l2 = 0;             ///< of all unknowns whose solution is known
  std::optional<double> rel_h1;  ///< absent where derivatives are not known
  std::vector<UnknownErrors> by_unknown;
};

/// Squared norms of the error of one unknown and of its solution, by quadrature.
struct ErrorSquares {
  bool measured = false;
  bool with_slopes = true;  ///< derivatives of the solution are known
  double error = 0, error_slopes = 0, norm = 0, norm_slopes = 0;
  /// Where a constant is free, `error` and `norm` are about these means; else the weight is 0.
  double weight = 0, mean_error = 0, mean = 0;

  /// Takes in what was measured on other points.
  void add(const ErrorSquares& other);
  bool is_relative() const;
  void exchange(StateArchive& archive);
};

/// Those of all unknowns, each in its place.
struct ErrorSums {
  std::vector<ErrorSquares> by_unknown;

  void add(const ErrorSums& other);
  /// Whether there are relative errors: not for a solution that is zero.
  bool is_relative() const;
  Errors errors() const;
  void exchange(StateArchive& archive);
};

/// The points of each moment of time.
std::vector<std::vector<Index>> time_slices(const geometry::PointSet& points, int time_axis);

/// Sums of weight * f^2 over points: of f itself, or about its mean where a constant is free, or
/// about its means at each moment.
class WeightedSquares {
 public:
  struct Centred {
    double squares = 0, mean = 0;  ///< a mean where a constant is free
  };
  /// `slices` are needed for Freedom::time alone.
  WeightedSquares(std::span<const double> weights, const std::vector<std::vector<Index>>& slices);

  double weight() const { return weight_; }
  Centred of_error(const Eigen::Ref<const Vector>& f, energy::Freedom freedom) const;
  /// What rounding leaves of a solution that is its own mean is zero.
  Centred of_solution(const Eigen::Ref<const Vector>& f, energy::Freedom freedom) const;

 private:
  Centred about_means(const Eigen::Ref<const Vector>& f, energy::Freedom freedom,
                      double least) const;
  double in_slices(const Eigen::Ref<const Vector>& f, double least) const;

  Eigen::Map<const Vector> weights_;
  double weight_ = 0;
  const std::vector<std::vector<Index>>& slices_;
};

}  // namespace engd::cpu
