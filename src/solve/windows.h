#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "solve/training.h"
#include "solve/window.h"

namespace engd::solve {

/// What a whole problem came to: one piece, or one for every window that was solved.
struct Solved {
  std::vector<Piece> pieces;
  double loss = 0;       ///< the mean over the windows
  optim::Result ending;  ///< of the last window; its iterations and seconds are those of all
  std::optional<cpu::Errors> errors;

  Index parameters() const;  ///< of all networks
};

/// Solves a problem: its windows of time one after another, each from the end of the one before,
/// or all of it at once where there is one only. Observers see iterations counted through, the
/// losses of the problem's own terms, and errors over all that has been reached so far.
class Windows : private Observer {
 public:
  /// Makes what the first window needs: throws InputError where the problem cannot be run.
  Windows(const problem::Problem& problem, std::uint64_t seed, int threads,
          backend::Device device = backend::Device::cpu);

  const energy::Energy& energy() const { return training_->energy(); }  ///< of this window
  /// `resumed`: where to go on from.
  Solved run(Observer& observer, StateArchive* resumed = nullptr);
  Solved run();  ///< nobody looks on

 private:
  void enter(int number);
  /// The windows that are done.
  void exchange(StateArchive& archive);
  Vector continued_start() const;
  bool run_window(StateArchive* resumed);
  bool is_last() const { return std::ssize(pieces_) == problem_.windows; }
  // The window that is solved, told as a part of the whole.
  void see(const Moment& moment) override;
  bool wants_to_stop() override { return observer_->wants_to_stop(); }
  void keep(int iteration, bool leaving, const Save& save) override;

  const problem::Problem& problem_;
  std::uint64_t seed_;
  int threads_;
  backend::Device device_;
  std::vector<Piece> pieces_;
  std::unique_ptr<Training> training_;
  cpu::SolutionError::Squares squares_;  ///< of the windows that are done
  Solved solved_;
  Observer* observer_ = nullptr;
  Vector loss_by_term_;  ///< of the whole problem
};

/// Of all stages, networks and windows. Throws InputError where they are too many to count.
int total_iterations(const problem::Problem& problem);

/// Saves or loads pieces that are solved; their problems are made again.
void exchange(StateArchive& archive, const problem::Problem& problem, int threads,
              std::vector<Piece>& pieces);

}  // namespace engd::solve
