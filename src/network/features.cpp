#include "network/features.h"

#include <algorithm>
#include <cmath>

#include "support/random.h"

namespace engd::network {

namespace {

constexpr double amplitude_of_all = 0.8;  // root mean square of the sum's, in the start

}  // namespace

Features::Features(const Options& options, const geometry::Box& domain, int unknowns)
    : Network(options, domain.dimension(), unknowns), input_(options, domain) {
  parameters_ = constant(unknowns);
}

Vector Features::initial(std::uint64_t seed, std::uint32_t attempt) const {
  const RandomStream random{seed, Purpose::initialisation, 0, 2 * attempt};
  const double deviation = amplitude_of_all / std::sqrt(input_.inputs());
  Vector theta(parameters());
  for (Index k = 0; k < parameters(); ++k)
    theta[k] = deviation * random.normal(static_cast<std::uint64_t>(k));
  return theta;
}

void Features::balance(const double*, double* D) const {
  std::fill_n(D, parameters(), 1.0);
}

OutputLayer Features::output_layer() const {
  return {0, constant(0), input_.inputs(), 1, unknowns()};
}

Grown Features::grow(const Vector& theta, int waves, std::uint64_t, std::uint32_t) const {
  Options options = this->options();
  options.fourier.count += waves;
  const Features larger(options, {input_.lower(), input_.upper()}, unknowns());
  Vector grown = Vector::Zero(larger.parameters());
  for (int o = 0; o < unknowns(); ++o) {
    grown.segment(larger.amplitude(o, 0), input_.inputs()) =
        theta.segment(amplitude(o, 0), input_.inputs());
    grown[larger.constant(o)] = theta[constant(o)];
  }
  return {options, grown};
}

// cos(p + q) and sin(p + q) are made of cos p and sin p; s (x + shift - c) of s (x - c) and 1.
void Features::move(int axis, double shift, Vector& theta) const {
  const auto& fed = input_.coordinates();
  for (int o = 0; o < unknowns(); ++o) {
    for (std::size_t k = 0; k < fed.size(); ++k)
      if (fed[k] == axis)
        theta[constant(o)] += theta[amplitude(o, static_cast<int>(k))] *
                              input_.scale()[static_cast<std::size_t>(axis)] * shift;
    int first = static_cast<int>(fed.size());
    for (const Wave& wave : input_.waves()) {
      double &a = theta[amplitude(o, first)], &b = theta[amplitude(o, first + 1)];
      first += 2;
      if (!wave.decay.empty()) continue;
      const double q = wave.frequency[static_cast<std::size_t>(axis)] * shift;
      const double cosine = a * std::cos(q) + b * std::sin(q);
      b = b * std::cos(q) - a * std::sin(q);
      a = cosine;
    }
  }
}

std::string Features::text() const {
  return std::to_string(dimension()) + "-" + std::to_string(unknowns()) + " on features";
}

double Features::sweep_numbers(double used, double closure) const {
  return input_.inputs() * closure + 3 * unknowns() * used;
}

Kind Features::kind() {
  return {"features",
          "a sum of features",
          {"normalize", "harmonics", "features"},
          [](const Options& options) -> std::string {
            if (options.fourier.trainable)
              return "kind = \"features\" does not train its features: leave out trainable";
            return options.fourier.count > 0 ? ""
                                             : "kind = \"features\" needs features = { count = N }";
          },
          [](const Options& options, int dimension, int unknowns) {
            const double periodic = static_cast<double>(options.periodic.size()),
                         inputs = dimension - periodic + 2 * options.harmonics * periodic +
                                  2.0 * options.fourier.count;
            return unknowns * (inputs + 1);
          },
          [](const Options& options, const geometry::Box& domain,
             int unknowns) -> std::shared_ptr<const Network> {
            return std::make_shared<Features>(options, domain, unknowns);
          }};
}

}  // namespace engd::network
