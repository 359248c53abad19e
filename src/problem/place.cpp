#include "problem/place.h"

#include <fmt/format.h>

namespace engd::problem {

std::string describe(const Place& place) {
  if (place.line == 0) return place.source;
  return fmt::format("{}:{}:{}", place.source, place.line, place.column);
}

InputError error_at(const Place& place, const std::string& message) {
  return InputError(describe(place) + ": " + message,
                    {place.source, place.line, place.column, message, {}});
}

}  // namespace engd::problem
