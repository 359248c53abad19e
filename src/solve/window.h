#pragma once

#include <memory>
#include <vector>

#include "problem/problem.h"
#include "solve/level.h"

namespace engd::solve {

class EndValues;

/// A solution over an interval of time: the problem there, the level that is trained last, and the
/// parameters of its network. Without windows there is one, over all of the time.
struct Piece {
  std::shared_ptr<const problem::Problem> problem;
  Level level;
  Vector theta;
  std::vector<int> origin;  ///< of each of its terms: the whole problem's that its loss counts with
  int joins = 0;  ///< the last so many terms are the program's own, at the start of a window
  std::shared_ptr<EndValues> ends = nullptr;  ///< what the windows of one run share
};

/// The window `number` of problem.windows equal ones, as a problem of its own: its domain, its
/// part of every region and of the reference. What holds at the start of time holds in the first
/// window as it is written. In later ones the state at the end of `before` takes its place: in
/// terms there each derivative of an unknown that occurs is to be what it is in the state, and a
/// hard condition u = g + d N becomes
///
///     u = g + sum_(j<m) (t - a)^j / j!  D_t^j (u_before - g)(a) + d N ,
///
/// with m the order to which d vanishes, and d stretched in time from the whole to the window. What
/// the equations ask for beyond that is handed on by terms of the program's own
/// (solve/window_join.h). A term without points in the window is left out there. Throws InputError
/// where that cannot be done.
Piece make_window(const problem::Problem& whole, int number, const Piece* before, int threads);

/// The same without terms and references: the unknowns of a window whose training is over.
Piece make_trained_window(const problem::Problem& whole, int number, const Piece* before);

}  // namespace engd::solve
