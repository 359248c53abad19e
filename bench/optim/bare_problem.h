#pragma once

#include <string>

namespace engd::bench {

/// The text of a problem file that states what `file` does and nothing of how it is solved: no
/// network, optimizer, points, weights, causality, windows or features. What is measured stays:
/// data, their noise and the points of measurements by formula, the solution and [evaluation].
/// Names of files become absolute, so that the text can stand anywhere. A hard condition becomes
/// terms (the comment of `stated_terms` says which). Throws InputError for a file that cannot be
/// read, and for a hard condition that terms cannot state.
std::string bare_text(const std::string& file);

}  // namespace engd::bench
