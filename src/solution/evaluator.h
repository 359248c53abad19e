#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "geometry/points.h"
#include "solution/formulas.h"
#include "support/types.h"

namespace engd::solution {

class Solution;

/// How many values could not be told, by why not: such values are NaN.
struct Blanks {
  std::int64_t outside = 0;       ///< points outside of the domain
  std::int64_t unsolved = 0;      ///< points of a time to which the run has not come
  std::int64_t off_boundary = 0;  ///< points where a normal is asked for and there is none
  std::int64_t all() const { return outside + unsolved + off_boundary; }
  void add(const Blanks& other);
};

/// What happens to points outside of the domain.
enum class Outside {
  blank,    ///< values are NaN
  compute,  ///< the formulas are what they are there
};

struct EvaluatorOptions {
  int threads = 1;
  Outside outside = Outside::blank;
};

/// Formulas of a solution, at any number of points. Memory does not depend on how many points there
/// are. An evaluator is used by one thread at a time; it keeps what it needs of the solution.
class Evaluator {
 public:
  /// Throws InputError for a formula that cannot be read.
  Evaluator(const Solution& solution, const Formulas& formulas,
            const EvaluatorOptions& options = {});
  ~Evaluator();
  Evaluator(Evaluator&& other) noexcept;
  Evaluator& operator=(Evaluator&& other) noexcept;
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  int dimension() const;  ///< of the points
  /// Of the values of a point: one a formula, of a vector one a component.
  const std::vector<std::string>& names() const;
  Index columns() const { return std::ssize(names()); }
  /// A formula has dn(...) or components of the normal: it has values on the boundary alone.
  bool needs_normals() const;

  /// Point q has the coordinates points[q * dimension() ...]; its values become
  /// values[q * columns() ...]. Throws std::invalid_argument where the sizes do not fit.
  Blanks evaluate(std::span<const double> points, std::span<double> values) const;
  Matrix operator()(std::span<const double> points) const;  ///< values(q, k)
  /// Points of a part of the domain, with its normals where it has some.
  Matrix operator()(const geometry::PointSet& points, Blanks* blanks = nullptr) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace engd::solution
