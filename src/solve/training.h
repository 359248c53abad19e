#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "optim/driver.h"
#include "problem/problem.h"
#include "solve/setup.h"

namespace engd::solve {

/// What an observer of training sees.
struct Moment {
  const optim::Options& optimizer;
  const optim::State& state;   ///< of the network in training
  int iteration;               ///< of all networks, and of all windows of time
  double loss;                 ///< of the unknowns, which are more than that network
  const Vector& loss_by_term;  ///< likewise, for the terms of the problem
  cpu::SolutionError* error;   ///< null: no solution is known
  double seconds;
  bool final;
};

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
  Training(problem::Problem& problem, std::uint64_t seed, int threads,
           backend::Device device = backend::Device::cpu, Level first = {},
           const cpu::SolutionError::Squares& elsewhere = {});

  const energy::Energy& energy() const { return *energy_; }
  Trained run(const std::function<void(const Moment&)>& observe, const std::function<bool()>& stop,
              const optim::Keeping& keeping = {});

 private:
  /// One optimiser after another from the state's theta; false when training must end.
  bool train(const std::function<void(const Moment&)>& observe, const std::function<bool()>& stop);
  /// Where training stands, but for the optimiser that runs.
  void exchange(StateArchive& archive);
  void resume_or_begin(const optim::Keeping& keeping);
  void stay_at_the_start();
  bool enter_next_level();
  bool lowers_the_loss();
  void leave_out();
  void enter(Level level);
  void fold_losses();
  void tell(const std::function<void(const Moment&)>& observe, const optim::Options& optimizer,
            double seconds, bool final);

  problem::Problem& problem_;
  /// The formulas of the problem alone. Sums are ordered by when their parts were made, so that
  /// every network begins with these: its bits do not depend on what was trained before in the same
  /// process, and a run that goes on has those of one that was never left.
  expr::Graph graph_;
  std::uint64_t seed_;
  int threads_;
  backend::Device device_;
  Level level_;
  std::unique_ptr<energy::Energy> energy_;
  std::vector<int> owner_;
  std::vector<double> offset_;
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
  optim::Keeping keeping_;
};

}  // namespace engd::solve
