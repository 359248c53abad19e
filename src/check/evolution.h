#pragma once

#include "check/subject.h"

namespace engd::check {

/// In which direction of time the equation of an unknown can be solved, as the signs before its
/// derivatives say.
enum class Evolution {
  unknown,   ///< or either
  forward,   ///< u_t = u_xx, u_t = -u_xxxx
  backward,  ///< u_t = -u_xx
  wave,      ///< u_tt = u_xx
  elliptic,  ///< u_tt = -u_xx
};

/// Of the residual that decides: with the highest derivative in time and in space of this unknown,
/// where no other unknown's are in the way.
Evolution evolution_of(Subject& subject, int unknown);

}  // namespace engd::check
