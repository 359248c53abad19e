#include "pairs/trace.h"

#include <fmt/format.h>

#include "linalg/blas.h"
#include "results/checkpoint_file.h"
#include "solve/watching.h"
#include "solve/windows.h"

namespace engd::pairs {

namespace {

/// Ends a run as a signal would, right behind its checkpoint.
struct Killed {};

/// All digits.
std::string bits(double value) {
  return fmt::format(" {:.17g}", value);
}

std::string line_of(const solve::Moment& moment) {
  std::string line = std::to_string(moment.iteration) + bits(moment.loss) +
                     bits(moment.state.step) + bits(moment.state.damping) +
                     bits(moment.state.theta.sum());
  for (const double one : moment.loss_by_term) line += bits(one);
  if (moment.error && moment.error->is_relative())
    line += bits(moment.error->measure(moment.state.theta).rel_l2);
  return line;
}

}  // namespace

Trace train(problem::Problem problem, std::uint64_t seed, int threads, Break how, int moment,
            std::optional<StateArchive::Values>& kept) {
  linalg::set_threads(threads);
  solve::Windows windows(problem, seed, threads);
  Trace trace;
  StateArchive archive = kept ? StateArchive(*kept) : StateArchive();
  testing::Watching watching;
  watching.kept = [&](bool leaving, const solve::Observer::Save& save) {
    const bool here = trace.offers++ == moment;
    if (how == Break::never || !(how == Break::kill ? here : leaving)) return;
    StateArchive saved;
    save(saved);
    kept = results::read_checkpoint_image(results::checkpoint_image(saved), "checkpoint");
    if (how == Break::kill) throw Killed{};
  };
  bool leaving = false;
  try {
    watching.seen = [&](const solve::Moment& seen) {
      if (leaving) return;  // the last moment of a run that is left belongs to the next one
      trace.lines.push_back(line_of(seen));
      trace.losses.push_back(seen.loss);
    };
    watching.stop = [&] {
      return leaving = leaving || (how == Break::interrupt && trace.offers == moment);
    };
    const solve::Solved solved = windows.run(watching, kept ? &archive : nullptr);
    for (const solve::Piece& piece : solved.pieces) {
      for (const auto& frozen : piece.level.frozen) trace.parameters.push_back(frozen.theta);
      trace.parameters.push_back(piece.theta);
    }
    trace.ending = solved.ending.sentence;
    if (solved.errors) trace.ending += bits(solved.errors->rel_l2);
  } catch (const Killed&) {
  }
  return trace;
}

}  // namespace engd::pairs
