#include "solve/solvable.h"

#include <set>

#include "problem/place.h"
#include "solve/evaluation.h"
#include "solve/memory.h"
#include "solve/windows.h"

namespace engd::solve {

namespace {

constexpr int most_windows = 64;     ///< that are prepared
constexpr int windows_with_all = 3;  ///< the first ones, with all networks, and values at points

std::set<int> windows_to_prepare(int windows) {
  std::set<int> numbers;
  const int count = std::min(windows, most_windows);
  for (int k = 0; k < std::min(windows, windows_with_all); ++k) numbers.insert(k);
  for (int k = 0; k < count; ++k)
    numbers.insert(count < 2 ? 0 : static_cast<int>(std::int64_t{k} * (windows - 1) / (count - 1)));
  return numbers;
}

void require_points(const problem::Problem& problem, const std::vector<energy::Term>& terms,
                    bool finer) {
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const energy::Term& term = terms[t];
    geometry::PointRule rule = term.rule;
    if (finer && rule.kind != geometry::PointRule::Kind::file)
      rule = geometry::finer(rule, term.region.patches.front().dimension(), 2);
    geometry::place_points(rule, term.region, {0, static_cast<std::uint32_t>(t), 0},
                           problem.scope.coordinates);
  }
}

/// Every further network, at some place that training could have reached: first at the scale 1,
/// where it is fitted, then at another.
void require_corrections(Level level) {
  const problem::Problem& problem = *level.problem;
  for (std::size_t k = 0; k < problem.corrections.size(); ++k) {
    level = level.next(level.trainable->initial(0));
    require_points(problem, level.terms().terms, true);
    level.begin(std::vector(level.scale.size(), 0.5), 1);
    level.terms();
  }
}

void require_windows(const problem::Problem& problem, int threads) {
  std::optional<Piece> before;
  for (const int number : windows_to_prepare(problem.windows)) {
    Piece piece = make_window(problem, number, before ? &*before : nullptr, threads);
    if (number < windows_with_all) {
      make_energy(piece.level, 0, threads);
      require_corrections(piece.level);
    } else {
      require_points(*piece.problem, piece.level.terms().terms, false);
    }
    make_solution_error(piece.level, threads);
    piece.theta = piece.level.trainable->initial(0);
    before = std::move(piece);
  }
}

/// In windows a part may have no points: in one of them it has.
void require_solution(const problem::Problem& problem) {
  for (std::size_t k = 0; k < problem.solution_on.size(); ++k) try {
      if (problem.solution_on[k] && problem.has_solution())
        evaluation_points(problem, *problem.solution_on[k]);
    } catch (const InputError& error) {
      throw problem::error_at(problem.solution[k]->place, error.what());
    }
}

}  // namespace

void require_solvable(const problem::Problem& problem, int threads) {
  require_solution(problem);
  if (problem.windows > 1) return require_windows(problem, threads);
  if (!problem.corrections.empty()) require_corrections(Level(problem));
}

problem::Problem with_formulas(const problem::Problem& problem, int threads) {
  total_iterations(problem);  // are not too many
  Level first(problem);
  require_memory(problem, first.terms().terms, threads);
  problem::Problem copy = problem;
  copy.graph = std::move(first.graph);
  copy.graph.share();
  require_solvable(copy, threads);
  return copy;
}

}  // namespace engd::solve
