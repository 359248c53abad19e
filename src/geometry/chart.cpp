#include "geometry/chart.h"

#include <cassert>
#include <cmath>

namespace engd::geometry {
namespace {

bool is_whole(const Axis& axis, double lower, double upper) {
  return upper - lower >= axis.upper - axis.lower;
}

/// Nodes x^power of a rule in x, with the weights of dx^power = power x^(power-1) dx.
LineRule in_powers(LineRule line, int power) {
  for (std::size_t k = 0; k < line.nodes.size(); ++k) {
    line.weights[k] *= power * std::pow(line.nodes[k], power - 1);
    line.nodes[k] = std::pow(line.nodes[k], power);
  }
  return line;
}

/// The nodes of a symmetric rule on [-upper, upper] that are positive: exact for even functions.
LineRule positive_half(int nodes, double upper) {
  const LineRule whole = gauss_between(2 * nodes, -upper, upper);
  return {{whole.nodes.begin() + nodes, whole.nodes.end()},
          {whole.weights.begin() + nodes, whole.weights.end()}};
}

LineRule equal_steps(int n, double lower, double upper, double first) {
  LineRule line;
  const double step = (upper - lower) / n;
  for (int k = 0; k < n; ++k) line.nodes.push_back(std::fma(k + first, step, lower));
  line.weights.assign(line.nodes.size(), step);
  return line;
}

/// The rule for densities: fine enough that arcs of an ellipse with axes 100 : 1 have their length
/// to round-off.
LineRule density_rule(const Axis& axis, double lower, double upper) {
  if (axis.is_closed() && is_whole(axis, lower, upper)) return equal_steps(4096, lower, upper, 0);
  constexpr int panels = 32, nodes = 24;
  LineRule line;
  for (int k = 0; k < panels; ++k) {
    const double step = (upper - lower) / panels;
    const LineRule panel = gauss_between(nodes, lower + k * step, lower + (k + 1) * step);
    line.nodes.insert(line.nodes.end(), panel.nodes.begin(), panel.nodes.end());
    line.weights.insert(line.weights.end(), panel.weights.begin(), panel.weights.end());
  }
  return line;
}

}  // namespace

LineRule gauss_between(int n, double lower, double upper) {
  LineRule line = gauss_legendre(n);
  const double half = (upper - lower) / 2, middle = lower + half;
  for (double& x : line.nodes) x = std::fma(half, x, middle);
  for (double& w : line.weights) w *= half;
  return line;
}

double measure_of(const Chart& chart, std::span<const double> lower,
                  std::span<const double> upper) {
  assert(chart.parameters() <= 3 && (chart.is_uniform || chart.parameters() <= 2));
  double volume = 1;
  bool all = true;
  for (std::size_t k = 0; k < chart.axes.size(); ++k) {
    volume *= upper[k] - lower[k];
    all &= is_whole(chart.axes[k], lower[k], upper[k]);
  }
  if (all && chart.whole_measure) return *chart.whole_measure;
  if (chart.is_uniform) return chart.largest_density * volume;
  std::vector<LineRule> lines;
  for (std::size_t k = 0; k < chart.axes.size(); ++k)
    lines.push_back(chart.axes.size() == 1      ? density_rule(chart.axes[k], lower[k], upper[k])
                    : chart.axes[k].is_closed() ? equal_steps(512, lower[k], upper[k], 0)
                                                : gauss_between(256, lower[k], upper[k]));
  if (lines.size() == 1) lines.push_back({{0}, {1}});
  std::vector<double> point(static_cast<std::size_t>(chart.space_dimension)), s(2);
  double sum = 0;
  for (std::size_t i = 0; i < lines[0].nodes.size(); ++i)
    for (std::size_t j = 0; j < lines[1].nodes.size(); ++j) {
      s = {lines[0].nodes[i], lines[1].nodes[j]};
      sum += lines[0].weights[i] * lines[1].weights[j] * chart.map(s, point, {});
    }
  return sum;
}

int node_count(const Axis& axis, double lower, double upper, int n) {
  switch (axis.kind) {
    case AxisKind::closed_curve:
      return static_cast<int>(
          std::ceil(4 * n * std::min(1.0, (upper - lower) / (axis.upper - axis.lower))));
    case AxisKind::angle:
      return 2 * n;
    case AxisKind::disk_radius:
      return (n + 1) / 2;
    case AxisKind::ball_radius:
      return n / 2 + 1;
    case AxisKind::shell_radius:
    case AxisKind::apex:
      return n + 1;
    case AxisKind::straight:
    case AxisKind::ring_radius:
    case AxisKind::lattice:
      break;
  }
  return n;
}

LineRule gauss_on(const Axis& axis, double lower, double upper, int n) {
  const int nodes = node_count(axis, lower, upper, n);
  switch (axis.kind) {
    case AxisKind::closed_curve:
    case AxisKind::angle:
      if (is_whole(axis, lower, upper)) return equal_steps(nodes, lower, upper, 0);
      break;
    case AxisKind::ball_radius:
      return in_powers(positive_half(nodes, std::cbrt(upper)), 3);
    case AxisKind::shell_radius:
      return in_powers(gauss_between(nodes, std::cbrt(lower), std::cbrt(upper)), 3);
    case AxisKind::apex:
      return in_powers(gauss_between(nodes, std::sqrt(lower), std::sqrt(upper)), 2);
    case AxisKind::lattice:
    case AxisKind::straight:
    case AxisKind::disk_radius:
    case AxisKind::ring_radius:
      break;
  }
  return gauss_between(nodes, lower, upper);
}

LineRule steps_on(const Axis& axis, double lower, double upper, int n) {
  const bool around = axis.is_closed() && is_whole(axis, lower, upper);
  return equal_steps(node_count(axis, lower, upper, n), lower, upper, around ? 0 : 0.5);
}

}  // namespace engd::geometry
