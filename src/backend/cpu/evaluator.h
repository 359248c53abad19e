#pragma once

#include <memory>
#include <vector>

#include "geometry/points.h"
#include "network/trainable.h"
#include "support/parallel.h"

namespace engd::cpu {

/// Jet entries of the network at many points: for errors, pictures and tables.
class Evaluator {
 public:
  Evaluator(const network::Trainable& trainable, std::vector<expr::JetEntry> entries,
            const expr::Space& space, int threads);

  /// out(q, k) is entry k at point q.
  void evaluate(const Vector& theta, const geometry::PointSet& points, Matrix& out);

 private:
  network::Trainable trainable_;
  std::vector<expr::JetEntry> entries_;
  network::JetPlan plan_;
  ThreadPool pool_;
  std::vector<std::unique_ptr<network::FunctionBlock>> by_worker_;
};

}  // namespace engd::cpu
