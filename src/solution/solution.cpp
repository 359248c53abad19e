#include "solution/solution.h"

#include <fmt/format.h>

#include <cmath>

#include "geometry/on.h"
#include "geometry/parts.h"
#include "read/source.h"
#include "read/suggest.h"
#include "solve/run_summary.h"
#include "support/error.h"

namespace engd::solution {

Solution::Solution(std::shared_ptr<const problem::Problem> problem,
                   std::vector<solve::Piece> pieces, std::uint64_t seed,
                   std::vector<std::string> overrides) {
  auto state = std::make_shared<State>();
  state->problem = std::move(problem);
  state->pieces = std::move(pieces);
  state->seed = seed;
  state->overrides = std::move(overrides);
  state_ = std::move(state);
}

bool Solution::is_complete() const {
  return std::ssize(pieces()) == problem().windows;
}

std::vector<Solution::Coefficient> Solution::coefficients() const {
  const solve::Piece& piece = pieces().back();
  std::vector<Coefficient> values;
  for (std::size_t k = 0; k < problem().coefficients.size(); ++k)
    values.push_back({problem().coefficients[k].name,
                      piece.level.trainable->coefficient(piece.theta.data(), static_cast<int>(k))});
  return values;
}

geometry::Region Solution::region(const std::string& part, const std::string& source) const {
  expr::Scope scope = problem().scope;
  scope.allow_unknowns = false;
  expr::Graph graph;
  const read::Source text{source, part, false};
  try {
    return geometry::region_on(problem().domain, part, graph, scope);
  } catch (const expr::FormulaError& error) {
    throw read::error_with_caret(text, {error.offset, error.length}, error.what());
  } catch (const InputError& error) {
    const auto known = geometry::part_names(problem().domain, variables());
    throw read::error_with_caret(text, {0, part.size()},
                                 error.what() + read::did_you_mean(part, known));
  }
}

void Solution::save(const std::filesystem::path& path) const {
  solve::SeedRun run;
  run.summary.seed = seed();
  run.pieces = pieces();
  for (const Coefficient& one : coefficients())
    run.summary.coefficients.push_back({one.name, one.value, {}, true, {}});
  solve::Settings settings;
  settings.overrides = state_->overrides;
  results::save_model(path, solve::model_of(problem(), settings, {run}));
}

}  // namespace engd::solution
