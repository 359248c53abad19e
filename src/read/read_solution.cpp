#include "read/reader.h"

namespace engd::read {

void read_up_to(const Problem& problem, const Section& section, const std::string& key,
                energy::Freedom& up_to) {
  using energy::Freedom;
  section.read<Freedom>(key, up_to, {{"constant", Freedom::constant}, {"time", Freedom::time}});
  if (up_to != Freedom::time) return;
  const std::size_t spatial = problem.scope.space.spatial.size();
  if (spatial == problem.scope.coordinates.size())
    throw bad_value(section.path(key), *section.find(key),
                    "no coordinate is the time: write \"constant\"");
  if (spatial == 0)
    throw bad_value(section.path(key), *section.find(key),
                    "the time is the only coordinate, so that nothing would be left of the error");
}

void read_solution(Problem& problem, const Value& table) {
  std::vector<std::string> keys = problem.scope.unknowns;
  for (const Coefficient& coefficient : problem.coefficients) keys.push_back(coefficient.name);
  const Section section(table, "solution", keys);
  for (Coefficient& coefficient : problem.coefficients)
    if (const Value* value = section.find(coefficient.name))
      coefficient.exact = read_constant(problem, section.path(coefficient.name), *value);
  expr::Scope scope = problem.scope;
  scope.allow_unknowns = false;
  for (std::size_t k = 0; k < problem.scope.unknowns.size(); ++k) {
    const std::string& unknown = problem.scope.unknowns[k];
    const Value* value = section.find(unknown);
    if (!value) continue;
    const std::string path = section.path(unknown);
    if (value->kind != Value::Kind::table) {
      problem.solution[k] = read_formula(problem, path, *value, scope);
      continue;
    }
    const Section known(*value, path, {"value", "on", "up_to"});
    problem.solution[k] = read_formula(problem, known.path("value"), known.require("value"), scope);
    read_up_to(problem, known, "up_to", problem.up_to[k]);
    const Value* on = known.find("on");
    if (!on) continue;
    geometry::Region region = read_region(problem, known.path("on"), *on);
    if (region.patches.front().dimension() != problem.domain.dimension())
      throw bad_value(known.path("on"), *on, "must be a part of the inside, not of a boundary");
    problem.solution_on[k] = std::move(region);
  }
}

}  // namespace engd::read
