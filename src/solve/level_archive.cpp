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

void exchange(StateArchive& archive, Level& level) {
  const std::size_t unknowns = level.problem->scope.unknowns.size();
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
  Kept own{level.start, level.scale, level.frequency};
  archive("scale", own.scale);
  archive("frequency", own.frequency);
  archive("start", own.theta);
  if (!archive.loading()) return;
  archive.require(kept.size() <= level.problem->corrections.size(), "frozen");
  archive.require(own.scale.empty() || own.scale.size() == unknowns, "scale");
  level = level.earlier(0);
  for (Kept& one : kept) {
    level.begin(std::move(one.scale), one.frequency);
    archive.require(one.theta.size() == level.trainable->parameters(), "theta");
    level = level.next(std::move(one.theta));
  }
  level.begin(std::move(own.scale), own.frequency, std::move(own.theta));
  archive.require(level.start.size() == 0 || level.start.size() == level.trainable->parameters(),
                  "start");
}

}  // namespace engd::solve
