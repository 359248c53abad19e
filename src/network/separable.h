#pragma once

#include <vector>

#include "network/perceptron.h"

namespace engd::network {

/// A separable network, u_o(x) = sum_r prod_k f_k,(o,r)(x_k), r = 1 .. rank: each coordinate has a
/// perceptron of its own, with rank outputs an unknown.
class Separable final : public Network {
 public:
  static Kind kind();
  Separable(const Options& options, const geometry::Box& domain, int unknowns);

  int rank() const { return options().separable; }
  const std::vector<Perceptron>& factors() const { return factors_; }
  /// The parameters of factor k begin here.
  Index factor_offset(int k) const { return offsets_[static_cast<std::size_t>(k)]; }

  Vector initial(std::uint64_t seed, std::uint32_t attempt = 0) const override;
  void balance(const double* theta, double* D) const override;
  /// That of the first factor.
  OutputLayer output_layer() const override;
  Grown grow(const Vector& theta, int neurons, std::uint64_t seed,
             std::uint32_t attempt = 0) const override;
  void move(int axis, double shift, Vector& theta) const override;
  std::string text() const override;
  double sweep_numbers(double used, double closure) const override;
  std::unique_ptr<FunctionBlock> make_block(const JetPlan& plan) const override;
  std::unique_ptr<JetBlock<Wide>> make_wide_block(const JetPlan& plan) const override;

 private:
  std::vector<Perceptron> factors_;
  std::vector<Index> offsets_;
  geometry::Box domain_;
};

}  // namespace engd::network
