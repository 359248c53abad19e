#include "energy/term.h"

#include <Eigen/Core>
#include <algorithm>

namespace engd::energy {

bool Term::in_full_dimension() const {
  return std::any_of(
      region.patches.begin(), region.patches.end(),
      [&](const geometry::Patch& patch) { return patch.dimension() == region.space_dimension; });
}

namespace {

std::vector<double> shifted_coordinates(const geometry::PointSet& points,
                                        const std::vector<double>& shift) {
  std::vector<double> coordinates = points.coordinates;
  for (std::size_t j = 0; j < shift.size(); ++j)
    for (std::ptrdiff_t q = 0; q < points.count; ++q)
      coordinates[j * static_cast<std::size_t>(points.count) + static_cast<std::size_t>(q)] +=
          shift[j];
  return coordinates;
}

}  // namespace

Sample::Sample(const Term& term, const Density& density, geometry::PointSet set)
    : points(std::move(set)) {
  const double scale = term.mean ? 1 / points.measure() : 1.0;
  for (double w : points.weights) {
    plain_weights.push_back(w * scale);
    weights.push_back(w * scale * term.weight);
  }

  if (!term.shift.empty()) partners = shifted_coordinates(points, term.shift);
  const expr::Tape& tape = density.data();
  const auto columns = static_cast<std::size_t>(tape.outputs());
  std::vector<int> needed;
  for (const auto& input : tape.inputs())
    if (input.kind == expr::Op::coordinate && input.index >= first_field)
      needed.push_back(input.index - first_field);
  if (term.fields) fields = FieldValues(*term.fields, needed, points, partners);
  data.resize(columns * static_cast<std::size_t>(points.count));
  std::vector<const double*> in(tape.inputs().size());
  std::vector<double*> out(columns);
  Eigen::VectorXd workspace(static_cast<Eigen::Index>(tape.workspace_size()));
  for (std::ptrdiff_t first = 0; first < points.count; first += expr::Tape::block) {
    for (std::size_t k = 0; k < in.size(); ++k) {
      const auto& input = tape.inputs()[k];
      const auto& from = input.kind == expr::Op::normal ? points.normals : points.coordinates;
      in[k] = first + (input.kind == expr::Op::coordinate && input.index >= first_field
                           ? fields.column(input.index - first_field)
                           : from.data() + input.index * points.count);
    }
    for (std::size_t k = 0; k < columns; ++k)
      out[k] = data.data() + static_cast<std::ptrdiff_t>(k) * points.count + first;
    const auto n = std::min<std::ptrdiff_t>(expr::Tape::block, points.count - first);
    tape.evaluate(static_cast<int>(n), in.data(), out.data(), workspace.data());
  }
}

}  // namespace engd::energy
