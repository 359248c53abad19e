#pragma once

#include <vector>

#include "problem/problem.h"

namespace engd::problem {

/// The coordinate that is time; -1 where there is none.
int time_axis(const Problem& problem);

/// All derivatives of unknowns in the formulas of a term.
std::vector<expr::JetEntry> entries_of(const Problem& problem, const Term& term);

/// How often an entry is differentiated along time.
int order_in_time(const expr::JetEntry& entry, int time_axis);

/// The highest order in time of an unknown in a term; -1 where the term does not have the unknown.
int order_in_time(const Problem& problem, const Term& term, int unknown);

/// The order in time of what the terms say about an unknown across an interval of time: that of
/// its equation. 0 for an unknown that is not differentiated along time, such as a pressure.
int order_in_time(const Problem& problem, int unknown);

/// Whether a piece of the term's region runs over an interval of time.
bool runs_over_time(const Problem& problem, const Term& term);

}  // namespace engd::problem
