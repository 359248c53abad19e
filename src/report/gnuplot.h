#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace engd::report {

/// Runs a gnuplot script in a folder. False when gnuplot is not installed or reports an error: a
/// run without pictures is still a run.
bool run_gnuplot(const std::string& script, const std::filesystem::path& folder);

/// A picture: its file name without the ending, and the commands that draw it.
struct Picture {
  std::string name, script;
  std::vector<double> values;  ///< for maps: what the commands find in the file `values_file(name)`
};
std::string values_file(const std::string& name);

/// Draws all pictures in one run of gnuplot as NAME.svg, and as NAME.png where asked for: sizes and
/// letters are such that one is read easily from 350 to 600 pixels wide. False as above.
bool draw(std::span<const Picture> pictures, const std::filesystem::path& folder, bool png = false);

/// A string as gnuplot wants it between single quotes.
std::string in_quotes(const std::string& text);

}  // namespace engd::report
