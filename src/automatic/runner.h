#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "backend/device.h"
#include "problem/problem.h"
#include "results/history.h"
#include "solve/window.h"
#include "support/error.h"
#include "support/state_archive.h"

// What the automatic layer asks of src/solve; sizes are asked for in scales.cpp.

namespace engd::automatic {

/// Of all networks of a problem.
Index parameters_of(const problem::Problem& problem);

/// How well a term holds: the residual on fresh points next to the size of its summands, and next
/// to the residual on the points of training.
struct TermQuality {
  std::string term;
  double relative = 0;
  double to_trained = 1;
  /// Of measurements that the solution explains but for their noise: the noise next to what was
  /// measured. Their residual is noise then, and counts as 0.
  double noise = 0;
  double scatter = 0;  ///< of the mean of as many measurements: what their noise may do
};

/// Where and how a problem is solved.
struct Machine {
  std::uint64_t seed = 0;
  int threads = 1;
  backend::Device device = backend::Device::cpu;
  double memory = std::numeric_limits<double>::infinity();  ///< bytes that a training may take
};

/// A training takes more memory than there is for each of those beside each other.
class NoRoom : public InputError {
 public:
  using InputError::InputError;
};

/// The training of a problem, which can be left and gone on with, to the bit. Copies go on by
/// themselves.
class Runner {
 public:
  /// Throws InputError where the problem cannot be run, and NoRoom.
  Runner(const problem::Problem& problem, const Machine& machine);

  /// How many threads there are from now on.
  void use_threads(int threads) { machine_.threads = threads; }
  /// Bits depend on how many threads OpenBLAS has, which are all: nothing can run beside it.
  bool needs_all_threads() const;

  /// Goes on until `stop`, which is asked before every iteration, or to the end.
  void run(const std::function<bool()>& stop);

  const problem::Problem& problem() const { return *problem_; }
  Index parameters() const { return parameters_; }
  std::ptrdiff_t points() const { return points_; }
  double rows() const { return rows_; }
  bool has_ended() const { return ended_; }
  bool has_failed() const { return failed_; }
  const std::string& ending() const { return ending_; }
  int iterations() const { return iterations_; }
  int window() const { return window_; }  ///< of time: that is trained, or was last
  int windows_done() const;               ///< the first so many pieces are solved
  double seconds() const { return seconds_; }
  double loss() const { return loss_; }
  const std::vector<solve::Piece>& pieces() const { return pieces_; }
  std::string network_text() const;

  /// Where the training stands, or stood a few iterations ago; nothing at its start.
  const StateArchive::Values& state() const { return state_; }
  /// Of the iterations before that state.
  std::vector<results::HistoryRow> history() const;

 private:
  std::shared_ptr<const problem::Problem> problem_;  // pieces keep its address
  Machine machine_;
  Index parameters_ = 0;
  std::ptrdiff_t points_ = 0;
  double rows_ = 0;
  bool ended_ = false, failed_ = false;
  std::string ending_;
  int iterations_ = 0, window_ = 0;
  double seconds_ = 0, loss_ = 0;
  std::vector<solve::Piece> pieces_;
  StateArchive::Values state_;
  int iteration_of_state_ = 0;
  std::vector<results::HistoryRow> rows_of_history_;
};

/// One a term; the worst over its residuals and all pieces.
std::vector<TermQuality> measure_terms(const std::vector<solve::Piece>& pieces,
                                       const Machine& machine);

/// The points where errors of an unknown are measured: where the equations that it occurs in hold.
struct Place {
  int unknown = 0;
  geometry::PointSet points;
};
std::vector<Place> places_of(const problem::Problem& problem);
bool occurs(const problem::Problem& problem, const problem::Term& term, int unknown);
bool is_inside(const problem::Term& term, int dimension);
/// The coordinate that is time; -1 where there is none.
int time_axis_of(const problem::Problem& problem);
Matrix values_at(const problem::Problem& problem, const std::vector<solve::Piece>& pieces,
                 const geometry::PointSet& points, int threads);

}  // namespace engd::automatic
