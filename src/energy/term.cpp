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
  for (const expr::Leaf& input : tape.inputs())
    if (input.kind == expr::Leaf::Kind::field) needed.push_back(input.index);
  if (term.fields) fields = FieldValues(*term.fields, needed, points, partners);
  std::vector<const double*> values, in(tape.inputs().size());
  for (const expr::Leaf& input : tape.inputs()) values.push_back(values_of(input));
  data.resize(columns * static_cast<std::size_t>(points.count));
  std::vector<double*> out(columns);
  Eigen::VectorXd workspace(static_cast<Eigen::Index>(tape.workspace_size()));
  for (std::ptrdiff_t first = 0; first < points.count; first += expr::Tape::block) {
    for (std::size_t k = 0; k < in.size(); ++k) in[k] = values[k] + first;
    for (std::size_t k = 0; k < columns; ++k)
      out[k] = data.data() + static_cast<std::ptrdiff_t>(k) * points.count + first;
    const auto n = std::min<std::ptrdiff_t>(expr::Tape::block, points.count - first);
    tape.evaluate(static_cast<int>(n), in.data(), out.data(), workspace.data());
  }
}

const double* Sample::values_of(const expr::Leaf& leaf) const {
  switch (leaf.kind) {
    case expr::Leaf::Kind::data:
      return data.data() + leaf.index * points.count;
    case expr::Leaf::Kind::field:
      return fields.column(leaf.index);
    case expr::Leaf::Kind::coordinate:
    case expr::Leaf::Kind::measured:
    case expr::Leaf::Kind::normal:
    case expr::Leaf::Kind::coefficient:
    case expr::Leaf::Kind::jet:
    case expr::Leaf::Kind::increment:
      break;
  }
  return points.values_of(leaf);
}

}  // namespace engd::energy
