#pragma once

#include <string>
#include <vector>

#include "automatic/choice.h"
#include "backend/device.h"

namespace engd::automatic {

/// Networks that solve different equations well.
enum class Kind {
  tanh,         ///< one hidden layer of tanh: smooth solutions
  packets,      ///< trained Gabor features: peaks and waves
  deep_tanh,    ///< three hidden layers of tanh: layers, fronts and shapes; starts slowly
  deep_sines,   ///< two hidden layers of sines: oscillations
  waves,        ///< one hidden layer of sines
  fixed_waves,  ///< waves that are not trained: one least-squares problem, for linear equations
  sums,         ///< sines of one coordinate each: sums of functions of one variable
  pairs,        ///< sines of two coordinates each: sums of functions of two variables
  products,     ///< sums of products of functions of one variable
  as_written    ///< the file's own
};
std::string name(Kind kind);

/// A way to solve a problem: its size is chosen later.
struct Entrant {
  Kind kind = Kind::tanh;
  optim::Method method = optim::Multistep{};
  int windows = 1;                     ///< of time
  std::vector<double> frequency = {};  ///< by coordinate, next to the kind's usual one; empty: 1
  bool hard_start = false;             ///< conditions at the start of time hold exactly
  int harmonics = 0;                   ///< of periodic coordinates; 0: as many as the problem has
};
std::string name(const Entrant& entrant);

/// All ways that the file leaves open: a written network or optimizer is the only one of its sort.
std::vector<Entrant> entrants(const problem::Problem& problem);

/// The same entrant with other frequencies, higher and lower: along all coordinates, and along
/// each.
std::vector<Entrant> with_other_frequencies(const Entrant& entrant,
                                            const problem::Problem& problem);

/// A network of this kind and frequency of about so many parameters.
network::Options network_of(const Entrant& entrant, double parameters,
                            const problem::Problem& problem);

/// The size at which a race begins.
double first_size(const problem::Problem& problem);

/// False for packets and products in too many coordinates: they are close to zero almost
/// everywhere, and slow.
bool goes_with(Kind kind, const problem::Problem& problem);

/// Whether a device has the network of an entrant; a written network is left to the device.
bool runs_on(backend::Device device, const Entrant& entrant, const problem::Problem& problem);

/// More than three: solutions are rarely functions of all of them at once, and points are far from
/// each other.
bool has_many_coordinates(const problem::Problem& problem);

/// Network, points and method of an entrant: about so many parameters, and so many rows for each.
/// `redrawn`: Sobol points are drawn again before every iteration.
Choice choice_of(const Entrant& entrant, double parameters, double rows,
                 const problem::Problem& problem, bool redrawn = false);

/// Iterations after which a training that still goes on ends.
inline constexpr int most_iterations = 5000;

}  // namespace engd::automatic
