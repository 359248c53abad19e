#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "expr/graph.h"

namespace engd::expr {

/// A mistake in a formula: where (character offset and length) and what, with what is allowed.
class FormulaError : public std::runtime_error {
 public:
  FormulaError(std::size_t offset, std::size_t length, const std::string& message)
      : std::runtime_error(message), offset(offset), length(length) {}
  std::size_t offset, length;
};

/// A run of coordinates that share a name: "x[5]" declares x1 .. x5, also written x[1] .. x[5],
/// and x[i] inside sum(...) and prod(...).
struct Family {
  std::string name;
  int first = 0, count = 0;
};

/// A named formula of the file; with parameters when declared as "k(s)" or "g(a, b)".
struct Definition {
  std::vector<std::string> parameters;
  std::string text;
};

/// The names that a formula may use.
struct Scope {
  std::vector<std::string> coordinates;
  std::vector<Family> families;
  std::vector<std::string> unknowns;
  std::vector<std::string> coefficients;        ///< unknown numbers
  std::map<std::string, int> measured;          ///< values that come with the points: columns
  std::map<std::string, double> constants;      ///< pi and e are always known
  std::map<std::string, Definition> functions;  ///< expanded where they are used
  Space space;
  bool allow_unknowns = true;  ///< false for data of the problem: the solution, constants
  bool allow_normal = false;   ///< dn(u), n_x, ... : on boundaries only
  std::string no_normal = {};  ///< why not: "the faces of t have not; use ...", or nothing to say
  /// From a point to its partner, by coordinate: shift(u) is u there. Empty: points have none.
  std::vector<double> shift = {};
};

/// Checks that every name of the scope is usable and declared once. Throws FormulaError (at offset
/// 0, since the mistake is in no formula). The functions below do this first.
void check_names(const Scope& scope);

/// Checks brackets, operators and numbers of a formula, not its names: enough to place a mistake in
/// a function that no formula uses. Throws FormulaError.
void check_syntax(std::string_view text);

/// Parses one scalar formula into the graph. Throws FormulaError; a mistake inside a function of
/// the scope is reported where the formula uses it.
Node parse(Graph& graph, std::string_view text, const Scope& scope);

/// A condition that selects points: comparisons (== != < <= > >=) of scalar formulas of the
/// coordinates joined by `and`, `or`, `not` and parentheses. "0 < x < 1" means both comparisons.
struct Condition {
  enum class Kind {
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    both,
    either,
    negation
  };
  Kind kind = Kind::equal;
  Node left = -1, right = -1;       ///< of a comparison
  std::vector<Condition> operands;  ///< of both, either, negation
};
Condition parse_condition(Graph& graph, std::string_view text, const Scope& scope);

/// True when the text is meant as a condition, not as the name of a part.
bool looks_like_condition(std::string_view text);

}  // namespace engd::expr
