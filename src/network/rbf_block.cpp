#include <algorithm>
#include <type_traits>

#include "expr/vector_math.h"
#include "network/input_block.h"
#include "network/rbf.h"

// A function is exp(t), t = -s^2 h, h = |v|^2 / 2, v = phi - c. The derivatives of h are
//
//     D^alpha h = v . D^alpha phi + what c has no part in ,
//
// and the chain rule from t to exp(t) is that of any activation.
namespace engd::network {

namespace {

/// visit.template operator()<k>() with k factors as a constant.
template <typename Visit>
void with_factors_of_term(int order, const Visit& visit) {
  static_assert(expr::max_order == 4);  // what follows has a case for each
  switch (order) {
    case 0:
      return visit.template operator()<0>();
    case 1:
      return visit.template operator()<1>();
    case 2:
      return visit.template operator()<2>();
    case 3:
      return visit.template operator()<3>();
    default:
      return visit.template operator()<4>();
  }
}

void exponential(const double* in, double* out, int n) {
  expr::vector_exp(in, out, n);
}
void exponential(const Wide* in, Wide* out, int n) {
  for (int q = 0; q < n; ++q) out[q] = std::exp(in[q]);
}

/// Radial basis functions on a block of points, forward.
template <typename Real, typename Base>
class RbfJets : public Base {
 public:
  RbfJets(const Rbf& rbf, const JetPlan& plan) : rbf_(rbf), plan_(plan), input_(rbf.input(), plan) {
    const Index Z = std::ssize(plan.closure()), C = std::ssize(plan.used());
    kept_.setZero(Index{Base::capacity} * (Z + C + 1) * rbf.functions());
    without_centre_.setZero(Index{Base::capacity} * Z);
    away_.setZero(Index{Base::capacity} * rbf.input().inputs());
    output_.setZero(Index{Base::capacity} * C * rbf.unknowns());
    for (int k = 0; k < rbf.input().inputs(); ++k)
      for (int c = 1; c < Z; ++c)
        if (varies(k, plan.closure()[static_cast<std::size_t>(c)])) varying_.push_back({k, c});
  }

  void set_points(int n, const double* const* coordinates) override {
    n_ = n;
    stride_ = (n + Base::padding - 1) / Base::padding * Base::padding;
    input_.evaluate(n, stride_, coordinates);
    const Index Z = std::ssize(plan_.closure());
    without_centre_.head(Z * stride_).setZero();
    for (int k = 0; k < rbf_.input().inputs(); ++k)
      for (const ChainTerm& term : plan_.inner_terms()) {
        if (term.order != 2) continue;  // of v^2 / 2
        const Real *f = phi(k, term.factor[0]), *g = phi(k, term.factor[1]);
        Real* to = without_centre_.data() + Index{term.target} * stride_;
        for (int q = 0; q < stride_; ++q) to[q] += Real(term.coefficient) * f[q] * g[q];
      }
  }

  void forward(const double* theta, bool) override {
    const Index C = std::ssize(plan_.used());
    for (int o = 0; o < rbf_.unknowns(); ++o)
      for (Index c = 0; c < C; ++c)
        std::fill_n(output_.data() + (o * C + c) * stride_, stride_,
                    plan_.used()[static_cast<std::size_t>(c)].order() == 0
                        ? Real(theta[rbf_.constant(o)])
                        : Real(0));
    for (int i = 0; i < rbf_.functions(); ++i) {
      argument(theta, i);
      chain(i);
      for (int o = 0; o < rbf_.unknowns(); ++o) {
        const Real a = theta[rbf_.amplitude(o, i)];
        Real* to = output_.data() + o * C * stride_;
        for (Index at = 0; at < C * stride_; ++at) to[at] += a * result(i)[at];
      }
    }
  }

  const Real* output(int unknown, int used_channel) const override {
    return output_.data() + (Index{unknown} * std::ssize(plan_.used()) + used_channel) * stride_;
  }

 protected:
  using Numbers = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

  /// Whether a derivative of an input is more than zero somewhere.
  bool varies(int input, const Channel& channel) const {
    const std::vector<int>& fed = rbf_.input().coordinates();
    if (input >= std::ssize(fed)) return true;
    return channel.order() == 1 && channel.axis[0] == fed[static_cast<std::size_t>(input)];
  }
  const Real* phi(int input, int channel) const {
    return input_.jets() + (Index{input} * std::ssize(plan_.closure()) + channel) * stride_;
  }
  // Of function i: the closure channels of t, the value of exp(t), the used channels of exp(t).
  Real* argument_of(int i) {
    const Index each = std::ssize(plan_.closure()) + std::ssize(plan_.used()) + 1;
    return kept_.data() + i * each * stride_;
  }
  Real* exponential_of(int i) { return argument_of(i) + std::ssize(plan_.closure()) * stride_; }
  Real* result(int i) { return exponential_of(i) + stride_; }
  Real* away(int input) { return away_.data() + Index{input} * stride_; }  ///< v

  void see_from(const double* theta, int i) {
    for (int k = 0; k < rbf_.input().inputs(); ++k) {
      const Real c = theta[rbf_.centre(i) + k];
      for (int q = 0; q < stride_; ++q) away(k)[q] = phi(k, 0)[q] - c;
    }
  }

  void argument(const double* theta, int i) {
    const Index Z = std::ssize(plan_.closure());
    see_from(theta, i);
    Real* t = argument_of(i);
    std::copy_n(without_centre_.data(), Z * stride_, t);
    for (int k = 0; k < rbf_.input().inputs(); ++k) {
      const Real* v = away(k);
      for (int q = 0; q < stride_; ++q) t[q] += v[q] * v[q] / 2;
    }
    for (const auto& [k, c] : varying_) {
      const Real *v = away(k), *f = phi(k, c);
      Real* to = t + Index{c} * stride_;
      for (int q = 0; q < stride_; ++q) to[q] += v[q] * f[q];
    }
    const Real s = theta[rbf_.inverse_width(i)], factor = -s * s;
    for (Index at = 0; at < Z * stride_; ++at) t[at] *= factor;
  }

  void chain(int i) {
    const Real *t = argument_of(i), *e = exponential_of(i);
    exponential(t, exponential_of(i), stride_);
    std::fill_n(result(i), std::ssize(plan_.used()) * stride_, Real(0));
    for (const ChainTerm& term : plan_.last_terms())
      with_factors_of_term(term.order, [&]<int order>() {
        Real* to = result(i) + Index{term.target} * stride_;
        for (int q = 0; q < stride_; ++q) {
          Real product = Real(term.coefficient) * e[q];
          for (int k = 0; k < order; ++k) product *= t[Index{term.factor[k]} * stride_ + q];
          to[q] += product;
        }
      });
  }

  struct Varying {
    int input, channel;
  };
  const Rbf& rbf_;
  const JetPlan& plan_;
  InputBlock<Real> input_;
  int n_ = 0, stride_ = 0;
  std::vector<Varying> varying_;  ///< derivatives of inputs that are more than zero
  Numbers without_centre_;        ///< of h, in closure channels
  Numbers kept_, away_, output_;
};

class RbfBlock final : public RbfJets<double, FunctionBlock> {
 public:
  RbfBlock(const Rbf& rbf, const JetPlan& plan) : RbfJets(rbf, plan) {
    cotangent_ = output_;
    from_result_.setZero(Index{capacity} * std::ssize(plan.used()));
    from_argument_.setZero(Index{capacity} * std::ssize(plan.closure()));
    sum_.setZero(capacity);
    open_.assign(plan.used().size() * static_cast<std::size_t>(rbf.unknowns()), false);
  }

  void clear_cotangents() override {
    cotangent_.setZero();
    std::fill(open_.begin(), open_.end(), false);
  }

  double* open_cotangent(int unknown, int used_channel) override {
    open_[place(unknown, used_channel)] = true;
    return cotangent_.data() + static_cast<Index>(place(unknown, used_channel)) * stride_;
  }

  void write_rows(const double* theta, double* rows, Index ld) override {
    reverse(
        theta, [&](Index parameter) { return rows + parameter * ld; }, [](Index) {});
  }

  void add_gradient(const double* theta, double* g) override {
    reverse(
        theta, [&](Index) { return sum_.data(); },
        [&](Index parameter) { g[parameter] += sum_.head(n_).sum(); });
  }

 private:
  std::size_t place(int unknown, int channel) const {
    return static_cast<std::size_t>(unknown) * plan_.used().size() +
           static_cast<std::size_t>(channel);
  }
  const double* cotangent(int unknown, std::size_t channel) const {
    return cotangent_.data() +
           static_cast<Index>(place(unknown, static_cast<int>(channel))) * stride_;
  }

  /// Writes what each parameter gets at the points to `to(parameter)`; `done(parameter)` follows.
  template <typename To, typename Done>
  void reverse(const double* theta, const To& to, const Done& done) {
    for (int i = 0; i < rbf_.functions(); ++i) {
      see_from(theta, i);
      reverse_result(theta, i);
      reverse_chain(i);
      const double s = theta[rbf_.inverse_width(i)], s2 = s * s;
      const double *t = argument_of(i), *t_bar = from_argument_.data();
      for (int k = 0; k < rbf_.input().inputs(); ++k) {  // dt / dc = s^2 D^alpha v
        double* slope = to(rbf_.centre(i) + k);
        for (int q = 0; q < n_; ++q) slope[q] = s2 * t_bar[q] * away(k)[q];
        for (const auto& [input, c] : varying_) {
          if (input != k) continue;
          const double *f = phi(k, c), *from = t_bar + Index{c} * stride_;
          for (int q = 0; q < n_; ++q) slope[q] += s2 * from[q] * f[q];
        }
        done(rbf_.centre(i) + k);
      }
      double* slope = to(rbf_.inverse_width(i));  // dt / ds = 2 t / s
      std::fill_n(slope, n_, 0.0);
      for (Index c = 0; c < std::ssize(plan_.closure()); ++c)
        for (int q = 0; q < n_; ++q) slope[q] += t_bar[c * stride_ + q] * t[c * stride_ + q];
      for (int q = 0; q < n_; ++q) slope[q] *= s == 0 ? 0.0 : 2 / s;
      done(rbf_.inverse_width(i));
      for (int o = 0; o < rbf_.unknowns(); ++o) {
        double* of_amplitude = to(rbf_.amplitude(o, i));
        std::fill_n(of_amplitude, n_, 0.0);
        for (std::size_t c = 0; c < plan_.used().size(); ++c) {
          if (!open_[place(o, static_cast<int>(c))]) continue;
          const double *from = cotangent(o, c), *a = result(i) + static_cast<Index>(c) * stride_;
          for (int q = 0; q < n_; ++q) of_amplitude[q] += from[q] * a[q];
        }
        done(rbf_.amplitude(o, i));
      }
    }
    const bool has_value = plan_.used().front() == Channel{};
    for (int o = 0; o < rbf_.unknowns(); ++o) {
      double* of_constant = to(rbf_.constant(o));
      for (int q = 0; q < n_; ++q) of_constant[q] = has_value ? cotangent(o, 0)[q] : 0.0;
      done(rbf_.constant(o));
    }
  }

  /// Cotangents of the used channels of exp(t).
  void reverse_result(const double* theta, int i) {
    std::fill_n(from_result_.data(), std::ssize(plan_.used()) * stride_, 0.0);
    for (int o = 0; o < rbf_.unknowns(); ++o) {
      const double a = theta[rbf_.amplitude(o, i)];
      for (std::size_t c = 0; c < plan_.used().size(); ++c) {
        if (!open_[place(o, static_cast<int>(c))]) continue;
        const double* from = cotangent(o, c);
        double* to = from_result_.data() + static_cast<Index>(c) * stride_;
        for (int q = 0; q < n_; ++q) to[q] += a * from[q];
      }
    }
  }

  /// Cotangents of the closure channels of t.
  void reverse_chain(int i) {
    const double *t = argument_of(i), *e = exponential_of(i);
    double* t_bar = from_argument_.data();
    std::fill_n(t_bar, std::ssize(plan_.closure()) * stride_, 0.0);
    for (std::size_t c = 0; c < plan_.used().size(); ++c) {  // exp(t) is its own derivative
      const double *from = from_result_.data() + static_cast<Index>(c) * stride_,
                   *a = result(i) + static_cast<Index>(c) * stride_;
      for (int q = 0; q < n_; ++q) t_bar[q] += from[q] * a[q];
    }
    for (const ChainTerm& term : plan_.last_terms())
      with_factors_of_term(term.order, [&]<int order>() {
        const double* from = from_result_.data() + Index{term.target} * stride_;
        for (int k = 0; k < order; ++k) {
          double* to = t_bar + Index{term.factor[k]} * stride_;
          for (int q = 0; q < n_; ++q) {
            double product = term.coefficient * from[q] * e[q];
            for (int l = 0; l < order; ++l)
              if (l != k) product *= t[Index{term.factor[l]} * stride_ + q];
            to[q] += product;
          }
        }
      });
  }

  Vector cotangent_, from_result_, from_argument_, sum_;
  std::vector<bool> open_;  ///< (unknown, channel): its cotangent is not zero
};

}  // namespace

std::unique_ptr<FunctionBlock> Rbf::make_block(const JetPlan& plan) const {
  return std::make_unique<RbfBlock>(*this, plan);
}

std::unique_ptr<JetBlock<Wide>> Rbf::make_wide_block(const JetPlan& plan) const {
  return std::make_unique<RbfJets<Wide, JetBlock<Wide>>>(*this, plan);
}

}  // namespace engd::network
