// The plain reference against the CPU on what a problem file says: at the start, behind a frozen
// network, and in the second window of time.
#include <fmt/format.h>

#include <algorithm>

#include "backend/reference/reference_energy.h"
#include "pairs/problem_file.h"
#include "pairs/verdict.h"
#include "read/read_problem.h"
#include "solve/window.h"
#include "support/error.h"

namespace engd::pairs {

namespace {

/// Sums are ordered otherwise, and derivatives of order four have large terms that cancel.
constexpr double tolerance = 1e-10;

template <typename A, typename B>
std::string compared(const A& got, const B& want, const std::string& what) {
  if (got.rows() != want.rows() || got.cols() != want.cols())
    return fmt::format("{}: {} x {} in place of {} x {}", what, got.rows(), got.cols(), want.rows(),
                       want.cols());
  const double away = (got - want).norm(), size = want.norm();
  if (away <= tolerance * (1e-3 + size)) return {};
  return fmt::format("{}: {:.3e} away, of {:.3e}", what, away, size);
}

std::string compare(energy::Energy& fast, energy::Energy& plain, const Vector& theta) {
  Vector got, want;
  fast.loss(theta, &got);
  plain.loss(theta, &want);
  if (auto wrong = compared(got, want, "losses"); !wrong.empty()) return wrong;
  fast.gradient(theta, got, nullptr);
  plain.gradient(theta, want, nullptr);
  if (auto wrong = compared(got, want, "gradient"); !wrong.empty()) return wrong;
  // Rows come in any order and, for densities, in any basis: their Gram matrix counts.
  energy::Linearisation rows, gram, all;
  fast.rows(theta, {}, rows);
  fast.gram(theta, {}, gram);
  plain.gram(theta, {}, all);
  if (auto wrong = compared((rows.A.transpose() * rows.A).eval(), all.G, "A^T A"); !wrong.empty())
    return wrong;
  if (auto wrong = compared(gram.G, all.G, "G"); !wrong.empty()) return wrong;
  return compared(rows.g, all.g, "g");
}

std::string compare_level(solve::Level& level, std::uint64_t seed, int threads,
                          const Vector& theta) {
  const problem::Problem& problem = *level.problem;
  const auto fast = solve::make_energy(level, seed, threads);
  reference::ReferenceEnergy plain(*level.trainable, level.terms().terms, level.graph,
                                   problem.scope.space, problem.scope.coordinates, seed);
  if (auto wrong = compare(*fast, plain, theta); !wrong.empty()) return wrong;
  const bool plain_draws =
      std::all_of(problem.terms.begin(), problem.terms.end(), [](const problem::Term& term) {
        return term.points.adaptation == geometry::Adaptation::none;
      });
  if (!plain_draws || !fast->redraws()) return {};
  fast->redraw(2);
  plain.redraw(2);
  const std::string wrong = compare(*fast, plain, theta);
  return wrong.empty() ? wrong : "drawn again: " + wrong;
}

/// The plain reference takes its time for every point.
void thin_out(problem::Problem& problem) {
  using Kind = geometry::PointRule::Kind;
  for (problem::Term& term : problem.terms) {
    const Kind kind = term.points.kind;
    const bool scattered = kind == Kind::random || kind == Kind::sobol || kind == Kind::halton;
    if (kind == Kind::file) continue;
    for (int& count : term.points.count) count = std::min(count, scattered ? 20 : 3);
  }
}

std::string compare_window(const problem::Problem& problem, std::uint64_t seed, int threads) {
  solve::Piece first = solve::make_window(problem, 0, nullptr, threads);
  first.theta = first.level.trainable->initial(5);
  solve::Piece second = solve::make_window(problem, 1, &first, threads);
  return compare_level(second.level, seed, threads, second.level.trainable->initial(6));
}

}  // namespace

std::string reference_case(const Choice& choice, const std::filesystem::path& folder) {
  const std::string file = problem_file(choice).write(folder).string();
  const std::uint64_t seed = seed_of(choice);
  const int threads = threads_of(choice);
  try {
    problem::Problem problem = read::read_problem(file);
    thin_out(problem);
    if (problem.windows > 1) {
      const std::string wrong = compare_window(problem, seed, threads);
      return wrong.empty() ? ran() : failed("second window: " + wrong);
    }
    solve::Level level(problem);
    const Vector theta = level.trainable->initial(3);
    if (auto wrong = compare_level(level, seed, threads, theta); !wrong.empty())
      return failed(wrong);
    if (problem.corrections.empty()) return ran();
    level = level.next(theta);
    level.begin(std::vector(problem.scope.unknowns.size(), 0.3), 1);
    const std::string wrong = compare_level(level, seed, threads, level.trainable->initial(4));
    return wrong.empty() ? ran() : failed("second network: " + wrong);
  } catch (const InputError& error) {
    return refused(error.what());
  }
}

}  // namespace engd::pairs
