#pragma once

#include <string>
#include <vector>

#include "problem/problem.h"
#include "results/statement.h"

namespace engd::results {

/// What a problem file says, in words for a reader. Points are placed, to count them.
Statement make_statement(const problem::Problem& problem);

/// "mean", "integral", "sum, in units of the noise 0.1,": what comes before "of 1/2 r^2".
std::string measure_text(const problem::Term& term);
std::string rule_text(const geometry::PointRule& rule);  ///< "grid 30", "random 3000, drawn ..."
/// Where errors are measured; empty where they are not.
std::string evaluation_text(const problem::Problem& problem);
/// The unknowns whose errors are measured.
std::vector<std::string> measured_names(const problem::Problem& problem);
/// ", domain mapped to [-1, 1]^d, periodic in x": how the first layer sees a point.
std::string input_text(const problem::Problem& problem, const network::Options& network);
/// "2-64-1 tanh, domain mapped to [-1, 1]^d"
std::string network_text(const problem::Problem& problem, const network::Options& network);

}  // namespace engd::results
