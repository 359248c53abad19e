#pragma once

#include <filesystem>
#include <string>

namespace engd::pairs {

/// Where the model of a run, read again, has other values than the run's own picture; nothing where
/// they agree.
std::string wrong_values(const std::filesystem::path& run);

}  // namespace engd::pairs
