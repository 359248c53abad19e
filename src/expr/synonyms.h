#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace engd::expr {

/// What stands in formulas for a function that other languages (numpy, MATLAB, Mathematica, sympy,
/// UFL) know by this name: "the natural logarithm is log(x)". Nothing for names of no language.
std::optional<std::string> function_instead(std::string_view name);

/// The same for names that are no functions: Pi, inf.
std::optional<std::string> value_instead(std::string_view name);

/// What to write in place of the character at `offset`, which formulas do not know; "" where there
/// is nothing to say.
std::string character_instead(std::string_view text, std::size_t offset);

/// How delta(x - 0.5) is written, where no unknown is in the brackets: else delta is the Laplacian.
std::string_view point_source_instead();

/// How a function of cases, as if(x < 0.5, 1, 10), is written.
std::string_view cases_instead();

}  // namespace engd::expr
