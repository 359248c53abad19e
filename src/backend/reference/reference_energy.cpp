#include "backend/reference/reference_energy.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "backend/reference/formula.h"
#include "linalg/positive_part.h"

namespace engd::reference {

using energy::Density;
using energy::Linearisation;
using energy::Metric;
using energy::Sample;
using energy::Term;
using expr::JetEntry;
using expr::Leaf;

namespace {

/// A leaf at a point where the jet entries have these values.
template <typename T>
T leaf_value(const Leaf& leaf, const Sample& sample, Index q, std::span<const JetEntry> entries,
             const std::vector<T>& jets) {
  switch (leaf.kind) {
    case Leaf::Kind::coordinate:
      return sample.points.coordinate(q, leaf.index);
    case Leaf::Kind::normal:
      return sample.points.normals[static_cast<std::size_t>(leaf.index * sample.points.count + q)];
    case Leaf::Kind::measured:
      return sample.points.columns[static_cast<std::size_t>(leaf.index * sample.points.count + q)];
    case Leaf::Kind::field:
      return sample.fields.column(leaf.index)[q];
    case Leaf::Kind::coefficient:
    case Leaf::Kind::jet:
      return jets[static_cast<std::size_t>(std::find(entries.begin(), entries.end(), leaf) -
                                           entries.begin())];
    case Leaf::Kind::data:
    case Leaf::Kind::increment:
      break;
  }
  throw std::logic_error(std::string("no value of a leaf of the kind ") +
                         expr::kind_name(leaf.kind));
}

/// A point and, after it, its partner where there is one.
std::vector<double> point(const Sample& sample, Index q) {
  std::vector<double> x;
  for (int j = 0; j < sample.points.dimension; ++j) x.push_back(sample.points.coordinate(q, j));
  for (Index j = 0; j < sample.points.dimension && !sample.partners.empty(); ++j)
    x.push_back(sample.partners[static_cast<std::size_t>(j * sample.points.count + q)]);
  return x;
}

/// All derivatives of order up to `order`, with the multiplicity they have in the tensors D^l u.
std::vector<std::pair<JetEntry, double>> sobolev_entries(int order, const network::Mlp& mlp) {
  std::vector<std::pair<JetEntry, double>> entries;
  const int dimension = mlp.dimension();
  for (int k = 0; k < mlp.coefficients(); ++k) entries.push_back({expr::coefficient_entry(k), 1.0});
  for (int k = 0; k < mlp.unknowns(); ++k) {
    entries.push_back({expr::value_of(k), 1.0});
    for (int i = 0; order >= 1 && i < dimension; ++i) {
      entries.push_back({expr::value_of(k).differentiated(i), 1.0});
      for (int j = i; order >= 2 && j < dimension; ++j)
        entries.push_back(
            {expr::value_of(k).differentiated(i).differentiated(j), i == j ? 1.0 : 2.0});
    }
  }
  return entries;
}

}  // namespace

ReferenceEnergy::ReferenceEnergy(const network::Mlp& mlp, std::vector<Term> terms,
                                 const expr::Graph& graph, const expr::Space& space,
                                 std::vector<std::string> coordinate_names, std::uint64_t seed)
    : mlp_(mlp),
      terms_(std::move(terms)),
      graph_(graph),
      space_(space),
      coordinate_names_(std::move(coordinate_names)),
      seed_(seed) {
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    names_.push_back(terms_[t].name);
    samples_.emplace_back(
        terms_[t], terms_[t].density,
        geometry::place_points(terms_[t].rule, terms_[t].region,
                               {seed_, static_cast<std::uint32_t>(t), 0}, coordinate_names_));
  }
}

template <typename T>
std::vector<T> ReferenceEnergy::jet(const std::vector<T>& theta, const std::vector<double>& x,
                                    std::span<const JetEntry> entries) const {
  int degree = 0;
  for (const JetEntry& entry : entries) degree = std::max(degree, entry.order());
  const auto d = static_cast<std::ptrdiff_t>(mlp_.dimension());
  auto expansions = expand(mlp_, theta, {x.begin(), x.begin() + d}, degree);
  if (std::ssize(x) > d)
    for (auto& there : expand(mlp_, theta, {x.begin() + d, x.end()}, degree))
      expansions.push_back(there);
  const auto derivative = [&](const JetEntry& entry, const std::vector<int>& axes) {
    std::vector<int> powers(static_cast<std::size_t>(d), 0);
    double factorials = 1;
    for (int axis : axes) factorials *= ++powers[axis];
    const int first = entry.place == Leaf::Place::partner ? mlp_.unknowns() : 0;
    return expansions[first + entry.index].terms[powers] * T(factorials);
  };
  std::vector<T> result;
  for (const JetEntry& entry : entries) {
    T value = 0.0;
    if (entry.is_coefficient())
      value = coefficient(mlp_, theta, entry.index);
    else if (entry.laplacian)
      for (int axis : space_.spatial) value += derivative(entry, {axis, axis});
    else
      value = derivative(entry, {entry.axis.begin(), entry.axis.begin() + entry.order()});
    result.push_back(value);
  }
  return result;
}

template <typename T>
std::vector<T> ReferenceEnergy::values(const Term& term, const Sample& sample, Index q,
                                       const std::vector<T>& jets) const {
  const auto entries = term.density.jets();
  const std::function<T(const Leaf&)> leaf = [&](const Leaf& one) {
    return leaf_value(one, sample, q, entries, jets);
  };
  std::map<expr::Node, T> known;
  std::vector<T> result;
  for (expr::Node node : term.density.value_nodes())
    result.push_back(evaluate<T>(graph_, node, leaf, known));
  return result;
}

Matrix ReferenceEnergy::jet_jacobian(const Vector& theta, const std::vector<double>& x,
                                     std::span<const JetEntry> entries) const {
  Matrix jacobian(std::ssize(entries), parameters());
  constexpr int together = 16;
  std::vector<Dual<together>> dual(theta.begin(), theta.end());
  for (Index first = 0; first < parameters(); first += together) {
    const Index count = std::min<Index>(together, parameters() - first);
    for (Index k = 0; k < count; ++k) dual[first + k].slope[k] = 1;
    const auto columns = jet(dual, x, entries);
    for (std::size_t c = 0; c < columns.size(); ++c)
      for (Index k = 0; k < count; ++k)
        jacobian(static_cast<Index>(c), first + k) = columns[c].slope[k];
    for (Index k = 0; k < count; ++k) dual[first + k].slope[k] = 0;
  }
  return jacobian;
}

Matrix ReferenceEnergy::curvature(const Term& term, const Sample& sample, Index q,
                                  const std::vector<double>& jets) const {
  const auto entries = term.density.jets();
  const int J = static_cast<int>(entries.size());
  const std::function<double(const Leaf&)> leaf = [&](const Leaf& one) {
    return leaf_value(one, sample, q, entries, jets);
  };
  Matrix H = Matrix::Zero(J, J);
  std::map<expr::Node, double> known;
  for (int a = 0; a < J; ++a)
    for (int b = 0; b < J; ++b)
      if (const expr::Node node = term.density.curvature_node(a, b); node >= 0)
        H(a, b) = evaluate<double>(graph_, node, leaf, known);
  return H;
}

Index ReferenceEnergy::points() const {
  Index sum = 0;
  for (const Sample& sample : samples_) sum += sample.points.count;
  return sum;
}

Index ReferenceEnergy::row_count(const Metric& metric) const {
  Index sum = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (metric.is_energy())
      sum += samples_[t].points.count * (terms_[t].density.least_squares()
                                             ? terms_[t].density.values()
                                             : std::ssize(terms_[t].density.jets()));
    else if (terms_[t].in_full_dimension())
      sum += samples_[t].points.count * std::ssize(sobolev_entries(metric.sobolev_order, mlp_));
  }
  return sum;
}

bool ReferenceEnergy::least_squares() const {
  return std::all_of(terms_.begin(), terms_.end(),
                     [](const Term& term) { return term.density.least_squares(); });
}

double ReferenceEnergy::loss(const Vector& theta, Vector* by_term) {
  const std::vector<double> parameters(theta.begin(), theta.end());
  Vector losses = Vector::Zero(std::ssize(terms_));
  for (std::size_t t = 0; t < terms_.size(); ++t)
    for (Index q = 0; q < samples_[t].points.count; ++q) {
      const auto jets = jet(parameters, point(samples_[t], q), terms_[t].density.jets());
      for (double v : values(terms_[t], samples_[t], q, jets))
        losses[static_cast<Index>(t)] +=
            samples_[t].weights[q] * (terms_[t].density.least_squares() ? 0.5 * v * v : v);
    }
  if (by_term) *by_term = losses;
  return losses.sum();
}

void ReferenceEnergy::losses(const Vector& theta, const Vector& direction,
                             std::span<const double> steps, std::span<double> losses) {
  for (std::size_t k = 0; k < steps.size(); ++k)
    losses[k] = loss(theta - steps[k] * direction, nullptr);
}

void ReferenceEnergy::losses_at(const Matrix& thetas, std::span<double> losses) {
  for (std::size_t k = 0; k < losses.size(); ++k)
    losses[k] = loss(thetas.col(static_cast<Index>(k)), nullptr);
}

double ReferenceEnergy::residuals(const Vector& theta, Vector& r) {
  const std::vector<double> parameters(theta.begin(), theta.end());
  r.resize(row_count({}));
  Index row = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t)
    for (Index q = 0; q < samples_[t].points.count; ++q) {
      const auto jets = jet(parameters, point(samples_[t], q), terms_[t].density.jets());
      for (double v : values(terms_[t], samples_[t], q, jets))
        r[row++] = std::sqrt(samples_[t].weights[q]) * v;
    }
  return loss(theta, nullptr);
}

double ReferenceEnergy::gradient(const Vector& theta, Vector& g, Vector* by_term) {
  const std::vector<double> parameters(theta.begin(), theta.end());
  g.setZero(theta.size());
  for (std::size_t t = 0; t < terms_.size(); ++t)
    for (Index q = 0; q < samples_[t].points.count; ++q) {
      const Density& density = terms_[t].density;
      const auto x = point(samples_[t], q);
      const auto jets = jet(parameters, x, density.jets());
      const Matrix jacobian = jet_jacobian(theta, x, density.jets());
      std::vector<Dual<1>> dual(jets.begin(), jets.end());
      for (std::size_t c = 0; c < jets.size(); ++c) {
        dual[c].slope[0] = 1;
        for (const Dual<1>& v : values(terms_[t], samples_[t], q, dual))
          g += samples_[t].weights[q] * v.slope[0] * (density.least_squares() ? v.value : 1.0) *
               jacobian.row(static_cast<Index>(c)).transpose();
        dual[c].slope[0] = 0;
      }
    }
  return loss(theta, by_term);
}

void ReferenceEnergy::rows(const Vector& theta, const Metric& metric, Linearisation& out) {
  const std::vector<double> parameters(theta.begin(), theta.end());
  out.A.setZero(row_count(metric), theta.size());
  const bool squares = metric.is_energy() && least_squares();
  out.r.setZero(squares ? out.A.rows() : 0);
  Index row = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const Term& term = terms_[t];
    if (!metric.is_energy() && !term.in_full_dimension()) continue;
    for (Index q = 0; q < samples_[t].points.count; ++q) {
      const auto x = point(samples_[t], q);
      if (!metric.is_energy()) {
        for (const auto& [entry, multiplicity] : sobolev_entries(metric.sobolev_order, mlp_))
          out.A.row(row++) = std::sqrt(samples_[t].plain_weights[q] * multiplicity) *
                             jet_jacobian(theta, x, std::span(&entry, 1));
        continue;
      }
      const auto jets = jet(parameters, x, term.density.jets());
      const Matrix jacobian = jet_jacobian(theta, x, term.density.jets());
      const double root = std::sqrt(samples_[t].weights[q]);
      if (!term.density.least_squares()) {
        const Matrix factor = linalg::positive_square_root(curvature(term, samples_[t], q, jets));
        out.A.middleRows(row, factor.cols()) = root * factor.transpose() * jacobian;
        row += factor.cols();
        continue;
      }
      std::vector<Dual<1>> dual(jets.begin(), jets.end());
      for (std::size_t c = 0; c < jets.size(); ++c) {
        dual[c].slope[0] = 1;
        const auto v = values(term, samples_[t], q, dual);
        for (std::size_t k = 0; k < v.size(); ++k) {
          out.A.row(row + static_cast<Index>(k)) +=
              root * v[k].slope[0] * jacobian.row(static_cast<Index>(c));
          if (squares) out.r[row + static_cast<Index>(k)] = root * v[k].value;
        }
        dual[c].slope[0] = 0;
      }
      row += term.density.values();
    }
  }
  out.loss = gradient(theta, out.g, &out.loss_by_term);
}

void ReferenceEnergy::gram(const Vector& theta, const Metric& metric, Linearisation& out) {
  rows(theta, metric, out);
  out.G = out.A.transpose() * out.A;
}

bool ReferenceEnergy::redraws() const {
  for (const auto& term : terms_)
    if (term.rule.resample > 0) return true;
  return false;
}

bool ReferenceEnergy::redraw(int iteration) {
  bool changed = false;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const int every = terms_[t].rule.resample;
    if (every <= 0 || iteration == 0 || iteration % every != 0) continue;
    const geometry::Draw draw{seed_, static_cast<std::uint32_t>(t),
                              static_cast<std::uint32_t>(iteration / every)};
    geometry::PointRule rule = terms_[t].rule;
    rule.count[0] = static_cast<int>(std::lround(times_ * rule.count[0]));
    samples_[t] = Sample(terms_[t], terms_[t].density,
                         geometry::place_points(rule, terms_[t].region, draw, coordinate_names_));
    changed = true;
  }
  return changed;
}

}  // namespace engd::reference
