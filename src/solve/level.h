#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/cpu/unknowns.h"
#include "backend/device.h"
#include "energy/ansatz.h"
#include "energy/energy.h"
#include "energy/term.h"
#include "network/frozen.h"
#include "problem/problem.h"
#include "problem/time_order.h"

namespace engd::solve {

/// The terms of a problem as one of its networks sees them: first one for each, then further parts
/// of some.
struct LevelTerms {
  std::vector<energy::Term> terms;
  std::vector<int> owner;      ///< of each: the term of the problem it is a part of
  std::vector<double> offset;  ///< of each term of the problem: its loss is larger by this number
};

/// One network of a problem beside those that were trained before it: the network, what the
/// unknowns are made of, and the terms. The problem outlives it and stays as it is; formulas that
/// are made for the level stand in a graph of its own.
class Level {
 public:
  /// The first network; of a later window of time with what the window begins with.
  explicit Level(const problem::Problem& problem,
                 std::shared_ptr<const energy::WindowStart> before = nullptr);

  const problem::Problem* problem;
  std::vector<network::FrozenNetwork> frozen;  ///< the networks before it; none for the first
  std::vector<double> scale;                   ///< of this one, one an unknown; empty: 1
  double frequency = 1;                        ///< of its start, relative to the usual one
  Vector start;                                ///< its parameters there; empty: drawn by the seed
  std::shared_ptr<const energy::WindowStart> before;    ///< null but in later windows of time
  std::shared_ptr<const network::Trainable> trainable;  ///< this one
  /// Sums are ordered by when their parts were made: a level begins with the formulas of the
  /// problem alone, so that bits do not depend on what was solved before in the same process, and a
  /// run that goes on has those of one that was never left.
  expr::Graph graph;

  /// Where the network begins. Terms that were made for another scale are made again.
  void begin(std::vector<double> at_scale, double at_frequency, Vector at = {});
  /// The network after it, which has all that this one with the parameters theta leaves, at the
  /// scale 1.
  Level next(Vector theta);
  /// One of the networks before it, with what it had before it.
  Level earlier(std::size_t number) const;
  /// The level without the formulas that were made for it.
  Level fresh() const;

  /// A new one: formulas number the fields that they ask of it.
  energy::Ansatz ansatz() const;
  const LevelTerms& terms();
  /// Derivatives of the unknowns at points.
  cpu::Unknowns unknowns_at(std::span<const expr::JetEntry> entries, geometry::PointSet points,
                            int threads);

 private:
  std::shared_ptr<const LevelTerms> terms_;  ///< once they are asked for
};

/// Beside frozen networks, densities of first order on Gauss points of the whole domain take the
/// form of energy::first_variation: two terms and a number. Others stay as they are.
LevelTerms make_terms(Level& level, const std::vector<problem::Term>& terms);

/// The level outlives its energies.
std::unique_ptr<energy::Energy> make_energy(Level& level, std::uint64_t seed, int threads,
                                            backend::Device device = backend::Device::cpu);
std::unique_ptr<energy::Energy> make_energy(Level& level, std::vector<energy::Term> terms,
                                            std::uint64_t seed, int threads,
                                            backend::Device device = backend::Device::cpu);

}  // namespace engd::solve
