#include <algorithm>

#include "read/reader.h"
#include "read/suggest.h"

namespace engd::read {
namespace {

/// The coordinates that a name stands for: itself, or the members of a family.
std::vector<int> coordinates_named(const expr::Scope& scope, const std::string& name) {
  std::vector<int> axes;
  for (std::size_t j = 0; j < scope.coordinates.size(); ++j)
    if (scope.coordinates[j] == name) axes.push_back(static_cast<int>(j));
  for (const expr::Family& family : scope.families)
    for (int k = 0; family.name == name && k < family.count; ++k) axes.push_back(family.first + k);
  return axes;
}

}  // namespace

void read_periodic(Problem& problem, const std::string& path, const Value& value) {
  std::vector<int>& periodic = problem.domain.periodic;
  for (const Value* item : one_or_several(path, value)) {
    if (item->kind != Value::Kind::text)
      throw bad_value(path, *item,
                      "must name the coordinates: one of " + list_names(problem.scope.coordinates) +
                          ", or a list of them");
    const std::string& name = as_text(path, *item);
    const std::vector<int> axes = coordinates_named(problem.scope, name);
    if (axes.empty())
      throw bad_value(path, *item,
                      "must be one of the coordinates " + list_names(problem.scope.coordinates) +
                          did_you_mean(name, problem.scope.coordinates));
    for (const int axis : axes) {
      if (!geometry::has_interval(problem.domain, axis))
        throw bad_value(path, *item,
                        "is a coordinate of a shape; periodic ones run over an interval");
      if (std::find(periodic.begin(), periodic.end(), axis) == periodic.end())
        periodic.push_back(axis);
    }
  }
  std::sort(periodic.begin(), periodic.end());
}

}  // namespace engd::read
