#include <algorithm>
#include <array>
#include <string_view>

#include "read/suggest.h"

namespace engd::read {
namespace {

/// Words that other programs use, between blanks, and the ones of problem files that may be meant.
struct ForeignWord {
  std::string_view theirs, ours;
};

constexpr std::array words{
    // sections
    ForeignWord{"variables unknowns domain time periodic geometry shape", "problem"},
    ForeignWord{"parameters params parameter const constant", "constants"},
    ForeignWord{"definitions defs function", "functions"},
    ForeignWord{"equation equations pde ode bc ic bcs boundary initial condition conditions "
                "boundary_conditions initial_conditions residual residuals losses terms",
                "term"},
    ForeignWord{"exact analytic analytical true u_exact", "solution"},
    ForeignWord{"net model mlp nn architecture", "network"},
    ForeignWord{"optimiser training train solver", "optimizer"},
    ForeignWord{"eval validation test", "evaluation"},
    ForeignWord{"dirichlet", "hard term"},
    // keys
    ForeignWord{"vars coordinates coords inputs independent", "variables"},
    ForeignWord{"fields outputs dependent", "unknowns"},
    ForeignWord{"equation pde ode formula eq expression expr value loss", "residual value"},
    ForeignWord{"energy functional lagrangian", "density"},
    ForeignWord{"region where location place domain part at", "on"},
    ForeignWord{"factor lambda penalty", "weight"},
    ForeignWord{"sampling samples collocation", "points"},
    ForeignWord{"measurements csv", "data file"},
    ForeignWord{"hidden width widths units neurons hidden_layers nodes sizes", "layers"},
    ForeignWord{"act nonlinearity", "activation"},
    ForeignWord{"epochs steps maxiter max_iter max_iterations niter iter", "iterations"},
    ForeignWord{"lr rate step_size", "learning_rate"},
    ForeignWord{"tol tolerance", "gradient_tolerance"},
    ForeignWord{"algorithm type", "method"},
    // values and their keys
    ForeignWord{"rectangle square cube bounds limits interval", "box"},
    ForeignWord{"uniform equispaced linspace n number count size num", "grid"},
    ForeignWord{"lhs latin", "sobol"},
    ForeignWord{"circle cylinder", "disk"},
    ForeignWord{"sphere", "ball"},
    ForeignWord{"ring", "annulus"},
    ForeignWord{"triangle lshape l_shape", "polygon"},
    ForeignWord{"mesh", "stl"},
    ForeignWord{"minus subtract", "difference"},
    ForeignWord{"r", "radius"},
    ForeignWord{"all whole domain inside everywhere volume bulk omega", "interior"},
    ForeignWord{"boundaries border edge edges bc walls dirichlet neumann", "boundary"},
    ForeignWord{"start begin ic", "initial"},
    ForeignWord{"end terminal", "final"},
    ForeignWord{"newton lm levenberg gauss_newton gn ngd natural", "engd"},
    ForeignWord{"sgd", "gd"},
    ForeignWord{"l-bfgs l_bfgs lbfgsb", "lbfgs"},
};

/// Calls take(word) for every word between blanks, until one is taken.
template <class Take>
bool any_word(std::string_view words_of, Take&& take) {
  while (!words_of.empty()) {
    const std::size_t blank = std::min(words_of.find(' '), words_of.size());
    if (take(words_of.substr(0, blank))) return true;
    words_of.remove_prefix(std::min(blank + 1, words_of.size()));
  }
  return false;
}

}  // namespace

std::string meant_by(const std::string& written, const std::vector<std::string>& names) {
  std::string meant;
  for (const ForeignWord& word : words) {
    if (!any_word(word.theirs, [&](std::string_view theirs) { return theirs == written; }))
      continue;
    const bool found = any_word(word.ours, [&](std::string_view ours) {
      if (std::find(names.begin(), names.end(), ours) == names.end()) return false;
      meant = ours;
      return true;
    });
    if (found) break;
  }
  return meant;
}

}  // namespace engd::read
