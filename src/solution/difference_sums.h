#pragma once

#include <limits>
#include <string>
#include <vector>

#include "solution/comparison.h"

namespace engd::solution {

/// Norms of differences, summed up point by point.
class DifferenceSums {
 public:
  struct Column {
    std::string name;
    bool up_to_constant = false;
  };
  explicit DifferenceSums(std::vector<Column> columns) : columns_(columns.begin(), columns.end()) {}

  /// Throws InputError where the difference is not finite.
  void add(std::size_t column, double value, double reference, double weight);
  /// For the maximum alone. Differences that are not finite do not count.
  void see(std::size_t column, double value, double reference);
  /// The squares of l2 are sums with the weights.
  std::vector<Difference> results() const;

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  /// The mean, and the sum of squares about it, without cancellation.
  struct Moments {
    double mean = 0, about_mean = 0;
    void add(double value, double weight, double all);
  };
  struct Sum {
    Sum(Column of) : column(std::move(of)) {}
    Column column;
    Moments difference, reference;
    double weight = 0;
    double least = infinity, most = -infinity;
    double reference_least = infinity, reference_most = -infinity;
  };
  Difference result(const Sum& sum) const;

  std::vector<Sum> columns_;
};

/// Whether nothing fixes the constant of an unknown in this solution; false for other formulas.
bool is_up_to_constant(const Solution& solution, const std::string& name);

}  // namespace engd::solution
