#include "automatic/spectrum.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "expr/tape.h"

namespace engd::automatic {

namespace {

constexpr int lines = 8;  // along each coordinate, through points of the term's region
// Points of a line: up to 63 turns are told apart.
constexpr int samples = expr::Tape::block;
constexpr double small_part = 1e-4;  // of the energy: too little to count

using Energies = std::vector<double>;  // by the number of half turns

/// What a formula is where all unknowns are zero, and the factor of each of their derivatives.
std::vector<expr::Node> given_parts(expr::Graph& graph, expr::Node residual) {
  std::vector<expr::Node> parts{residual};
  for (const expr::JetEntry& entry : expr::jet_entries(graph, {residual}))
    parts.push_back(expr::differentiate(graph, residual, graph.jet(entry)));
  return parts;
}

/// Less the straight line through its ends: what is left goes on without a jump when it is mirrored
/// there, as sines.
void remove_line(std::vector<double>& f) {
  const double first = f.front(), last = f.back(), n = static_cast<double>(f.size() - 1);
  for (std::size_t q = 0; q < f.size(); ++q)
    f[q] -= first + (last - first) * static_cast<double>(q) / n;
}

/// Adds the energy of each sine of k half turns.
void add_energies(const std::vector<double>& f, Energies& energies) {
  constexpr std::size_t n = samples - 1;
  static const std::vector<double> sines = [] {
    std::vector<double> table;
    for (std::size_t k = 0; k < 2 * n; ++k)
      table.push_back(std::sin(std::numbers::pi * static_cast<double>(k) / n));
    return table;
  }();
  for (std::size_t k = 1; k < n; ++k) {
    double sum = 0;
    for (std::size_t q = 1; q < n; ++q) sum += f[q] * sines[k * q % (2 * n)];
    energies[k] += sum * sum;
  }
}

double turns_of(const Energies& energies) {
  double all = 0, above = 0;
  for (const double energy : energies) all += energy;
  if (!(all > 0)) return 0;
  std::size_t k = energies.size();
  while (k > 0 && above <= small_part * all) above += energies[--k];
  return static_cast<double>(k) / 2;
}

/// The given parts of a residual along lines.
class Lines {
 public:
  Lines(const problem::Problem& problem, expr::Node residual) : box_(problem.domain) {
    expr::Graph graph = problem.graph;
    const std::vector<expr::Node> parts = given_parts(graph, residual);
    tape_ = expr::Tape(graph, parts);
    values_.assign(parts.size(), std::vector<double>(samples));
    workspace_.resize(static_cast<Index>(tape_.workspace_size()));
    for (std::vector<double>& one : values_) out_.push_back(one.data());
  }

  /// The turns of the part that has the most along coordinate j.
  double turns_along(std::size_t j, const geometry::PointSet& points) {
    std::vector<Energies> energies(values_.size(), Energies(samples, 0.0));
    std::vector<double> sizes(values_.size(), 0.0);
    for (std::ptrdiff_t p = 0; p < points.count; ++p) {
      evaluate(j, points.point(p));
      for (std::size_t k = 0; k < values_.size(); ++k) {
        std::vector<double>& f = values_[k];
        if (!std::ranges::all_of(f, [](double y) { return std::isfinite(y); })) continue;
        for (const double y : f) sizes[k] = std::max(sizes[k], std::fabs(y));
        remove_line(f);
        add_energies(f, energies[k]);
      }
    }
    double most = 0;
    for (std::size_t k = 0; k < values_.size(); ++k) {
      const double all = std::accumulate(energies[k].begin(), energies[k].end(), 0.0);
      // The rounding of a constant has all frequencies.
      if (std::sqrt(all) > rounding * sizes[k]) most = std::max(most, turns_of(energies[k]));
    }
    return most;
  }

 private:
  /// Only coordinates are known: unknowns and their derivatives are zero.
  void evaluate(std::size_t j, const std::vector<double>& x) {
    std::vector<std::vector<double>> in;
    std::vector<const double*> pointers;
    for (const expr::Leaf& leaf : tape_.inputs()) {
      const auto axis = static_cast<std::size_t>(leaf.index);
      const bool is_coordinate = leaf.kind == expr::Leaf::Kind::coordinate;
      in.emplace_back(samples, is_coordinate ? x[axis] : 0.0);
      for (int q = 0; q < samples && is_coordinate && axis == j; ++q)
        in.back()[static_cast<std::size_t>(q)] =
            box_.lower[j] + (box_.upper[j] - box_.lower[j]) * q / (samples - 1);
    }
    for (const auto& one : in) pointers.push_back(one.data());
    tape_.evaluate(samples, pointers.data(), out_.data(), workspace_.data());
  }

  static constexpr double rounding = 1e-10;

  const geometry::Box& box_;
  expr::Tape tape_;
  std::vector<std::vector<double>> values_;  ///< by part
  std::vector<double*> out_;
  Vector workspace_;
};

}  // namespace

std::vector<double> turns_of_data(const problem::Problem& problem) {
  std::vector<double> turns(static_cast<std::size_t>(problem.domain.dimension()), 0.0);
  for (const problem::Term& term : problem.terms) {
    const geometry::PointSet points =
        geometry::probe_points(lines, term.region, problem.scope.coordinates);
    for (const problem::Formula& formula : term.residuals) {
      Lines along(problem, formula.node);
      for (std::size_t j = 0; j < turns.size(); ++j)
        turns[j] = std::max(turns[j], along.turns_along(j, points));
    }
  }
  return turns;
}

}  // namespace engd::automatic
