#pragma once

#include <string>
#include <vector>

#include "read/problem_names.h"

namespace engd::read {

/// Reads a CSV file: columns of all coordinates, of one unknown or several, and if wanted `weight`.
/// Throws InputError as FILE:LINE: message.
Reference read_reference(const std::string& file, const std::vector<std::string>& coordinates,
                         const std::vector<std::string>& unknowns, const geometry::Box& domain);

}  // namespace engd::read
