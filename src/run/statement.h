#pragma once

#include <string>
#include <vector>

#include "io/problem.h"
#include "io/statement.h"
#include "network/mlp.h"

namespace engd::run {

/// What a problem file says, in words for a reader. Points are placed, to count them.
io::Statement make_statement(const io::Problem& problem);

/// "mean", "integral", "sum, in units of the noise 0.1,": what comes before "of 1/2 r^2".
std::string measure_text(const io::Term& term);
std::string rule_text(const geometry::PointRule& rule);  ///< "grid 30", "random 3000, drawn ..."
/// Where errors are measured; empty where they are not.
std::string evaluation_text(const io::Problem& problem);
/// The unknowns whose errors are measured.
std::vector<std::string> measured_names(const io::Problem& problem);
std::string layers_text(const network::Mlp& mlp);  ///< "2-64-1"
/// ", domain mapped to [-1, 1]^d, periodic in x": how the first layer sees a point.
std::string input_text(const io::Problem& problem, const network::Options& network);
/// "2-64-1 tanh, domain mapped to [-1, 1]^d"
std::string network_text(const io::Problem& problem, const network::Options& network);

}  // namespace engd::run
