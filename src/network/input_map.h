#pragma once

#include <cmath>
#include <complex>
#include <numbers>
#include <span>
#include <vector>

#include "geometry/region.h"
#include "network/jet_plan.h"
#include "network/options.h"

namespace engd::network {

/// A pair of inputs, cos(2 pi s) and sin(2 pi s) with s = sum_j turns_j (x_j - a_j) / (b_j - a_j)
/// over the box [a, b]: whole numbers of turns make both periodic there.
struct Wave {
  std::vector<double> turns;      ///< by coordinate
  std::vector<double> frequency;  ///< d(2 pi s) / dx_j
  /// Of a Gabor feature, both inputs times exp(-sum_j decay_j (x_j - middle_j)^2 / 2); else empty.
  std::vector<double> middle = {}, decay = {};
};

/// What the first layer sees of a point: the map phi from the coordinates to its inputs. First come
/// coordinates that are fed as they are, s_j (x_j - c_j), then two inputs a wave. The derivatives
/// of either are known in closed form, D^alpha cos(p) = frequency^alpha cos^(|alpha|)(p).
class InputMap {
 public:
  InputMap(const Options& options, const geometry::Box& domain);

  /// All coordinates, and nothing else: then the first layer is an affine function of x.
  bool is_affine() const { return waves_.empty(); }
  int dimension() const { return static_cast<int>(scale_.size()); }
  int inputs() const { return static_cast<int>(coordinates_.size() + 2 * waves_.size()); }
  const std::vector<int>& coordinates() const { return coordinates_; }  ///< fed as they are
  const std::vector<Wave>& waves() const { return waves_; }
  const std::vector<double>& lower() const { return lower_; }  ///< the box
  const std::vector<double>& upper() const { return upper_; }
  const std::vector<double>& centre() const { return centre_; }
  const std::vector<double>& scale() const { return scale_; }

  /// The length that an input runs over on the box.
  double range(int input) const;
  /// What the deviation of the weights of an input is multiplied by in a start by the domain: for
  /// coordinates what maps the box to [-1,1]^d, for waves less the more turns they make; and, but
  /// for random waves, the factor of the coordinate.
  double start_weight(int input) const;
  /// The coordinate that an input is made of; -1 for random waves, which are made of all.
  int axis_of(int input) const;

  /// 2 pi s of a wave, reduced to [-pi, pi] coordinate by coordinate: with whole turns the same
  /// number, to the bit, at both ends of the box.
  template <typename Real>
  Real phase(const Wave& wave, std::span<const Real> x) const {
    Real s = 0;
    for (int j = 0; j < dimension(); ++j) {
      if (wave.turns[j] == 0) continue;
      const Real turned =
          Real(wave.turns[j]) * ((x[j] - Real(lower_[j])) / (Real(upper_[j]) - Real(lower_[j])));
      s += turned - std::nearbyint(turned);
    }
    return 2 * std::numbers::pi_v<Real> * (s - std::nearbyint(s));
  }

  /// frequency^alpha, for the Laplacian the sum of squares over the spatial coordinates.
  static double factor(const Wave& wave, const Channel& channel, const expr::Space& space);

  /// Channels of the inputs at a point: that of input i to jets[i * channels.size() + c].
  template <typename Real>
  void evaluate(std::span<const Real> x, std::span<const Channel> channels,
                const expr::Space& space, Real* jets) const {
    for (const int j : coordinates_)
      for (const Channel& channel : channels) {
        if (channel.order() == 0)
          *jets++ = Real(scale_[j]) * (x[j] - Real(centre_[j]));
        else
          *jets++ = channel.order() == 1 && channel.axis[0] == j ? Real(scale_[j]) : Real(0);
      }
    for (const Wave& wave : waves_) {
      const Real p = phase(wave, x);
      if (!wave.decay.empty()) {
        const std::complex<Real> packet = std::polar(envelope(wave, x), p);
        for (std::size_t c = 0; c < channels.size(); ++c) {
          const std::complex<Real> jet = packet_factor(wave, x, channels[c], space) * packet;
          jets[c] = jet.real();
          jets[channels.size() + c] = jet.imag();
        }
        jets += 2 * channels.size();
        continue;
      }
      for (const bool sine : {false, true})
        for (const Channel& channel : channels)
          *jets++ = Real(factor(wave, channel, space)) *
                    derivative(sine, channel.order(), std::cos(p), std::sin(p));
    }
  }

  /// Of a Gabor feature w = envelope * e^(i phase), whose real and imaginary part are the inputs:
  ///     D^alpha w = w prod_j P_alpha_j(a_j, -decay_j) ,
  ///     a_j = i frequency_j - decay_j (x_j - middle_j) ,   P_1 = a , P_2 = a^2 + b ,
  ///     P_3 = a^3 + 3 a b , P_4 = a^4 + 6 a^2 b + 3 b^2 .
  template <typename Real>
  static Real envelope(const Wave& wave, std::span<const Real> x) {
    Real sum = 0;
    for (std::size_t j = 0; j < wave.decay.size(); ++j) {
      const Real away = x[j] - Real(wave.middle[j]);
      sum += Real(wave.decay[j]) * away * away;
    }
    return std::exp(-sum / 2);
  }
  template <typename Real>
  static std::complex<Real> packet_factor(const Wave& wave, std::span<const Real> x,
                                          const Channel& channel, const expr::Space& space) {
    using Complex = std::complex<Real>;
    static_assert(expr::max_order == 4);
    const auto polynomial = [&](int j, int order) {
      const Real b = -Real(wave.decay[j]);
      const Complex a{b * (x[j] - Real(wave.middle[j])), Real(wave.frequency[j])};
      const Complex square = a * a;
      switch (order) {
        case 1:
          return a;
        case 2:
          return square + b;
        case 3:
          return a * (square + 3 * b);
        default:
          return square * (square + 6 * b) + 3 * b * b;
      }
    };
    Complex product = channel.laplacian ? 0 : 1;
    if (channel.laplacian) {
      for (const int j : space.spatial) product += polynomial(j, 2);
      return product;
    }
    for (int k = 0; k < channel.order();) {  // axes are in order
      int times = 1;
      while (k + times < channel.order() && channel.axis[k + times] == channel.axis[k]) ++times;
      product *= polynomial(channel.axis[k], times);
      k += times;
    }
    return product;
  }

  /// The derivative of cos, or of sin, from both values.
  template <typename Real>
  static Real derivative(bool of_sine, int order, Real cosine, Real sine) {
    switch ((order + (of_sine ? 3 : 0)) % 4) {
      case 0:
        return cosine;
      case 1:
        return -sine;
      case 2:
        return -cosine;
      default:
        return sine;
    }
  }

 private:
  void add_wave(std::vector<double> turns);
  void draw_waves(const Options& options);

  std::vector<double> lower_, upper_, centre_, scale_;
  std::vector<int> coordinates_;
  std::vector<Wave> waves_;
  int random_waves_ = 0;  ///< the last ones
  Initialisation init_;
};

}  // namespace engd::network
