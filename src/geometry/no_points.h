#pragma once

#include "support/error.h"

namespace engd::geometry {

/// A region, or the condition that restricts it, leaves no place for points. In a window of time
/// that is no mistake.
class NoPoints : public InputError {
 public:
  using InputError::InputError;
};

}  // namespace engd::geometry
