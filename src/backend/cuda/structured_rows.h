#pragma once

#include <memory>
#include <vector>

#include "backend/cuda/device.h"
#include "backend/cuda/integral.h"

namespace engd::cuda {

/// The rows A of a deep network as products of what they are made of, and K = A A^T. An entry of a
/// row that belongs to the weight W_ij of a layer is sum_c zbar_c,i a_c,j over the channels c of
/// the jets, so that the layer's part of K is, for the rows x and y,
///
///     sum over c, e of (zbar_c(x) . zbar_e(y)) (a_c(x) . a_e(y)),
///
/// two short products for each pair of channels instead of one as long as the layer has weights.
/// Biases add one to a_0 . a_0. The first and the last layer, which have few weights, keep rows. A
/// and its transposed times a vector are products of matrices as large as the layers.
class StructuredRows {
 public:
  using Layout = std::vector<std::unique_ptr<Integral>>;

  static bool applies(const Layout& layout);  ///< there is a layer between hidden ones
  static bool pays(const Layout& layout);     ///< for K, by counting operations
  static double bytes(const Layout& layout);  ///< of what is stored

  /// Rows at theta, columns divided by D (unless it is empty). D of a layer's weights must be a
  /// product of a factor for i and one for j. The layout must stay as it is while this is used.
  void set(const Device& device, const Layout& layout, const double* theta, const Vector& D,
           Workspace& work);
  /// The lower triangle of K, `rows` x `rows`.
  void kernel(const Device& device, Index rows, double* K);
  /// y = alpha A x + beta y and x = alpha A^T y + beta x.
  void multiply(const Device& device, double alpha, const double* x, double beta, double* y);
  void multiply_transposed(const Device& device, double alpha, const double* y, double beta,
                           double* x);

 private:
  /// Points q .. q + count of one kind of row of a term.
  struct Tile {
    std::size_t term;
    int kind;
    Index q, count, row;  ///< row: its first row of K
  };
  void scale(const Device& device, const Integral& integral, Features& features, const Vector& D);
  void add_tile(const Device& device, const Tile& one, const Tile& other, Index rows, double* K);
  /// visit(first parameter, first column of the rows kept, how many) for the two layers.
  template <typename Visit>
  void visit_ends(const Visit& visit) const;

  const Layout* layout_ = nullptr;
  std::vector<Features> features_;
  std::vector<double> bias_;  ///< of an inner layer, which is its a_0
  Numbers scales_, z_products_, a_products_, sum_;
};

}  // namespace engd::cuda
