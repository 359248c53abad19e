#pragma once

#include <atomic>

namespace engd::app {

/// The first signal asks the run to stop and save; a second one, of any kind, ends the program at
/// once. A terminal or a pipe that goes away must not take the results with it.
void handle_signals();

/// Set by the first signal.
const std::atomic<bool>& interrupted();

}  // namespace engd::app
