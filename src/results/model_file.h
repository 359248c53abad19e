#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "geometry/region.h"
#include "network/options.h"

namespace engd::results {

/// A further network: u = u_before + scale * N.
struct NetworkModel {
  std::vector<double> parameters;
  std::vector<double> scale;  ///< one an unknown
};

/// What was trained for one seed.
struct SeedModel {
  std::uint64_t seed = 0;
  std::vector<double> parameters;         ///< of the first network
  std::vector<double> coefficients;       ///< of the equation: values, one a name
  std::vector<NetworkModel> corrections;  ///< fewer than the model has where some were left out
  /// The networks of each later window of time, as those of the first.
  std::vector<std::vector<NetworkModel>> windows;
};

/// Trained networks and what is needed to evaluate them. Hard conditions are formulas of the
/// problem: u = value + distance * (the sum of the networks, each times its scale).
struct Model {
  std::vector<network::Options> corrections;  ///< further networks
  std::vector<double> scale;                  ///< of the first network, one an unknown; empty: 1
  network::Options network;                   ///< initialisation is not kept: it has done its work
  geometry::Box box;
  std::vector<std::string> variables, unknowns;
  std::vector<std::string> coefficients;  ///< names of unknown numbers
  std::vector<bool> positive;             ///< one a coefficient: its logarithm is trained
  std::string problem_text;               ///< the problem file as it was
  std::vector<std::string> overrides;     ///< the --set arguments of the run
  std::vector<SeedModel> seeds;
};

/// Writes model.h5 (HDF5):
///     /network            layers, activation, normalize, lower, upper
///     /variables /unknowns /problem_text /overrides
///     /seed_N/parameters
/// and for further networks, k = 1, 2, ...
///     /correction_k       layers, activation, normalize
///     /seed_N/correction_k/parameters, scale
/// and for a network that is periodic in some coordinates their numbers and the harmonics:
///     periodic, harmonics beside its layers
/// with Fourier features and skips:
///     fourier (count, seed, trainable), fourier_scale, gabor_width, skip,
///     separable
/// and for unknown coefficients, whose parameters are the last of every network's,
///     /coefficients /coefficients_positive
///     /seed_N/coefficients
/// and for later windows of time, k = 2, 3, ..., which are equal parts of the box,
///     /seed_N/window_k/parameters, correction_j
/// and where the unknowns are the first network times numbers
///     scale beside its layers
/// and where neurons see some coordinates only
///     connections beside the layers
/// and of a network that is neither a perceptron nor separable
///     kind
/// A file with further networks has format 2, so that older programs do not leave them out; one
/// with any of the next three format 3, one with windows format 4, one with connections format 5,
/// one with a kind format 6, one with scales format 7. The first 512 bytes (HDF5's user block)
/// carry the format's version, the length and a checksum, so that damage is found before HDF5 looks
/// at anything. Throws std::runtime_error when the file cannot be written.
void save_model(const std::filesystem::path& path, const Model& model);

/// Throws InputError for a file that is missing, foreign, damaged or of a newer format.
Model load_model(const std::filesystem::path& path);

}  // namespace engd::results
