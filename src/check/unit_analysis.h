#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "expr/syntax.h"
#include "problem/problem.h"

namespace engd::check {

/// What is known of the unit of a number in a formula.
struct Measured {
  std::optional<problem::Unit> unit;  ///< absent: a name without a unit, which fits everywhere
  bool plain = false;                 ///< made of written numbers alone
  std::optional<double> value = {};   ///< for exponents
};
/// "in m/s" or "a pure number".
std::string unit_text(const Measured& a);
/// Throws expr::FormulaError at a part of a formula.
[[noreturn]] void fail(const expr::Syntax& at, const std::string& message);

/// Of a number or a vector.
struct Quantity {
  std::vector<Measured> components;
  bool is_vector = false;
};

/// Dimensional analysis of formulas as they are written, where the names of constants still stand.
///
/// A number that is written is a pure number as a factor, and takes the unit of its neighbours as a
/// summand of its own (u - 300); names without a unit fit everywhere. Throws expr::FormulaError at
/// the part that does not fit.
class UnitAnalysis {
 public:
  explicit UnitAnalysis(const problem::Problem& problem) : problem_(problem) {}

  Quantity of(const std::string& formula);
  /// Both in one unit; `what` begins the message for the formula as a whole.
  void require(const std::string& formula, const Quantity& quantity, const problem::Unit& unit,
               const std::string& what) const;

 private:
  using Parameters = std::map<std::string, Quantity>;

  Quantity quantity(const expr::Syntax& syntax);
  Measured number(const expr::Syntax& syntax);
  Quantity sum(const expr::Syntax& syntax);
  Quantity product(const expr::Syntax& syntax);
  Measured power(const Measured& base, const Measured& exponent, const expr::Syntax& at) const;
  Quantity name(const expr::Syntax& syntax);
  Quantity index(const expr::Syntax& syntax);
  Quantity call(const expr::Syntax& syntax);
  Quantity function(const expr::Syntax& syntax);
  Quantity derivative(const expr::Syntax& call);
  Quantity repeated(const expr::Syntax& call, bool product);
  Measured agreeing(const expr::Syntax& call);
  Measured inner(const Quantity& a, const Quantity& b, const expr::Syntax& at) const;
  Measured of_name(const std::string& name) const;
  Measured of_axis(int axis) const;
  std::optional<Measured> derivative_name(const std::string& text) const;
  Measured slope(const Measured& f, int axis) const;

  const problem::Problem& problem_;
  Parameters parameters_;
  std::map<std::string, Quantity> functions_;  ///< without parameters, found once
  int depth_ = 0;
};

}  // namespace engd::check
