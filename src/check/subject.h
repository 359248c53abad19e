#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "check/findings.h"
#include "expr/graph.h"
#include "geometry/points.h"
#include "problem/problem.h"

namespace engd::check {

/// The problem that is looked at, with a graph of its own: formulas that are made while looking
/// leave those of the problem, and therefore all that is computed later, as they are.
class Subject {
 public:
  explicit Subject(const problem::Problem& problem);

  const problem::Problem& problem;
  expr::Graph graph;
  int unknowns = 0;
  int time = -1;  ///< the coordinate; -1: there is none

  void report(problem::FindingKind kind, const problem::Place& place, const std::string& text,
              const std::string& mark = "");
  std::vector<Finding> findings;

  const std::string& unknown_name(int k) const;
  const std::string& coordinate_name(int axis) const;
  bool is_spatial(int axis) const;
  bool is_periodic(int axis) const;
  bool is_periodic_in_space() const;  ///< in every spatial coordinate

  /// The jet entries of a formula, found once.
  const std::vector<expr::JetEntry>& entries(expr::Node formula) const;

  /// What stands before an entry in a formula: its derivative, found once.
  expr::Node factor(expr::Node formula, const expr::JetEntry& entry);

  /// "x = 1, y = 0.2"; shortened where there are many coordinates.
  std::string place_text(std::span<const double> point) const;

 private:
  mutable std::map<expr::Node, std::vector<expr::JetEntry>> entries_;
  std::map<std::pair<expr::Node, expr::JetEntry>, expr::Node> factors_;
};

/// The unknown of an entry, also of one at the partner of a point; -1 for a coefficient.
int unknown_of(const expr::JetEntry& entry);
int order_along(const Subject& subject, const expr::JetEntry& entry, int axis);
int order_in_space(const Subject& subject, const expr::JetEntry& entry);
/// Of the derivatives of unknown k in a formula: the highest order along an axis.
int order_along(const Subject& subject, expr::Node formula, int k, int axis);
bool mentions(const Subject& subject, expr::Node formula, int k);
bool mentions(const Subject& subject, const problem::Term& term, int k);

/// Whether a term lies inside the domain, not on a boundary or a slice.
bool is_inside(const problem::Term& term);
/// Whether a term has data, or noise: its residuals need not vanish.
bool is_measured(const problem::Term& term);
/// The residuals of a term, or its density.
std::vector<const problem::Formula*> formulas_of(const problem::Term& term);

/// "x == 0 and y == 0": a point where the constant of an unknown can be fixed, the lower corner of
/// a box, or one inside a shape.
std::string point_condition(const Subject& subject);

/// At most so many points of a region; one where it is a single point.
std::vector<std::vector<double>> some_points(const Subject& subject, const geometry::Region& region,
                                             int count);

}  // namespace engd::check
