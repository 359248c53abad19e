#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "api/findings.h"
#include "automatic/wanted.h"
#include "check/findings.h"
#include "commands.h"
#include "explain.h"
#include "network/activation.h"
#include "progress.h"
#include "read/read_problem.h"
#include "report/point_picture.h"
#include "results/describe.h"
#include "solve/evaluation.h"
#include "solve/memory.h"
#include "solve/solvable.h"
#include "solve/window.h"
#include "support/error.h"
#include "support/parallel.h"

namespace engd::app {

namespace {

std::string solver_text(linalg::Method method) {
  switch (method) {
    case linalg::Method::gram_eigen:
      return "eigenvalues of the Gram matrix, truncated";
    case linalg::Method::gram_svd:
      return "singular values of the Gram matrix, truncated";
    case linalg::Method::qr_pivoted:
      return "QR with pivoting and bidiagonal form of the rows";
    case linalg::Method::qr_svd:
      return "QR and singular values of the rows";
    case linalg::Method::gram_cholesky:
      return "Cholesky of the damped Gram matrix";
    case linalg::Method::kernel:
      return "eigenvalues of the kernel matrix, truncated";
    case linalg::Method::kernel_cholesky:
      return "Cholesky of the damped kernel matrix";
  }
  return "";
}

std::string solver_text(const optim::Options& stage, Index rows, Index parameters) {
  if (optim::is<optim::Multistep>(stage.method))
    return solver_text(rows < parameters ? linalg::Method::kernel_cholesky
                                         : linalg::Method::gram_cholesky);
  if (optim::is<optim::Adaptive>(stage.method) && !optim::solver_of(stage.method))
    return "reduction of the rows to a bidiagonal matrix";
  return solver_text(optim::solver_of(stage.method).value_or(linalg::automatic(rows, parameters)));
}

std::string errors_text(const problem::Problem& problem) {
  if (!problem.has_errors()) return "not measured: no [solution]";
  std::string text;
  if (problem.has_formulas())
    text = "against the solution given, on " + results::rule_text(problem.evaluation);
  if (problem.reference)
    text += fmt::format("{}against {} at its {} points", text.empty() ? "" : "; ",
                        problem.reference->file, problem.reference->points.count);
  const std::vector<std::string> measured = results::measured_names(problem);
  if (measured.size() < problem.scope.unknowns.size())
    text += fmt::format("; of {} alone", fmt::join(measured, ", "));
  return text;
}

bool is_point(const problem::Term& term) {
  const auto& patches = term.region.patches;
  return patches.size() == 1 && patches.front().dimension() == 0 &&
         term.measure != problem::Measure::sum;
}

/// Whether the race chooses the weights that the file does not write: not beside an energy.
bool chooses_weights(const problem::Problem& problem, const Open& open) {
  return !open.accuracy.empty() && std::ranges::none_of(problem.terms, [](const auto& term) {
    return term.density.has_value();
  });
}

/// "; the given solution satisfies all 3 conditions to 1e-14 of their summands"
std::string satisfied_text(const problem::Problem& problem) {
  const auto found = check::satisfied(problem);
  if (!found) return "";
  const int exponent =
      found->relative > 1e-16 ? static_cast<int>(std::ceil(std::log10(found->relative))) : -16;
  const std::string how_many =
      found->compared < found->all
          ? fmt::format("the {} of {} residuals and conditions that can be compared with it",
                        found->compared, found->all)
          : fmt::format("all {} residuals and conditions", found->all);
  return fmt::format("; the given solution satisfies {} to 1e{:+03d} of their summands", how_many,
                     exponent);
}

/// What a look at the problem came to, in a sentence.
void print_conclusion(const problem::Problem& problem,
                      const std::vector<check::Finding>& findings) {
  if (!findings.empty())
    return fmt::print("checked     {} warning{}\n", findings.size(),
                      findings.size() == 1 ? "" : "s");
  std::vector<std::string> silent;
  for (const problem::FindingKind kind : problem.silence) silent.push_back(problem::name(kind));
  fmt::print("checked     nothing wrong was found{}{}\n",
             silent.empty() ? "" : fmt::format(" (silenced: {})", fmt::join(silent, ", ")),
             satisfied_text(problem));
}

/// The file of the picture, or nothing when none is asked for.
std::string picture_name(const CheckArguments& arguments, const problem::Problem& problem) {
  if (!arguments.plot && arguments.out.empty()) return "";
  if (problem.domain.dimension() > 3)
    throw InputError(fmt::format("{}: points are drawn in 1 to 3 dimensions; the problem has {}",
                                 problem.file, problem.domain.dimension()));
  if (arguments.out.empty())
    return std::filesystem::path(problem.file).stem().string() + "-points.svg";
  const std::string ending = std::filesystem::path(arguments.out).extension().string();
  if (ending != ".svg" && ending != ".png")
    throw InputError(
        fmt::format("--out {}: the picture must be called .svg or .png", arguments.out));
  return arguments.out;
}

/// What hands the unknowns on from window to window beside the conditions of the file.
void print_joins(const problem::Problem& problem, int threads) {
  if (problem.windows == 1) return;
  solve::Piece first = solve::make_window(problem, 0, nullptr, threads);
  first.theta = first.level.trainable->initial(0);
  const solve::Piece second = solve::make_window(problem, 1, &first, threads);
  const auto& terms = second.problem->terms;
  for (auto term = terms.end() - second.joins; term != terms.end(); ++term) {
    std::vector<std::string> residuals;
    for (const problem::Formula& residual : term->residuals) residuals.push_back(residual.text);
    fmt::print("  joined by {} at the start of each but the first, weight {:g}\n",
               fmt::join(residuals, ", "), term->weight);
  }
}

}  // namespace

int check(const CheckArguments& arguments) {
  const problem::Problem problem =
      read::read_problem(find_problem(arguments.file), arguments.overrides);
  const Open open = what_is_open(problem);
  const std::vector<check::Finding> findings = api::findings_of(problem);
  const std::string picture = picture_name(arguments, problem);
  std::vector<report::PointGroup> drawn;
  solve::Level level(problem);
  const std::vector<energy::Term>& terms = level.terms().terms;
  const int threads = available_threads();
  solve::require_memory(problem, terms, threads);
  solve::require_solvable(problem, threads);
  const network::Trainable& trainable = *level.trainable;
  const auto energy = solve::make_energy(level, 0, 1);
  solve::make_solution_error(level, 1);  // refuses a solution that is not finite
  for (const check::Finding& finding : findings)
    print_error(fmt::format("engd: {}\n", check::to_string(finding)));
  const auto& names = problem.scope;
  const bool weighs = chooses_weights(problem, open);

  fmt::print("{}\n", problem.title.empty() ? problem.file : problem.title);
  fmt::print("domain      {}\n", geometry::to_string(problem.domain, names.coordinates));
  if (problem.windows > 1)
    fmt::print("windows     {} of the time, one after another, each with points as below\n",
               problem.windows);
  print_joins(problem, threads);
  fmt::print("unknowns    {}\n", fmt::join(names.unknowns, ", "));
  for (const problem::Coefficient& coefficient : problem.coefficients)
    fmt::print("coefficient {}, {:g} at the start{}\n", coefficient.name, coefficient.start,
               coefficient.positive ? ", positive" : "");
  for (std::size_t k = 0; k < problem.hard.size(); ++k)
    if (const auto& hard = problem.hard[k])
      fmt::print("hard        {} = {} + ({}) * network on {}\n", names.unknowns[k],
                 hard->value.text, hard->distance.text, hard->on);
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const problem::Term& term = problem.terms[t];
    const geometry::Draw draw{0, static_cast<std::uint32_t>(t), 0};
    const auto points = geometry::place_points(term.points, term.region, draw, names.coordinates);
    const std::string what = term.density ? "a density" : "1/2 r^2";
    fmt::print("term        {} on {}: {}, weight {:g}{}\n", term.name, term.on,
               is_point(term) ? what + " at a point" : results::measure_text(term) + " of " + what,
               term.weight, weighs && !term.weight_is_written ? " (the race may change this)" : "");
    if (term.density) fmt::print("  density     {}\n", term.density->text);
    for (const auto& residual : term.residuals)  // the components of a vector have one text
      if (residual.component <= 1) fmt::print("  residual    {}\n", residual.text);
    std::vector<std::string> jets;
    for (const auto& jet : terms[t].density.jets())
      jets.push_back(jet.is_coefficient()
                         ? names.coefficients[static_cast<std::size_t>(jet.index)]
                         : expr::to_string(jet, names.coordinates, names.unknowns));
    fmt::print("  derivatives {}\n", fmt::join(jets, ", "));
    const bool is_open = !open.points.empty() && !term.points_are_written && points.count > 1;
    const std::string count =
        is_point(term) ? "1"
                       : fmt::format("{} ({})", points.count, results::rule_text(term.points));
    const int rows = terms[t].density.rows();
    fmt::print("  points      {}{}\n", is_open ? open.points : count,
               term.density ? "" : fmt::format(", {} row{} each", rows, rows == 1 ? "" : "s"));
    if (!picture.empty()) drawn.push_back({term.name, points});
  }
  if (open.network.empty())
    fmt::print("network     {}, {} parameters{}\n", trainable.network().text(),
               trainable.parameters(), results::input_text(problem, problem.network));
  else
    fmt::print("network     {}\n", open.network);
  for (const auto& correction : problem.corrections)
    fmt::print(
        "  then        {}, on what is left, at the scale {}\n",
        results::network_text(problem, correction.network),
        correction.scale ? fmt::format("{:g}", *correction.scale) : std::string("of what is left"));
  if (!open.optimizer.empty()) fmt::print("optimizer   {}\n", open.optimizer);
  for (const auto& stage : problem.stages) {
    if (!open.optimizer.empty()) break;
    const solve::Sizes sizes = solve::estimate_sizes(problem, terms, stage, threads);
    fmt::print(
        "optimizer   {}, {}{} iterations, about {:.1f} MiB\n", optim::name(stage.method),
        optim::is_damped(stage.method) ? "" : fmt::format("step {}, ", optim::name(stage.step)),
        stage.iterations, sizes.bytes / (1024.0 * 1024.0));
    if (optim::has_metric(stage.method) && open.accuracy.empty()) {
      const energy::Metric metric{optim::metric_order(stage.method)};
      const Index rows = energy->row_count(metric);
      fmt::print(
          "  metric      {}, {} rows\n",
          metric.is_energy() ? std::string("energy") : fmt::format("H^{}", metric.sobolev_order),
          rows);
      fmt::print("  solver      {}\n", solver_text(stage, rows, trainable.parameters()));
    }
  }
  if (!open.accuracy.empty()) fmt::print("accuracy    {}\n", open.accuracy);
  if (const std::string why = automatic::why_no_race(problem);
      automatic::is_wanted(problem) && !why.empty())
    fmt::print("no race     {}\n", why);
  fmt::print("errors      {}\n", errors_text(problem));
  if (picture.empty()) {
    print_conclusion(problem, findings);
    return finished;
  }
  const bool done = report::draw_points(picture, drawn, names.coordinates, problem.title);
  if (done) fmt::print("picture     {}\n", picture);
  if (!done)
    print_error(
        fmt::format("engd: no picture: gnuplot is missing, or '{}' cannot be written\n", picture));
  print_conclusion(problem, findings);
  return done ? finished : run_failed;
}

}  // namespace engd::app
