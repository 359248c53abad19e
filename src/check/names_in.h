#pragma once

#include <set>
#include <string>

#include "check/subject.h"

namespace engd::check {

/// The names that a formula is made of, with those in the functions that it uses.
std::set<std::string> names_in(const problem::Problem& problem, const std::string& formula);

/// The names in one text alone.
std::set<std::string> words_in(const std::string& text);

/// "; names: f in line 9, k in line 6": where the constants and functions of formulas
/// stand. Empty where they have none.
std::string definitions_in(const problem::Problem& problem,
                           const std::vector<std::string>& formulas);

}  // namespace engd::check
