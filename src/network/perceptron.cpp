#include "network/perceptron.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>

#include "network/activation.h"
#include "network/perceptron_block.h"

namespace engd::network {

Perceptron::Perceptron(const Options& options, const geometry::Box& domain, int unknowns)
    : Network(options, domain.dimension(), unknowns),
      input_(options, domain),
      lower_(domain.lower),
      upper_(domain.upper) {
  connections_ = std::max(options.connections, options.init.connections);
  if (connections_ > 0) round_ = dimension() / std::gcd(dimension(), connections_);
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
}

Vector Perceptron::initial(std::uint64_t seed, std::uint32_t attempt) const {
  using Kind = Initialisation::Kind;
  const Initialisation& init = options().init;
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
  return theta;
}

// Phases are uniform; waves of periodic coordinates are turned into themselves with weight 1.
void Perceptron::draw_wave_layer(std::uint64_t seed, std::uint32_t attempt, Vector& theta) const {
  const Layer& layer = layers_.front();
  const RandomStream random{seed, Purpose::initialisation, 0, 2 * attempt},
      phases{seed, Purpose::initialisation, 0, 2 * attempt + 1};
  const auto& coordinates = input_.coordinates();
  for (int i = 0; i < layer.neurons; ++i) {
    for (int k = 0; k < layer.inputs; ++k) {
      const Index place = Index{i} * layer.inputs + k;
      const double deviation = k < std::ssize(coordinates)
                                   ? 2 * std::numbers::pi *
                                         options().fourier.scale_of(coordinates[k]) *
                                         options().init.frequency / input_.range(k)
                                   : 1.0;
      theta[layer.weights + place] = deviation * random.normal(static_cast<std::uint64_t>(place));
    }
    theta[layer.biases + i] = 2 * std::numbers::pi * phases.uniform(static_cast<std::uint64_t>(i));
  }
  if (has_packets()) place_packets(seed, attempt, theta);
}

// Centres are uniform in the box; the width is a part of its sides.
void Perceptron::place_packets(std::uint64_t seed, std::uint32_t attempt, Vector& theta) const {
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
    theta[layer.biases + layer.neurons + i] = 1 / (options().fourier.width * side);
  }
}

/// What the first layer sees of a random point of the box.
std::vector<double> Perceptron::inputs_at_random(const RandomStream& random, int place) const {
  const Channel value{};
  std::vector<double> x(lower_.size()), phi(static_cast<std::size_t>(input_.inputs()));
  for (int j = 0; j < dimension(); ++j) {
    const double t = random.uniform(static_cast<std::uint64_t>(Index{place} * dimension() + j));
    x[j] = lower_[j] + t * (upper_[j] - lower_[j]);
  }
  input_.evaluate<double>(x, std::span(&value, 1), {dimension(), {}}, phi.data());
  return phi;
}

double Perceptron::deviation_of(std::size_t l) const {
  const auto& given = options().init.std;
  const std::size_t place = has_wave_layer() ? l - 1 : l;
  if (!given.empty()) return given.size() == 1 ? given[0] : given[place];
  return (l == 0 ? options().init.frequency : 1.0) * default_deviation_of(l);
}

double Perceptron::default_deviation_of(std::size_t l) const {
  using Kind = Initialisation::Kind;
  const Layer& layer = layers_[l];
  switch (options().init.kind) {
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

bool Perceptron::starts_connected(int neuron, int input) const {
  const int axis = input_.axis_of(input);
  if (connections_ == 0 || axis < 0) return true;
  return (axis + dimension() - turn(neuron, 0)) % dimension() < connections_;
}

int Perceptron::weight_of(int row, int input) const {
  if (!is_sparse()) return input;
  const int k = (input + dimension() - turn(row, 0)) % dimension();
  return k < connections_ ? k : -1;
}

// The weights drawn are those for the box mapped to [-1,1]^d; b_i = -w_i . phi(x) for a random
// point x of the box.
void Perceptron::place_transitions(std::uint64_t seed, std::uint32_t attempt, Vector& theta) const {
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
void Perceptron::balance(const double* theta, double* D) const {
  const auto q_of = [&](const Layer& layer) {
    return Eigen::Map<Vector>(D + layer.biases, layer.outputs);
  };
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    auto q = q_of(layers_[l]);
    q.setOnes();
    if (l + 1 == layers_.size()) break;
    const Layer& next = layers_[l + 1];
    const Eigen::Map<const Matrix> W(theta + next.weights, next.inputs, next.outputs);
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
    Eigen::Map<Matrix> of_weights(D + layer.weights, layer.inputs, layer.outputs);
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
}

// Of centres and inverse widths, by what they do to s (phi - c): c times s, s times the sides. The
// q stand in the place of the biases.
void Perceptron::balance_packets(const double* theta, double* D) const {
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

OutputLayer Perceptron::output_layer() const {
  const Layer& layer = layers_.back();
  return {layer.weights, layer.biases, layer.inputs, 1, layer.outputs};
}

// Rows of packets stand in two halves, of which each grows.
Grown Perceptron::grow(const Vector& theta, int neurons, std::uint64_t seed,
                       std::uint32_t attempt) const {
  Options options = this->options();
  for (int& width : options.layers) width += neurons;
  if (has_wave_layer()) options.fourier.count += neurons;
  const Perceptron larger(options, {lower_, upper_}, unknowns());
  Vector grown = larger.initial(seed, attempt);
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const Layer &from = layers_[l], &to = larger.layers_[l];
    for (int i = 0; i < from.outputs; ++i) {
      const int row = i < from.neurons ? i : i - from.neurons + to.neurons;
      auto weights = grown.segment(to.weights + Index{row} * to.inputs, to.inputs);
      weights.setZero();
      weights.head(from.inputs) = theta.segment(from.weights + Index{i} * from.inputs, from.inputs);
      grown[to.biases + row] = theta[from.biases + i];
    }
  }
  return {options, grown};
}

void Perceptron::move(int axis, double shift, Vector& theta) const {
  move(axis, shift, 0, theta);
}

void Perceptron::move(int axis, double shift, Index offset, Vector& theta) const {
  const Layer& layer = layers_.front();
  const std::vector<int>& fed = input_.coordinates();
  const auto input = static_cast<int>(std::find(fed.begin(), fed.end(), axis) - fed.begin());
  if (input == std::ssize(fed)) return;
  for (int i = 0; i < layer.outputs; ++i) {
    const int k = weight_of(i, input);
    if (k < 0) continue;
    double& weight = theta[offset + layer.weights + Index{i} * layer.inputs + k];
    if (i < layer.neurons)
      theta[offset + layer.biases + i] += shift * weight;
    else
      weight -= shift;  // centres of packets
  }
}

std::string Perceptron::text() const {
  std::string text = std::to_string(dimension());
  for (const Layer& layer : layers_) text += "-" + std::to_string(layer.neurons);
  return text + " " + std::string(name(options().activation));
}

// For every neuron the derivatives of the activation, and the channels with their cotangents.
double Perceptron::sweep_numbers(double used, double closure) const {
  const bool special = affine_first();
  const int hidden = hidden_layers();
  double numbers = special ? 0 : input_.inputs() * closure;
  for (int h = 0; h < hidden; ++h) {
    const double results = h + 1 == hidden ? used : closure;
    const double arguments = h > 0 || !special ? closure : 0;
    const int kept = hidden > 1 || !special ? 2 : 1;
    numbers += layers_[static_cast<std::size_t>(h)].outputs *
               (activation_orders + kept * results + 2 * arguments);
  }
  return numbers;
}

std::unique_ptr<FunctionBlock> Perceptron::make_block(const JetPlan& plan) const {
  return std::make_unique<PerceptronBlock>(*this, plan);
}

std::unique_ptr<JetBlock<Wide>> Perceptron::make_wide_block(const JetPlan& plan) const {
  return std::make_unique<PerceptronJets<Wide, JetBlock<Wide>>>(*this, plan);
}

double count_perceptron(const Options& options, double coordinates, double periodic,
                        double outputs) {
  double inputs = coordinates + 2 * options.harmonics * periodic, sum = 0;
  if (!options.fourier.trainable) inputs += 2.0 * options.fourier.count;
  if (options.connections > 0) inputs = options.connections;
  const auto add_layer = [&](double neurons, double rows) {
    sum += rows * (inputs + 1);
    inputs = neurons;
  };
  const double packets = options.fourier.count;
  if (options.fourier.trainable) add_layer(packets, (options.fourier.width > 0 ? 2 : 1) * packets);
  for (const int width : options.layers) add_layer(width, width);
  add_layer(outputs, outputs);
  return sum;
}

Kind Perceptron::kind() {
  return {
      "perceptron",
      "a multilayer perceptron",
      {"layers", "activation", "init", "normalize", "harmonics", "features", "skip", "connections"},
      [](const Options&) { return std::string(); },
      [](const Options& options, int dimension, int unknowns) {
        const double periodic = static_cast<double>(options.periodic.size());
        return count_perceptron(options, dimension - periodic, periodic, unknowns);
      },
      [](const Options& options, const geometry::Box& domain,
         int unknowns) -> std::shared_ptr<const Network> {
        return std::make_shared<Perceptron>(options, domain, unknowns);
      }};
}

}  // namespace engd::network
