#include "backend/cpu/unknowns.h"

#include <algorithm>

namespace engd::cpu {

namespace {

energy::Term term_of(energy::Ansatz& ansatz, expr::Graph& graph,
                     std::span<const expr::JetEntry> entries) {
  std::vector<expr::Node> nodes;
  for (const expr::JetEntry& entry : entries) nodes.push_back(graph.jet(entry));
  nodes = ansatz.apply(graph, nodes);
  auto density = energy::Density::of_residuals(graph, std::move(nodes));
  return {"", std::move(density), {}, {}, false, 1, ansatz.fields()};
}

}  // namespace

Unknowns::Unknowns(const network::Mlp& mlp, energy::Ansatz ansatz, expr::Graph& graph,
                   std::span<const expr::JetEntry> entries, const expr::Space& space,
                   geometry::PointSet points, int threads)
    : mlp_(mlp),
      term_(term_of(ansatz, graph, entries)),
      sample_(term_, term_.density, std::move(points)),
      ones_(static_cast<std::size_t>(sample_.points.count), 1.0),
      plan_(term_.density.jets(), space),
      pool_(threads) {
  for (int worker = 0; worker < pool_.threads(); ++worker)
    by_worker_.push_back(std::make_unique<ResidualBlock>(mlp_, plan_, term_.density));
}

void Unknowns::evaluate(const Vector& theta, Matrix& out) {
  const Index count = sample_.points.count;
  out.resize(count, term_.density.values());
  constexpr Index block = FunctionBlock::capacity;
  pool_.run(static_cast<int>((count + block - 1) / block), [&](int task, int worker) {
    const Index first = task * block;
    const int n = static_cast<int>(std::min(block, count - first));
    by_worker_[static_cast<std::size_t>(worker)]->write(theta.data(), sample_, ones_, first, n,
                                                        out.data() + first, count);
  });
}

}  // namespace engd::cpu
