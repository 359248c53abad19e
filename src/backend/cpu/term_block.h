#pragma once

#include <memory>
#include <vector>

#include "backend/cpu/coefficient_block.h"
#include "backend/cpu/term_network.h"
#include "energy/term.h"

namespace engd::cpu {

/// One density on one block of points: the network's jets fed to the density's formulas, and the
/// derivatives of those fed back through the network. Each thread has its own.
class TermBlock {
 public:
  TermBlock(const network::Trainable& trainable, const network::JetPlan& plan,
            const energy::Density& density);
  /// Another density on the network of `first`, whose plan has the jets of both.
  TermBlock(const network::Trainable& trainable, const TermBlock& first,
            const energy::Density& density);

  /// Points first .. first + n of the sample; `weights` are the sample's, plain or not.
  void set_points(const energy::Sample& sample, const std::vector<double>& weights, Index first,
                  int n);

  double loss(const double* theta);
  double add_gradient(const double* theta, double* g);
  /// The same for a theta whose rows were written just before: the jets are still there.
  void add_gradient_after_rows(const double* theta, double* g);
  /// The same where another density on this network has done that, with its points and weights.
  double add_gradient_beside(const TermBlock& first, const std::vector<double>& weights,
                             const double* theta, double* g);
  /// Row k of point q at rows[k * ld_kind + q] (columns ld apart), its residual at r likewise where
  /// r is not null; returns the loss.
  double write_rows(const double* theta, double* rows, Index ld, double* r, Index ld_kind);

 private:
  TermBlock(const network::Trainable& trainable, std::shared_ptr<TermNetwork> network,
            const energy::Density& density);
  void evaluate(const expr::Tape& tape);
  double weighted_loss() const;
  void write_residual_rows(const double* theta, double* rows, Index ld, double* r, Index ld_kind);
  void write_diagonal_rows(const double* theta, double* rows, Index ld, Index ld_kind);
  void write_spectral_rows(const double* theta, double* rows, Index ld, Index ld_kind);
  // The network and the coefficients.
  void forward(const double* theta, bool keep);
  void clear_cotangents();
  double* cotangent(int jet);
  void pull_back_rows(const double* theta, double* rows, Index ld);
  const double* result(int output) const {
    return results_.data() + Index{output} * network::FunctionBlock::capacity;
  }

  const energy::Density& density_;
  std::shared_ptr<TermNetwork> network_;
  CoefficientBlock coefficients_;
  std::vector<TermNetwork::Place> jet_place_;
  const energy::Sample* sample_ = nullptr;
  const double* weights_ = nullptr;
  Index first_ = 0;
  int n_ = 0;
  Vector results_, workspace_;
  std::vector<const double*> in_;
  std::vector<double*> out_;
};

}  // namespace engd::cpu
