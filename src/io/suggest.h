#pragma once

#include <string>
#include <vector>

namespace engd::io {

/// "a, b, c".
std::string list_names(const std::vector<std::string>& names);

/// "; did you mean 'residual'?" when one of the names is close to what was written, else "".
std::string did_you_mean(const std::string& written, const std::vector<std::string>& names);

}  // namespace engd::io
