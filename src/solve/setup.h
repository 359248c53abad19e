#pragma once

#include <memory>
#include <vector>

#include "backend/cpu/solution_error.h"
#include "backend/device.h"
#include "energy/ansatz.h"
#include "energy/energy.h"
#include "energy/term.h"
#include "network/frozen.h"
#include "network/kinds.h"
#include "problem/problem.h"

namespace engd::solve {

/// Which of a problem's networks is trained, and what the ones before it have reached.
struct Level {
  std::vector<network::FrozenNetwork> frozen;  ///< the networks before it; none for the first
  std::vector<double> scale;                   ///< of this one, one an unknown; empty: 1
  double frequency = 1;                        ///< of its start, relative to the usual one
  Vector start;  ///< its parameters at the start; empty: drawn by the seed
  std::shared_ptr<const energy::State> before;  ///< of a later window of time: what it begins with
  int time_axis = -1;                           ///< with `before`
};

/// The coordinate that is time; -1 where there is none.
int time_axis(const problem::Problem& problem);

/// From what a problem file says to what runs. The problem outlives what is made of it: formulas
/// stay in its graph.
network::Trainable make_network(const problem::Problem& problem, const Level& level = {});
energy::Ansatz make_ansatz(const problem::Problem& problem, const Level& level = {});
/// The terms of the problem first, then further parts of some.
struct LevelTerms {
  std::vector<energy::Term> terms;
  std::vector<int> owner;      ///< of each: the term of the problem it is a part of
  std::vector<double> offset;  ///< of each term of the problem: its loss is larger by this number
};
/// Beside frozen networks, densities of first order on Gauss points of the whole domain take the
/// form of energy::first_variation: two terms and a number. Others stay as they are.
LevelTerms make_level_terms(problem::Problem& problem, const Level& level);
std::vector<energy::Term> make_terms(problem::Problem& problem, const Level& level = {});
std::unique_ptr<energy::Energy> make_energy(problem::Problem& problem, std::uint64_t seed,
                                            int threads, const Level& level = {},
                                            backend::Device device = backend::Device::cpu);
std::unique_ptr<energy::Energy> make_energy(problem::Problem& problem,
                                            std::vector<energy::Term> terms, std::uint64_t seed,
                                            int threads, const Level& level,
                                            backend::Device device = backend::Device::cpu);

/// Where errors are measured on a region of the domain: they are integrals, so that by default they
/// are taken by Gauss points wherever the region has some, and on a grid elsewhere.
geometry::PointRule evaluation_rule(const problem::Problem& problem,
                                    const geometry::Region& region);
geometry::PointSet evaluation_points(const problem::Problem& problem,
                                     const geometry::Region& region);
/// Null when no solution is known.
std::unique_ptr<cpu::SolutionError> make_solution_error(problem::Problem& problem, int threads,
                                                        const Level& level = {});

}  // namespace engd::solve
