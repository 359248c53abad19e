#include "backend/cpu/term_block.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backend/cpu/leaf_values.h"
#include "linalg/positive_part.h"

namespace engd::cpu {

using energy::Density;

TermBlock::TermBlock(const network::Mlp& mlp, const network::JetPlan& plan, const Density& density)
    : TermBlock(mlp, std::make_shared<TermNetwork>(mlp, plan, density), density) {}

TermBlock::TermBlock(const network::Mlp& mlp, const TermBlock& first, const Density& density)
    : TermBlock(mlp, first.network_, density) {}

TermBlock::TermBlock(const network::Mlp& mlp, std::shared_ptr<TermNetwork> network,
                     const Density& density)
    : density_(density), network_(std::move(network)), coefficients_(mlp) {
  for (const auto& jet : density.jets())
    jet_place_.push_back(jet.is_coefficient() ? TermNetwork::Place{} : network_->place_of(jet));
  const int outputs = density.curvature().outputs();
  results_.setZero(Index{outputs} * FunctionBlock::capacity);
  for (int k = 0; k < outputs; ++k)
    out_.push_back(results_.data() + Index{k} * FunctionBlock::capacity);
  workspace_.setZero(static_cast<Index>(
      std::max({density.value().workspace_size(), density.slope().workspace_size(),
                density.curvature().workspace_size()})));
}

void TermBlock::set_points(const energy::Sample& sample, const std::vector<double>& weights,
                           Index first, int n) {
  sample_ = &sample;
  weights_ = weights.data() + first;
  first_ = first;
  n_ = n;
  network_->set_points(sample, first, n);
}

void TermBlock::forward(const double* theta, bool keep) {
  network_->forward(theta, keep);
  coefficients_.forward(theta);
}

void TermBlock::clear_cotangents() {
  network_->clear_cotangents();
  coefficients_.clear_cotangents();
}

double* TermBlock::cotangent(int jet) {
  const expr::JetEntry& entry = density_.jets()[static_cast<std::size_t>(jet)];
  if (entry.is_coefficient()) return coefficients_.cotangent(entry.index);
  return network_->open_cotangent(jet_place_[jet]);
}

void TermBlock::pull_back_rows(const double* theta, double* rows, Index ld) {
  network_->write_rows(theta, rows, ld);
  coefficients_.write_rows(theta, n_, rows, ld);
}

void TermBlock::evaluate(const expr::Tape& tape) {
  in_.clear();
  for (const expr::Leaf& input : tape.inputs())
    in_.push_back(leaf_values(input, *sample_, first_, *network_, coefficients_));
  tape.evaluate(n_, in_.data(), out_.data(), workspace_.data());
}

double TermBlock::weighted_loss() const {
  double sum = 0;
  for (int k = 0; k < density_.values(); ++k) {
    const double* v = result(k);
    if (density_.least_squares())
      for (int q = 0; q < n_; ++q) sum += 0.5 * weights_[q] * v[q] * v[q];
    else
      for (int q = 0; q < n_; ++q) sum += weights_[q] * v[q];
  }
  return sum;
}

double TermBlock::loss(const double* theta) {
  forward(theta, false);
  evaluate(density_.value());
  return weighted_loss();
}

double TermBlock::add_gradient(const double* theta, double* g) {
  forward(theta, true);
  evaluate(density_.slope());
  add_gradient_after_rows(theta, g);
  return weighted_loss();
}

void TermBlock::add_gradient_after_rows(const double* theta, double* g) {
  clear_cotangents();
  for (const auto& slope : density_.slopes()) {
    double* to = cotangent(slope.jet);
    const double* s = result(slope.output);
    const double* v = result(slope.row);
    if (density_.least_squares())
      for (int q = 0; q < n_; ++q) to[q] += weights_[q] * v[q] * s[q];
    else
      for (int q = 0; q < n_; ++q) to[q] += weights_[q] * s[q];
  }
  network_->add_gradient(theta, g);
  coefficients_.add_gradient(theta, n_, g);
}

double TermBlock::add_gradient_beside(const TermBlock& first, const std::vector<double>& weights,
                                      const double* theta, double* g) {
  sample_ = first.sample_;
  weights_ = weights.data() + first.first_;
  first_ = first.first_;
  n_ = first.n_;
  coefficients_.forward(theta);
  evaluate(density_.slope());
  add_gradient_after_rows(theta, g);
  return weighted_loss();
}

double TermBlock::write_rows(const double* theta, double* rows, Index ld, double* r,
                             Index ld_kind) {
  forward(theta, true);
  if (density_.least_squares()) {
    evaluate(density_.slope());
    write_residual_rows(theta, rows, ld, r, ld_kind);
  } else {
    evaluate(density_.curvature());
    if (density_.diagonal_curvature())
      write_diagonal_rows(theta, rows, ld, ld_kind);
    else
      write_spectral_rows(theta, rows, ld, ld_kind);
  }
  return weighted_loss();
}

// Row k: sqrt(w) dr_k/djet djet/dtheta.
void TermBlock::write_residual_rows(const double* theta, double* rows, Index ld, double* r,
                                    Index ld_kind) {
  for (int k = 0; k < density_.values(); ++k) {
    clear_cotangents();
    for (const auto& slope : density_.slopes()) {
      if (slope.row != k) continue;
      double* to = cotangent(slope.jet);
      const double* s = result(slope.output);
      for (int q = 0; q < n_; ++q) to[q] = std::sqrt(weights_[q]) * s[q];
    }
    pull_back_rows(theta, rows + k * ld_kind, ld);
    if (r == nullptr) continue;
    const double* v = result(k);
    for (int q = 0; q < n_; ++q) r[k * ld_kind + q] = std::sqrt(weights_[q]) * v[q];
  }
}

// H = diag(h): one row sqrt(w h_c) djet_c/dtheta for each entry; negative curvature is left out.
void TermBlock::write_diagonal_rows(const double* theta, double* rows, Index ld, Index ld_kind) {
  int k = 0;
  for (const auto& curvature : density_.curvatures()) {
    clear_cotangents();
    double* to = cotangent(curvature.jet);
    const double* h = result(curvature.output);
    for (int q = 0; q < n_; ++q) to[q] = h[q] <= 0 ? 0.0 : std::sqrt(weights_[q] * h[q]);
    pull_back_rows(theta, rows + k++ * ld_kind, ld);
  }
}

// H = V diag(lambda) V^T at every point: rows sqrt(w lambda_k) V_k^T djet/dtheta, lambda_k > 0.
void TermBlock::write_spectral_rows(const double* theta, double* rows, Index ld, Index ld_kind) {
  std::vector<int> touched;
  for (const auto& entry : density_.curvatures()) {
    touched.push_back(entry.row);
    touched.push_back(entry.jet);
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  const int J = static_cast<int>(touched.size());
  const auto position = [&](int jet) {
    return static_cast<int>(std::lower_bound(touched.begin(), touched.end(), jet) -
                            touched.begin());
  };
  std::vector<Matrix> factors(static_cast<std::size_t>(n_));  // columns sqrt(lambda_k) V_k
  for (int q = 0; q < n_; ++q) {
    Matrix H = Matrix::Zero(J, J);
    for (const auto& entry : density_.curvatures()) {
      const int a = position(entry.row), b = position(entry.jet);
      H(a, b) = H(b, a) = result(entry.output)[q];
    }
    factors[q] = linalg::positive_square_root(H);
  }
  for (int k = 0; k < J; ++k) {
    clear_cotangents();
    for (int c = 0; c < J; ++c) {
      double* to = cotangent(touched[c]);
      for (int q = 0; q < n_; ++q) to[q] = std::sqrt(weights_[q]) * factors[q](c, k);
    }
    pull_back_rows(theta, rows + k * ld_kind, ld);
  }
}

}  // namespace engd::cpu
