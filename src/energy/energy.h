#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "linalg/solver.h"
#include "support/types.h"

namespace engd {
class StateArchive;
}

namespace engd::energy {

/// The inner product whose Gram matrix turns a gradient into a natural gradient.
struct Metric {
  int sobolev_order = -1;  ///< 0, 1, 2: H^0, H^1, H^2; -1: the energy's own second derivative
  bool is_energy() const { return sobolev_order < 0; }
};

/// L near theta: the loss, its gradient g and the metric, as rows A (G = A^T A) or summed up as G.
struct Linearisation {
  double loss = 0;
  Vector loss_by_term;
  Vector g;
  Matrix A;  ///< filled by Energy::rows
  Vector r;  ///< with g = A^T r, where the energy is a sum of squares and the metric its own; else
             ///< empty
  Matrix G;  ///< filled by Energy::gram
};

class NaturalSystem;
class DampedSystem;
class ChordSystem;

/// A discretised energy L(theta) = E(u_theta), as optimisers see it.
class Energy {
 public:
  virtual ~Energy() = default;

  virtual Index parameters() const = 0;
  virtual Index points() const = 0;
  virtual Index row_count(const Metric& metric) const = 0;
  virtual bool least_squares() const = 0;  ///< every term is 1/2 r^2, so that g = A^T r
  virtual const std::vector<std::string>& term_names() const = 0;

  virtual double loss(const Vector& theta, Vector* by_term = nullptr) = 0;
  /// losses[k] = L(theta - steps[k] direction).
  virtual void losses(const Vector& theta, const Vector& direction, std::span<const double> steps,
                      std::span<double> losses) = 0;
  /// How many losses cost about as much as one: line searches then ask for so many together.
  virtual int losses_at_once() const { return 1; }
  /// losses[k] = L(thetas.col(k)), for the first losses.size() columns.
  virtual void losses_at(const Matrix& thetas, std::span<double> losses) {
    for (std::size_t k = 0; k < losses.size(); ++k)
      losses[k] = loss(thetas.col(static_cast<Index>(k)));
  }
  /// The residuals r of `rows` and the loss, without the rows; only where least_squares().
  virtual double residuals(const Vector& theta, Vector& r) {
    Linearisation now;
    rows(theta, {}, now);
    r.swap(now.r);
    return now.loss;
  }
  /// How far parameters may move, for methods that damp their steps by |D d|^2: large where a
  /// change bends the function most. All one where nothing is known.
  virtual void damping_metric(const Vector&, Vector& D) const { D.setOnes(parameters()); }
  virtual double gradient(const Vector& theta, Vector& g, Vector* by_term = nullptr) = 0;
  virtual void rows(const Vector& theta, const Metric& metric, Linearisation& out) = 0;
  virtual void gram(const Vector& theta, const Metric& metric, Linearisation& out) = 0;

  // The linear problems of natural gradients, solved where the energy lives (linear_systems.h);
  // they refer to the energy.
  virtual std::unique_ptr<NaturalSystem> natural_system(const Metric& metric,
                                                        const linalg::SolverOptions& options);
  virtual std::unique_ptr<DampedSystem> damped_system(std::optional<linalg::Method> method);
  virtual std::unique_ptr<ChordSystem> chord_system();

  /// Draws points again where a term asks for it at this iteration; true when any changed.
  virtual bool redraw(int iteration) = 0;
  /// The same, with points and weights that follow the residuals at theta where terms ask for it;
  /// true when anything changed.
  virtual bool adapt(int iteration, const Vector& /*theta*/) { return redraw(iteration); }
  /// Takes back weights that hold some points down for a while, so that losses can be compared;
  /// true when there were any.
  virtual bool level() { return false; }
  /// Whether `redraw` or `adapt` ever will.
  virtual bool redraws() const { return false; }
  /// From the next draw on, terms that are drawn again have this many times the points of their
  /// rules.
  virtual void enlarge(double /*times*/) {}
  /// Whatever of the energy changes during a run, for going on later: which points it has.
  virtual void exchange(StateArchive&) {}
};

}  // namespace engd::energy
