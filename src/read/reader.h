#pragma once

// The parts of the problem reader, one a section of the file. Internal to src/read.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "problem/default_points.h"
#include "read/read_problem.h"
#include "read/section.h"
#include "read/value.h"

namespace engd::read {

// read_formula.cpp
/// The text of a formula: a string, or a plain number where that is all there is to say.
std::string formula_text(const std::string& path, const Value& value);
Formula read_formula(Problem& problem, const std::string& path, const Value& value,
                     const expr::Scope& scope);
/// A residual: a formula of a number, of a vector (one formula a component), or "left == right".
std::vector<Formula> read_residual(Problem& problem, const std::string& path, const Value& value,
                                   const expr::Scope& scope);
/// A finite number in `range`, or a formula of constants that gives one.
double read_constant(const Problem& problem, const std::string& path, const Value& value,
                     Range range = any_finite);
/// Rethrows a mistake inside `value` with the place, the line and a caret.
[[noreturn]] void throw_formula_error(const Value& value, const expr::FormulaError& error);

// read_names.cpp: [problem], [constants], [functions]; fills scope and domain.
bool is_name(std::string_view text);
/// Every name has one meaning; `what` says which, for the message about a second one.
void claim_name(const Problem& problem, const std::string& name, const std::string& what,
                const Place& place);
void read_problem_section(Problem& problem, const Section& section);
void read_constants(Problem& problem, const Value& table);
void read_functions(Problem& problem, const Value& table);

// read_automatic.cpp
/// automatic = true, or { accuracy = 1e-8, time = 60 }.
void read_automatic(Problem& problem, const Section& about);

// read_coefficients.cpp
/// [coefficients]: NAME = start, or NAME = { start = ..., positive = true }.
void read_coefficients(Problem& problem, const Value& table);

// read_domain.cpp
void read_domain(Problem& problem, const std::string& path, const Value& value);
struct Interval {
  double lower = 0, upper = 0;
};
/// [lower, upper], each a number or a formula of constants; `of` is what it is an interval of.
Interval read_interval(const Problem& problem, const std::string& path, const Value& value,
                       const std::string& of);

// missing_files.cpp
/// Leaves out terms and an [evaluation] that name files which are not in the folder.
void leave_out_missing_files(Value& root, const std::filesystem::path& folder);

// read_periodic.cpp
/// periodic = ["x"]: coordinates of the domain in which all unknowns are periodic.
void read_periodic(Problem& problem, const std::string& path, const Value& value);

// read_shape.cpp
/// A shape in so many coordinates. Its table may have further keys, which it does not look at.
geometry::ShapePtr read_shape(Problem& problem, const std::string& path, const Value& table,
                              int dimension, const std::vector<std::string>& further_keys);

// read_region.cpp
geometry::Region read_region(const Problem& problem, const std::string& path, const Value& value);

// read_points.cpp
/// A file that must be there, seen from the folder of the problem file.
std::string read_file_name(Problem& problem, const std::string& path, const Value& value);
geometry::PointRule read_points(Problem& problem, const std::string& path, const Value& value);
/// Refuses a rule that does not fit the region.
void check_points(const std::string& path, const Value& value, const geometry::PointRule& rule,
                  const geometry::Region& region);
/// A rule, or a number: that of the default rule.
geometry::PointRule read_term_points(Problem& problem, const std::string& path, const Value& value,
                                     const geometry::Region& region, bool density);

// settle_points.cpp
/// A network interpolates fewer rows than it has parameters, whatever happens between the points:
/// terms without written points get so many that there are four rows inside the domain for each
/// parameter of the largest network. `terms` are the tables that problem.terms were read from.
void settle_points(Problem& problem, const Value& terms);

// read_evaluation.cpp
/// About ten times the points of the first term inside the domain: other points than those that
/// the network has seen; by Gauss, where they lie on axes, so that errors are integrals.
geometry::PointRule default_evaluation(const Problem& problem);
/// [evaluation]: where errors are measured, and values of a solution at points.
void read_evaluation(Problem& problem, const Value& table);

// read_hard.cpp
/// [hard]: conditions that every network satisfies.
void read_hard(Problem& problem, const Value& table);

// read_shift.cpp
/// From the points of a term to their partners, by coordinate.
std::vector<double> read_shift(const Problem& problem, const std::string& path, const Value& value,
                               const geometry::Region& region);

// read_subdomains.cpp
/// [subdomains]: shapes inside the domain.
void read_subdomains(Problem& problem, const Value& table);

// read_units.cpp
/// [units]: NAME = "W/(m K)".
void read_units(Problem& problem, const Value& table);
/// silence = ["boundary"]: names of warnings.
void read_silence(Problem& problem, const std::string& path, const Value& value);

// read_solution.cpp
/// [solution]: formulas, or { value = ..., on = ... } where an unknown lives on a part alone.
void read_solution(Problem& problem, const Value& table);
/// "constant" or "time": what errors of an unknown leave out.
void read_up_to(const Problem& problem, const Section& section, const std::string& key,
                energy::Freedom& up_to);

// read_data.cpp
/// `data` and `noise` of a term: a file of measurements. The scope gets the names of its columns.
/// Where the term has no residual, one for each column that is called like an unknown is made.
void read_data(Problem& problem, const Section& section, Term& term, expr::Scope& scope);
void check_columns_are_used(const Problem& problem, const Term& term, const expr::Scope& scope);

// read_terms.cpp
void read_terms(Problem& problem, const Value& list);

// read_network.cpp
/// What a network is where the file does not say: its start and its input belong to the method.
network::Options default_network(optim::Method method);
/// [network], or several [[network]]: the first, and those that correct it.
void read_networks(Problem& problem, const Value& value);

// read_optimizer.cpp
std::vector<optim::Options> read_optimizers(const Value& value);
bool has_iterations(const Value& value);                   ///< written, of one optimizer or more
std::vector<Place> places_of_methods(const Value& value);  ///< one an optimizer, for messages
optim::Options default_optimizer(optim::Method method);

}  // namespace engd::read
