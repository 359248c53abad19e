#pragma once

#include <functional>
#include <vector>

#include "automatic/lane.h"

namespace engd::automatic {

/// A lane that is to have its quota beside others.
struct Turn {
  Lane lane;
  double quota = 0;  ///< as of Lane::advance
  bool finishing = false;
};

/// Whether lanes can run side by side: there are threads for them, and a card works for one only.
bool has_room_for_several(const Machine& machine);

/// Advances lanes on as many threads as there are, each lane on one of them; on more where there
/// are fewer lanes. A lane counts work as if it were alone from here on, and what all have spent is
/// added in their order. `stop` is asked before every iteration of a lane, in the thread of the
/// lane. `take` is called in the order of the lanes, when a lane has its quota or waits; where the
/// answer is false the later ones are dropped, and neither taken nor counted: nothing depends on
/// which lane is the first to end. `meanwhile` is called by the caller's thread while it waits.
void advance_side_by_side(std::vector<Turn>& turns, const Machine& machine, Meter& meter,
                          const std::function<bool(const Lane&, const Meter&)>& stop,
                          const std::function<bool(Turn&)>& take,
                          const std::function<void()>& meanwhile);

/// Calls work(k) for the jobs 0 .. jobs-1, side by side where there is room, with what there is
/// then for each; and `meanwhile` as above.
void work_side_by_side(int jobs, const Machine& machine,
                       const std::function<void(int job, const Machine&)>& work,
                       const std::function<void()>& meanwhile);

}  // namespace engd::automatic
