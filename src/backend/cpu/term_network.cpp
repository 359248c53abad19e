#include "backend/cpu/term_network.h"

#include <algorithm>

namespace engd::cpu {

using expr::Leaf;

TermNetwork::TermNetwork(const network::Mlp& mlp, const network::JetPlan& plan,
                         const energy::Density& density)
    : plan_(plan), here_(make_function_block(mlp, plan)) {
  const auto jets = density.jets();
  if (std::none_of(jets.begin(), jets.end(),
                   [](const expr::JetEntry& jet) { return jet.place == Leaf::Place::partner; }))
    return;
  partner_ = make_function_block(mlp, plan);
  partner_rows_.resize(FunctionBlock::capacity, mlp.parameters());
}

TermNetwork::Place TermNetwork::place_of(const expr::JetEntry& jet) const {
  return {jet.place == Leaf::Place::partner, jet.index, plan_.used_index(jet)};
}

void TermNetwork::set_points(const energy::Sample& sample, Index first, int n) {
  n_ = n;
  const auto& points = sample.points;
  const auto set = [&](FunctionBlock& block, const std::vector<double>& coordinates) {
    coordinates_.resize(static_cast<std::size_t>(points.dimension));
    for (int j = 0; j < points.dimension; ++j)
      coordinates_[j] = coordinates.data() + j * points.count + first;
    block.set_points(n, coordinates_.data());
  };
  set(*here_, points.coordinates);
  if (partner_) set(*partner_, sample.partners);
}

void TermNetwork::forward(const double* theta, bool keep) {
  here_->forward(theta, keep);
  if (partner_) partner_->forward(theta, keep);
}

void TermNetwork::clear_cotangents() {
  here_->clear_cotangents();
  if (partner_) partner_->clear_cotangents();
}

void TermNetwork::write_rows(const double* theta, double* rows, Index ld) {
  here_->write_rows(theta, rows, ld);
  if (!partner_) return;
  partner_->write_rows(theta, partner_rows_.data(), partner_rows_.rows());
  Eigen::Map<Matrix, 0, Eigen::OuterStride<>>(
      rows, n_, partner_rows_.cols(), Eigen::OuterStride<>(ld)) += partner_rows_.topRows(n_);
}

void TermNetwork::add_gradient(const double* theta, double* g) {
  here_->add_gradient(theta, g);
  if (partner_) partner_->add_gradient(theta, g);
}

}  // namespace engd::cpu
