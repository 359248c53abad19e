#pragma once

#include <string>
#include <vector>

#include "pairs/factor.h"
#include "pairs/spaces.h"

namespace engd::pairs {

/// The settings of a choice's levels in one table.
std::vector<Setting> settings_of(const Choice& choice, const std::string& table);

/// Another way to write the same problem.
struct Form {
  bool halves = false;    ///< the equation is two terms of half the weight
  bool separate = false;  ///< each residual of the equation is a term of its own
  bool moved = false;     ///< x = 3 + 2 x' in place of x', for every coordinate of space
  int grid = 0;           ///< points of the equation in place of the default; 0: the default
};

/// The formulas of a choice: its equation, in its coordinates and unknowns.
class Equation {
 public:
  Equation(const Choice& choice, const Space& space, const Form& form);

  const std::vector<std::string>& unknowns() const { return unknowns_; }
  std::string time() const { return choice_.is("time", "tau") ? "tau" : "t"; }
  bool has_time() const;                               ///< that operators leave out
  const std::string& first() const { return first_; }  ///< coordinate
  std::string slope(const std::string& u) const { return derivative(u, 1); }
  std::string functions() const;  ///< the table [functions], or nothing
  /// The lines "residual = ..." or "density = ..."; several where residuals are terms of their own.
  std::vector<std::string> formulas() const;
  /// The first coordinate as a formula: what it was before it was moved.
  std::string place() const { return form_.moved ? "((" + first_ + " - 3)/2)" : first_; }

 private:
  std::string derivative(const std::string& u, int order) const;  ///< along the first coordinate
  std::string laplacian(const std::string& u) const;
  std::string residual(std::size_t unknown) const;
  std::string density() const;
  std::string source() const;

  const Choice& choice_;
  const Space& space_;
  const Form& form_;
  std::vector<std::string> unknowns_;
  std::string first_;
};

}  // namespace engd::pairs
