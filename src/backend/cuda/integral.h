#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backend/cuda/box_draw.h"
#include "backend/cuda/device.h"
#include "backend/cuda/program.h"
#include "backend/cuda/term_source.h"
#include "energy/term.h"
#include "network/trainable.h"

namespace engd::cuda {

/// Arrays that all integrals of an energy use in turn.
struct Workspace {
  std::vector<Numbers> z, a;  ///< of the hidden layers
  Numbers phi, jets, cotangents, bar, other_bar, spread, partial, ones, partner_rows;
  /// The same for the partners of the points, where a term has any.
  Workspace& partner() {
    if (!partner_) partner_ = std::make_unique<Workspace>();
    return *partner_;
  }

 private:
  std::unique_ptr<Workspace> partner_;
};

/// What the rows of the layers between hidden ones are products of, by layer, and the rows of the
/// first and the last layer: (channel, row, point) x outputs, (channel, point) x inputs, and
/// (row, point) x their parameters, the last index running fastest.
struct Features {
  std::vector<Numbers> z_bar, a;
  Numbers ends;
};

/// A density on the points of a term: a term of the energy, or a Sobolev inner product there.
/// Everything is done in chunks of points whose intermediate values fit the workspace.
class Integral {
 public:
  Integral(const Device& device, const network::Trainable& trainable,
           const energy::Density& density, const expr::Space& space, bool plain_weights);

  void set_points(const energy::Sample& sample);
  /// As many points as there are, drawn anew on the card, with the weights of those before.
  void draw_points(const BoxDraw& boxes, const geometry::Draw& draw);
  Index points() const { return count_; }
  Index rows() const { return count_ * density_.rows(); }
  int kinds() const { return density_.rows(); }  ///< rows a point
  bool least_squares() const { return density_.least_squares(); }

  /// sums[k * stride] += the loss at thetas[k]; residuals of the first to r where it is not null.
  void add_losses(const double* thetas, int candidates, Workspace& work, double* sums, Index stride,
                  double* r = nullptr) const;
  /// g += the gradient, *sum += the loss.
  void add_gradient(const double* theta, Workspace& work, double* g, double* sum) const;
  /// Points first .. first + n: row k of point q to A + (k * kind_stride + q - first) * parameters,
  /// its residual to r likewise where it is not null; *sum += the loss.
  void write_rows(const double* theta, Index first, Index n, Workspace& work, double* A, double* r,
                  Index kind_stride, double* sum) const;
  /// The features of all points; *sum += the loss. Only where there are several hidden layers.
  void write_features(const double* theta, Workspace& work, Features& features, double* sum) const;
  const network::Perceptron& perceptron() const { return perceptron_; }
  const network::Trainable& trainable() const { return trainable_; }
  bool sees_partners() const { return sees_partners_; }
  int inner_channels() const { return static_cast<int>(plan_.closure().size()); }
  /// Parameters of the first and the last layer: weights and biases of the one, then of the other.
  Index end_parameters() const;
  /// The most points that write_rows can take at once.
  Index chunk(int candidates, bool reverse) const;

 private:
  PointsView view(Index first, Index n, bool partners = false) const;
  const double* input_of(int layer, const Workspace& work) const;
  void forward(const double* thetas, int candidates, const PointsView& points,
               Workspace& work) const;
  void forward_all(const double* thetas, int candidates, Index first, Index n,
                   Workspace& work) const;
  const double* partner_jets(Workspace& work) const {
    return sees_partners_ ? work.partner().jets.data() : nullptr;
  }
  double* partner_cotangents(Workspace& work) const {
    return sees_partners_ ? work.partner().cotangents.data() : nullptr;
  }
  void make_cotangents(int rows, Index n, Workspace& work) const;
  std::string kernel_of(int hidden) const;
  void spread_over_closure(Index size, Workspace& work) const;
  void pull_back_gradient(const double* theta, const PointsView& points, Workspace& work,
                          double* g) const;
  void pull_back_rows(const double* theta, const PointsView& points, Workspace& work, double* A,
                      Index kind_stride) const;
  void density_rows(const double* theta, const PointsView& points, Workspace& work, double* r,
                    Index kind_stride, double* A, double* sum) const;
  void first_rows(const double* theta, const PointsView& points, Workspace& work, double* A,
                  Index parameters, Index kind_stride) const;
  void first_gradient(const double* theta, const PointsView& points, Workspace& work,
                      double* g) const;
  template <typename Visit>
  void reverse(const double* theta, int rows, const PointsView& points, Workspace& work,
               const Visit& visit_layer) const;
  std::span<const network::Channel> channels_of(int hidden) const;
  bool special_first() const { return perceptron_.affine_first(); }
  bool shallow() const { return last() == 0 && special_first(); }
  /// The first layer has kernels of its own for its rows and its gradient.
  bool own_first() const { return special_first() || perceptron_.has_packets(); }
  ShallowOffsets offsets() const;
  int last() const { return perceptron_.hidden_layers() - 1; }
  int value_channel() const;

  const Device& device_;
  const network::Trainable& trainable_;
  const network::Perceptron& perceptron_;
  const energy::Density& density_;
  bool plain_weights_;
  network::JetPlan plan_;
  bool sees_partners_;
  Program program_;
  Index count_ = 0;
  Numbers x_, partners_, normals_, data_, weights_;
};

}  // namespace engd::cuda
