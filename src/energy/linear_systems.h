#pragma once

#include <memory>
#include <optional>
#include <span>

#include "energy/energy.h"
#include "energy/scaled_rows.h"
#include "linalg/damped_factor.h"
#include "linalg/solver.h"

/// The linear problems of natural gradients. They are made by an energy, because rows, Gram and
/// kernel matrices stay where it computes them: only vectors of parameters come out.
namespace engd::energy {

/// d = (G + damping I)^+ g in a metric.
class NaturalSystem {
 public:
  virtual ~NaturalSystem() = default;
  /// Sets loss, loss_by_term and g of `out`, and d. not_finite where they are not.
  virtual linalg::Solution solve(const Vector& theta, Linearisation& out, Vector& d) = 0;
};

/// d(lambda) = argmin |r - A d|^2 + lambda |D d|^2 for many lambda, after one factorisation.
class DampedSystem {
 public:
  virtual ~DampedSystem() = default;
  /// Sets loss, loss_by_term and g of `out`.
  virtual linalg::Outcome linearise(const Vector& theta, Linearisation& out) = 0;
  /// Column k of `steps` is d(dampings[k]); decreases[k] what the model promises of it.
  virtual void steps(std::span<const double> dampings, Matrix& steps,
                     std::span<double> decreases) = 0;
  virtual double largest() const = 0;  ///< eigenvalue of D^-1 G D^-1, within a factor of two
  /// Whether each damping costs a factorisation: then few should be tried.
  virtual bool factors_each() const { return false; }
};

/// Chord Newton steps with the rows of one theta and the right-hand sides of others, in the
/// variables e = D d:  x = (G + lambda I)^-1 (g + lambda v).
class ChordSystem {
 public:
  virtual ~ChordSystem() = default;
  /// Sets loss, loss_by_term and g of `out`, and D; `fine` for dampings below `fine_below` of the
  /// largest eigenvalue.
  virtual linalg::Outcome linearise(const Vector& theta, Linearisation& out, Vector& D,
                                    bool fine) = 0;
  virtual double largest() const = 0;
  virtual linalg::Outcome factor(double damping) = 0;
  /// The least damping that makes a difference, relative to the largest eigenvalue: products of
  /// rows do not know smaller ones, but where they are refined.
  virtual double least_damping() const { return 1e-15; }
  static constexpr double fine_below = 1e-12, least_refined = 1e-30;
  virtual void start() = 0;  ///< the right-hand side is that of `linearise`
  /// The loss at another theta, whose right-hand side is the next: with the rows of the first where
  /// the energy is a sum of squares (g = A^T r), else the true gradient.
  virtual double move_to(const Vector& theta) = 0;
  /// The gradient there; null where the energy is a sum of squares.
  virtual const Vector* gradient() const = 0;
  virtual void solve(const Vector& v, Vector& x) = 0;
};

// On the CPU: rows by the energy, everything else by linalg.
class HostDampedSystem final : public DampedSystem {
 public:
  HostDampedSystem(Energy& energy, std::optional<linalg::Method> method);
  linalg::Outcome linearise(const Vector& theta, Linearisation& out) override;
  void steps(std::span<const double> dampings, Matrix& steps, std::span<double> decreases) override;
  double largest() const override { return factor_->largest(); }

  // For other right-hand sides with the same matrix, in the variables of the rows.
  linalg::DampedFactor& factor() { return *factor_; }
  const ScaledRows& rows() const { return rows_; }

 private:
  Energy& energy_;
  std::unique_ptr<linalg::DampedFactor> factor_;
  ScaledRows rows_;
};
std::unique_ptr<NaturalSystem> make_host_natural_system(Energy& energy, const Metric& metric,
                                                        const linalg::SolverOptions& options);
std::unique_ptr<DampedSystem> make_host_damped_system(Energy& energy,
                                                      std::optional<linalg::Method> method);
std::unique_ptr<ChordSystem> make_host_chord_system(Energy& energy);

}  // namespace engd::energy
