#include "solve/solvable.h"

#include <set>

#include "problem/place.h"
#include "solve/setup.h"
#include "solve/window.h"

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

/// The level after `level`, at some place that training could have reached.
Level next_level(const problem::Problem& problem, const Level& level) {
  Level next = level;
  const std::size_t unknowns = problem.scope.unknowns.size();
  if (next.scale.empty()) next.scale.assign(unknowns, 1.0);
  const network::Trainable trainable = make_network(problem, level);
  next.frozen.push_back({trainable, trainable.initial(0), next.scale});
  next.scale.assign(unknowns, 1.0);
  return next;
}

/// First at the scale 1, where it is fitted, then at another.
void require_corrections(problem::Problem& problem, Level level) {
  for (std::size_t k = 0; k < problem.corrections.size(); ++k) {
    level = next_level(problem, level);
    require_points(problem, make_terms(problem, level), true);
    level.scale.assign(level.scale.size(), 0.5);
    make_terms(problem, level);
  }
}

void require_windows(const problem::Problem& problem, int threads) {
  std::optional<Piece> before;
  for (const int number : windows_to_prepare(problem.windows)) {
    Piece piece = make_window(problem, number, before ? &*before : nullptr, threads);
    problem::Problem& own = *piece.problem;
    if (number < windows_with_all) {
      make_energy(own, 0, threads, piece.level);
      require_corrections(own, piece.level);
    } else {
      require_points(own, make_terms(own, piece.level), false);
    }
    make_solution_error(own, threads, piece.level);
    piece.theta = make_network(own).initial(0);
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
  problem::Problem copy = problem;  // whose graph grows
  require_solution(copy);
  if (copy.windows > 1) return require_windows(copy, threads);
  if (!copy.corrections.empty()) require_corrections(copy, {});
}

}  // namespace engd::solve
