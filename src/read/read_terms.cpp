#include <fmt/format.h>

#include <algorithm>

#include "geometry/csv_points.h"
#include "geometry/points.h"
#include "read/reader.h"
#include "read/suggest.h"

namespace engd::read {
namespace {

/// A residual or density must say something about an unknown.
void require_unknown(const Problem& problem, const std::string& path, const Value& value,
                     const Formula& formula) {
  if (!expr::jet_entries(problem.graph, {formula.node}).empty()) return;
  throw bad_value(
      path, value,
      fmt::format("{}contains no unknown (known: {})",
                  formula.component > 0 ? fmt::format("the component {} ", formula.component) : "",
                  list_names(problem.scope.unknowns)));
}

/// dn(u) needs a normal with a direction in space, everywhere on the region.
bool has_spatial_normals(const Problem& problem, const geometry::Region& region) {
  const std::vector<int>& spatial = problem.scope.space.spatial;
  const auto is_spatial = [&](int axis) {
    return std::find(spatial.begin(), spatial.end(), axis) != spatial.end();
  };
  return region.has_normals() &&
         std::all_of(region.patches.begin(), region.patches.end(), [&](const auto& patch) {
           return patch.normal_axis >= 0
                      ? is_spatial(patch.normal_axis)
                      : std::all_of(patch.space.begin(), patch.space.end(), is_spatial);
         });
}

/// Why dn(u) cannot be used on a part of the boundary: it has faces of the time. "" where the term
/// is not on a boundary.
std::string why_no_normal(const Problem& problem, const geometry::Region& region) {
  const int time = problem.domain.time;
  const auto is_at_a_time = [&](const geometry::Patch& patch) {
    return time >= 0 && patch.normal_axis == time;
  };
  const auto faces = std::count_if(region.patches.begin(), region.patches.end(), is_at_a_time);
  if (faces == 0) return "";
  const std::string& name = problem.scope.coordinates[static_cast<std::size_t>(time)];
  return fmt::format(
      "the faces of {} have not{}: use on = \"lateral\", the boundary without the faces of {}",
      name, faces < std::ssize(region.patches) ? ", which belong to this part" : "", name);
}

std::string describe_location(const Value& value) {
  return value.kind == Value::Kind::text ? value.text : value.written();
}

void read_density_or_residual(Problem& problem, const Section& section, Term& term,
                              expr::Scope scope) {
  const Value* residual = section.find("residual");
  const Value* density = section.find("density");
  if (!term.residuals.empty() && !residual && !density) return;  // those of the data
  if ((residual != nullptr) == (density != nullptr)) {
    throw error_at(section.place(),
                   fmt::format("{} has {}; it must have one of them", section.path(),
                               residual ? "both a residual and a density"
                                        : "neither a residual nor a density"));
  }
  scope.shift = term.shift;
  scope.allow_normal =
      has_spatial_normals(problem, term.region) ||
      (term.points.kind == geometry::PointRule::Kind::file &&
       geometry::has_normals(term.points.file, problem.scope.coordinates, term.points.columns));
  scope.no_normal = why_no_normal(problem, term.region);
  if (density) {
    const std::string path = section.path("density");
    term.density = read_formula(problem, path, *density, scope);
    require_unknown(problem, path, *density, *term.density);
    return;
  }
  const std::string path = section.path("residual");
  for (const Value* value : one_or_several(path, *residual)) {
    for (Formula& residual : read_residual(problem, path, *value, scope)) {
      require_unknown(problem, path, *value, residual);
      term.residuals.push_back(std::move(residual));
    }
  }
}

/// A condition, or a composed shape, that keeps no point, or that has none of the rule, is a
/// mistake in the file, found before anything is trained. Rules of very many points are not tried:
/// they find what there is.
void check_some_are_kept(const Problem& problem, const std::string& path, const Value& on,
                         const Term& term) {
  constexpr std::ptrdiff_t few = 100'000;
  const bool all_stay =
      !term.region.keep && std::ranges::all_of(term.region.patches, [](const auto& patch) {
        return patch.has_gauss_rule();
      });
  if (all_stay || term.points.kind == geometry::PointRule::Kind::file) return;
  geometry::PointRule rule = term.points;
  if (geometry::point_count(rule, term.region).value_or(0) > few) return;
  // Scattered points are drawn until there are enough: a hundred show that it can be done.
  using Kind = geometry::PointRule::Kind;
  if (rule.kind == Kind::random || rule.kind == Kind::sobol || rule.kind == Kind::halton)
    rule.count[0] = std::min(rule.count[0], 100);
  try {
    geometry::place_points(rule, term.region, {}, problem.scope.coordinates);
  } catch (const InputError& error) {
    throw bad_value(path, on, fmt::format("term '{}': {}", term.name, error.what()));
  }
}

/// What follows the residual: points, and causal weights.
void read_adaptation(const Problem& problem, const Section& section, Term& term) {
  section.read("causal", term.causal, not_negative);
  const bool timeless =
      std::ssize(problem.scope.space.spatial) == std::ssize(problem.scope.coordinates);
  if (term.causal > 0 && (timeless || term.density)) {
    throw bad_value(section.path("causal"), *section.find("causal"),
                    timeless ? "no coordinate is the time" : "a density has no residual");
  }
  if (term.points.adaptation != geometry::Adaptation::none && term.density) {
    throw bad_value(section.path("points"), *section.find("points"),
                    "points can follow a residual, and this is a density");
  }
}

Term read_term(Problem& problem, const Value& table, std::size_t number) {
  const std::string path = fmt::format("term.{}", number);
  const Section section(table, path,
                        {"name", "on", "residual", "density", "points", "weight", "measure",
                         "shift", "causal", "data", "noise"});
  Term term;
  term.name = fmt::format("term{}", number + 1);
  section.read("name", term.name);
  term.place = table.place();
  const bool data = section.find("data") != nullptr;
  const Value* on = data ? section.find("on") : &section.require("on");
  term.on = on ? describe_location(*on) : "interior";
  term.on_place = on ? on->place() : table.place();
  term.region =
      on ? read_region(problem, section.path("on"), *on) : geometry::interior_of(problem.domain);
  const Value* points = section.find("points");
  term.points_place = points ? points->place() : table.place();
  term.points_are_written = points || data;
  const bool density = section.find("density") != nullptr;
  term.points =
      points ? read_term_points(problem, section.path("points"), *points, term.region, density)
             : default_points(term.region, density);
  if (points) check_points(section.path("points"), *points, term.points, term.region);
  if (on) check_some_are_kept(problem, section.path("on"), *on, term);
  if (const Value* shift = section.find("shift")) {
    term.shift = read_shift(problem, section.path("shift"), *shift, term.region);
    if (density) throw bad_value(section.path("shift"), *shift, "belongs to terms with a residual");
  }
  expr::Scope scope = problem.scope;
  read_data(problem, section, term, scope);
  read_density_or_residual(problem, section, term, scope);
  check_columns_are_used(problem, term, scope);
  term.measure = term.density ? Measure::integral : Measure::mean;
  if (term.noise > 0 || term.noise_column >= 0) term.measure = Measure::sum;
  section.read<Measure>("measure", term.measure,
                        {{"mean", Measure::mean}, {"integral", Measure::integral}});
  read_adaptation(problem, section, term);
  const Value* weight = section.find("weight");
  term.weight_is_written = weight != nullptr;
  term.balanced = weight && weight->kind == Value::Kind::text && weight->text == "auto";
  if (weight && !term.balanced) {
    term.weight = read_constant(problem, section.path("weight"), *weight, positive);
  }
  return term;
}

/// A name is a column of history.csv and a key of --set.
void check_name(const std::vector<Term>& terms, const Term& term) {
  const bool plain = std::all_of(term.name.begin(), term.name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == ' ';
  });
  if (!plain || std::isdigit(static_cast<unsigned char>(term.name[0]))) {
    throw error_at(term.place, fmt::format("the term's name '{}' must begin with a letter and have "
                                           "letters, digits, '_', '-' and spaces only",
                                           term.name));
  }
  for (const Term& other : terms) {
    if (other.name != term.name) continue;
    throw error_at(term.place, fmt::format("two terms have the name '{}' (the other one: {})",
                                           term.name, describe(other.place)));
  }
}

}  // namespace

void read_terms(Problem& problem, const Value& list) {
  if (list.kind != Value::Kind::list) {
    throw bad_value("term", list, "terms are written [[term]], with double brackets");
  }
  for (const Value& table : as_list("term", list)) {
    Term term = read_term(problem, table, problem.terms.size());
    check_name(problem.terms, term);
    problem.terms.push_back(std::move(term));
  }
}

}  // namespace engd::read
