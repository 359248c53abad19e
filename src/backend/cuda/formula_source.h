#pragma once

#include <string>
#include <vector>

#include "expr/tape.h"

namespace engd::cuda {

/// `__device__ void name(const double* in, double* out)`: the formulas of a tape as CUDA C++.
std::string formula_source(const std::string& name, const expr::Tape& tape);

/// A number as CUDA C++ that reads back as the same double.
std::string literal(double value);

/// A constant table on the card.
std::string numbers_source(const std::string& name, const std::vector<double>& numbers);

}  // namespace engd::cuda
