// The same problem in other words: the same loss and gradient, and the same first three steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pairs/problem_file.h"
#include "pairs/trace.h"
#include "pairs/verdict.h"
#include "read/read_problem.h"
#include "solve/level.h"
#include "support/error.h"

namespace engd::pairs {

namespace {

/// Sums are ordered otherwise.
constexpr double same_function = 1e-12;
/// Steps solve systems whose condition stands between rounding and theta.
constexpr double same_steps = 1e-6;
/// Pseudo-inverses drop eigenvalues at rounding, which are others when sums are ordered otherwise.
constexpr double same_truncated_steps = 1e-3;

bool is_one_of(const Choice& choice, const std::string& factor, const std::string& levels) {
  return ("|" + levels + "|").find("|" + choice.of(factor) + "|") != std::string::npos;
}

/// Points that are drawn differ from term to term.
bool has_drawn_points(const problem::Problem& problem) {
  using Kind = geometry::PointRule::Kind;
  return std::any_of(problem.terms.begin(), problem.terms.end(), [](const problem::Term& term) {
    const Kind kind = term.points.kind;
    return kind == Kind::random || kind == Kind::sobol || kind == Kind::halton;
  });
}

/// Whether more terms change neither the inner product nor the weights.
bool may_be_split(const Choice& choice, const problem::Problem& problem) {
  return !has_drawn_points(problem) && !choice.is("method", "hngd") &&
         !choice.is("weight", "auto") && !choice.is("boundary_weight", "auto");
}

/// Whether all of a mean over sides is stretched by one factor: the faces of a time are not
/// stretched as the sides of the box are.
bool stretches_evenly(const Choice& choice) {
  return !choice.is("time", "plain_t") &&
         !(choice.is("boundary", "everywhere") && !choice.is("time", "none"));
}

bool may_be_moved(const Choice& choice) {
  return stretches_evenly(choice) && is_one_of(choice, "space", "interval|box2|box3") &&
         is_one_of(choice, "equation", "second|first|third|fourth|wave|nonlinear|roots|list") &&
         is_one_of(choice, "boundary", "term|hard_auto|hard_start|hard_all|everywhere|none") &&
         is_one_of(choice, "formulas", "inline|function|parameters|written_out") &&
         is_one_of(choice, "measure", "plain|mean") && choice.is("subdomain", "none") &&
         choice.is("data", "none") && !choice.is("points", "file") &&
         !choice.is("boundary_points", "file") && !choice.is("start", "half") &&
         !is_one_of(choice, "solution", "parts|free_parts|reference|free_reference") &&
         !choice.is("method", "hngd") && !choice.is("normalize", "false");
}

struct Side {
  Vector gradient;
  double loss = 0;
  std::vector<double> losses;  ///< of the steps
};

Side side_of(const std::string& file, const Choice& choice) {
  problem::Problem problem = read::read_problem(file);
  Side side;
  solve::Level level(problem);
  const auto energy = solve::make_energy(level, seed_of(choice), threads_of(choice));
  const Vector theta = level.trainable->initial(3);
  side.loss = energy->gradient(theta, side.gradient, nullptr);
  std::optional<StateArchive::Values> none;
  side.losses =
      train(std::move(problem), seed_of(choice), threads_of(choice), Break::never, -1, none).losses;
  return side;
}

/// Losses of steps that agree to a part of the largest one so far; runs that leave the numbers do
/// so together.
bool same_step(double a, double b, double largest, double tolerance) {
  if (!std::isfinite(a) || !std::isfinite(b)) return std::isfinite(a) == std::isfinite(b);
  return std::fabs(a - b) <= tolerance * largest;
}

std::string difference(const Side& a, const Side& b, double tolerance) {
  if (!(std::fabs(a.loss - b.loss) <= same_function * std::fabs(a.loss)))
    return fmt::format("the loss: {:.17g} and {:.17g}", a.loss, b.loss);
  if (a.gradient.size() != b.gradient.size()) return "the number of parameters";
  if (!((a.gradient - b.gradient).norm() <= same_function * (1e-3 + a.gradient.norm())))
    return fmt::format("the gradient by {:.3e} of {:.3e}", (a.gradient - b.gradient).norm(),
                       a.gradient.norm());
  const std::size_t steps = std::min<std::size_t>(4, a.losses.size());
  if (b.losses.size() < steps) return "the number of steps";
  constexpr double flown_away = 1e20;
  double largest = 0;
  for (std::size_t k = 0; k < steps; ++k) {
    // Steps that lead so far away multiply rounding as much as the loss.
    if (std::min(std::fabs(a.losses[k]), std::fabs(b.losses[k])) > flown_away * largest && k > 0)
      break;
    if (std::isfinite(a.losses[k])) largest = std::max(largest, std::fabs(a.losses[k]));
    if (!same_step(a.losses[k], b.losses[k], largest, tolerance))
      return fmt::format("the loss after {} steps: {:.17g} and {:.17g}", k, a.losses[k],
                         b.losses[k]);
  }
  return {};
}

}  // namespace

std::string forms_case(const Choice& given, const std::filesystem::path& folder) {
  Choice choice = given;
  if (may_be_moved(choice)) choice.set("normalize", "true");
  int grid = 0;
  const auto file = [&](const Choice& written, Form form, const std::string& name) {
    form.grid = grid;
    const auto place = folder / name;
    std::filesystem::create_directory(place);
    return problem_file(written, form).write(place).string();
  };
  const auto side = [&](const Choice& written, const Form& form, const std::string& name) {
    return side_of(file(written, form, name), written);
  };
  Side plain;
  bool splits = false;
  try {
    // How many points there are by default depends on how the terms are written.
    const geometry::PointRule rule =
        read::read_problem(file(choice, {}, "default")).terms[0].points;
    if (rule.kind == geometry::PointRule::Kind::grid) grid = rule.count.front();
    plain = side(choice, {}, "plain");
    splits = may_be_split(choice, read::read_problem((folder / "plain/problem.toml").string()));
  } catch (const InputError& error) {
    return refused(error.what());
  }
  if (!std::isfinite(plain.loss)) return ran();
  // Gaussians, features that are not trained, and values without derivatives are so nearly
  // dependent that some eigenvalue is always at the cutoff, or in the rounding of a kernel matrix.
  const bool dependent = is_one_of(choice, "kind", "rbf|features") || choice.is("metric", "h0");
  const double truncated = dependent ? 1 : same_truncated_steps;
  const bool truncates =
      is_one_of(choice, "method", "engd|hngd") || (dependent && choice.is("solver", "kernel"));
  // Hardly damped at all, the first steps of networks that are not linear are rounding as well.
  const bool undamped = choice.is("tuning", "first_damping");
  const double tolerance = undamped ? 1 : truncates ? truncated : same_steps;
  const auto compare = [&](const std::string& name, const Side& other) {
    const std::string what = difference(plain, other, tolerance);
    return what.empty() ? what : name + ": differs in " + what + "; ";
  };
  std::string wrong;
  if (splits) wrong += compare("halves", side(choice, {.halves = true}, "halves"));
  if (splits && !choice.is("causal", "1"))
    wrong += compare("separate", side(choice, {.separate = true}, "separate"));
  if (may_be_moved(choice)) wrong += compare("moved", side(choice, {.moved = true}, "moved"));
  if (!choice.is("formulas", "inline")) {
    Choice inline_formulas = choice;
    inline_formulas.set("formulas", "inline");
    wrong += compare("formulas", side(inline_formulas, {}, "inline"));
  }
  return wrong.empty() ? ran() : failed(wrong);
}

}  // namespace engd::pairs
