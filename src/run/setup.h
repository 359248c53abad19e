#pragma once

#include <memory>
#include <vector>

#include "backend/cpu/solution_error.h"
#include "backend/device.h"
#include "energy/energy.h"
#include "energy/term.h"
#include "io/problem.h"
#include "network/mlp.h"

namespace engd::run {

/// From what a problem file says to what runs. The problem outlives what is made of it: formulas
/// stay in its graph.
network::Mlp make_network(const io::Problem& problem);
std::vector<energy::Term> make_terms(io::Problem& problem);
std::unique_ptr<energy::Energy> make_energy(io::Problem& problem, std::uint64_t seed, int threads,
                                            backend::Device device = backend::Device::cpu);

/// Null when the solution is not known.
std::unique_ptr<cpu::SolutionError> make_solution_error(io::Problem& problem, int threads);

}  // namespace engd::run
