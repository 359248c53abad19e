#include "api/solution.h"

#include <fmt/format.h>

#include <algorithm>
#include <engd/error.hpp>
#include <filesystem>
#include <limits>

#include "api/functions.h"
#include "api/guarded.h"
#include "api/turn.h"
#include "optim/driver.h"
#include "read/write_toml.h"
#include "results/history.h"
#include "results/summary.h"
#include "solution/integral.h"

namespace engd {

namespace fs = std::filesystem;

namespace api {

namespace {

Termination termination_of(const results::SeedSummary& summary,
                           const std::vector<std::string>& failures) {
  Termination termination;
  termination.name = summary.termination;
  termination.sentence = summary.message;
  if (!summary.verdict.empty()) termination.sentence += "; " + in_cxx(summary.verdict);
  termination.interrupted = summary.termination == optim::name(optim::Termination::interrupted);
  const std::string of_seed = fmt::format("seed {}: ", summary.seed);
  for (const std::string& failure : failures)
    if (failure.starts_with(of_seed)) {
      termination.failed = true;
      termination.why_failed = in_cxx(failure.substr(of_seed.size()));
    }
  return termination;
}

HistoryRow told(const results::HistoryRow& row) {
  return {row.seed,   row.iteration, row.seconds, row.loss,          row.term_losses,
          row.rel_l2, row.rel_h1,    row.step,    row.gradient_norm, row.coefficients};
}

std::string chosen_text(const std::string& file, const results::Model& model) {
  return read::complete_text(file, model.problem_text, model.overrides);
}

}  // namespace

Solution solution_of(solve::SolveResult result, const std::string& file) {
  const results::SeedSummary& summary = result.summary.seeds.front();
  const fs::path beside = fs::path(file).parent_path() / "model.h5";
  Solution::Inside inside{result.model,
                          solution::Solution::from_model(result.model, beside),
                          file,
                          result.folder,
                          summary,
                          std::move(result.history),
                          termination_of(summary, result.summary.failures)};
  return Solution(std::make_shared<const Solution::Inside>(std::move(inside)));
}

}  // namespace api

inline namespace v0 {

Solution::Solution(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}
Solution::Solution(const Solution&) = default;
Solution::Solution(Solution&&) noexcept = default;
Solution& Solution::operator=(const Solution&) = default;
Solution& Solution::operator=(Solution&&) noexcept = default;
Solution::~Solution() = default;

std::vector<std::string> Solution::variables() const {
  return inside_->solution.variables();
}
std::vector<std::string> Solution::unknowns() const {
  return inside_->solution.unknowns();
}

Values Solution::evaluate(std::span<const double> points, std::string_view formulas,
                          int threads) const {
  return api::guarded([&] {
    const std::size_t dimension = inside_->solution.variables().size();
    if (points.size() % dimension != 0)
      throw Error(ErrorCode::input, fmt::format("{} coordinates do not make points of dimension {}",
                                                points.size(), dimension));
    if (threads < 1 || threads > 1024)
      throw Error(ErrorCode::input, fmt::format("threads = {}: must be 1 to 1024", threads));
    const api::EvaluationTurn turn;
    const auto evaluator = inside_->solution.evaluator(std::string(formulas), {.threads = threads});
    Values values{evaluator.names(), points.size() / dimension, {}};
    values.numbers.resize(values.rows * values.columns());
    evaluator.evaluate(points, values.numbers);
    return values;
  });
}

Values Solution::evaluate(std::span<const double> points, int threads) const {
  std::string all;
  for (const std::string& one : inside_->solution.unknowns())
    all += (all.empty() ? "" : ", ") + one;
  return evaluate(points, all, threads);
}

Values Solution::evaluate(std::span<const double> points, const Expression& formula,
                          int threads) const {
  return evaluate(points, formula.text(), threads);
}

double Solution::operator()(std::initializer_list<double> point) const {
  if (point.size() != inside_->solution.variables().size())
    throw Error(ErrorCode::input, fmt::format("a point has {} coordinates here, and {} are given",
                                              inside_->solution.variables().size(), point.size()));
  return evaluate(std::span(point.begin(), point.size()), inside_->solution.unknowns().front())(0);
}

std::vector<double> Solution::derivative(std::span<const double> points, std::string_view name,
                                         int threads) const {
  return evaluate(points, name, threads).numbers;
}

double Solution::integral(std::string_view part, std::string_view formula) const {
  return api::guarded([&] {
    const api::EvaluationTurn turn;
    const auto evaluator = inside_->solution.evaluator(std::string(formula));
    if (evaluator.columns() != 1)
      throw Error(ErrorCode::input, fmt::format("'{}' has {} components: an integral is of one",
                                                formula, evaluator.columns()));
    const std::string on(part);
    return integrate(inside_->solution, evaluator, inside_->solution.region(on), on).front().value;
  });
}

std::vector<Coefficient> Solution::coefficients() const {
  std::vector<Coefficient> all;
  if (inside_->summary)
    for (const results::Estimate& one : inside_->summary->coefficients)
      all.push_back({one.name, one.value, one.standard_error, one.determined});
  else
    for (const auto& one : inside_->solution.coefficients())
      all.push_back({one.name, one.value, {}, true});
  return all;
}

Coefficient Solution::coefficient(std::string_view name) const {
  std::string known;
  for (const Coefficient& one : coefficients()) {
    if (one.name == name) return one;
    known += (known.empty() ? "" : ", ") + one.name;
  }
  throw Error(ErrorCode::input, known.empty()
                                    ? fmt::format("no coefficient '{}': the problem has none", name)
                                    : fmt::format("no coefficient '{}'; known: {}", name, known));
}

double Solution::loss() const {
  return inside_->summary ? inside_->summary->loss : std::numeric_limits<double>::quiet_NaN();
}
std::optional<double> Solution::error() const {
  return inside_->summary ? inside_->summary->rel_l2 : std::nullopt;
}
std::optional<double> Solution::h1_error() const {
  return inside_->summary ? inside_->summary->rel_h1 : std::nullopt;
}
std::optional<double> Solution::estimate() const {
  return inside_->summary ? inside_->summary->estimated_rel_l2 : std::nullopt;
}

std::vector<HistoryRow> Solution::history() const {
  std::vector<HistoryRow> rows;
  for (const results::HistoryRow& row : inside_->history)
    if (row.seed == seed()) rows.push_back(api::told(row));
  return rows;
}

Termination Solution::termination() const {
  return inside_->termination;
}
std::uint64_t Solution::seed() const {
  return inside_->solution.seed();
}
std::string Solution::folder() const {
  return inside_->folder;
}

std::string Solution::chosen() const {
  return api::guarded([&] { return api::chosen_text(inside_->problem_file, inside_->model); });
}

void Solution::save(const std::string& file) const {
  api::guarded([&] { results::save_model(file, inside_->model); });
}

}  // namespace v0

namespace api {

Solution solution_in(const std::string& run_or_model, std::optional<std::uint64_t> seed) {
  return guarded([&] {
    const EvaluationTurn turn;
    auto solution = solution::Solution::load(run_or_model, seed);
    const fs::path given = run_or_model;
    const bool is_folder = fs::is_directory(given);
    Solution::Inside inside{results::load_model(is_folder ? given / "model.h5" : given),
                            std::move(solution),
                            (is_folder ? given : given.parent_path()) / "problem.toml",
                            is_folder ? run_or_model : "",
                            {},
                            {},
                            {}};
    if (is_folder) {
      const results::Summary summary = results::read_summary(given / "summary.json");
      for (const results::SeedSummary& one : summary.seeds)
        if (one.seed == inside.solution.seed()) {
          inside.summary = one;
          inside.termination = termination_of(one, summary.failures);
        }
      inside.history = results::read_history(given / "history.csv").rows;
    }
    return Solution(std::make_shared<const Solution::Inside>(std::move(inside)));
  });
}

}  // namespace api
}  // namespace engd
