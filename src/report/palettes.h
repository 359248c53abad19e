#pragma once

namespace engd::report {

/// From dark to bright, for values; from blue over white at zero to red, for errors.
inline constexpr const char* sequential_palette =
    "set palette defined (0 '#2d1e5f', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')\n";
inline constexpr const char* diverging_palette =
    "set palette defined (0 '#30478f', 1 '#5fa8d3', 2 '#f7f7f5', 3 '#e07a5f', 4 '#8d2b2b')\n";

}  // namespace engd::report
