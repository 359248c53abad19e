#include "automatic/side_by_side.h"

#include <algorithm>

#include "linalg/blas.h"
#include "support/in_order.h"
#include "support/memory_limit.h"

namespace engd::automatic {

namespace {

int count_at_once(std::size_t jobs, const Machine& machine) {
  const auto most = has_room_for_several(machine) ? machine.threads : 1;
  return std::clamp(static_cast<int>(jobs), 1, most);
}

Share share_of(int at_once, const Machine& machine) {
  return {machine.threads / at_once, available_bytes() / at_once};
}

}  // namespace

bool has_room_for_several(const Machine& machine) {
  return machine.threads > 1 && machine.device == backend::Device::cpu;
}

void advance_side_by_side(std::vector<Turn>& turns, const Machine& machine, Meter& meter,
                          const std::function<bool(const Lane&, const Meter&)>& stop,
                          const std::function<bool(Turn&)>& take,
                          const std::function<void()>& meanwhile) {
  const double before = meter.done();
  std::vector<Meter> meters(turns.size(), meter);
  const int at_once = count_at_once(turns.size(), machine);
  const Share share = share_of(at_once, machine);
  for (Turn& turn : turns) turn.lane.run_beside_others(share);
  const linalg::ThreadShare of_the_caller(1);  // who judges while others train
  in_order(
      static_cast<int>(turns.size()), at_once,
      [&](int k, const std::function<bool()>& dropped) {
        const linalg::ThreadShare own(share.threads);
        Turn& turn = turns[static_cast<std::size_t>(k)];
        Meter& its = meters[static_cast<std::size_t>(k)];
        turn.lane.advance(its, turn.quota, turn.finishing,
                          [&] { return dropped() || stop(turn.lane, its); });
      },
      [&](int k) {
        meter.add(meters[static_cast<std::size_t>(k)].done() - before);
        return take(turns[static_cast<std::size_t>(k)]);
      },
      meanwhile);
}

void work_side_by_side(int jobs, const Machine& machine,
                       const std::function<void(int job, const Machine&)>& work,
                       const std::function<void()>& meanwhile) {
  const int at_once = count_at_once(static_cast<std::size_t>(jobs), machine);
  if (at_once == 1) {
    for (int k = 0; k < jobs; ++k) work(k, machine);
    return;
  }
  const Share share = share_of(at_once, machine);
  Machine one = machine;
  one.threads = share.threads;
  one.memory = share.memory;
  in_order(
      jobs, at_once,
      [&](int k, const auto&) {
        const linalg::ThreadShare own(share.threads);
        work(k, one);
      },
      [](int) { return true; }, meanwhile);
}

}  // namespace engd::automatic
