#include "solve/level_archive.h"

namespace engd::solve {

namespace {

/// What a frozen network has beyond the problem.
struct Kept {
  Vector theta;
  std::vector<double> scale;
  double frequency = 1;
};

}  // namespace

void exchange(StateArchive& archive, const problem::Problem& problem, Level& level) {
  const std::size_t unknowns = problem.scope.unknowns.size();
  archive.set_parameters(-1);
  std::vector<Kept> kept;
  for (const network::FrozenNetwork& one : level.frozen)
    kept.push_back({one.theta, one.scale, one.trainable.network().options().init.frequency});
  archive.list("frozen", kept, [&](Kept& one) {
    archive("theta", one.theta);
    archive("scale", one.scale);
    archive("frequency", one.frequency);
    archive.require(one.scale.size() == unknowns, "scale");
  });
  archive("scale", level.scale);
  archive("frequency", level.frequency);
  archive("start", level.start);
  if (!archive.loading()) return;
  archive.require(kept.size() <= problem.corrections.size(), "frozen");
  archive.require(level.scale.empty() || level.scale.size() == unknowns, "scale");
  level.frozen.clear();
  const double frequency = level.frequency;
  for (Kept& one : kept) {
    level.frequency = one.frequency;
    network::Trainable trainable = make_network(problem, level);
    archive.require(one.theta.size() == trainable.parameters(), "theta");
    level.frozen.push_back({std::move(trainable), std::move(one.theta), std::move(one.scale)});
  }
  level.frequency = frequency;
  const Index parameters = make_network(problem, level).parameters();
  archive.require(level.start.size() == 0 || level.start.size() == parameters, "start");
}

}  // namespace engd::solve
