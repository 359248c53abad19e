#include "network/separable.h"

#include <algorithm>

#include "network/separable_block.h"

namespace engd::network {

namespace {

constexpr std::uint64_t another_factor = 0x9e3779b97f4a7c15u;  // seeds of factors are so far apart

bool is_periodic(const Options& options, int axis) {
  return std::ranges::find(options.periodic, axis) != options.periodic.end();
}

/// Of the network of one coordinate.
Options factor_options(Options options, int axis) {
  options.separable = 0;
  const bool periodic = is_periodic(options, axis);
  options.periodic.clear();
  if (periodic) options.periodic = {0};
  if (options.fourier.scale.size() > 1) options.fourier.scale = {options.fourier.scale_of(axis)};
  options.init.scale = {options.init.scale_of(axis)};
  options.connections = options.init.connections = 0;
  return options;
}

}  // namespace

Separable::Separable(const Options& options, const geometry::Box& domain, int unknowns)
    : Network(options, domain.dimension(), unknowns), domain_(domain) {
  for (int k = 0; k < domain.dimension(); ++k) {
    factors_.emplace_back(factor_options(options, k),
                          geometry::Box{{domain.lower[k]}, {domain.upper[k]}}, rank() * unknowns);
    offsets_.push_back(parameters_);
    parameters_ += factors_.back().parameters();
  }
}

Vector Separable::initial(std::uint64_t seed, std::uint32_t attempt) const {
  Vector theta(parameters());
  for (std::size_t k = 0; k < factors_.size(); ++k)
    theta.segment(offsets_[k], factors_[k].parameters()) =
        factors_[k].initial(seed + (k + 1) * another_factor, attempt);
  return theta;
}

void Separable::balance(const double* theta, double* D) const {
  for (std::size_t k = 0; k < factors_.size(); ++k) {
    Vector of_factor(factors_[k].parameters());  // norms depend on where in memory they are taken
    factors_[k].balance(theta + offsets_[k], of_factor.data());
    std::copy(of_factor.begin(), of_factor.end(), D + offsets_[k]);
  }
}

OutputLayer Separable::output_layer() const {
  OutputLayer layer = factors_.front().output_layer();
  layer.weights_each *= rank();
  layer.biases_each *= rank();
  layer.unknowns = unknowns();
  return layer;
}

Grown Separable::grow(const Vector& theta, int neurons, std::uint64_t seed,
                      std::uint32_t attempt) const {
  Options options = this->options();
  for (int& width : options.layers) width += neurons;
  if (options.fourier.trainable) options.fourier.count += neurons;
  const Separable larger(options, domain_, unknowns());
  Vector grown(larger.parameters());
  for (std::size_t k = 0; k < factors_.size(); ++k)
    grown.segment(larger.offsets_[k], larger.factors_[k].parameters()) =
        factors_[k]
            .grow(theta.segment(offsets_[k], factors_[k].parameters()), neurons,
                  seed + (k + 1) * another_factor, attempt)
            .theta;
  return {options, grown};
}

void Separable::move(int axis, double shift, Vector& theta) const {
  factors_[static_cast<std::size_t>(axis)].move(0, shift, factor_offset(axis), theta);
}

std::string Separable::text() const {
  return std::to_string(rank()) + " products of " + std::to_string(dimension()) + " x " +
         factors_.front().text();
}

// Derivatives up to order 4 along one coordinate.
double Separable::sweep_numbers(double, double) const {
  double numbers = 0;
  for (const Perceptron& factor : factors_)
    numbers += factor.sweep_numbers(5, 5) + 10.0 * factor.unknowns();
  return numbers;
}

std::unique_ptr<FunctionBlock> Separable::make_block(const JetPlan& plan) const {
  return std::make_unique<SeparableBlock>(*this, plan);
}

std::unique_ptr<JetBlock<Wide>> Separable::make_wide_block(const JetPlan& plan) const {
  return std::make_unique<SeparableJets<Wide, JetBlock<Wide>>>(*this, plan);
}

Kind Separable::kind() {
  return {
      "separable",
      "a separable network",
      {"layers", "activation", "init", "normalize", "harmonics", "features", "skip", "separable"},
      [](const Options& options) {
        return std::string(options.separable > 0 ? "" : "a separable network needs separable = N");
      },
      [](const Options& options, int dimension, int unknowns) {
        const double periodic = static_cast<double>(options.periodic.size());
        const double outputs = static_cast<double>(options.separable) * unknowns;
        return periodic * count_perceptron(options, 0, 1, outputs) +
               (dimension - periodic) * count_perceptron(options, 1, 0, outputs);
      },
      [](const Options& options, const geometry::Box& domain,
         int unknowns) -> std::shared_ptr<const Network> {
        return std::make_shared<Separable>(options, domain, unknowns);
      }};
}

}  // namespace engd::network
