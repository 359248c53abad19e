#include "backend/cuda/integral.h"

#include <algorithm>

#include "backend/cuda/kernels.h"

namespace engd::cuda {

namespace {

// Intermediate values of a chunk of points may take so much memory.
constexpr double workspace_bytes = 1 << 30;

/// C = alpha-free product of a layer: Z = W^T_stored A for `candidates` sets of parameters.
/// W of a layer stands neuron by neuron, which to BLAS is a matrix inputs x outputs.
/// With `add` the product is added to what is there.
void multiply_layer(const Device& device, const network::Layer& layer, bool transposed,
                    const double* theta, Index parameters, Index columns, const double* in,
                    Index in_stride, double* out, Index out_stride, int candidates,
                    bool add = false) {
  const double one = 1, beta = add ? 1 : 0;
  const int to = transposed ? layer.inputs : layer.outputs;
  const int from = transposed ? layer.outputs : layer.inputs;
  check(cublasDgemmStridedBatched(device.blas(), transposed ? CUBLAS_OP_N : CUBLAS_OP_T,
                                  CUBLAS_OP_N, to, static_cast<int>(columns), from, &one,
                                  theta + layer.weights, layer.inputs, parameters, in, from,
                                  in_stride, &beta, out, to, out_stride, candidates),
        "multiplying a layer");
}

}  // namespace

Integral::Integral(const Device& device, const network::Mlp& mlp, const energy::Density& density,
                   const expr::Space& space, bool plain_weights)
    : device_(device),
      mlp_(mlp),
      density_(density),
      plain_weights_(plain_weights),
      plan_(density.jets(), space),
      sees_partners_(cuda::sees_partners(density)),
      program_(device, term_source(mlp, plan_, density)) {}

void Integral::set_points(const energy::Sample& sample) {
  count_ = sample.points.count;
  x_.set(device_, sample.points.coordinates);
  if (sees_partners_) partners_.set(device_, sample.partners);
  normals_.set(device_, sample.points.normals);
  data_.set(device_, sample.data);
  weights_.set(device_, plain_weights_ ? sample.plain_weights : sample.weights);
}

void Integral::draw_points(const BoxDraw& boxes, const geometry::Draw& draw) {
  boxes.draw(device_, draw, count_, x_.data(), normals_.data());
  if (density_.data().outputs() > 0)
    launch(device_, program_.kernel("data_columns"), {blocks_for(count_, term_block)}, term_block,
           view(0, count_), data_.data());
}

PointsView Integral::view(Index first, Index n, bool partners) const {
  return {(partners ? partners_ : x_).data() + first,
          normals_.data() + first,
          data_.data() + first,
          weights_.data() + first,
          count_,
          static_cast<int>(n)};
}

std::span<const network::Channel> Integral::channels_of(int hidden) const {
  return hidden == last() ? plan_.used() : plan_.closure();
}

int Integral::value_channel() const {
  return plan_.used()[0] == network::Channel{} ? 0 : -1;
}

ShallowOffsets Integral::offsets() const {
  const network::Layer &first = mlp_.layers().front(), &out = mlp_.layers().back();
  return {first.weights, first.biases, out.weights, out.biases};
}

Index Integral::chunk(int candidates, bool reverse) const {
  const auto used = static_cast<double>(plan_.used().size());
  const auto closure = static_cast<double>(plan_.closure().size());
  double numbers = used * mlp_.unknowns(), widest = numbers;
  if (!special_first()) numbers += closure * mlp_.input().inputs();
  for (int h = 0; h <= last() && !shallow(); ++h) {
    const double width = mlp_.layers()[static_cast<std::size_t>(h)].outputs;
    const bool has_z = h > 0 || !special_first();
    numbers += width * static_cast<double>(channels_of(h).size()) + (has_z ? width * closure : 0);
    widest = std::max(widest, width * closure);
  }
  if (reverse) numbers += std::max(1, density_.rows()) * (2 * widest + used * mlp_.unknowns());
  if (sees_partners_)
    numbers =
        2 * numbers + (reverse ? density_.rows() * static_cast<double>(mlp_.parameters()) : 0);
  const auto most = static_cast<Index>(workspace_bytes / (8 * numbers * candidates));
  return std::clamp<Index>(most, 1, std::max<Index>(1, count_));
}

/// What a layer sees: the result of the one below, or the input map.
const double* Integral::input_of(int layer, const Workspace& work) const {
  return layer == 0 ? work.phi.data() : work.a[static_cast<std::size_t>(layer - 1)].data();
}

void Integral::forward(const double* thetas, int candidates, const PointsView& points,
                       Workspace& work) const {
  const Index p = mlp_.parameters(), n = points.count;
  const auto& layers = mlp_.layers();
  const auto batch = static_cast<unsigned>(candidates);
  const Index columns_out = std::ssize(plan_.used()) * n;
  work.jets.resize(columns_out * mlp_.unknowns() * candidates);
  if (shallow()) {
    launch(device_, program_.kernel("shallow_jets"), {blocks_for(n, term_block), batch}, term_block,
           points, layers.front().outputs, thetas, static_cast<long long>(p), offsets(),
           work.jets.data(), static_cast<long long>(columns_out * mlp_.unknowns()));
    return;
  }
  if (!special_first()) {
    const network::InputMap& input = mlp_.input();
    work.phi.resize(std::ssize(plan_.closure()) * n * input.inputs());
    const Index pieces = std::ssize(input.coordinates()) + std::ssize(input.waves());
    launch(device_, program_.kernel("input_forward"), {blocks_for(pieces * n, term_block)},
           term_block, points, work.phi.data());
  }
  work.a.resize(layers.size());
  work.z.resize(layers.size());
  for (int h = 0; h <= last(); ++h) {
    const network::Layer& layer = layers[static_cast<std::size_t>(h)];
    const Index width = layer.neurons;
    const Index a_stride = std::ssize(channels_of(h)) * n * width;
    Numbers& a = work.a[static_cast<std::size_t>(h)];
    a.resize(a_stride * candidates);
    const Grid grid{blocks_for(width * n, term_block), batch};
    if (h == 0 && special_first()) {
      launch(device_, program_.kernel("first_forward"), grid, term_block, points, layer.outputs,
             thetas, static_cast<long long>(p), static_cast<long long>(layer.weights),
             static_cast<long long>(layer.biases), a.data(), static_cast<long long>(a_stride));
      continue;
    }
    if (h == 0 && mlp_.has_packets()) {
      launch(device_, program_.kernel("packet_forward"), grid, term_block, static_cast<int>(n),
             layer.neurons, thetas, static_cast<long long>(p),
             static_cast<long long>(layer.weights), static_cast<long long>(layer.biases),
             static_cast<const double*>(work.phi.data()), a.data(),
             static_cast<long long>(a_stride));
      continue;
    }
    const Index columns = std::ssize(plan_.closure()) * n, z_stride = columns * width;
    Numbers& z = work.z[static_cast<std::size_t>(h)];
    z.resize(z_stride * candidates);
    multiply_layer(device_, layer, false, thetas, p, columns, input_of(h, work),
                   h == 0 ? 0 : columns * layer.inputs, z.data(), z_stride, candidates);
    launch(device_, program_.kernel((kernel_of(h) + "_forward").c_str()), grid, term_block,
           static_cast<int>(n), layer.outputs, thetas, static_cast<long long>(p),
           static_cast<long long>(layer.biases), static_cast<const double*>(z.data()),
           static_cast<long long>(z_stride), a.data(), static_cast<long long>(a_stride),
           mlp_.skips(h) ? input_of(h, work) : nullptr,
           static_cast<long long>(columns * layer.inputs));
  }
  multiply_layer(device_, layers.back(), false, thetas, p, columns_out,
                 work.a[static_cast<std::size_t>(last())].data(),
                 columns_out * layers.back().inputs, work.jets.data(),
                 columns_out * mlp_.unknowns(), candidates);
}

/// The jets at the points and, where they have any, at their partners.
void Integral::forward_all(const double* thetas, int candidates, Index first, Index n,
                           Workspace& work) const {
  forward(thetas, candidates, view(first, n), work);
  if (sees_partners_) forward(thetas, candidates, view(first, n, true), work.partner());
}

/// The kernels of a hidden layer that sees all channels: those of the last one give the used ones.
std::string Integral::kernel_of(int hidden) const {
  return std::string(hidden == 0 ? "entry_" : "") + (hidden == last() ? "last" : "inner");
}

/// work.bar from the used channels, `size` numbers each, to the closure: zeros between them.
void Integral::spread_over_closure(Index size, Workspace& work) const {
  work.spread.resize(std::ssize(plan_.closure()) * size);
  work.spread.zero(device_);
  for (Index c = 0; c < std::ssize(plan_.used()); ++c)
    check(
        cudaMemcpyAsync(work.spread.data() +
                            plan_.closure_index(plan_.used()[static_cast<std::size_t>(c)]) * size,
                        work.bar.data() + c * size, sizeof(double) * static_cast<std::size_t>(size),
                        cudaMemcpyDeviceToDevice, device_.stream()),
        "copying cotangents");
  std::swap(work.bar, work.spread);
}

void Integral::add_losses(const double* thetas, int candidates, Workspace& work, double* sums,
                          Index stride, double* r) const {
  const Index most = chunk(candidates, false);
  for (Index first = 0; first < count_; first += most) {
    const Index n = std::min(most, count_ - first);
    const PointsView points = view(first, n);
    forward_all(thetas, candidates, first, n, work);
    const unsigned blocks = blocks_for(n, term_block);
    work.partial.resize(Index{blocks} * candidates);
    launch(device_, program_.kernel("density_loss"), {blocks, static_cast<unsigned>(candidates)},
           term_block, points, thetas, static_cast<long long>(mlp_.parameters()),
           static_cast<long long>(mlp_.layers().back().biases),
           static_cast<const double*>(work.jets.data()), partner_jets(work),
           static_cast<long long>(std::ssize(plan_.used()) * n * mlp_.unknowns()),
           work.partial.data(), static_cast<long long>(blocks), r == nullptr ? r : r + first,
           static_cast<long long>(count_));
    add_sums(device_.stream(), work.partial.data(), blocks, blocks, candidates, sums, stride);
  }
}

/// Carries work.cotangents back through the layers. visit_layer(l, z_bar, channels, value, a) sees
/// every layer but a first one that has kernels of its own; then at the end work.bar holds the
/// cotangents of the first layer's result.
template <typename Visit>
void Integral::reverse(const double* theta, int rows, const PointsView& points, Workspace& work,
                       const Visit& visit_layer) const {
  const Index n = points.count, p = mlp_.parameters();
  const auto& layers = mlp_.layers();
  const double* z_bar = work.cotangents.data();
  Index channels = std::ssize(plan_.used());
  int value = value_channel();
  for (int l = last() + 1; l >= 0; --l) {
    const network::Layer& layer = layers[static_cast<std::size_t>(l)];
    visit_layer(l, z_bar, static_cast<int>(channels), value, input_of(l, work));
    if (l == 0) break;
    // A layer that adds to its input hands its own cotangent down, which work.bar still has.
    const bool skips = l <= last() && mlp_.skips(l);
    if (skips && l == last()) spread_over_closure(rows * n * layer.outputs, work);
    const Index columns = channels * rows * n;
    work.bar.resize(columns * layer.inputs);
    multiply_layer(device_, layer, true, theta, p, columns, z_bar, 0, work.bar.data(), 0, 1, skips);
    if (l == 1 && own_first()) break;
    const network::Layer& below = layers[static_cast<std::size_t>(l - 1)];
    work.other_bar.resize(std::ssize(plan_.closure()) * rows * n * below.outputs);
    launch(device_, program_.kernel((kernel_of(l - 1) + "_reverse").c_str()),
           {blocks_for(Index{below.outputs} * n * rows, term_block)}, term_block,
           static_cast<int>(n), rows, below.outputs, theta, static_cast<long long>(below.biases),
           static_cast<const double*>(work.z[static_cast<std::size_t>(l - 1)].data()),
           static_cast<const double*>(work.bar.data()), work.other_bar.data());
    z_bar = work.other_bar.data();
    channels = std::ssize(plan_.closure());
    value = 0;
  }
}

void Integral::add_gradient(const double* theta, Workspace& work, double* g, double* sum) const {
  const Index most = chunk(1, true);
  for (Index begin = 0; begin < count_; begin += most) {
    const Index n = std::min(most, count_ - begin);
    forward_all(theta, 1, begin, n, work);
    const unsigned blocks = blocks_for(n, term_block);
    const int coefficients = mlp_.coefficients();
    work.partial.resize(Index{blocks} * (1 + coefficients));
    make_cotangents(1, n, work);
    launch(device_, program_.kernel("density_gradient"), {blocks}, term_block, view(begin, n),
           theta, static_cast<long long>(mlp_.layers().back().biases),
           static_cast<const double*>(work.jets.data()), partner_jets(work), work.cotangents.data(),
           partner_cotangents(work), work.partial.data());
    add_sums(device_.stream(), work.partial.data(), blocks, blocks, 1, sum, 1);
    if (coefficients > 0)
      add_sums(device_.stream(), work.partial.data() + blocks, blocks, blocks, coefficients,
               g + mlp_.first_coefficient(), 1);
    pull_back_gradient(theta, view(begin, n), work, g);
    if (sees_partners_) pull_back_gradient(theta, view(begin, n, true), work.partner(), g);
  }
}

void Integral::pull_back_gradient(const double* theta, const PointsView& points, Workspace& work,
                                  double* g) const {
  const auto& layers = mlp_.layers();
  const double one = 1;
  const Index n = points.count;
  const network::Layer& first = layers.front();
  if (shallow()) {
    launch(device_, program_.kernel("shallow_gradient"), {static_cast<unsigned>(first.outputs + 1)},
           term_block, points, first.outputs, theta, offsets(),
           static_cast<const double*>(work.cotangents.data()), g);
    return;
  }
  if (work.ones.size() < n) {
    const std::vector<double> ones(static_cast<std::size_t>(n), 1.0);
    work.ones.set(device_, ones);
  }
  reverse(theta, 1, points, work,
          [&](int l, const double* z_bar, int channels, int value, const double* a) {
            const network::Layer& layer = layers[static_cast<std::size_t>(l)];
            const Index columns = channels * n;
            check(cublasDgemm(device_.blas(), CUBLAS_OP_N, CUBLAS_OP_T, layer.inputs, layer.outputs,
                              static_cast<int>(columns), &one, a, layer.inputs, z_bar,
                              layer.outputs, &one, g + layer.weights, layer.inputs),
                  "the gradient of a layer");
            if (value >= 0)
              check(cublasDgemv(device_.blas(), CUBLAS_OP_N, layer.outputs, static_cast<int>(n),
                                &one, z_bar + value * n * layer.outputs, layer.outputs,
                                work.ones.data(), 1, &one, g + layer.biases, 1),
                    "the gradient of a layer");
          });
  if (own_first()) first_gradient(theta, points, work, g);
}

void Integral::first_gradient(const double* theta, const PointsView& points, Workspace& work,
                              double* g) const {
  const network::Layer& first = mlp_.layers().front();
  const auto weights = static_cast<long long>(first.weights),
             biases = static_cast<long long>(first.biases);
  const Grid grid{static_cast<unsigned>(first.neurons)};
  const double* bar = work.bar.data();
  if (mlp_.has_packets())
    launch(device_, program_.kernel("packet_gradient"), grid, term_block, points.count,
           first.neurons, theta, weights, biases, static_cast<const double*>(work.phi.data()), bar,
           g);
  else
    launch(device_, program_.kernel("first_gradient"), grid, term_block, points, first.neurons,
           theta, weights, biases, bar, g);
}

void Integral::make_cotangents(int rows, Index n, Workspace& work) const {
  const Index size = std::ssize(plan_.used()) * rows * n * mlp_.unknowns();
  work.cotangents.resize(size);
  if (sees_partners_) work.partner().cotangents.resize(size);
}

/// Cotangents of the jets for every row, the residuals, and the coefficients' entries in A where it
/// is not null; *sum += the loss.
void Integral::density_rows(const double* theta, const PointsView& points, Workspace& work,
                            double* r, Index kind_stride, double* A, double* sum) const {
  const unsigned blocks = blocks_for(points.count, term_block);
  work.partial.resize(blocks);
  make_cotangents(std::max(1, density_.rows()), points.count, work);
  launch(device_, program_.kernel("density_rows"), {blocks}, term_block, points, theta,
         static_cast<long long>(mlp_.layers().back().biases),
         static_cast<const double*>(work.jets.data()), partner_jets(work), work.cotangents.data(),
         partner_cotangents(work), work.partial.data(), r, static_cast<long long>(kind_stride), A,
         static_cast<long long>(mlp_.parameters()));
  add_sums(device_.stream(), work.partial.data(), blocks, blocks, 1, sum, 1);
}

void Integral::first_rows(const double* theta, const PointsView& points, Workspace& work, double* A,
                          Index parameters, Index kind_stride) const {
  const network::Layer& first = mlp_.layers().front();
  const int rows = density_.rows();
  const auto weights = static_cast<long long>(first.weights),
             biases = static_cast<long long>(first.biases),
             across = static_cast<long long>(parameters),
             stride = static_cast<long long>(kind_stride);
  const Grid grid{blocks_for(Index{first.neurons} * points.count * rows, term_block)};
  const double* bar = work.bar.data();
  if (mlp_.has_packets())
    launch(device_, program_.kernel("packet_rows"), grid, term_block, points.count, rows,
           first.neurons, theta, weights, biases, static_cast<const double*>(work.phi.data()), bar,
           A, across, stride);
  else
    launch(device_, program_.kernel("first_rows"), grid, term_block, points, rows, first.neurons,
           theta, weights, biases, bar, A, across, stride);
}

void Integral::write_rows(const double* theta, Index begin, Index n, Workspace& work, double* A,
                          double* r, Index kind_stride, double* sum) const {
  const Index p = mlp_.parameters();
  const int rows = density_.rows();
  forward_all(theta, 1, begin, n, work);
  density_rows(theta, view(begin, n), work, r, kind_stride, rows == 0 ? nullptr : A, sum);
  if (rows == 0) return;
  pull_back_rows(theta, view(begin, n), work, A, kind_stride);
  if (!sees_partners_) return;
  // Entries of coefficients, which are complete, get nothing from the partners.
  Numbers& there = work.partner_rows;
  there.resize(rows * n * p);
  there.zero(device_);
  pull_back_rows(theta, view(begin, n, true), work.partner(), there.data(), n);
  const double one = 1;
  for (int k = 0; k < rows; ++k)
    check(cublasDaxpy_64(device_.blas(), n * p, &one, there.data() + k * n * p, 1,
                         A + k * kind_stride * p, 1),
          "adding the partners' rows");
}

void Integral::pull_back_rows(const double* theta, const PointsView& points, Workspace& work,
                              double* A, Index kind_stride) const {
  const auto& layers = mlp_.layers();
  const int rows = density_.rows();
  const Index n = points.count;
  const network::Layer& first = layers.front();
  if (shallow()) {
    launch(device_, program_.kernel("shallow_rows"),
           {blocks_for(Index{first.outputs} * n * rows, term_block)}, term_block, points, rows,
           first.outputs, theta, offsets(), static_cast<const double*>(work.cotangents.data()), A,
           static_cast<long long>(mlp_.parameters()), static_cast<long long>(kind_stride));
    return;
  }
  reverse(theta, rows, points, work,
          [&](int l, const double* z_bar, int channels, int value, const double* a) {
            const network::Layer& layer = layers[static_cast<std::size_t>(l)];
            write_layer_rows(
                device_.stream(),
                {static_cast<int>(n), rows, layer.outputs, layer.inputs, channels, value, z_bar, a,
                 A, mlp_.parameters(), layer.weights, layer.biases, kind_stride});
          });
  if (own_first()) first_rows(theta, points, work, A, mlp_.parameters(), kind_stride);
}

Index Integral::end_parameters() const {
  const network::Layer &first = mlp_.layers().front(), &out = mlp_.layers().back();
  return Index{first.inputs + 1} * first.outputs + Index{out.inputs + 1} * out.outputs;
}

void Integral::write_features(const double* theta, Workspace& work, Features& features,
                              double* sum) const {
  const auto& layers = mlp_.layers();
  const int rows = density_.rows();
  const Index ends = end_parameters(), channels = inner_channels();
  features.z_bar.resize(layers.size());
  features.a.resize(layers.size());
  features.ends.resize(count_ * rows * ends);
  // `height` matrices, n points each, to their places among those of all points.
  const auto place = [&](Numbers& to, Index height, Index width, Index first, Index n,
                         const double* from) {
    to.resize(height * count_ * width);
    const auto bytes = [](Index numbers) {
      return sizeof(double) * static_cast<std::size_t>(numbers);
    };
    check(cudaMemcpy2DAsync(to.data() + first * width, bytes(count_ * width), from,
                            bytes(n * width), bytes(n * width), static_cast<std::size_t>(height),
                            cudaMemcpyDeviceToDevice, device_.stream()),
          "copying features");
  };
  const Index most = chunk(1, true);
  for (Index first = 0; first < count_; first += most) {
    const Index n = std::min(most, count_ - first);
    const PointsView points = view(first, n);
    forward(theta, 1, points, work);
    density_rows(theta, points, work, nullptr, n, nullptr, sum);
    double* A = features.ends.data() + first * ends;
    reverse(theta, rows, points, work,
            [&](int l, const double* z_bar, int carried, int value, const double* a) {
              const auto at = static_cast<std::size_t>(l);
              const network::Layer& layer = layers[at];
              if (at > 0 && at + 1 < layers.size()) {
                place(features.z_bar[at], channels * rows, layer.outputs, first, n, z_bar);
                place(features.a[at], channels, layer.inputs, first, n, a);
                return;
              }
              const Index weights =
                  at == 0 ? 0 : Index{layers.front().inputs + 1} * layers.front().outputs;
              write_layer_rows(
                  device_.stream(),
                  {static_cast<int>(n), rows, layer.outputs, layer.inputs, carried, value, z_bar, a,
                   A, ends, weights, weights + Index{layer.inputs} * layer.outputs, count_});
            });
    if (special_first()) first_rows(theta, points, work, A, ends, count_);
  }
}

}  // namespace engd::cuda
