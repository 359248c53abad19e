#pragma once

#include <cmath>
#include <vector>

#include "network/input_map.h"
#include "network/kinds.h"
#include "network/network.h"

namespace engd::network {

/// Radial basis functions with trained centres and widths, of what a first layer sees, phi:
///
///     u_o = b_o + sum_i a_oi exp(-s_i^2 |phi - c_i|^2 / 2) .
///
/// In theta stand the centres c, function by function, the s, the a, unknown by unknown, and b.
class Rbf final : public Network {
 public:
  static Kind kind();
  Rbf(const Options& options, const geometry::Box& domain, int unknowns);

  const InputMap& input() const { return input_; }  ///< phi
  int functions() const { return options().layers.front(); }
  Index centre(int i) const { return Index{i} * input_.inputs(); }  ///< place in theta
  Index inverse_width(int i) const { return centre(functions()) + i; }
  Index amplitude(int o, int i) const {
    return inverse_width(functions()) + Index{o} * functions() + i;
  }
  Index constant(int o) const { return amplitude(unknowns(), 0) + o; }

  /// The formula above, in any numbers.
  template <typename Number, typename Parameter>
  std::vector<Number> define(const Parameter* theta, const std::vector<Number>& phi) const {
    std::vector<Number> u(static_cast<std::size_t>(unknowns()));
    for (int i = 0; i < functions(); ++i) {
      const Parameter s = theta[inverse_width(i)], factor = Parameter(-0.5) * s * s;
      Number exponent = Parameter(0.0) * phi.front();
      for (std::size_t k = 0; k < phi.size(); ++k) {
        const Number away = phi[k] + Parameter(-1.0) * theta[centre(i) + static_cast<Index>(k)];
        exponent += factor * (away * away);
      }
      using std::exp;
      const Number gaussian = exp(exponent);
      for (int o = 0; o < unknowns(); ++o) {
        const Number part = theta[amplitude(o, i)] * gaussian;
        Number& sum = u[static_cast<std::size_t>(o)];
        if (i == 0)
          sum = part + theta[constant(o)];
        else
          sum += part;
      }
    }
    return u;
  }

  Vector initial(std::uint64_t seed, std::uint32_t attempt = 0) const override;
  /// Of centres and inverse widths by what they do to s (phi - c), as for packets (Perceptron).
  void balance(const double* theta, double* D) const override;
  OutputLayer output_layer() const override;
  Grown grow(const Vector& theta, int neurons, std::uint64_t seed,
             std::uint32_t attempt = 0) const override;
  void move(int axis, double shift, Vector& theta) const override;
  std::string text() const override;
  double sweep_numbers(double used, double closure) const override;
  std::unique_ptr<FunctionBlock> make_block(const JetPlan& plan) const override;  // rbf_block.cpp
  std::unique_ptr<JetBlock<Wide>> make_wide_block(const JetPlan& plan) const override;

 private:
  InputMap input_;
};

}  // namespace engd::network
