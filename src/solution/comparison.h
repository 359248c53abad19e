#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "formats/vtk.h"
#include "solution/solution.h"

namespace engd::solution {

/// How far a formula of one solution is from that of another, the reference.
struct Difference {
  std::string name;
  double l2 = 0, maximum = 0;                      ///< of the difference
  double reference_l2 = 0, reference_maximum = 0;  ///< of the reference
};

struct Comparison {
  std::vector<Difference> differences;
  Index points = 0;
  /// Of a solution, the part of the first one's domain that both have. Its l2 are integrals, those
  /// of a table root mean squares over the rows.
  double common = 1;
};

/// Of two solutions with coordinates of the same names, by quadrature over what is common to their
/// domains; the maxima also on a grid with the faces. Unknowns that are known up to a constant are
/// compared up to one. Throws InputError where nothing is common.
Comparison compare(const Solution& solution, const Solution& reference, const Formulas& formulas,
                   int threads);

/// With the rows of a CSV file: columns of the coordinates, and those called as the formulas are.
Comparison compare_with_table(const Solution& solution, const std::filesystem::path& file,
                              const Formulas& formulas, int threads);

/// The differences on a grid over the box that both have, in one or two coordinates; of others the
/// middle is taken. For pictures.
formats::SampledField difference_on_grid(const Solution& solution, const Solution& reference,
                                         const Formulas& formulas, int threads);

/// The unknowns that both have, as formulas. Throws InputError where there are none.
Formulas common_unknowns(const Solution& solution, const std::vector<std::string>& names,
                         const std::string& of_what);

}  // namespace engd::solution
