#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/cpu/residual_block.h"
#include "energy/ansatz.h"
#include "energy/term.h"
#include "support/parallel.h"

namespace engd::cpu {

/// Derivatives of the unknowns u (which are more than the network: see energy::Ansatz) at points
/// that stay: for errors and pictures.
class Unknowns {
 public:
  Unknowns(const network::Trainable& trainable, energy::Ansatz ansatz, expr::Graph& graph,
           std::span<const expr::JetEntry> entries, const expr::Space& space,
           geometry::PointSet points, int threads);

  /// out(q, k) is entry k at point q.
  void evaluate(const Vector& theta, Matrix& out);
  const geometry::PointSet& points() const { return sample_.points; }

 private:
  network::Trainable trainable_;
  energy::Term term_;  ///< its "residuals" are the entries
  energy::Sample sample_;
  std::vector<double> ones_;
  network::JetPlan plan_;
  ThreadPool pool_;
  std::vector<std::unique_ptr<ResidualBlock>> by_worker_;
};

}  // namespace engd::cpu
