#include "backend/cuda/structured_rows.h"

#include <algorithm>

#include "backend/cuda/kernels.h"

namespace engd::cuda {

namespace {

// Of a tile of K. All channels of a tile are multiplied with one of the other at once.
constexpr Index tile = 2048;
// A product of two channels costs as many operations as its two inner products, and so many for
// storing and reading them.
constexpr double traffic = 400;

int size(Index n) {
  return static_cast<int>(n);
}

}  // namespace

bool StructuredRows::applies(const Layout& layout) {
  return !layout.empty() && layout.front()->perceptron().hidden_layers() > 1 &&
         layout.front()->trainable().coefficients() == 0 &&
         !layout.front()->perceptron().has_packets() &&
         std::none_of(layout.begin(), layout.end(),
                      [](const auto& integral) { return integral->sees_partners(); });
}

bool StructuredRows::pays(const Layout& layout) {
  const auto& layers = layout.front()->perceptron().layers();
  double by_rows = 0, by_structure = 0, channels = 0;
  for (const auto& integral : layout)
    channels = std::max(channels, static_cast<double>(integral->inner_channels()));
  for (std::size_t l = 1; l + 1 < layers.size(); ++l) {
    const double in = layers[l].inputs, out = layers[l].outputs;
    by_rows += 2 * in * out;
    by_structure += channels * channels * (2 * (in + out) + traffic);
  }
  return by_structure < 0.7 * by_rows;
}

double StructuredRows::bytes(const Layout& layout) {
  double numbers = 0;
  for (const auto& integral : layout) {
    const auto& layers = integral->perceptron().layers();
    const auto channels = static_cast<double>(integral->inner_channels());
    for (std::size_t l = 1; l + 1 < layers.size(); ++l)
      numbers += channels * (static_cast<double>(integral->rows()) * layers[l].outputs +
                             static_cast<double>(integral->points()) * layers[l].inputs);
    numbers += static_cast<double>(integral->rows() * integral->end_parameters());
  }
  return 8 * numbers;
}

void StructuredRows::scale(const Device& device, const Integral& integral, Features& features,
                           const Vector& D) {
  const auto& layers = integral.perceptron().layers();
  const auto divide = [&](Numbers& values, const Vector& by) {
    scales_.set(device, numbers(by));
    scale_columns(device.stream(), values.data(), values.size() / by.size(), by.size(),
                  scales_.data());
    device.wait();  // for `by`
  };
  for (std::size_t l = 1; l + 1 < layers.size(); ++l) {
    const network::Layer& layer = layers[l];
    // D_ij = out_i in_j, and out_i / bias_ for the biases.
    const Eigen::Map<const Matrix> of(D.data() + layer.weights, layer.inputs, layer.outputs);
    const Vector out = of.row(0), in = of.col(0) / of(0, 0);
    divide(features.z_bar[l], out);
    divide(features.a[l], in);
    bias_[l] = out[0] / D[layer.biases];
  }
  Vector ends(integral.end_parameters());
  Index at = 0;
  for (const network::Layer* layer : {&layers.front(), &layers.back()}) {
    const Index weights = Index{layer->inputs} * layer->outputs;
    ends.segment(at, weights) = D.segment(layer->weights, weights);
    ends.segment(at + weights, layer->outputs) = D.segment(layer->biases, layer->outputs);
    at += weights + layer->outputs;
  }
  if (features.ends.size() > 0) divide(features.ends, ends);
}

void StructuredRows::add_tile(const Device& device, const Tile& one, const Tile& other, Index rows,
                              double* K) {
  const Features &f = features_[one.term], &h = features_[other.term];
  const Integral &x = *(*layout_)[one.term], &y = *(*layout_)[other.term];
  const auto& layers = x.perceptron().layers();
  const double unit = 1, zero = 0;
  double* corner = K + other.row * rows + one.row;
  const Index ends = x.end_parameters();
  check(cublasDgemm(device.blas(), CUBLAS_OP_T, CUBLAS_OP_N, size(one.count), size(other.count),
                    size(ends), &unit, f.ends.data() + (one.kind * x.points() + one.q) * ends,
                    size(ends), h.ends.data() + (other.kind * y.points() + other.q) * ends,
                    size(ends), &zero, corner, size(rows)),
        "the kernel matrix");
  const int channels = x.inner_channels();
  const Index entries = one.count * other.count;
  z_products_.resize(channels * entries);
  a_products_.resize(channels * entries);
  // For one channel of the other tile: products of width `width` with all channels of this one.
  const auto products = [&](const double* X, Index x_stride, const double* Y, Index width,
                            Numbers& to) {
    check(cublasDgemmStridedBatched(device.blas(), CUBLAS_OP_T, CUBLAS_OP_N, size(one.count),
                                    size(other.count), size(width), &unit, X, size(width), x_stride,
                                    Y, size(width), 0, &zero, to.data(), size(one.count), entries,
                                    channels),
          "the kernel matrix");
  };
  for (std::size_t l = 1; l + 1 < layers.size(); ++l) {
    const Index out = layers[l].outputs, in = layers[l].inputs;
    for (int e = 0; e < y.inner_channels(); ++e) {
      products(f.z_bar[l].data() + (one.kind * x.points() + one.q) * out, x.rows() * out,
               h.z_bar[l].data() + (e * y.rows() + other.kind * y.points() + other.q) * out, out,
               z_products_);
      products(f.a[l].data() + one.q * in, x.points() * in,
               h.a[l].data() + (e * y.points() + other.q) * in, in, a_products_);
      add_channel_products(device.stream(), z_products_.data(), a_products_.data(), channels,
                           e == 0 ? bias_[l] * bias_[l] : 0.0, size(one.count), size(other.count),
                           corner, rows);
    }
  }
}

void StructuredRows::set(const Device& device, const Layout& layout, const double* theta,
                         const Vector& D, Workspace& work) {
  layout_ = &layout;
  features_.resize(layout.size());
  bias_.assign(layout.front()->perceptron().layers().size(), 1.0);
  sum_.resize(1);
  sum_.zero(device);
  for (std::size_t t = 0; t < layout.size(); ++t) {
    if (layout[t]->rows() == 0) continue;
    layout[t]->write_features(theta, work, features_[t], sum_.data());
    if (D.size() > 0) scale(device, *layout[t], features_[t], D);
  }
}

void StructuredRows::kernel(const Device& device, Index rows, double* K) {
  std::vector<Tile> tiles;
  Index row = 0;
  for (std::size_t t = 0; t < layout_->size(); ++t) {
    const Integral& integral = *(*layout_)[t];
    for (int k = 0; k < integral.kinds(); ++k)
      for (Index q = 0; q < integral.points(); q += tile)
        tiles.push_back(
            {t, k, q, std::min(tile, integral.points() - q), row + k * integral.points() + q});
    row += integral.rows();
  }
  for (std::size_t i = 0; i < tiles.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) add_tile(device, tiles[i], tiles[j], rows, K);
}

template <typename Visit>
void StructuredRows::visit_ends(const Visit& visit) const {
  const auto& layers = layout_->front()->perceptron().layers();
  Index at = 0;
  for (const network::Layer* layer : {&layers.front(), &layers.back()}) {
    const Index count = Index{layer->inputs + 1} * layer->outputs;
    visit(layer->weights, at, count);
    at += count;
  }
}

// A row times x is, for a layer whose weights in x are X, the sum over c of zbar_c . (X a_c).
void StructuredRows::multiply(const Device& device, double alpha, const double* x, double beta,
                              double* y) {
  const double unit = 1, zero = 0;
  for (std::size_t t = 0; t < layout_->size(); ++t) {
    const Integral& integral = *(*layout_)[t];
    const Index rows = integral.rows(), points = integral.points();
    if (rows == 0) continue;
    const Features& f = features_[t];
    const Index ends = integral.end_parameters();
    double first = beta;
    visit_ends([&](Index from, Index at, Index count) {
      check(cublasDgemv(device.blas(), CUBLAS_OP_T, size(count), size(rows), &alpha,
                        f.ends.data() + at, size(ends), x + from, 1, &first, y, 1),
            "A times a vector");
      first = 1;
    });
    const auto& layers = integral.perceptron().layers();
    const int channels = integral.inner_channels();
    for (std::size_t l = 1; l + 1 < layers.size(); ++l) {
      const network::Layer& layer = layers[l];
      z_products_.resize(Index{layer.outputs} * points * channels);
      check(
          cublasDgemm(device.blas(), CUBLAS_OP_T, CUBLAS_OP_N, layer.outputs,
                      size(points * channels), layer.inputs, &unit, x + layer.weights, layer.inputs,
                      f.a[l].data(), layer.inputs, &zero, z_products_.data(), layer.outputs),
          "A times a vector");
      add_row_products(device.stream(), f.z_bar[l].data(), z_products_.data(), channels,
                       x + layer.biases, bias_[l], size(rows), size(points), layer.outputs, alpha,
                       y);
    }
    y += rows;
  }
}

// The weights of a layer in A^T y are the sum over c and the rows q of y_q zbar_c(q) a_c(q)^T.
void StructuredRows::multiply_transposed(const Device& device, double alpha, const double* y,
                                         double beta, double* x) {
  const double unit = 1;
  const auto& layers = layout_->front()->perceptron().layers();
  const Index p = layout_->front()->trainable().parameters();
  if (beta == 0)  // x may hold anything
    check(cudaMemsetAsync(x, 0, sizeof(double) * static_cast<std::size_t>(p), device.stream()),
          "A^T times a vector");
  else
    check(cublasDscal(device.blas(), size(p), &beta, x, 1), "A^T times a vector");
  for (std::size_t t = 0; t < layout_->size(); ++t) {
    const Integral& integral = *(*layout_)[t];
    const Index rows = integral.rows(), points = integral.points();
    if (rows == 0) continue;
    const Features& f = features_[t];
    const Index ends = integral.end_parameters();
    visit_ends([&](Index from, Index at, Index count) {
      check(cublasDgemv(device.blas(), CUBLAS_OP_N, size(count), size(rows), &alpha,
                        f.ends.data() + at, size(ends), y, 1, &unit, x + from, 1),
            "A^T times a vector");
    });
    for (std::size_t l = 1; l + 1 < layers.size(); ++l) {
      const network::Layer& layer = layers[l];
      const double bias = alpha * bias_[l];
      check(cublasDgemv(device.blas(), CUBLAS_OP_N, layer.outputs, size(rows), &bias,
                        f.z_bar[l].data(), layer.outputs, y, 1, &unit, x + layer.biases, 1),
            "A^T times a vector");
      z_products_.resize(Index{layer.outputs} * points);
      for (int c = 0; c < integral.inner_channels(); ++c)
        for (int k = 0; k < integral.kinds(); ++k) {
          check(cublasDdgmm(device.blas(), CUBLAS_SIDE_RIGHT, layer.outputs, size(points),
                            f.z_bar[l].data() + (c * rows + k * points) * layer.outputs,
                            layer.outputs, y + k * points, 1, z_products_.data(), layer.outputs),
                "A^T times a vector");
          check(cublasDgemm(device.blas(), CUBLAS_OP_N, CUBLAS_OP_T, layer.inputs, layer.outputs,
                            size(points), &alpha, f.a[l].data() + c * points * layer.inputs,
                            layer.inputs, z_products_.data(), layer.outputs, &unit,
                            x + layer.weights, layer.inputs),
                "A^T times a vector");
        }
    }
    y += rows;
  }
}

}  // namespace engd::cuda
