#pragma once

#include <vector>

#include "network/input_map.h"
#include "network/kinds.h"
#include "network/network.h"

namespace engd::network {

/// What a first layer sees, phi (coordinates and waves that are not trained), and nothing but an
/// output layer on top of it:
///
///     u_o = b_o + sum_i a_oi phi_i(x) .
///
/// The unknowns are linear in all parameters, so that a linear equation is one least-squares
/// problem. In theta stand the a, unknown by unknown, and then b.
class Features final : public Network {
 public:
  static Kind kind();
  Features(const Options& options, const geometry::Box& domain, int unknowns);

  const InputMap& input() const { return input_; }  ///< phi
  Index amplitude(int o, int i) const { return Index{o} * input_.inputs() + i; }
  Index constant(int o) const { return amplitude(unknowns(), 0) + o; }

  /// The formula above, in any numbers.
  template <typename Number, typename Parameter>
  std::vector<Number> define(const Parameter* theta, const std::vector<Number>& phi) const {
    std::vector<Number> u;
    for (int o = 0; o < unknowns(); ++o) {
      Number sum = theta[amplitude(o, 0)] * phi.front() + theta[constant(o)];
      for (std::size_t i = 1; i < phi.size(); ++i)
        sum += theta[amplitude(o, static_cast<int>(i))] * phi[i];
      u.push_back(sum);
    }
    return u;
  }

  /// Amplitudes are random; the features have a seed of their own.
  Vector initial(std::uint64_t seed, std::uint32_t attempt = 0) const override;
  void balance(const double* theta, double* D) const override;
  OutputLayer output_layer() const override;
  /// Further waves.
  Grown grow(const Vector& theta, int waves, std::uint64_t seed,
             std::uint32_t attempt = 0) const override;
  /// Packets stay where they are: their centres are not parameters.
  void move(int axis, double shift, Vector& theta) const override;
  std::string text() const override;
  double sweep_numbers(double used, double closure) const override;
  std::unique_ptr<FunctionBlock> make_block(const JetPlan& plan) const override;
  std::unique_ptr<JetBlock<Wide>> make_wide_block(const JetPlan& plan) const override;

 private:
  InputMap input_;
};

}  // namespace engd::network
