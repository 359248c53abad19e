#pragma once

#include "backend/reference/taylor.h"
#include "energy/energy.h"
#include "energy/term.h"

namespace engd::reference {

/// The energy by plain loops, one point and one parameter at a time: Taylor polynomials for the
/// jets, dual numbers for derivatives in theta. Slow, short, and what every backend must agree
/// with.
class ReferenceEnergy final : public energy::Energy {
 public:
  ReferenceEnergy(const network::Trainable& trainable, std::vector<energy::Term> terms,
                  const expr::Graph& graph, const expr::Space& space,
                  std::vector<std::string> coordinate_names, std::uint64_t seed);

  Index parameters() const override { return trainable_.parameters(); }
  Index points() const override;
  Index row_count(const energy::Metric& metric) const override;
  bool least_squares() const override;
  const std::vector<std::string>& term_names() const override { return names_; }
  double loss(const Vector& theta, Vector* by_term) override;
  void losses(const Vector& theta, const Vector& direction, std::span<const double> steps,
              std::span<double> losses) override;
  void losses_at(const Matrix& thetas, std::span<double> losses) override;
  double residuals(const Vector& theta, Vector& r) override;
  void damping_metric(const Vector& theta, Vector& D) const override {
    trainable_.balance(theta, D);
  }
  double gradient(const Vector& theta, Vector& g, Vector* by_term) override;
  void rows(const Vector& theta, const energy::Metric& metric, energy::Linearisation& out) override;
  void gram(const Vector& theta, const energy::Metric& metric, energy::Linearisation& out) override;
  bool redraw(int iteration) override;
  bool redraws() const override;
  void enlarge(double times) override { times_ = times; }

 private:
  template <typename T>
  std::vector<T> jet(const std::vector<T>& theta, const std::vector<double>& x,
                     std::span<const expr::JetEntry> entries) const;
  template <typename T>
  std::vector<T> values(const energy::Term& term, const energy::Sample& sample, Index q,
                        const std::vector<T>& jets) const;
  Matrix jet_jacobian(const Vector& theta, const std::vector<double>& x,
                      std::span<const expr::JetEntry> entries) const;
  Matrix curvature(const energy::Term& term, const energy::Sample& sample, Index q,
                   const std::vector<double>& jets) const;

  network::Trainable trainable_;
  std::vector<energy::Term> terms_;
  std::vector<energy::Sample> samples_;
  const expr::Graph& graph_;
  expr::Space space_;
  std::vector<std::string> coordinate_names_, names_;
  std::uint64_t seed_;
  double times_ = 1;  ///< points of terms that are drawn again, in multiples of their rules'
};

}  // namespace engd::reference
