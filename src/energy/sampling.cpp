#include "energy/sampling.h"

#include <algorithm>
#include <cmath>

namespace engd::energy {

Sampling::Sampling(const std::vector<Term>& terms, std::vector<std::string> coordinate_names,
                   std::uint64_t seed)
    : terms_(terms), coordinate_names_(std::move(coordinate_names)), seed_(seed) {
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const geometry::Draw draw{seed_, static_cast<std::uint32_t>(t), 0};
    samples_.emplace_back(
        terms_[t], terms_[t].density,
        geometry::place_points(terms_[t].rule, terms_[t].region, draw, coordinate_names_));
  }
}

Index Sampling::points() const {
  Index sum = 0;
  for (const Sample& sample : samples_) sum += sample.points.count;
  return sum;
}

bool Sampling::redraws() const {
  return std::any_of(terms_.begin(), terms_.end(),
                     [](const Term& term) { return term.rule.resample > 0; });
}

bool Sampling::redraw(int iteration) {
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

}  // namespace engd::energy
