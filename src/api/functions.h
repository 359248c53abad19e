#pragma once

#include <cstdint>
#include <engd/finding.hpp>
#include <engd/observer.hpp>
#include <engd/options.hpp>
#include <engd/problem.hpp>
#include <engd/solution.hpp>
#include <optional>
#include <string>
#include <string_view>

// What is behind engd/functions.hpp, under other names: read, check and solve are namespaces here,
// and no file can see both.

namespace engd::api {

Problem problem_of_file(const std::string& file);
Problem problem_of_text(std::string_view text, const std::string& file);
Findings look_at(const Problem& problem);
Solution solution_of(const Problem& problem, const Options& options, Observer& observer);
Solution solution_in(const std::string& run_or_model, std::optional<std::uint64_t> seed);

}  // namespace engd::api
