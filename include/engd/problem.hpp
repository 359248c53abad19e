#pragma once

#include <engd/export.h>

#include <array>
#include <cstddef>
#include <engd/error.hpp>
#include <engd/expression.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engd {
inline namespace v0 {

/// A coordinate that runs from lower to upper.
struct Interval {
  std::string_view name;
  double lower = 0, upper = 1;
};

/// What a term may say beside its formula. What is left open is chosen.
struct TermOptions {
  std::string name = {};              ///< for messages and set(); default: the part it holds on
  std::optional<double> weight = {};  ///< factor of the term
  std::string points = {};            ///< as in problem files: "{ gauss = 20 }"
  std::optional<double> noise = {};   ///< of data: standard deviation of the measurements
};

/// What is to be solved. It is a problem file: read from one, or stated in C++, which writes it.
///
///     engd::Problem p;
///     auto [x, y] = p.coordinates({{"x", 0, 1}, {"y", 0, 1}});
///     auto u = p.unknown("u");
///     p.term("interior", laplacian(u) + 10*sin(engd::pi*x));
///     p.term("boundary", u);
///
/// Mistakes are found when the problem is checked or solved; the Error speaks of the term and shows
/// its formula with a caret:
///
///     term 'interior': unknown name 'uu'; known: u, x, y; did you mean 'u'?
///         laplacian(u) - uu
///                        ^~
class ENGD_API Problem {
 public:
  Problem();
  Problem(const Problem& other);
  Problem(Problem&& other) noexcept;
  Problem& operator=(const Problem& other);
  Problem& operator=(Problem&& other) noexcept;
  ~Problem();

  // Stating a problem. On one that was read these throw.

  /// A box, or together with domain() the coordinates that it leaves out.
  template <std::size_t N>
  std::array<Expression, N> coordinates(const Interval (&intervals)[N]) {
    add_coordinates(intervals);
    return names<N>([&](std::size_t k) { return intervals[k].name; });
  }
  /// Coordinates of a shape, which domain() describes.
  template <std::size_t N>
  std::array<Expression, N> coordinates(const char* const (&coordinates)[N]) {
    add_coordinates(coordinates);
    return names<N>([&](std::size_t k) { return std::string_view(coordinates[k]); });
  }
  /// The table of a problem file: "{ shape = \"disk\", radius = 1 }".
  void domain(std::string_view table);
  /// A function that is sought. Without any there is one, u.
  Expression unknown(std::string_view name);
  Expression constant(std::string_view name, double value);
  /// An unknown number of the equation: an inverse problem. A positive one stays above zero.
  Expression coefficient(std::string_view name, double start, bool positive = false);
  /// A name for a formula; with parameters where the name has some: "k(s)".
  Expression function(std::string_view name, const Expression& formula);
  /// A residual, or several, that shall be zero on a part of the domain: "interior", "boundary",
  /// "boundary.left", "initial", "x == 0.5", ...
  void term(std::string_view on, const Expression& residual, const TermOptions& options = {});
  void term(std::string_view on, std::initializer_list<Expression> residuals,
            const TermOptions& options = {});
  /// An energy density, whose integral shall be least.
  void density(std::string_view on, const Expression& density, const TermOptions& options = {});
  /// Measurements in a CSV file with the columns of the coordinates and of the unknowns that were
  /// measured; its name is seen from the working folder.
  void data(std::string_view file, const TermOptions& options = {});
  /// Measurements: point k has the coordinates points[k * dimension ...] and the value values[k] of
  /// the unknown.
  void data(const Expression& unknown, std::span<const double> points,
            std::span<const double> values, const TermOptions& options = {});
  /// The solution where it is known, of an unknown or a coefficient: errors are measured against
  /// it.
  void solution(const Expression& unknown, const Expression& formula);
  void title(std::string_view title);

  // Of every problem.

  /// Changes a key of the problem file, as --set does: set("network.layers", "[64]"),
  /// set("term.boundary.weight", "10"). Of a problem that was read it throws where the key or the
  /// value is wrong, and nothing is changed then.
  void set(std::string_view key, std::string_view value);

  std::string text() const;  ///< the problem file, without what set() has changed

  struct ENGD_HIDDEN Inside;  ///< not for programs
  Inside& inside() const { return *inside_; }
  ENGD_HIDDEN explicit Problem(std::unique_ptr<Inside> inside);

 private:
  void add_coordinates(std::span<const Interval> intervals);
  void add_coordinates(std::span<const char* const> names);
  static Expression name(std::string_view name);
  template <std::size_t N, typename Name>
  static std::array<Expression, N> names(Name name_of) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return std::array<Expression, N>{name(name_of(K))...};
    }
    (std::make_index_sequence<N>());
  }

  std::unique_ptr<Inside> inside_;
};

}  // namespace v0
}  // namespace engd
