#pragma once

#include <vector>

#include "geometry/time_cut.h"
#include "problem/problem.h"

namespace engd::solve {

/// A term of the program's own at the start of a window, and the term of the whole problem that its
/// loss is counted with.
struct Join {
  problem::Term term;
  std::size_t origin;
};

/// Up to which order in time each unknown is handed on by its hard condition: 0 where there is none
/// at the start of time.
using HardOrders = std::vector<int>;

/// D^alpha u - D^alpha u_before for every derivative that occurs in the formulas of a term.
std::vector<problem::Formula> continued(problem::Problem& problem, const problem::Term& term);

/// What the window asks of the one before it, beyond what the file states at the start of time. An
/// equation of order m in time asks for D_t^j u, j < m, where it holds; an unknown of which nothing
/// is said in the window goes on from where it was. `problem` has the terms of the window.
std::vector<Join> missing_joins(const problem::Problem& whole, problem::Problem& problem,
                                const HardOrders& hard, const geometry::TimeInterval& window);

/// Windows are solved forward in time. Throws InputError where the first one has no terms, and
/// where it lacks conditions that the file states at a later time.
void require_start(const problem::Problem& whole, const problem::Problem& first_window,
                   const HardOrders& hard, const geometry::TimeInterval& window);

}  // namespace engd::solve
