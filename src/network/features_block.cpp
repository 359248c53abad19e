#include <algorithm>

#include "network/features.h"
#include "network/input_block.h"

// u = b + sum_i a_i phi_i and its derivatives are sums over the features; the row of a_i is phi_i
// itself.
namespace engd::network {

namespace {

// Amplitudes are large numbers that cancel: sums are taken in parts of so many, and these in pairs,
// so that rounding grows with the logarithm of the length.
constexpr int part_of_sum = 32;

template <typename Real, typename Base>
class FeatureJets : public Base {
 public:
  FeatureJets(const Features& features, const JetPlan& plan)
      : features_(features), plan_(plan), input_(features.input(), plan) {
    for (const Channel& channel : plan.used()) below_.push_back(plan.closure_index(channel));
    output_.setZero(Index{Base::capacity} * std::ssize(plan.used()) * features.unknowns());
    parts_.setZero(Base::capacity, (features.input().inputs() + part_of_sum - 1) / part_of_sum);
  }

  void set_points(int n, const double* const* coordinates) override {
    n_ = n;
    stride_ = (n + Base::padding - 1) / Base::padding * Base::padding;
    input_.evaluate(n, stride_, coordinates);
  }

  void forward(const double* theta, bool) override {
    for (int o = 0; o < features_.unknowns(); ++o)
      for (std::size_t c = 0; c < below_.size(); ++c) {
        Real* to = output_.data() + place(o, static_cast<int>(c)) * stride_;
        add_up(theta + features_.amplitude(o, 0), below_[c], to);
        if (plan_.used()[c].order() > 0) continue;
        const Real b = theta[features_.constant(o)];
        for (int q = 0; q < stride_; ++q) to[q] += b;
      }
  }

  const Real* output(int unknown, int used_channel) const override {
    return output_.data() + place(unknown, used_channel) * stride_;
  }

 protected:
  using Numbers = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

  Index place(int unknown, int used_channel) const {
    return Index{unknown} * std::ssize(below_) + used_channel;
  }
  const Real* phi(int input, int closure_channel) const {
    return input_.jets() + (Index{input} * std::ssize(plan_.closure()) + closure_channel) * stride_;
  }

  void add_up(const double* a, int channel, Real* to) {
    const int inputs = features_.input().inputs();
    for (Index p = 0; p < parts_.cols(); ++p) {
      Real* sum = parts_.col(p).data();
      std::fill_n(sum, stride_, Real(0));
      const int first = static_cast<int>(p) * part_of_sum;
      for (int i = first; i < std::min(first + part_of_sum, inputs); ++i) {
        const Real factor = a[i];
        const Real* from = phi(i, channel);
        for (int q = 0; q < stride_; ++q) sum[q] += factor * from[q];
      }
    }
    for (Index left = parts_.cols(); left > 1; left = (left + 1) / 2)
      for (Index p = 0; p < left / 2; ++p)
        parts_.col(p).head(stride_) += parts_.col(left - 1 - p).head(stride_);
    std::copy_n(parts_.data(), stride_, to);
  }

  const Features& features_;
  const JetPlan& plan_;
  InputBlock<Real> input_;
  int n_ = 0, stride_ = 0;
  std::vector<int> below_;  ///< of each used channel: its number in the closure
  Numbers output_;
  Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> parts_;
};

class FeatureBlock final : public FeatureJets<double, FunctionBlock> {
 public:
  FeatureBlock(const Features& features, const JetPlan& plan) : FeatureJets(features, plan) {
    cotangent_ = output_;
    sum_.setZero(capacity);
    open_.assign(below_.size() * static_cast<std::size_t>(features.unknowns()), false);
  }

  void clear_cotangents() override {
    cotangent_.setZero();
    std::fill(open_.begin(), open_.end(), false);
  }

  double* open_cotangent(int unknown, int used_channel) override {
    const Index at = place(unknown, used_channel);
    open_[static_cast<std::size_t>(at)] = true;
    return cotangent_.data() + at * stride_;
  }

  void write_rows(const double*, double* rows, Index ld) override {
    reverse([&](Index parameter) { return rows + parameter * ld; }, [](Index) {});
  }

  void add_gradient(const double*, double* g) override {
    reverse([&](Index) { return sum_.data(); },
            [&](Index parameter) { g[parameter] += sum_.head(n_).sum(); });
  }

 private:
  /// Writes what each parameter gets at the points to `to(parameter)`; `done(parameter)` follows.
  template <typename To, typename Done>
  void reverse(const To& to, const Done& done) {
    for (int o = 0; o < features_.unknowns(); ++o) {
      for (int i = 0; i < features_.input().inputs(); ++i) {
        double* slope = to(features_.amplitude(o, i));
        std::fill_n(slope, n_, 0.0);
        for (int c = 0; c < std::ssize(below_); ++c) {
          if (!open_[static_cast<std::size_t>(place(o, c))]) continue;
          const double *from = cotangent_.data() + place(o, c) * stride_,
                       *f = phi(i, below_[static_cast<std::size_t>(c)]);
          for (int q = 0; q < n_; ++q) slope[q] += from[q] * f[q];
        }
        done(features_.amplitude(o, i));
      }
      double* slope = to(features_.constant(o));
      const bool has_value = plan_.used().front() == Channel{};
      for (int q = 0; q < n_; ++q)
        slope[q] = has_value ? cotangent_[place(o, 0) * stride_ + q] : 0.0;
      done(features_.constant(o));
    }
  }

  Vector cotangent_, sum_;
  std::vector<bool> open_;  ///< by place: its cotangent is not zero
};

}  // namespace

std::unique_ptr<FunctionBlock> Features::make_block(const JetPlan& plan) const {
  return std::make_unique<FeatureBlock>(*this, plan);
}

std::unique_ptr<JetBlock<Wide>> Features::make_wide_block(const JetPlan& plan) const {
  return std::make_unique<FeatureJets<Wide, JetBlock<Wide>>>(*this, plan);
}

}  // namespace engd::network
