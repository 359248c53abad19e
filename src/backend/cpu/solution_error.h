#pragma once

#include <memory>
#include <span>

#include "backend/cpu/error_squares.h"
#include "backend/cpu/unknowns.h"
#include "expr/graph.h"

namespace engd::cpu {

/// The distance to a known solution, relative to its norm, in L^2 and in H^1 (with the first
/// derivatives in every coordinate), of each unknown and of all together, by quadrature on points
/// of its own.
class SolutionError {
 public:
  /// The unknowns that are measured on the same points, and their solutions.
  struct Part {
    std::vector<int> unknowns;
    std::vector<expr::Node> solution;  ///< formulas, ...
    Matrix values = {};  ///< ... or values at the points, of which no derivatives are known
    geometry::PointSet points = {};
    bool is_formula() const { return !solution.empty(); }
  };
  /// What is free of each unknown; nothing where there is none.
  struct Free {
    std::vector<energy::Freedom> of = {};
    int time_axis = -1;
    energy::Freedom operator[](int unknown) const {
      return of.empty() ? energy::Freedom::none : of[static_cast<std::size_t>(unknown)];
    }
  };
  SolutionError(const network::Trainable& trainable, expr::Graph& graph,
                const std::vector<Part>& parts, const expr::Space& space, int threads,
                const energy::Ansatz& ansatz, Free free);

  using Squares = ErrorSums;
  /// Those of other parts of the domain: errors are then those of all together.
  void add_to(const Squares& elsewhere) { elsewhere_ = elsewhere; }
  bool is_relative() const;
  Squares squares(const Vector& theta);  ///< of all together
  Errors measure(const Vector& theta) { return squares(theta).errors(); }

 private:
  struct Measured {
    std::vector<int> numbers;  ///< of the unknowns
    std::unique_ptr<Unknowns> unknowns;
    Matrix exact, approximate;  ///< u_1, du_1/dx_1, ..., u_2, ...; without slopes u_1, u_2, ...
    bool with_slopes = true;
    std::vector<std::vector<Index>> slices;
  };
  void measure_solution(const Measured& part);
  void measure_error(const Measured& part, Squares& own) const;

  std::vector<Measured> parts_;
  Free free_;
  Squares norms_;  ///< without errors yet
  Squares elsewhere_;
};

/// Formulas of the coordinates alone at many points: out(q, k).
void evaluate_formulas(const expr::Graph& graph, std::span<const expr::Node> formulas,
                       const geometry::PointSet& points, Matrix& out);

}  // namespace engd::cpu
