#pragma once

#include <memory>
#include <optional>

#include "solve/evaluation.h"
#include "solve/observer.h"

namespace engd::solve {

/// What training came to: the unknowns are made of the level and the parameters of its network.
struct Trained {
  Level level;
  Vector theta;
  double loss = 0;
  optim::Result ending;  ///< of the last optimiser; its iterations and seconds are those of all
  std::unique_ptr<cpu::SolutionError> error;  ///< for `level`
};

/// Trains the networks of a problem one after another, each by all optimisers: a further network
/// gets what the ones before it have left, at its own scale. A network that lowers no loss is left
/// out again.
class Training {
 public:
  /// Makes the energy of the first network: throws InputError where the problem cannot be run.
  Training(Level first, std::uint64_t seed, int threads,
           backend::Device device = backend::Device::cpu,
           const cpu::SolutionError::Squares& elsewhere = {});
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;

  const energy::Energy& energy() const { return *energy_; }
  /// `resumed`: where to go on from.
  Trained run(Observer& observer, StateArchive* resumed = nullptr);
  Trained run();  ///< nobody looks on

 private:
  /// One optimiser after another from the state's theta; false when training must end.
  bool train(Observer& observer);
  /// Where training stands, but for the optimiser that runs.
  void exchange(StateArchive& archive);
  void stay_at_the_start();
  bool enter_next_level();
  bool lowers_the_loss();
  void leave_out();
  void enter(const Level& level);
  void fold_losses();
  void tell(Observer& observer, const optim::Options& optimizer, double seconds, bool final);

  Level level_;
  const problem::Problem& problem_;
  std::uint64_t seed_;
  int threads_;
  backend::Device device_;
  std::unique_ptr<energy::Energy> energy_;
  std::unique_ptr<cpu::SolutionError> error_;
  cpu::SolutionError::Squares elsewhere_;
  optim::State state_;
  double first_loss_ = -1;  ///< of the first network, at its start
  double loss_ = 0;
  Vector loss_by_term_;
  optim::Result ending_;
  int iterations_ = 0;
  double seconds_ = 0;
  int stage_ = 0;        ///< the optimiser that runs
  double unsolved_ = 1;  ///< its `solved` is so many times larger, beside frozen networks
  /// What comes back when the network in training is left out.
  struct Before {
    Level level;
    optim::State state;
    optim::Result ending;
  };
  std::optional<Before> before_;
  StateArchive* resumed_ = nullptr;  ///< until an optimiser has gone on from there
};

}  // namespace engd::solve
