#include "automatic/scale_trials.h"

#include "automatic/kinds.h"
#include "support/error.h"

namespace engd::automatic {

namespace {

constexpr int trials = 2, iterations_of_a_trial = 10;
constexpr double part_of_first_size = 0.5, rows = 4;  // for a parameter
constexpr double largest_part_of_the_budget = 0.02;   // for a trial

}  // namespace

Scales find_scales(const problem::Problem& problem, const Machine& machine, Meter& meter,
                   const std::function<bool()>& stop) {
  Scales scales;
  const Entrant entrant = entrants(problem).front();
  for (int trial = 0; trial < trials && !stop(); ++trial) try {
      const Choice choice =
          choice_of(entrant, part_of_first_size * first_size(problem), rows, problem);
      Runner runner(with_choice(problem, with_scales(choice, problem, scales)), machine);
      const double each = work_of_iteration(entrant.method, runner.rows(),
                                            static_cast<double>(runner.parameters()));
      if (meter.cost_of(iterations_of_a_trial * each) > largest_part_of_the_budget) break;
      int asked = 0;
      runner.run([&] {
        if (asked > 0) meter.add(each);
        return asked++ == iterations_of_a_trial || stop();
      });
      if (runner.has_failed()) break;
      scales = measure_scales(problem, runner.pieces(), machine);
    } catch (const InputError&) {
      break;  // the race says why
    }
  return scales;
}

}  // namespace engd::automatic
