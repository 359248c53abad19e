#include "bare_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <span>

#include "expr/tape.h"
#include "problem/time_order.h"
#include "read/read_problem.h"
#include "read/value.h"
#include "read/write_toml.h"
#include "support/error.h"

namespace engd::bench {
namespace {

namespace fs = std::filesystem;
using geometry::Region;
using read::Entry;
using read::Value;

// ---- what a bare file has not ----

void erase(Value& table, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    std::erase_if(table.entries, [&](const Entry& entry) { return entry.key == key; });
}

std::vector<expr::Node> nodes_of(const problem::Term& term) {
  std::vector<expr::Node> nodes;
  for (const problem::Formula& residual : term.residuals) nodes.push_back(residual.node);
  return nodes;
}

/// Values of the unknowns inside the domain are measurements, and where they were taken belongs to
/// the statement: a formula that stands in for a file of data.
bool is_measurement(const problem::Problem& problem, const problem::Term& term) {
  if (term.is_data || term.noise > 0 || term.noise_column >= 0) return true;
  if (term.on != "interior" || term.density) return false;
  const expr::Tape tape(problem.graph, nodes_of(term));
  return std::none_of(tape.inputs().begin(), tape.inputs().end(), [](const auto& input) {
    return input.kind == expr::Leaf::Kind::jet && input.order() > 0;
  });
}

/// An equation that holds everywhere and stands there again for a part only places more points.
bool repeats_an_equation(const problem::Problem& problem, std::size_t t) {
  const problem::Term& term = problem.terms[t];
  return !term.density && !is_measurement(problem, term) &&
         std::any_of(problem.terms.begin(), problem.terms.begin() + static_cast<std::ptrdiff_t>(t),
                     [&](const problem::Term& before) {
                       return before.on == "interior" && nodes_of(before) == nodes_of(term);
                     });
}

bool has_density(const problem::Problem& problem) {
  return std::any_of(problem.terms.begin(), problem.terms.end(),
                     [](const problem::Term& term) { return term.density.has_value(); });
}

/// The weights of a sum with energies decide what is solved; those of residuals how.
void strip_terms(Value& terms, const problem::Problem& problem) {
  const bool is_energy = has_density(problem);
  std::vector<Value> kept;
  for (std::size_t t = 0; t < terms.items.size(); ++t) {
    if (repeats_an_equation(problem, t)) continue;
    Value& term = terms.items[t];
    erase(term, {"causal"});
    if (!is_energy) erase(term, {"weight"});
    const Value* points = term.find("points") ? &term.find("points")->value : nullptr;
    if (points && !points->find("file") && !is_measurement(problem, problem.terms[t]))
      erase(term, {"points"});
    kept.push_back(std::move(term));
  }
  terms.items = std::move(kept);
}

// ---- hard conditions ----

/// The largest |f| at a hundred points of a region.
double largest(const problem::Problem& problem, const Region& region, expr::Node f) {
  geometry::PointRule rule;
  rule.kind = geometry::PointRule::Kind::halton;
  rule.count = {100};
  const auto points = geometry::place_points(rule, region, {}, problem.scope.coordinates);
  double most = 0;
  for (Index q = 0; q < points.count; ++q) {
    std::vector<double> x;
    for (int j = 0; j < points.dimension; ++j) x.push_back(points.coordinate(q, j));
    most = std::max(most,
                    std::fabs(expr::evaluate_scalar(problem.graph, f, std::span<const double>(x))));
  }
  return most;
}

/// Whether all slopes of a distance along `axes` vanish on a region, which `scale` is large beside.
bool is_flat(problem::Problem& problem, const Region& region, expr::Node distance,
             const std::vector<int>& axes, double scale) {
  return std::all_of(axes.begin(), axes.end(), [&](int j) {
    const auto k = static_cast<std::size_t>(j);
    const expr::Node slope =
        expr::differentiate(problem.graph, distance, problem.graph.coordinate(j));
    const double side = problem.domain.upper[k] - problem.domain.lower[k];
    return largest(problem, region, slope) * side <= 1e-9 * scale;
  });
}

Value text_value(const std::string& text) {
  Value value;
  value.kind = Value::Kind::text;
  value.text = text;
  return value;
}

Value make_term(Value on, const std::string& residual) {
  Value term;
  term.entries.push_back({"on", {}, std::move(on)});
  term.entries.push_back({"residual", {}, text_value(residual)});
  return term;
}

/// Where a hard condition holds that does not say so: the boundary, but not the end of time.
Value default_on(const problem::Problem& problem) {
  const int axis = problem::time_axis(problem);
  if (axis < 0) return text_value("boundary");
  const Region boundary = geometry::proper_boundary_of(problem.domain);
  if (std::all_of(boundary.patches.begin(), boundary.patches.end(),
                  [&](const geometry::Patch& patch) { return patch.normal_axis == axis; }))
    return text_value("initial");
  Value both;
  both.kind = Value::Kind::list;
  both.items = {text_value("initial"), text_value("lateral")};
  return both;
}

/// [hard.u] value = g, on = part   is the term   on = part, residual = "u - (g)".
///
/// Where the distance vanishes at the start of time with its slope, which 100 points tell,
/// u_t = g_t holds there, too, and is a term of its own. A third order there, or a slope that
/// vanishes on the rest of the part, would say more than these terms do, and is refused.
std::vector<Value> stated_terms(problem::Problem& problem, std::size_t unknown,
                                const Value& table) {
  const problem::HardCondition& hard = *problem.hard[unknown];
  const std::string name = problem.scope.unknowns[unknown];
  const Entry* on = table.find("on");
  std::vector<Value> terms{make_term(on ? on->value : default_on(problem),
                                     fmt::format("{} - ({})", name, hard.value.text))};

  const int axis = problem::time_axis(problem);
  Region start = hard.region, rest = hard.region;
  const auto is_start = [&](const geometry::Patch& patch) {
    return axis >= 0 && patch.normal_axis == axis && patch.normal_sign < 0;
  };
  std::erase_if(start.patches, [&](const auto& patch) { return !is_start(patch); });
  std::erase_if(rest.patches, is_start);
  const expr::Node d = hard.distance.node;
  const double scale = largest(problem, geometry::interior_of(problem.domain), d);
  const auto refuse = [&](const char* why) {
    throw InputError(fmt::format("{}: the hard condition of '{}' {}: terms do not state it",
                                 problem.file, name, why));
  };
  if (!rest.patches.empty() && is_flat(problem, rest, d, problem.scope.space.spatial, scale))
    refuse("fixes a slope");
  if (start.patches.empty() || !is_flat(problem, start, d, {axis}, scale)) return terms;
  const expr::Node slope = expr::differentiate(problem.graph, d, problem.graph.coordinate(axis));
  if (is_flat(problem, start, slope, {axis}, scale)) refuse("fixes a second derivative in time");
  const std::string& t = problem.scope.coordinates[static_cast<std::size_t>(axis)];
  terms.push_back(make_term(text_value("initial"),
                            fmt::format("{0}_{1} - diff({2}, {1})", name, t, hard.value.text)));
  return terms;
}

}  // namespace

std::string bare_text(const std::string& file) {
  problem::Problem problem = read::read_problem(file);
  Value root = read::parse_toml(
      std::make_shared<const read::Source>(read::Source{file, problem.source_text, true}));
  erase(root, {"network", "optimizer"});
  erase(root.find("problem")->value, {"windows"});
  read::make_files_absolute(root, fs::absolute(file).parent_path());

  Value& terms = root.find("term")->value;
  strip_terms(terms, problem);
  // The least energy is sought among the functions that satisfy the condition: beside an energy it
  // belongs to the equation, and a term would change the solution.
  if (root.find("hard") && !has_density(problem)) {
    for (std::size_t k = 0; k < problem.hard.size(); ++k)
      if (problem.hard[k])
        for (Value& term : stated_terms(
                 problem, k, root.find("hard")->value.find(problem.scope.unknowns[k])->value))
          terms.items.push_back(std::move(term));
    erase(root, {"hard"});
  }
  return "# What " + fs::path(file).filename().string() + " states, without how it is solved.\n\n" +
         read::to_toml(root);
}

}  // namespace engd::bench
