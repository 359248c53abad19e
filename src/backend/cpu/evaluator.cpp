#include "backend/cpu/evaluator.h"

#include <algorithm>

namespace engd::cpu {

Evaluator::Evaluator(const network::Mlp& mlp, std::vector<expr::JetEntry> entries,
                     const expr::Space& space, int threads)
    : mlp_(mlp), entries_(std::move(entries)), plan_(entries_, space), pool_(threads) {
  for (int worker = 0; worker < pool_.threads(); ++worker)
    by_worker_.push_back(make_function_block(mlp_, plan_));
}

void Evaluator::evaluate(const Vector& theta, const geometry::PointSet& points, Matrix& out) {
  out.resize(points.count, std::ssize(entries_));
  constexpr Index block = FunctionBlock::capacity;
  pool_.run(static_cast<int>((points.count + block - 1) / block), [&](int task, int worker) {
    const Index first = task * block;
    const int n = static_cast<int>(std::min(block, points.count - first));
    std::vector<const double*> x;
    for (int j = 0; j < points.dimension; ++j)
      x.push_back(points.coordinates.data() + j * points.count + first);
    FunctionBlock& network = *by_worker_[worker];
    network.set_points(n, x.data());
    network.forward(theta.data(), false);
    for (std::size_t k = 0; k < entries_.size(); ++k)
      std::copy_n(network.output(entries_[k].index, plan_.used_index(entries_[k])), n,
                  out.col(static_cast<Index>(k)).data() + first);
  });
}

}  // namespace engd::cpu
