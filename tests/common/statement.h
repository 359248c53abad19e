#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "expr/parser.h"
#include "geometry/points.h"
#include "network/frozen.h"
#include "network/options.h"

namespace engd::testing {

/// Rules of points, as in problem files: points::gauss(10), points::grid({4, 9}).
namespace points {
using geometry::PointRule;
inline PointRule grid(std::vector<int> count) {
  return {PointRule::Kind::grid, std::move(count)};
}
inline PointRule grid(int count) {
  return grid(std::vector{count});
}
inline PointRule trapezoid(int count) {
  return {PointRule::Kind::trapezoid, {count}};
}
inline PointRule gauss(int count) {
  return {PointRule::Kind::gauss, {count}};
}
inline PointRule random(int count) {
  return {PointRule::Kind::random, {count}};
}
inline PointRule sobol(int count) {
  return {PointRule::Kind::sobol, {count}};
}
inline PointRule halton(int count) {
  return {PointRule::Kind::halton, {count}};
}
inline PointRule file(std::string name) {
  return {PointRule::Kind::file, {}, std::move(name)};
}
/// Drawn again every so many iterations.
inline PointRule every(int iterations, PointRule rule) {
  rule.resample = iterations;
  return rule;
}
}  // namespace points

/// One text, or several in braces.
struct Texts : std::vector<std::string> {
  Texts(const char* text) : vector{text} {}
  Texts(std::string text) : vector{std::move(text)} {}
  Texts(std::initializer_list<std::string> texts) : vector(texts) {}
};

/// What a term may have beside its formulas and points.
struct TermOptions {
  double weight = 1;
  bool integral = false;  ///< of residuals: not the mean
  bool balanced = false;  ///< the weight follows the trace of the Gram matrix
  double causal = 0, noise = 0;
  std::vector<double> shift = {};  ///< from a point to its partner
};

/// One term of an energy, as it is written; formulas are parsed by Discretisation.
struct TermText {
  Texts on;  ///< a part of the domain or a condition, or several that are joined
  Texts formulas;
  geometry::PointRule points;
  TermOptions options;
  bool is_density = false;
};

/// 1/2 sum r^2 of residuals r, which may be equations "left == right".
inline TermText residual(Texts on, Texts formulas, geometry::PointRule points = points::grid(30),
                         TermOptions options = {}) {
  return {std::move(on), std::move(formulas), std::move(points), std::move(options)};
}

/// The integral of a formula.
inline TermText density(Texts on, std::string formula, geometry::PointRule points,
                        TermOptions options = {}) {
  return {std::move(on), std::move(formula), std::move(points), std::move(options), true};
}

struct Interval {
  double lower = 0, upper = 1;
};

/// A problem as mathematics: coordinates in a box, unknowns, names of formulas, and terms that are
/// added up:
///
///     Statement("x y", {{0, 1}, {0, 1}}) + residual("interior", "laplacian(u) + 1") +
///         residual("boundary", "u")
///
/// It has texts and numbers only, is copied, and changed by its fields.
struct Statement {
  /// Names with blanks between them; "x[5]" is the family x1 .. x5. One interval is that of every
  /// coordinate. The coordinate t is the time.
  Statement(const std::string& coordinates, std::vector<Interval> box,
            const std::string& unknowns = "u");

  // Each gives a changed copy.
  Statement where(const std::string& name, const std::string& formula) const;
  Statement periodic_in(const std::string& coordinate) const;
  Statement with_coefficient(const std::string& name, double start, bool positive = false) const;
  /// unknown = value + distance * network, for every network.
  Statement with_hard(const std::string& unknown, const std::string& value,
                      const std::string& distance) const;
  Statement with(network::Options options) const;
  Statement with_layers(std::vector<int> layers) const;
  /// u = (what the networks before have) + scale * network.
  Statement beside(std::vector<network::FrozenNetwork> before, std::vector<double> scale) const;

  struct Hard {
    std::string value, distance;
  };
  std::vector<std::string> coordinates, unknowns;
  std::vector<expr::Family> families;
  std::vector<Interval> box;  ///< one a coordinate
  std::vector<int> periodic;
  std::map<std::string, std::string> functions;
  std::vector<std::string> coefficients;  ///< how they start is said by the network
  std::map<int, Hard> hard;               ///< by the number of the unknown
  std::vector<TermText> terms;
  network::Options network;  ///< at first that of problem files for damped methods
  std::vector<network::FrozenNetwork> frozen;
  std::vector<double> scale;
};

inline Statement operator+(Statement statement, TermText term) {
  statement.terms.push_back(std::move(term));
  return statement;
}

}  // namespace engd::testing
