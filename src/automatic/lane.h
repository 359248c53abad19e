#pragma once

#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "automatic/comparison.h"
#include "automatic/kinds.h"
#include "automatic/scales.h"
#include "automatic/windows.h"
#include "automatic/work.h"

namespace engd::automatic {

/// One network in training, of one size on its points.
struct Candidate {
  double rows_each = 0;  ///< rows for a parameter
  bool redrawn = false;  ///< points are drawn again before every iteration
  Choice choice;
  std::shared_ptr<Runner> runner;
  double work = 0;
  double cost = 0;  ///< the part of the budget
  double score = std::numeric_limits<double>::infinity();
  /// Of explained measurements (TermQuality); 0: there are none.
  double noise = 0, scatter = 0;
  double to_trained = 1;  ///< the residual on fresh points, of the term that is worst, to that of
                          ///< the points of training
  /// How fast the score falls: like work^-fall over each of the last measurements.
  std::vector<double> falls;
  WindowsSoFar windows;     ///< of time
  std::string why_stopped;  ///< before all windows were solved; empty: not

  bool has_few_points() const;
  bool is_saturated() const;
  bool is_done() const { return runner->has_ended() || !why_stopped.empty() || is_saturated(); }
  bool is_in_windows() const { return runner->problem().windows > 1; }
  /// Windows of time have a score when all of them are solved.
  bool is_pending() const { return is_in_windows() && !runner->has_ended() && why_stopped.empty(); }
  /// The score that so many times the work would lead to.
  double predicted(double times) const;
};

/// What a lane has beside others.
struct Share {
  int threads = 1;
  double memory = std::numeric_limits<double>::infinity();  ///< bytes for a candidate
};

/// The candidates of one kind: a small one first, then larger ones. Each begins once and goes on.
class Lane {
 public:
  Lane(const problem::Problem& problem, const Machine& machine, Entrant entrant,
       const Scales& scales);
  Lane(Lane&&) = default;
  Lane& operator=(Lane&&) = default;

  /// A lane that goes on by itself from where this one is.
  Lane copy() const;
  /// The same, beside other lanes from now on. What then needs all threads, or more memory, waits.
  void run_beside_others(const Share& share);
  void run_alone();
  bool waits() const { return waits_; }

  /// Spends the budget until this lane has had the part `quota` of the budget, or until nothing
  /// that it could do fits. `finishing`: a candidate that is saturated goes on where a larger one
  /// does not fit, since no later quota is going to be larger.
  void advance(Meter& meter, double quota, bool finishing, const std::function<bool()>& stop);

  const Entrant& entrant() const { return entrant_; }
  const std::deque<Candidate>& candidates() const { return candidates_; }
  const Candidate* best() const;  ///< null where none has a finite score
  double predicted() const;       ///< the least over its candidates
  double fall() const;            ///< of the last candidate
  /// What it would train next needs all threads.
  bool needs_all_threads() const {
    return !candidates_.empty() && candidates_.back().runner->needs_all_threads();
  }
  /// Larger networks and more points have gained nothing, or are not possible.
  bool is_exhausted() const { return exhausted_; }
  /// And none of its candidates can go on.
  bool has_ended() const;
  const std::string& why_exhausted() const { return why_exhausted_; }
  double spent() const { return spent_; }
  /// Something is known of how well a candidate does.
  bool has_judged() const {
    return best() || (!candidates_.empty() && candidates_.back().windows.any());
  }
  /// After the first iterations of the first candidate.
  double first_score() const { return first_score_; }
  /// The race goes on without this lane; "": with it again.
  void leave(std::string why) { why_left_ = std::move(why); }
  const std::string& why_left() const { return why_left_; }

 private:
  Lane(const Lane&) = default;
  struct Next {
    double size, rows_each;
    int windows;
    bool redrawn = false;
  };
  Machine machine() const;
  Next next() const;
  bool has_gained() const;
  std::string why_no_next(const Next& next) const;
  void learn_steps();
  std::optional<Next> fitted(Next next, double left) const;
  double work_of_iteration(double rows, double parameters) const;
  void begin_next(const Meter& meter, double left);
  Candidate* next_to_train(bool finishing);
  void go_on(Candidate& candidate, Meter& meter, const std::function<bool()>& stop);
  void measure(Candidate& candidate, double work_before);
  void judge_windows(Candidate& candidate, const Meter& meter);
  void give_up(const std::string& why);

  const problem::Problem* problem_;
  Machine machine_;
  std::optional<Share> share_;  ///< nothing where it runs alone
  bool waits_ = false;
  Entrant entrant_;
  const Scales* scales_;
  std::deque<Candidate> candidates_;
  double spent_ = 0;
  double first_score_ = std::numeric_limits<double>::infinity();
  int without_gain_ = 0;
  WindowSteps steps_;
  bool exhausted_ = false;
  std::string why_exhausted_, why_left_;
};

}  // namespace engd::automatic
