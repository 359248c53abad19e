#pragma once

#include <string>
#include <string_view>

namespace engd::read {

/// What to write in place of a line that is no TOML: a formula without quotes, a colon for an
/// equals sign, ...; begins with "; ", "" where there is nothing to say.
std::string toml_hint(std::string_view line);

}  // namespace engd::read
