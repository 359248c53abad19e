#include "energy/term.h"

#include <Eigen/Core>
#include <algorithm>

namespace engd::energy {

namespace {

bool is_column(const expr::Tape::Input& input) {
  return input.kind == expr::Op::coordinate && input.index >= geometry::first_column;
}
bool is_field(const expr::Tape::Input& input) {
  return input.kind == expr::Op::coordinate && input.index >= first_field && !is_column(input);
}

}  // namespace

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

double Term::noise_at(const geometry::PointSet& points, std::ptrdiff_t q) const {
  return noise_column < 0
             ? noise
             : points.columns[static_cast<std::size_t>(noise_column * points.count + q)];
}

Sample::Sample(const Term& term, const Density& density, geometry::PointSet set)
    : points(std::move(set)) {
  const double scale = term.mean ? 1 / points.measure() : 1.0;
  for (std::ptrdiff_t q = 0; q < points.count; ++q) {
    const double plain = points.weights[static_cast<std::size_t>(q)] * scale;
    const double sigma = term.has_noise() ? term.noise_at(points, q) : 1.0;
    plain_weights.push_back(plain);
    weights.push_back(term.weight * (term.has_noise() ? 1 / (sigma * sigma) : plain));
  }

  if (!term.shift.empty()) partners = shifted_coordinates(points, term.shift);
  const expr::Tape& tape = density.data();
  const auto columns = static_cast<std::size_t>(tape.outputs());
  std::vector<int> needed;
  for (const auto& input : tape.inputs())
    if (is_field(input)) needed.push_back(input.index - first_field);
  if (term.fields) fields = FieldValues(*term.fields, needed, points, partners);
  data.resize(columns * static_cast<std::size_t>(points.count));
  std::vector<const double*> in(tape.inputs().size());
  std::vector<double*> out(columns);
  Eigen::VectorXd workspace(static_cast<Eigen::Index>(tape.workspace_size()));
  for (std::ptrdiff_t first = 0; first < points.count; first += expr::Tape::block) {
    for (std::size_t k = 0; k < in.size(); ++k) {
      const auto& input = tape.inputs()[k];
      const auto& from = input.kind == expr::Op::normal ? points.normals : points.coordinates;
      if (is_field(input))
        in[k] = fields.column(input.index - first_field) + first;
      else if (is_column(input))
        in[k] =
            points.columns.data() + (input.index - geometry::first_column) * points.count + first;
      else
        in[k] = from.data() + input.index * points.count + first;
    }
    for (std::size_t k = 0; k < columns; ++k)
      out[k] = data.data() + static_cast<std::ptrdiff_t>(k) * points.count + first;
    const auto n = std::min<std::ptrdiff_t>(expr::Tape::block, points.count - first);
    tape.evaluate(static_cast<int>(n), in.data(), out.data(), workspace.data());
  }
}

}  // namespace engd::energy
