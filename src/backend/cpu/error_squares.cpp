#include "backend/cpu/error_squares.h"

#include <cmath>
#include <map>

namespace engd::cpu {

namespace {

/// A solution that is constant but for rounding has the norm zero where a constant is free.
constexpr double rounding = 1e-28;  // squared

double beyond(double least, double squares, double weight, double mean) {
  return squares <= least * weight * mean * mean ? 0 : squares;
}

/// Of two sets of points, each about its own mean: the squares about the mean of both,
///     S + S' + w w' / (w + w') (m - m')^2.
void join(double& squares, double& mean, double weight, double more, double other_mean,
          double other_weight) {
  const double both = weight + other_weight, apart = other_mean - mean;
  squares += more + weight * other_weight / both * apart * apart;
  mean += other_weight / both * apart;
}

}  // namespace

void ErrorSquares::add(const ErrorSquares& other) {
  if (!other.measured) return;
  with_slopes = other.with_slopes && (with_slopes || !measured);
  measured = true;
  error_slopes += other.error_slopes;
  norm_slopes += other.norm_slopes;
  if (!(other.weight > 0)) {
    error += other.error;
    norm += other.norm;
    return;
  }
  join(error, mean_error, weight, other.error, other.mean_error, other.weight);
  join(norm, mean, weight, other.norm, other.mean, other.weight);
  weight += other.weight;
  norm = beyond(rounding, norm, weight, mean);
}

bool ErrorSquares::is_relative() const {
  return norm > 0;
}

void ErrorSquares::exchange(StateArchive& archive) {
  archive("measured", measured);
  archive("with_slopes", with_slopes);
  archive("error", error);
  archive("error_slopes", error_slopes);
  archive("norm", norm);
  archive("norm_slopes", norm_slopes);
  archive("weight", weight);
  archive("mean_error", mean_error);
  archive("mean", mean);
}

void ErrorSums::add(const ErrorSums& other) {
  if (by_unknown.size() < other.by_unknown.size()) by_unknown.resize(other.by_unknown.size());
  for (std::size_t k = 0; k < other.by_unknown.size(); ++k) by_unknown[k].add(other.by_unknown[k]);
}

bool ErrorSums::is_relative() const {
  for (const ErrorSquares& one : by_unknown)
    if (one.is_relative()) return true;
  return false;
}

Errors ErrorSums::errors() const {
  Errors errors;
  ErrorSquares all;
  for (std::size_t k = 0; k < by_unknown.size(); ++k) {
    const ErrorSquares& one = by_unknown[k];
    if (!one.measured) continue;
    all.error += one.error;
    all.error_slopes += one.error_slopes;
    all.norm += one.norm;
    all.norm_slopes += one.norm_slopes;
    all.with_slopes = all.with_slopes && one.with_slopes;
    UnknownErrors& own = errors.by_unknown.emplace_back();
    own.unknown = static_cast<int>(k);
    if (!one.is_relative()) continue;
    own.rel_l2 = std::sqrt(one.error) / std::sqrt(one.norm);
    if (one.with_slopes)
      own.rel_h1 = std::sqrt(one.error + one.error_slopes) / std::sqrt(one.norm + one.norm_slopes);
  }
  errors.rel_l2 = std::sqrt(all.error) / std::sqrt(all.norm);
  if (all.with_slopes)
    errors.rel_h1 = std::sqrt(all.error + all.error_slopes) / std::sqrt(all.norm + all.norm_slopes);
  return errors;
}

void ErrorSums::exchange(StateArchive& archive) {
  archive.list("by_unknown", by_unknown, [&](ErrorSquares& one) { one.exchange(archive); });
}

std::vector<std::vector<Index>> time_slices(const geometry::PointSet& points, int time_axis) {
  std::map<double, std::vector<Index>> by_time;
  for (Index q = 0; q < points.count; ++q) by_time[points.coordinate(q, time_axis)].push_back(q);
  std::vector<std::vector<Index>> slices;
  for (auto& [time, points_then] : by_time) slices.push_back(std::move(points_then));
  return slices;
}

// One by one: the order in which Eigen adds up an array depends on the place of it in memory.
WeightedSquares::WeightedSquares(std::span<const double> weights,
                                 const std::vector<std::vector<Index>>& slices)
    : weights_(weights.data(), std::ssize(weights)), slices_(slices) {
  for (const double weight : weights) weight_ += weight;
}

WeightedSquares::Centred WeightedSquares::of_error(const Eigen::Ref<const Vector>& f,
                                                   energy::Freedom freedom) const {
  return about_means(f, freedom, 0);
}

WeightedSquares::Centred WeightedSquares::of_solution(const Eigen::Ref<const Vector>& f,
                                                      energy::Freedom freedom) const {
  return about_means(f, freedom, rounding);
}

WeightedSquares::Centred WeightedSquares::about_means(const Eigen::Ref<const Vector>& f,
                                                      energy::Freedom freedom, double least) const {
  switch (freedom) {
    case energy::Freedom::none:
      return {weights_.dot(f.cwiseAbs2()), 0};
    case energy::Freedom::constant: {
      if (!(weight_ > 0)) return {};
      // What rounding has left of the first mean is in the second.
      double mean = weights_.dot(f) / weight_;
      mean += weights_.dot((f.array() - mean).matrix()) / weight_;
      const double squares = weights_.dot((f.array() - mean).abs2().matrix());
      return {beyond(least, squares, weight_, mean), mean};
    }
    case energy::Freedom::time:
      return {in_slices(f, least), 0};
  }
  return {};
}

double WeightedSquares::in_slices(const Eigen::Ref<const Vector>& f, double least) const {
  double sum = 0;
  for (const std::vector<Index>& slice : slices_) {
    double weight = 0, mean = 0, squares = 0;
    for (const Index q : slice) weight += weights_[q];
    if (!(weight > 0)) continue;
    for (int pass = 0; pass < 2; ++pass) {
      double rest = 0;
      for (const Index q : slice) rest += weights_[q] * (f[q] - mean);
      mean += rest / weight;
    }
    for (const Index q : slice) squares += weights_[q] * (f[q] - mean) * (f[q] - mean);
    sum += beyond(least, squares, weight, mean);
  }
  return sum;
}

}  // namespace engd::cpu
