#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "energy/freedom.h"
#include "expr/parser.h"
#include "geometry/domain.h"
#include "geometry/points.h"
#include "linalg/solver.h"
#include "network/options.h"
#include "optim/options.h"
#include "problem/finding_kind.h"
#include "problem/place.h"
#include "problem/reference.h"
#include "problem/unit.h"

namespace engd::problem {

/// A formula with the place where it stands. Parsed already: the reader reports what does not
/// parse.
struct Formula {
  expr::Node node = -1;
  std::string text;
  Place place;
  int component = 0;  ///< of a vector that the text describes, from 1; 0: of a number
};

enum class Measure {
  mean,
  integral,
  sum  ///< over the points, each in units of its noise
};

/// One term of the energy: weight * integral over a region of 1/2 sum r^2, or of a density.
struct Term {
  std::string name;
  std::string on;  ///< as written, for messages
  geometry::Region region;
  std::vector<Formula> residuals;  ///< either these ...
  std::optional<Formula> density;  ///< ... or this
  geometry::PointRule points;
  Measure measure = Measure::mean;  ///< default: mean for residuals, integral for densities
  double weight = 1;
  std::vector<double> shift = {};  ///< from a point to its partner; empty: there is none
  bool balanced = false;           ///< weight = "auto"
  double causal = 0;
  bool is_data = false;   ///< measurements: their scatter says how sure coefficients are
  double noise = 0;       ///< standard deviation of the measurements; 0: not known
  int noise_column = -1;  ///< of the points' file, where they differ
  Place place, on_place, points_place;  ///< of the term, and of these keys where they are written
  bool continues = false;  ///< at the start of a later window: the residuals are what is continued
  /// In the file; else they are the program's choice.
  bool points_are_written = false, weight_is_written = false;
};

/// A condition that holds whatever the network: u = value + distance * network.
struct HardCondition {
  Formula value, distance;   ///< of the coordinates
  std::string on;            ///< as written, for messages
  geometry::Region region;   ///< where u = value: the distance vanishes there
  bool is_made = false;      ///< the distance, from the shape
  bool is_of_terms = false;  ///< made of terms at the start of time (hard_start.h)
};

/// A network on what the ones before it have left, u = u_before + scale * N.
struct Correction {
  network::Options network;
  std::optional<double> scale;  ///< absent: by the size of what is left
};

/// An unknown number of the equation.
struct Coefficient {
  std::string name;
  double start = 0;
  bool positive = false;        ///< its logarithm is trained
  std::optional<double> exact;  ///< where [solution] knows it
  Place place;
};

/// Whether the program chooses what the file does not fix: network, points and method.
struct Automatic {
  std::optional<bool> on = {};     ///< absent where nobody says it: automatic::is_wanted decides
  std::optional<double> accuracy;  ///< the relative L2 error asked for; 0: the best there is
  double time = 0;                 ///< seconds for the choice and the run; 0: an amount of work
  double work = 0;                 ///< that amount, in operations; 0: the usual one
};

/// What a problem file says, checked and with formulas parsed into one graph.
struct Problem {
  std::string file, title;
  std::string published;                ///< the best error that others have published, for tables
  std::string source_text;              ///< the file as it is, for reports
  std::vector<std::string> data_files;  ///< that its keys name
  expr::Scope scope;                    ///< names
  std::vector<Place> unknown_places;
  geometry::Domain domain;
  int windows = 1;          ///< of time, solved one after another
  bool hard_start = false;  ///< conditions at the start of time are hard ones where that can be
  expr::Graph graph;
  std::vector<Coefficient> coefficients;
  std::vector<std::optional<HardCondition>> hard;  ///< one an unknown; absent: the network itself
  std::vector<Term> terms;
  std::vector<std::optional<Formula>> solution;  ///< one an unknown; absent where not known
  /// One an unknown: where its solution holds and errors are measured; absent: everywhere.
  std::vector<std::optional<geometry::Region>> solution_on;
  std::vector<energy::Freedom> up_to;  ///< one an unknown: what errors leave out of it
  std::optional<Reference> reference;  ///< of unknowns without a formula
  network::Options network;
  std::vector<double> scale;            ///< of that network, one an unknown; empty: 1
  std::vector<Correction> corrections;  ///< further networks, trained after it, one by one
  std::vector<optim::Options> stages;   ///< optimisers run one after another; mostly one
  std::vector<Place> stage_places;      ///< where their methods are named, for messages
  geometry::PointRule evaluation;       ///< points for the errors
  bool evaluation_is_written = false;   ///< in the file; else chosen so that errors are integrals
  int evaluate_every = 0;               ///< iterations between error evaluations in the history
  bool network_is_written = false, optimizer_is_written = false;  ///< in the file
  bool iterations_are_written = false;                            ///< of one optimizer or more
  Automatic automatic;
  std::vector<FindingKind> silence;     ///< warnings that are not wanted
  std::map<std::string, Unit> units;    ///< of [units], by name
  std::map<std::string, Place> places;  ///< of constants and functions, for messages
  bool has_solution() const;            ///< a formula for every unknown
  bool has_formulas() const;            ///< for one unknown or more
  bool has_errors() const { return has_formulas() || reference; }
  /// The unknowns whose errors are measured, by number.
  std::vector<int> measured_unknowns() const;
};

/// The parameters of each of its networks, without the coefficients.
std::vector<Index> network_sizes(const Problem& problem);
Index largest_network(const Problem& problem);

/// What terms must have together: every unknown is used, and there is an equation for each.
/// (check_terms.cpp)
void check_terms(const Problem& problem);

}  // namespace engd::problem
