#include "linalg/solver.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "linalg/cholesky.h"
#include "linalg/gram.h"
#include "linalg/spectral_factor.h"
#include "linalg/svd.h"

namespace engd::linalg {
namespace {

class SpectralSolver final : public Solver {
 public:
  explicit SpectralSolver(Method method) : factor_(make_spectral_factor(method)) {}

  Solution solve(const System& system, const SolverOptions& options, Vector& d) override {
    factor_->factor(system);
    return factor_->step(options.damping, options.cutoff, d);
  }

  std::size_t workspace_bytes(Index rows, Index parameters) const override {
    return factor_->workspace_bytes(rows, parameters);
  }

 private:
  std::unique_ptr<SpectralFactor> factor_;
};

/// G + damping I = U S V^T, d = V S^+ U^T g: least squares on the normal equations, as numpy's and
/// JAX's lstsq do it. Rounding may turn a zero eigenvalue into a singular value with u = -v, so the
/// damping goes in before the decomposition, not after.
class GramSvd final : public Solver {
 public:
  Solution solve(const System& system, const SolverOptions& options, Vector& d) override {
    assert(system.g && (system.gram || system.A));
    const Index p = system.g->size();
    Solution solution;
    solution.outcome = factor(system, options.damping);
    if (solution.outcome != Outcome::ok) {
      d.setZero(p);
      return solution;
    }
    d = *system.g;
    svd_.to_left(d.data());
    const Vector& values = svd_.values();
    const double cutoff = options.cutoff < 0 ? rounding_cutoff(p) : options.cutoff;
    while (solution.rank < p && values[solution.rank] > cutoff * values[0]) ++solution.rank;
    solution.largest = values[0] - options.damping;
    solution.smallest_kept = values[std::max<Index>(solution.rank, 1) - 1] - options.damping;
    d.head(solution.rank).array() /= values.head(solution.rank).array();
    d.tail(p - solution.rank).setZero();
    svd_.from_right(d.data());
    if (!all_finite(d)) {
      d.setZero(p);
      return {.outcome = Outcome::not_finite};
    }
    return solution;
  }

  std::size_t workspace_bytes(Index, Index parameters) const override {
    return Svd::workspace_bytes(parameters);
  }

 private:
  Outcome factor(const System& system, double damping) {
    if (is_empty(system)) return Outcome::zero;
    Matrix& G = svd_.matrix(system.g->size());
    if (system.gram)
      G = *system.gram;
    else
      gram(*system.A, G);
    if (!all_finite(G) || !finite_right_hand_side(system)) return Outcome::not_finite;
    if (!(G.diagonal().maxCoeff() > 0)) return Outcome::zero;
    G.diagonal().array() += damping;
    return svd_.factor();
  }

  Svd svd_;
};

}  // namespace

std::unique_ptr<Solver> make_solver(Method method) {
  switch (method) {
    case Method::gram_eigen:
    case Method::qr_svd:
    case Method::kernel:
      return std::make_unique<SpectralSolver>(method);
    case Method::gram_svd:
      return std::make_unique<GramSvd>();
    case Method::gram_cholesky:
      return make_gram_cholesky();
    case Method::kernel_cholesky:
      return make_kernel_cholesky();
    case Method::qr_pivoted:
      break;
  }
  throw std::logic_error("the method is none of natural gradients");
}

Method automatic(Index rows, Index parameters) {
  return rows < parameters ? Method::kernel : Method::gram_eigen;
}

std::string describe(Outcome outcome) {
  switch (outcome) {
    case Outcome::ok:
      return "ok";
    case Outcome::not_finite:
      return "a number that is not finite in the linear system";
    case Outcome::not_positive_definite:
      return "the Cholesky factorisation broke down: more damping is needed";
    case Outcome::no_convergence:
      return "the eigenvalue iteration did not converge";
    case Outcome::zero:
      return "the metric is zero: there is no direction";
  }
  return "unknown outcome";
}

}  // namespace engd::linalg
