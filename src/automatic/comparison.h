#pragma once

#include <vector>

#include "automatic/runner.h"
#include "backend/cpu/error_squares.h"
#include "results/summary.h"

namespace engd::automatic {

/// A solution and how well the equations hold for it. The pieces outlive it.
struct Judged {
  const std::vector<solve::Piece>* pieces = nullptr;
  double score = 0;
  double scatter = 0;  ///< of measurements, which no error is below
};

/// Where the score is above, the equations do not hold: no error is smaller than it.
inline constexpr double no_solution = 0.1;

/// An estimate of relative L2 errors.
struct Estimate {
  double rel_l2 = 0;
  std::vector<results::UnknownEstimate> by_unknown;
};

/// So many others are looked at, those with the smallest scores.
inline constexpr std::size_t most_compared = 6;

/// Tells how accurate a solution is by others of the same problem.
class Comparison {
 public:
  Comparison(const problem::Problem& problem, int threads);

  /// The relative L2 norms of u_1 - u_2, next to u_1. Nothing where one is not finite, or u_1 is
  /// zero.
  std::optional<cpu::Errors> difference(const std::vector<solve::Piece>& better,
                                        const std::vector<solve::Piece>& other) const;

  /// Where the residual r_1 of u_1 is to its error as r_k of u_k is to the error of that, and u_1
  /// is the better one by far, its error is
  ///
  ///     |u_1 - u_k| r_1 / r_k ,
  ///
  /// here relative to |u_1|. The others are ordered by their scores r_k. Those that are far from
  /// u_1 solve the equations no more than roughly: of up to three others that do better the two
  /// smaller numbers count, by their geometric mean. Never less than the rounding of u_1, or
  /// the scatter of what was measured. Nothing
  /// where a number is not finite.
  std::optional<Estimate> estimate(const Judged& better, const std::vector<Judged>& others) const;

 private:
  const problem::Problem& problem_;
  int threads_;
  std::vector<Place> places_;
};

/// The root of the sum of squares of what the terms' residuals are next to their summands: infinite
/// where one is not finite.
double score_of(const std::vector<TermQuality>& terms);
/// The largest of all terms; 0 where none has explained measurements.
double noise_of(const std::vector<TermQuality>& terms);
double scatter_of(const std::vector<TermQuality>& terms);

}  // namespace engd::automatic
