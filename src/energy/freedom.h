#pragma once

namespace engd::energy {

/// What can be added to an unknown without the equations noticing: a pressure of which only the
/// gradient occurs is known up to a constant, or up to a function of time.
enum class Freedom { none, constant, time };

}  // namespace engd::energy
