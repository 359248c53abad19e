#pragma once

#include <memory>
#include <optional>
#include <span>

#include "backend/cpu/unknowns.h"
#include "expr/graph.h"

namespace engd::cpu {

struct Errors {
  double rel_l2 = 0;
  std::optional<double> rel_h1;  ///< absent where derivatives are not known
};

/// The distance to a known solution, relative to its norm, in L^2 and in H^1 (with the first
/// derivatives in every coordinate), over all unknowns, by quadrature on points of its own.
class SolutionError {
 public:
  /// The unknowns that are measured on the same points, and their solutions.
  struct Part {
    std::vector<int> unknowns;
    std::vector<expr::Node> solution;
    geometry::PointSet points;
  };
  SolutionError(const network::Mlp& mlp, expr::Graph& graph, const std::vector<Part>& parts,
                const expr::Space& space, int threads, const energy::Ansatz& ansatz = {});
  /// All unknowns on the same points.
  SolutionError(const network::Mlp& mlp, expr::Graph& graph, std::span<const expr::Node> solution,
                const expr::Space& space, geometry::PointSet points, int threads,
                const energy::Ansatz& ansatz = {});
  /// Against values(q, k) of the unknowns named, at points: nothing is known of derivatives.
  SolutionError(const network::Mlp& mlp, expr::Graph& graph, std::span<const int> unknowns,
                Matrix values, const expr::Space& space, geometry::PointSet points, int threads,
                const energy::Ansatz& ansatz = {});
  /// Whether there are relative errors: not for a solution that is zero.
  bool is_relative() const { return norm_ + elsewhere_.norm > 0; }
  Errors measure(const Vector& theta);

  /// Squares of norms, of the error and of the solution: values, and slopes.
  struct Squares {
    double error = 0, error_slopes = 0, norm = 0, norm_slopes = 0;
  };
  /// Those of other parts of the domain: errors are then those of all together.
  void add_to(const Squares& elsewhere) { elsewhere_ = elsewhere; }
  Squares squares(const Vector& theta);  ///< of all together

 private:
  struct Measured {
    std::unique_ptr<Unknowns> unknowns;
    Matrix exact, approximate;  ///< u_1, du_1/dx_1, ..., u_2, ...; without slopes u_1, u_2, ...
  };
  std::vector<Measured> parts_;
  bool with_slopes_ = true;
  Squares elsewhere_;
  double norm_ = 0, norm_slopes_ = 0;  ///< squares
};

/// Formulas of the coordinates alone at many points: out(q, k).
void evaluate_formulas(const expr::Graph& graph, std::span<const expr::Node> formulas,
                       const geometry::PointSet& points, Matrix& out);

}  // namespace engd::cpu
