#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reproduce/collect.h"

namespace engd::reproduce {

/// Errors over iterations and over time: the median of the seeds of every optimiser and the band
/// between the quartiles, on logarithmic axes. Writes PROBLEM_l2_iterations, PROBLEM_h1_iterations,
/// PROBLEM_l2_time and PROBLEM_h1_time, each as .svg and .png; false when gnuplot is missing.
bool draw_curves(const std::filesystem::path& folder, const std::string& problem,
                 const std::vector<Group>& groups);

/// What a case's solution file shows: PROBLEM_solution_u and, where it is known, PROBLEM_error_u
/// for each unknown u, as .svg and .png. The captions by name; none when there is no such file.
std::vector<std::pair<std::string, std::string>> draw_solution(const std::filesystem::path& folder,
                                                               const std::string& problem,
                                                               const std::filesystem::path& run);

/// The three functions of the paper's figures 2 and 6 at the start of a run: the error u - u*, the
/// push-forward of the energy natural gradient, and that of the plain gradient, each divided by its
/// largest absolute value. Writes NAME_push_error, NAME_push_natural and NAME_push_gradient as .svg
/// and .png. For problems in two dimensions.
bool draw_push_forwards(const std::filesystem::path& folder, const std::string& name,
                        const std::string& problem_file, std::uint64_t seed, int threads);

}  // namespace engd::reproduce
