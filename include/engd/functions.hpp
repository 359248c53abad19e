#pragma once

#include <engd/export.h>

#include <cstdint>
#include <engd/finding.hpp>
#include <engd/observer.hpp>
#include <engd/options.hpp>
#include <engd/problem.hpp>
#include <engd/solution.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace engd {
inline namespace v0 {

/// Reads and checks a problem file.
ENGD_API Problem read(const std::string& file);
/// The same for the text of a file that would stand at `file`: files that the problem names are
/// seen from there.
ENGD_API Problem parse(std::string_view text, const std::string& file = "problem.toml");

/// What is probably not meant, as `engd check` finds it. Throws Error where the problem is wrong.
ENGD_API Findings check(const Problem& problem);

/// Solves the problem as `engd solve` does: with the same seed and number of threads the result is
/// the same, to the bit (but for limits in seconds).
ENGD_API Solution solve(const Problem& problem, const Options& options = {});
ENGD_API Solution solve(const Problem& problem, const Options& options, Observer& observer);
/// The function is called at every moment; false ends the solve.
ENGD_API Solution solve(const Problem& problem, const Options& options,
                        const std::function<bool(const Moment&)>& go_on);

/// Of a run folder or a model file. Of several seeds the best is taken, where none is named.
ENGD_API Solution load(const std::string& run_or_model, std::optional<std::uint64_t> seed = {});

/// Of the library, "0.1.0"; ENGD_VERSION_TEXT is that of the headers.
ENGD_API const char* version() noexcept;

}  // namespace v0
}  // namespace engd
