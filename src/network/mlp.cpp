#include "network/mlp.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>

namespace engd::network {

Mlp::Mlp(const Options& options, const geometry::Box& domain, int unknowns)
    : options_(options), input_(options, domain), lower_(domain.lower), upper_(domain.upper) {
  unknowns_ = unknowns;
  connections_ = std::max(options.connections, options.init.connections);
  if (connections_ > 0) round_ = dimension() / std::gcd(dimension(), connections_);
  if (is_separable()) {
    make_factors(domain);
    parameters_ += coefficients();
    return;
  }
  int inputs = is_sparse() ? connections_ : input_.inputs();
  auto widths = options.layers;
  if (has_wave_layer()) widths.insert(widths.begin(), options.fourier.count);
  widths.push_back(unknowns);
  for (int neurons : widths) {
    const int outputs = layers_.empty() && has_packets() ? 2 * neurons : neurons;
    Layer layer{inputs, outputs, parameters_, parameters_ + Index{inputs} * outputs, neurons};
    parameters_ = layer.biases + outputs;
    layers_.push_back(layer);
    inputs = neurons;
  }
  parameters_ += coefficients();
}

void Mlp::make_factors(const geometry::Box& domain) {
  for (int k = 0; k < domain.dimension(); ++k) {
    Options options = options_;
    options.separable = 0;
    options.periodic.clear();
    options.coefficients.clear();
    const auto& periodic = options_.periodic;
    if (std::find(periodic.begin(), periodic.end(), k) != periodic.end()) options.periodic = {0};
    if (options.fourier.scale.size() > 1) options.fourier.scale = {options.fourier.scale_of(k)};
    options.init.scale = {options.init.scale_of(k)};
    options.connections = options.init.connections = 0;
    factors_.emplace_back(options, geometry::Box{{domain.lower[k]}, {domain.upper[k]}},
                          rank() * unknowns_);
    offsets_.push_back(parameters_);
    parameters_ += factors_.back().parameters();
  }
}

Vector Mlp::initial(std::uint64_t seed, std::uint32_t attempt) const {
  if (is_separable()) {
    Vector theta(parameters_);
    for (std::size_t k = 0; k < factors_.size(); ++k)
      theta.segment(offsets_[k], factors_[k].parameters()) =
          factors_[k].initial(seed + (k + 1) * 0x9e3779b97f4a7c15u, attempt);
    start_coefficients(theta);
    return theta;
  }
  using Kind = Initialisation::Kind;
  const Initialisation& init = options_.init;
  Vector theta = Vector::Zero(parameters_);
  if (has_wave_layer()) draw_wave_layer(seed, attempt, theta);
  for (std::size_t l = has_wave_layer() ? 1 : 0; l < layers_.size(); ++l) {
    const Layer& layer = layers_[l];
    const RandomStream random{seed, Purpose::initialisation, static_cast<std::uint32_t>(l),
                              2 * attempt};
    const double deviation = deviation_of(l);
    const Index weights = layer.biases - layer.weights;
    const bool in_domain = init.kind == Kind::domain;
    const bool draws_biases = init.kind == Kind::normal || (in_domain && l > 0);
    const Index drawn = draws_biases ? weights + layer.outputs : weights;
    for (Index k = 0; k < drawn; ++k)
      theta[layer.weights + k] = deviation * random.normal(static_cast<std::uint64_t>(k));
    if (in_domain && l == 0) place_transitions(seed, attempt, theta);
  }
  start_coefficients(theta);
  return theta;
}

// Phases are uniform; waves of periodic coordinates are turned into themselves with weight 1.
void Mlp::draw_wave_layer(std::uint64_t seed, std::uint32_t attempt, Vector& theta) const {
  const Layer& layer = layers_.front();
  const RandomStream random{seed, Purpose::initialisation, 0, 2 * attempt},
      phases{seed, Purpose::initialisation, 0, 2 * attempt + 1};
  const auto& coordinates = input_.coordinates();
  for (int i = 0; i < layer.neurons; ++i) {
    for (int k = 0; k < layer.inputs; ++k) {
      const Index place = Index{i} * layer.inputs + k;
      const double deviation = k < std::ssize(coordinates)
                                   ? 2 * std::numbers::pi *
                                         options_.fourier.scale_of(coordinates[k]) *
                                         options_.init.frequency / input_.range(k)
                                   : 1.0;
      theta[layer.weights + place] = deviation * random.normal(static_cast<std::uint64_t>(place));
    }
    theta[layer.biases + i] = 2 * std::numbers::pi * phases.uniform(static_cast<std::uint64_t>(i));
  }
  if (has_packets()) place_packets(seed, attempt, theta);
}

// Centres are uniform in the box; the width is a part of its sides.
void Mlp::place_packets(std::uint64_t seed, std::uint32_t attempt, Vector& theta) const {
  const Layer& layer = layers_.front();
  constexpr std::uint32_t stream = 0xfffffffeu;  // those of layers are small numbers
  const RandomStream random{seed, Purpose::initialisation, stream, attempt};
  double squares = 0;
  for (int k = 0; k < layer.inputs; ++k) squares += input_.range(k) * input_.range(k);
  const double side = std::sqrt(squares / layer.inputs);
  for (int i = 0; i < layer.neurons; ++i) {
    const std::vector<double> centre = inputs_at_random(random, i);
    std::copy(centre.begin(), centre.end(),
              theta.data() + layer.weights + Index{layer.neurons + i} * layer.inputs);
    theta[layer.biases + layer.neurons + i] = 1 / (options_.fourier.width * side);
  }
}

/// What the first layer sees of a random point of the box.
std::vector<double> Mlp::inputs_at_random(const RandomStream& random, int place) const {
  const Channel value{};
  std::vector<double> x(lower_.size()), phi(static_cast<std::size_t>(input_.inputs()));
  for (int j = 0; j < dimension(); ++j) {
    const double t = random.uniform(static_cast<std::uint64_t>(Index{place} * dimension() + j));
    x[j] = lower_[j] + t * (upper_[j] - lower_[j]);
  }
  input_.evaluate<double>(x, std::span(&value, 1), {dimension(), {}}, phi.data());
  return phi;
}

void Mlp::start_coefficients(Vector& theta) const {
  for (int k = 0; k < coefficients(); ++k) {
    const Coefficient& coefficient = options_.coefficients[k];
    theta[first_coefficient() + k] =
        coefficient.positive ? std::log(coefficient.start) : coefficient.start;
  }
}

double Mlp::coefficient(const double* theta, int k) const {
  const double t = theta[first_coefficient() + k];
  return options_.coefficients[k].positive ? std::exp(t) : t;
}

double Mlp::coefficient_slope(const double* theta, int k) const {
  return options_.coefficients[k].positive ? coefficient(theta, k) : 1.0;
}

double Mlp::deviation_of(std::size_t l) const {
  const auto& given = options_.init.std;
  const std::size_t place = has_wave_layer() ? l - 1 : l;
  if (!given.empty()) return given.size() == 1 ? given[0] : given[place];
  return (l == 0 ? options_.init.frequency : 1.0) * default_deviation_of(l);
}

double Mlp::default_deviation_of(std::size_t l) const {
  using Kind = Initialisation::Kind;
  const Layer& layer = layers_[l];
  switch (options_.init.kind) {
    case Kind::normal:
      return 0.1;
    case Kind::domain:
      if (l == 0) return 2 / std::pow(connections_ > 0 ? connections_ : dimension(), 1.25);
      return (l + 1 == layers_.size() ? 0.8 : 1.0) / std::sqrt(layer.inputs);
    case Kind::glorot:
      return std::sqrt(2.0 / (layer.inputs + layer.outputs));
    case Kind::lecun:
      return std::sqrt(1.0 / layer.inputs);
  }
  return 0;
}

bool Mlp::starts_connected(int neuron, int input) const {
  const int axis = input_.axis_of(input);
  if (connections_ == 0 || axis < 0) return true;
  return (axis + dimension() - turn(neuron, 0)) % dimension() < connections_;
}

int Mlp::weight_of(int row, int input) const {
  if (!is_sparse()) return input;
  const int k = (input + dimension() - turn(row, 0)) % dimension();
  return k < connections_ ? k : -1;
}

// The weights drawn are those for the box mapped to [-1,1]^d; b_i = -w_i . phi(x) for a random
// point x of the box.
void Mlp::place_transitions(std::uint64_t seed, std::uint32_t attempt, Vector& theta) const {
  const Layer& layer = layers_.front();
  const RandomStream places{seed, Purpose::initialisation, 0, 2 * attempt + 1};
  for (int i = 0; i < layer.outputs; ++i) {
    const std::vector<double> phi = inputs_at_random(places, i);
    for (int j = 0; j < layer.inputs; ++j) {
      double& w = theta[layer.weights + Index{i} * layer.inputs + j];
      const int input = seen(i, j);
      w *= starts_connected(i, input) ? input_.start_weight(input) : 0.0;
      theta[layer.biases + i] -= w * phi[input];
    }
  }
}

// With q the fourth root of the norm of a neuron's outgoing weights (1 for inputs and outputs) a
// weight gets q_to / q_from, a bias q_to / max q_from. The q of a layer stand in the place of its
// biases until the end, so that no other room is needed.
void Mlp::balance(const Vector& theta, Vector& D) const {
  D.resize(parameters_);
  for (std::size_t k = 0; k < factors_.size(); ++k) {
    Vector of_factor;
    const Index size = factors_[k].parameters();
    factors_[k].balance(theta.segment(offsets_[k], size), of_factor);
    D.segment(offsets_[k], size) = of_factor;
  }
  if (is_separable()) return balance_coefficients(theta, D);
  const auto q_of = [&](const Layer& layer) { return D.segment(layer.biases, layer.outputs); };
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    auto q = q_of(layers_[l]);
    q.setOnes();
    if (l + 1 == layers_.size()) break;
    const Layer& next = layers_[l + 1];
    const Eigen::Map<const Matrix> W(theta.data() + next.weights, next.inputs, next.outputs);
    q.head(next.inputs) = W.rowwise().norm();
    if (q.size() > next.inputs) q.tail(next.inputs) = q.head(next.inputs);  // packets
    const double largest = q.maxCoeff();
    if (largest > 0)
      q = q.cwiseMax(1e-3 * largest).cwiseSqrt().cwiseSqrt();
    else
      q.setOnes();
  }
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const Layer& layer = layers_[l];
    Eigen::Map<Matrix> of_weights(D.data() + layer.weights, layer.inputs, layer.outputs);
    const auto q = q_of(layer);
    for (Index i = 0; i < layer.outputs; ++i) {
      if (l > 0)
        of_weights.col(i) = q[i] * q_of(layers_[l - 1]).head(layer.inputs).cwiseInverse();
      else  // lengths are measured by the sides of the box, whatever the coordinates fed
        for (int j = 0; j < layer.inputs; ++j)
          of_weights(j, i) = q[i] * input_.range(seen(static_cast<int>(i), j));
    }
  }
  for (std::size_t l = layers_.size(); l-- > 1;)
    q_of(layers_[l]) /= q_of(layers_[l - 1]).maxCoeff();
  if (has_packets()) balance_packets(theta, D);
  balance_coefficients(theta, D);
}

// Of centres and inverse widths, by what they do to s (phi - c): c times s, s times the sides. The
// q stand in the place of the biases.
void Mlp::balance_packets(const Vector& theta, Vector& D) const {
  const Layer& layer = layers_.front();
  for (int i = layer.neurons; i < layer.outputs; ++i) {
    const double q = D[layer.biases + i], s = std::fabs(theta[layer.biases + i]);
    double longest = 0;
    for (int k = 0; k < layer.inputs; ++k) {
      longest = std::max(longest, input_.range(k));
      D[layer.weights + Index{i} * layer.inputs + k] = q * std::max(s, 1 / input_.range(k));
    }
    D[layer.biases + i] = q * longest;
  }
}

void Mlp::balance_coefficients(const Vector& theta, Vector& D) const {
  // A coefficient moves relative to its size, as its logarithm does.
  for (int k = 0; k < coefficients(); ++k) {
    const Index place = first_coefficient() + k;
    const double start = std::fabs(options_.coefficients[k].start);
    const double size = std::max(start > 0 ? start : 1.0, std::fabs(theta[place]));
    D[place] = options_.coefficients[k].positive ? 1.0 : 1 / size;
  }
}

}  // namespace engd::network
