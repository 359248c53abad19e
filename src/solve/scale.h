#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "solve/level.h"

namespace engd::solve {

/// The attempt that the starts of a level's network are drawn from: further networks are not drawn
/// like the ones before them.
std::uint32_t first_attempt(const Level& level);

/// The energy of a level on about twice as many points: what a network gains there is not gained
/// between the points alone.
std::unique_ptr<energy::Energy> make_finer_energy(Level& level, std::uint64_t seed, int threads);

/// Sets scale, frequency and start of a level's network by what its frozen networks have left: the
/// best correction that the output layer of the network can give at its start, a linear
/// least-squares problem in the norm of the energy. The frequency of the start is the one whose
/// correction lowers the energy on finer points most (1 where the file gives `init.std`); the
/// scales are the root mean squares of that correction, unknown by unknown. False where nothing is
/// left.
bool fit_to_rest(Level& level, std::uint64_t seed, int threads);

}  // namespace engd::solve
