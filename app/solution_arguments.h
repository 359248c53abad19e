#pragma once

#include <string>
#include <vector>

#include "solution/point_source.h"
#include "solution/solution.h"

// What the options of `engd evaluate` and `engd compare` say, as the library wants it. All throw
// InputError.
namespace engd::app {

/// --seed, where it stands.
std::optional<std::uint64_t> seed_of(const std::string& text);

/// --at "t=0.5", several times or with commas.
solution::Coordinates read_at(const std::vector<std::string>& texts,
                              const problem::Problem& problem);

/// --grid "200x100" over the free coordinates, or "200" along each.
std::unique_ptr<solution::PointSource> read_grid(const std::string& text,
                                                 const solution::Solution& solution,
                                                 const solution::Coordinates& coordinates);

/// --line "0,0:1,1:500": both ends and the number of points.
std::unique_ptr<solution::PointSource> read_line(const std::string& text,
                                                 const problem::Problem& problem,
                                                 const solution::Coordinates& coordinates);

/// All unknowns, where --of does not stand.
solution::Formulas formulas_of(const std::string& of, const solution::Solution& solution);

}  // namespace engd::app
