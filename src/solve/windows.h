#pragma once

#include <functional>
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
class Windows {
 public:
  /// Makes what the first window needs: throws InputError where the problem cannot be run.
  Windows(problem::Problem& problem, std::uint64_t seed, int threads,
          backend::Device device = backend::Device::cpu);
  ~Windows() { problem_.graph = graph_; }  // the next run begins as this one did
  Windows(const Windows&) = delete;
  Windows& operator=(const Windows&) = delete;

  const energy::Energy& energy() const { return training_->energy(); }  ///< of this window
  Solved run(const std::function<void(const Moment&)>& observe, const std::function<bool()>& stop,
             const optim::Keeping& keeping = {});

 private:
  void enter(int number);
  /// The windows that are done.
  void exchange(StateArchive& archive);
  Vector continued_start() const;
  bool run_window(bool last, const std::function<void(const Moment&)>& observe,
                  const std::function<bool()>& stop);

  problem::Problem& problem_;
  expr::Graph graph_;        ///< the formulas of the problem alone
  expr::Graph piece_graph_;  ///< those of the window that is solved
  std::uint64_t seed_;
  int threads_;
  backend::Device device_;
  std::vector<Piece> pieces_;
  std::unique_ptr<Training> training_;
  cpu::SolutionError::Squares squares_;  ///< of the windows that are done
  Solved solved_;
  optim::Keeping keeping_;
};

/// Saves or loads pieces that are solved; their problems are made again.
void exchange(StateArchive& archive, problem::Problem& problem, int threads,
              std::vector<Piece>& pieces);

}  // namespace engd::solve
