#pragma once

#include <string>

namespace engd::report {

/// An SVG file of gnuplot as it may stand inside an HTML page, beside others: without the XML head,
/// name spaces (HTML knows them), identifiers (those of two pictures are the same) and definitions
/// of symbols that nothing uses. Empty when the text is no SVG.
std::string inlined_svg(const std::string& file);

}  // namespace engd::report
