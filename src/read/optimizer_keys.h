#pragma once

#include "optim/options.h"
#include "read/section.h"

namespace engd::read {

/// Refuses keys that the chosen method, or the step rule that it uses, does not look at. Where
/// --set has put another method (or step) into a file, keys of the file that belonged to its own
/// one say nothing about the new one, and stay unread.
void check_keys_belong(const Section& section, const std::vector<optim::Key>& keys,
                       const optim::Options& options);

}  // namespace engd::read
