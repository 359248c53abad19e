#pragma once

#include <memory>
#include <vector>

#include "backend/cpu/function_block.h"
#include "geometry/points.h"
#include "support/parallel.h"

namespace engd::cpu {

/// Jet entries of the network at many points: for errors, pictures and tables.
class Evaluator {
 public:
  Evaluator(const network::Mlp& mlp, std::vector<expr::JetEntry> entries, const expr::Space& space,
            int threads);

  /// out(q, k) is entry k at point q.
  void evaluate(const Vector& theta, const geometry::PointSet& points, Matrix& out);

 private:
  network::Mlp mlp_;
  std::vector<expr::JetEntry> entries_;
  network::JetPlan plan_;
  ThreadPool pool_;
  std::vector<std::unique_ptr<FunctionBlock>> by_worker_;
};

}  // namespace engd::cpu
