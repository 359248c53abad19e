#include "support/range.h"

#include <fmt/format.h>

#include <cmath>

namespace engd {

bool Range::contains(double x) const {
  return std::isfinite(x) && (lower_open ? x > lower : x >= lower) &&
         (upper_open ? x < upper : x <= upper);
}

std::string Range::words(const char* what) const {
  std::string text = what;
  if (std::isfinite(lower)) text += fmt::format(" {} {}", lower_open ? ">" : ">=", lower);
  if (std::isfinite(upper))
    text +=
        fmt::format("{} {} {}", std::isfinite(lower) ? " and" : "", upper_open ? "<" : "<=", upper);
  return text;
}

}  // namespace engd
