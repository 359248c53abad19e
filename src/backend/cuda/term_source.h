#pragma once

#include <string>

#include "energy/density.h"
#include "network/jet_plan.h"
#include "network/mlp.h"

namespace engd::cuda {

/// The kernels of one density on one network as CUDA C++: the activation with its derivatives, the
/// chain rule of the plan's channels forward and backward, and the formulas, all written out, so
/// that nothing is interpreted on the card.
///
/// A layer stands as a matrix: neurons down, (channel, point) across, and with several rows a point
/// (channel, row, point). Grids are one-dimensional over neurons x points; z counts candidates.
std::string term_source(const network::Mlp& mlp, const network::JetPlan& plan,
                        const energy::Density& density);

/// Whether the density looks at two points, x and x + shift: then the jets of both are its inputs.
bool sees_partners(const energy::Density& density);

// Its parts.
std::string network_source(const network::Mlp& mlp, const network::JetPlan& plan);
std::string input_source(const network::Mlp& mlp, const network::JetPlan& plan);
std::string packet_source(const network::Mlp& mlp, const network::JetPlan& plan);
std::string density_source(const network::Mlp& mlp, const network::JetPlan& plan,
                           const energy::Density& density);

/// Threads of a block in all kernels of a term; partial sums of losses are one a block.
inline constexpr int term_block = 256;

/// What the kernels see of a term's points; the same struct stands in the source.
struct PointsView {
  const double* x;        ///< coordinate j of point q at x[j * stride + q]
  const double* normals;  ///< likewise
  const double* data;     ///< data columns, likewise
  const double* weights;
  long long stride;
  int count;
};

/// Where the two layers of a network with one hidden layer stand in theta; likewise.
struct ShallowOffsets {
  long long weights, biases, out_weights, out_biases;
};

}  // namespace engd::cuda
