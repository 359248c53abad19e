#pragma once

#include <engd/export.h>

#include <cstddef>
#include <cstdint>
#include <engd/error.hpp>
#include <engd/expression.hpp>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engd {
inline namespace v0 {

/// Values at points: one row a point, one column a formula, or a component of one.
struct Values {
  std::vector<std::string> names;  ///< of the columns
  std::size_t rows = 0;
  std::vector<double> numbers;  ///< row after row

  std::size_t columns() const { return names.size(); }
  double operator()(std::size_t row, std::size_t column = 0) const {
    return numbers[row * columns() + column];
  }
};

/// What was found for an unknown number of the equation.
struct Coefficient {
  std::string name;
  double value = 0;
  std::optional<double> standard_error;  ///< absent where there are no data
  bool determined = true;                ///< false: other values fit as well
};

/// How a solve ended.
struct Termination {
  std::string name;          ///< one word: "converged", "stalled", "interrupted", ...
  std::string sentence;      ///< why, and how accurate the result is by the program's own estimate
  bool interrupted = false;  ///< by the observer
  bool failed = false;       ///< it diverged, or missed the accuracy that was asked for
  std::string why_failed;
};

/// A line of history.csv.
struct HistoryRow {
  std::uint64_t seed = 0;
  int iteration = 0;
  double seconds = 0;
  double loss = 0;
  std::vector<double> term_losses;  ///< one a term
  std::optional<double> rel_l2, rel_h1, step, gradient_norm;
  std::vector<double> coefficients;  ///< one a coefficient
};

/// What a solve came to. A copy is cheap. Points are given by their coordinates, one point after
/// the other, in the order of the problem. Values are NaN outside of the domain, and at times to
/// which the solve has not come. Calls with many points are much faster than many calls.
class ENGD_API Solution {
 public:
  Solution(const Solution&);
  Solution(Solution&&) noexcept;
  Solution& operator=(const Solution&);
  Solution& operator=(Solution&&) noexcept;
  ~Solution();

  std::vector<std::string> variables() const;
  std::vector<std::string> unknowns() const;

  /// The first unknown at one point.
  double operator()(std::initializer_list<double> point) const;
  /// All unknowns.
  Values evaluate(std::span<const double> points, int threads = 1) const;
  /// Formulas of the problem's names, as in problem files: "u, u_x, laplacian(u) + f".
  Values evaluate(std::span<const double> points, std::string_view formulas, int threads = 1) const;
  Values evaluate(std::span<const double> points, const Expression& formula, int threads = 1) const;
  /// One derivative: "u_xy".
  std::vector<double> derivative(std::span<const double> points, std::string_view name,
                                 int threads = 1) const;
  /// The integral of a formula over a part of the domain: integral("boundary", "dn(u)"). By rules
  /// with more and more points, until further ones change nothing.
  double integral(std::string_view part, std::string_view formula) const;

  Coefficient coefficient(std::string_view name) const;
  std::vector<Coefficient> coefficients() const;

  double loss() const;  ///< NaN where a model file alone was loaded
  /// The relative L2 error by the known solution; absent where there is none.
  std::optional<double> error() const;
  std::optional<double> h1_error() const;
  /// The relative L2 error by the program's own estimate; absent where there is none.
  std::optional<double> estimate() const;
  /// Empty where a model file alone was loaded; so is the name of termination() then.
  std::vector<HistoryRow> history() const;
  Termination termination() const;
  std::uint64_t seed() const;
  std::string folder() const;  ///< of the run; empty where there is none
  /// The problem file with the network, points and method that were chosen.
  std::string chosen() const;

  /// Writes a model file.
  void save(const std::string& file) const;

  struct ENGD_HIDDEN Inside;  ///< not for programs
  ENGD_HIDDEN explicit Solution(std::shared_ptr<const Inside> inside);

 private:
  std::shared_ptr<const Inside> inside_;
};

}  // namespace v0
}  // namespace engd
