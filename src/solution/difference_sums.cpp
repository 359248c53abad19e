#include "solution/difference_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/error.h"

namespace engd::solution {

void DifferenceSums::Moments::add(double value, double weight, double all) {
  const double before = value - mean;
  if (all > 0) mean += weight / all * before;
  about_mean += weight * before * (value - mean);
}

void DifferenceSums::add(std::size_t column, double value, double reference, double weight) {
  Sum& sum = columns_[column];
  const double difference = value - reference;
  if (!std::isfinite(difference))
    throw InputError(
        fmt::format("{} is not finite at some point that is compared", sum.column.name));
  sum.weight += weight;
  sum.difference.add(difference, weight, sum.weight);
  sum.reference.add(reference, weight, sum.weight);
  see(column, value, reference);
}

void DifferenceSums::see(std::size_t column, double value, double reference) {
  Sum& sum = columns_[column];
  const double difference = value - reference;
  if (!std::isfinite(difference)) return;
  sum.least = std::min(sum.least, difference);
  sum.most = std::max(sum.most, difference);
  sum.reference_least = std::min(sum.reference_least, reference);
  sum.reference_most = std::max(sum.reference_most, reference);
}

Difference DifferenceSums::result(const Sum& sum) const {
  const bool is_free = sum.column.up_to_constant;
  const auto norm = [&](const Moments& of) {
    return std::sqrt(of.about_mean + (is_free ? 0 : sum.weight * of.mean * of.mean));
  };
  const auto farthest = [&](double least, double most, const Moments& of) {
    const double mean = is_free ? of.mean : 0;
    return std::max(std::abs(least - mean), std::abs(most - mean));
  };
  return {sum.column.name, norm(sum.difference), farthest(sum.least, sum.most, sum.difference),
          norm(sum.reference), farthest(sum.reference_least, sum.reference_most, sum.reference)};
}

std::vector<Difference> DifferenceSums::results() const {
  std::vector<Difference> differences;
  for (const Sum& sum : columns_) differences.push_back(result(sum));
  return differences;
}

bool is_up_to_constant(const Solution& solution, const std::string& name) {
  const auto& problem = solution.problem();
  const auto found = std::ranges::find(problem.scope.unknowns, name);
  if (found == problem.scope.unknowns.end()) return false;
  const auto k = static_cast<std::size_t>(found - problem.scope.unknowns.begin());
  return k < problem.up_to.size() && problem.up_to[k] == energy::Freedom::constant;
}

}  // namespace engd::solution
