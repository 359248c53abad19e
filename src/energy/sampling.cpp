#include "energy/sampling.h"

#include <algorithm>
#include <cmath>

#include "energy/adaptive_points.h"
#include "energy/causal.h"
#include "support/error.h"
#include "support/state_archive.h"

namespace engd::energy {

using geometry::Adaptation;
using geometry::PointSet;

namespace {

constexpr double candidates_for_a_point = 10;  // of RAD
constexpr int balance_every = 10;              // iterations

}  // namespace

Sampling::Sampling(const std::vector<Term>& terms, std::vector<std::string> coordinate_names,
                   std::uint64_t seed)
    : terms_(terms),
      coordinate_names_(std::move(coordinate_names)),
      seed_(seed),
      balances_(terms.size(), 1.0),
      factors_(terms.size()) {
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const geometry::Draw draw{seed_, static_cast<std::uint32_t>(t), 0};
    samples_.emplace_back(
        terms_[t], terms_[t].density,
        geometry::place_points(terms_[t].rule, terms_[t].region, draw, coordinate_names_));
  }
  drawn_.resize(terms_.size());
}

/// Points that follow the residual depend on all thetas before: they are kept themselves. Others
/// are placed again.
void Sampling::exchange(StateArchive& archive) {
  const auto require = [](bool fits) {
    if (!fits) throw InputError("the checkpoint does not fit this problem: it has other points");
  };
  archive("times", times_);
  for (std::size_t t = 0; t < terms_.size(); ++t)
    archive.within("term" + std::to_string(t), [&] {
      Drawn& drawn = drawn_[t];
      archive("iteration", drawn.iteration);
      archive("times", drawn.times);
      archive("elsewhere", drawn.elsewhere);
      require(drawn.iteration >= 0 && drawn.times >= 1 && drawn.times <= 1e6);
      if (terms_[t].rule.adaptation != Adaptation::none) {
        PointSet points = samples_[t].points;
        archive("coordinates", points.coordinates);
        archive("normals", points.normals);
        archive("weights", points.weights);
        const std::size_t count = points.weights.size(),
                          numbers = count * static_cast<std::size_t>(points.dimension);
        require(count > 0 && points.coordinates.size() == numbers &&
                (points.normals.empty() || points.normals.size() == numbers));
        points.count = std::ssize(points.weights);
        if (archive.loading()) place(t, std::move(points));
      } else if (archive.loading() && drawn.iteration > 0) {
        require(terms_[t].rule.resample > 0);
        place(t, fresh_points(t, drawn.iteration, drawn.times));
      }
      archive("balance", balances_[t]);
      archive("factors", factors_[t]);
      require(factors_[t].empty() || factors_[t].size() == samples_[t].weights.size());
      if (archive.loading()) weigh(t);
    });
}

Index Sampling::points() const {
  Index sum = 0;
  for (const Sample& sample : samples_) sum += sample.points.count;
  return sum;
}

bool Sampling::redraws() const {
  return std::any_of(terms_.begin(), terms_.end(), [](const Term& term) {
    return term.rule.resample > 0 || term.causal > 0 || term.balanced;
  });
}

bool Sampling::follows_residuals() const {
  return std::any_of(terms_.begin(), terms_.end(), [](const Term& term) {
    return term.rule.adaptation != Adaptation::none || term.causal > 0 || term.balanced;
  });
}

bool Sampling::is_due(std::size_t term, int iteration) const {
  const int every = terms_[term].rule.resample;
  return every > 0 && iteration != 0 && iteration % every == 0;
}

geometry::Draw Sampling::draw_of(std::size_t term, int iteration) const {
  return {seed_, static_cast<std::uint32_t>(term),
          static_cast<std::uint32_t>(iteration / terms_[term].rule.resample)};
}

std::optional<geometry::Draw> Sampling::plain_draw(std::size_t term, int iteration) const {
  const Term& one = terms_[term];
  const bool plain = one.rule.adaptation == Adaptation::none && !(one.causal > 0) && !one.balanced;
  const auto count = static_cast<std::ptrdiff_t>(std::lround(times_ * one.rule.count[0]));
  if (!plain || samples_[term].points.count != count) return std::nullopt;
  return draw_of(term, iteration);
}

PointSet Sampling::fresh_points(std::size_t term, int iteration, double times) const {
  const geometry::Draw draw = draw_of(term, iteration);
  geometry::PointRule rule = terms_[term].rule;
  rule.count[0] = static_cast<int>(std::lround(times * rule.count[0]));
  return geometry::place_points(rule, terms_[term].region, draw, coordinate_names_);
}

void Sampling::place(std::size_t term, PointSet points) {
  samples_[term] = Sample(terms_[term], terms_[term].density, std::move(points));
  factors_[term].clear();
  if (balances_[term] != 1) weigh(term);
}

std::optional<geometry::Draw> Sampling::draw_elsewhere(std::size_t term) const {
  const Drawn& drawn = drawn_[term];
  if (!drawn.elsewhere || !(terms_[term].rule.resample > 0)) return std::nullopt;
  return draw_of(term, drawn.iteration);
}

void Sampling::redraw(std::size_t term, int iteration) {
  drawn_[term] = {iteration, times_};
  place(term, fresh_points(term, iteration, times_));
}

bool Sampling::redraw(int iteration) {
  bool changed = false;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (!is_due(t, iteration)) continue;
    redraw(t, iteration);
    changed = true;
  }
  return changed;
}

void Sampling::adapt_points(std::size_t t, int iteration, const Measurements& now) {
  const geometry::PointRule& rule = terms_[t].rule;
  if (rule.adaptation == Adaptation::r3) {
    const std::vector<double> squares = now.squares(t, samples_[t]);
    place(t, r3_points(samples_[t].points, squares, fresh_points(t, iteration, times_)));
    return;
  }
  const Sample candidates(terms_[t], terms_[t].density,
                          fresh_points(t, iteration, candidates_for_a_point * times_));
  const auto count = static_cast<std::ptrdiff_t>(std::lround(times_ * rule.count[0]));
  const RandomStream random{seed_, Purpose::choice, static_cast<std::uint32_t>(t),
                            static_cast<std::uint32_t>(iteration / rule.resample)};
  place(t, rad_points(candidates.points, now.squares(t, candidates), count, rule.power, rule.floor,
                      random));
}

/// Each term that balances itself gets the mean of all traces; those of the others stay.
bool Sampling::balance(const Measurements& now) {
  Vector traces = now.traces();
  for (Index t = 0; t < traces.size(); ++t) traces[t] /= balances_[static_cast<std::size_t>(t)];
  const double mean = traces.mean();
  bool changed = false;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const double factor = mean / traces[static_cast<Index>(t)];
    if (!terms_[t].balanced || !std::isfinite(factor) || !(factor > 0)) continue;
    balances_[t] = factor;
    weigh(t);
    changed = true;
  }
  return changed;
}

void Sampling::weigh(std::size_t t) {
  const Term& term = terms_[t];
  Sample& sample = samples_[t];
  for (std::size_t q = 0; q < sample.weights.size(); ++q) {
    double base = sample.plain_weights[q];
    if (term.has_noise()) {
      const double sigma = term.noise_at(sample.points, static_cast<std::ptrdiff_t>(q));
      base = 1 / (sigma * sigma);
    }
    sample.weights[q] =
        base * term.weight * balances_[t] * (factors_[t].empty() ? 1 : factors_[t][q]);
  }
}

bool Sampling::adapt(int iteration, const Measurements& now) {
  bool changed = false;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (!is_due(t, iteration)) continue;
    drawn_[t] = {iteration, times_};
    if (terms_[t].rule.adaptation == Adaptation::none)
      place(t, fresh_points(t, iteration, times_));
    else
      adapt_points(t, iteration, now);
    changed = true;
  }
  if (iteration % balance_every == 0 &&
      std::any_of(terms_.begin(), terms_.end(), [](const Term& term) { return term.balanced; }))
    changed |= balance(now);
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (!(terms_[t].causal > 0)) continue;
    factors_[t] = causal_factors(samples_[t].points, now.squares(t, samples_[t]),
                                 terms_[t].time_axis, terms_[t].causal);
    weigh(t);
    changed = true;
  }
  return changed;
}

bool Sampling::level() {
  bool changed = false;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (factors_[t].empty()) continue;
    factors_[t].clear();
    weigh(t);
    changed = true;
  }
  return changed;
}

}  // namespace engd::energy
