#pragma once

#include "linalg/solver.h"

namespace engd::linalg {

std::unique_ptr<Solver> make_gram_cholesky();
std::unique_ptr<Solver> make_kernel_cholesky();

}  // namespace engd::linalg
