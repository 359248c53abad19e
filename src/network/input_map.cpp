#include "network/input_map.h"

#include <algorithm>

#include "support/random.h"

namespace engd::network {

InputMap::InputMap(const Options& options, const geometry::Box& domain)
    : lower_(domain.lower), upper_(domain.upper), init_(options.init) {
  const int d = domain.dimension();
  centre_.assign(d, 0.0);
  scale_.assign(d, 1.0);
  for (int j = 0; j < d && options.normalize; ++j) {
    centre_[j] = 0.5 * (lower_[j] + upper_[j]);
    scale_[j] = 2 / (upper_[j] - lower_[j]);
  }
  for (int j = 0; j < d; ++j) {
    const auto& periodic = options.periodic;
    if (std::find(periodic.begin(), periodic.end(), j) == periodic.end()) {
      coordinates_.push_back(j);
      continue;
    }
    for (int k = 1; k <= options.harmonics; ++k) {
      std::vector<double> turns(d, 0.0);
      turns[j] = k;
      add_wave(std::move(turns));
    }
  }
  if (!options.fourier.trainable) draw_waves(options);
}

void InputMap::draw_waves(const Options& options) {
  constexpr std::uint32_t stream = 0xffffffffu;  // those of layers are small numbers
  constexpr std::uint64_t first_centre = std::uint64_t{1} << 40;
  const FourierFeatures& fourier = options.fourier;
  const RandomStream random{fourier.seed, Purpose::initialisation, stream, 0};
  std::uint64_t drawn = 0;
  while (random_waves_ < fourier.count) {
    std::vector<double> turns;
    for (int j = 0; j < dimension(); ++j) {
      const double number = fourier.scale_of(j) * random.normal(drawn++);
      const auto& periodic = options.periodic;
      const bool whole = std::find(periodic.begin(), periodic.end(), j) != periodic.end();
      turns.push_back(whole ? std::nearbyint(number) : number);
    }
    // All turns of a small scale may be rounded to nothing: one turn then.
    if (std::all_of(turns.begin(), turns.end(), [](double t) { return t == 0; })) turns[0] = 1;
    add_wave(std::move(turns));
    ++random_waves_;
  }
  if (!(fourier.width > 0)) return;
  // Features alone can be joined by further ones: centres do not depend on how many there are.
  if (options.kind == "features") drawn = first_centre;
  for (Wave& wave : waves_) {
    if (&wave - waves_.data() < std::ssize(waves_) - random_waves_) continue;  // harmonics
    for (int j = 0; j < dimension(); ++j) {
      const double side = upper_[j] - lower_[j], reach = fourier.width * side;
      wave.middle.push_back(lower_[j] + side * random.uniform(drawn++));
      const auto& periodic = options.periodic;
      const bool fades = std::find(periodic.begin(), periodic.end(), j) == periodic.end();
      wave.decay.push_back(fades ? 1 / (reach * reach) : 0.0);
    }
  }
}

void InputMap::add_wave(std::vector<double> turns) {
  Wave wave{std::move(turns), {}};
  for (int j = 0; j < dimension(); ++j)
    wave.frequency.push_back(2 * std::numbers::pi * wave.turns[j] / (upper_[j] - lower_[j]));
  waves_.push_back(std::move(wave));
}

double InputMap::range(int input) const {
  if (input >= std::ssize(coordinates_)) return 2;
  const int j = coordinates_[input];
  return scale_[j] * (upper_[j] - lower_[j]);
}

double InputMap::start_weight(int input) const {
  const int coordinates = static_cast<int>(coordinates_.size());
  if (input < coordinates) return init_.scale_of(coordinates_[input]) * 2 / range(input);
  const int wave = (input - coordinates) / 2;
  if (wave >= std::ssize(waves_) - random_waves_) return 1 / std::sqrt(random_waves_);
  const int axis = axis_of(input);
  return init_.scale_of(axis) / waves_[wave].turns[axis];
}

int InputMap::axis_of(int input) const {
  const int coordinates = static_cast<int>(coordinates_.size());
  if (input < coordinates) return coordinates_[input];
  const int wave = (input - coordinates) / 2;
  if (wave >= std::ssize(waves_) - random_waves_) return -1;
  const std::vector<double>& turns = waves_[wave].turns;
  const auto own = std::find_if(turns.begin(), turns.end(), [](double t) { return t != 0; });
  return static_cast<int>(own - turns.begin());
}

double InputMap::factor(const Wave& wave, const Channel& channel, const expr::Space& space) {
  double product = 1;
  if (channel.laplacian) {
    product = 0;
    for (const int j : space.spatial) product += wave.frequency[j] * wave.frequency[j];
    return product;
  }
  for (int k = 0; k < channel.order(); ++k) product *= wave.frequency[channel.axis[k]];
  return product;
}

}  // namespace engd::network
