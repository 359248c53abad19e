#pragma once

#include <string>
#include <vector>

namespace engd::read {

/// "a, b, c".
std::string list_names(const std::vector<std::string>& names);

/// "; did you mean 'residual'?" when one of the names is close to what was written, else "".
/// Words of other programs count as well: "epochs" is close to 'iterations'.
std::string did_you_mean(const std::string& written, const std::vector<std::string>& names);

/// The one of `names` that other programs call `written`; "" where none is.
std::string meant_by(const std::string& written, const std::vector<std::string>& names);

}  // namespace engd::read
