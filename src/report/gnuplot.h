#pragma once

#include <filesystem>
#include <string>

namespace engd::report {

/// Runs a gnuplot script in a folder. False when gnuplot is not installed or reports an error: a
/// run without pictures is still a run.
bool run_gnuplot(const std::string& script, const std::filesystem::path& folder);

/// A string as gnuplot wants it between single quotes.
std::string in_quotes(const std::string& text);

}  // namespace engd::report
