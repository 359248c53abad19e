#pragma once

#include <string>
#include <utility>
#include <vector>

#include "network/options.h"

namespace engd::io {

/// The names of activations in problem files and model files.
const std::vector<std::pair<std::string, network::Activation>>& activation_names();

}  // namespace engd::io
