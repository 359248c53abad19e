#include "check/misfit.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "check/subject.h"

namespace engd::check {

void Misfit::add(const Sized& value, std::span<const double> point) {
  if (!std::isfinite(value.value) || !std::isfinite(value.size)) return;
  ++count_;
  squares_ += value.value * value.value;
  sizes_ += value.size * value.size;
  errors_ += value.error * value.error;
  if (std::fabs(value.value) <= largest_) return;
  largest_ = std::fabs(value.value);
  where_.assign(point.begin(), point.end());
}

bool Misfit::is_one(double relative) const {
  // The error counts rounding units of every operation; functions may lose some more.
  constexpr double rounding = 1e4 * std::numeric_limits<double>::epsilon();
  return count_ > 0 &&
         std::sqrt(squares_) > relative * std::sqrt(sizes_) + rounding * std::sqrt(errors_);
}

double Misfit::relative() const {
  const double size = std::sqrt(sizes_) + std::sqrt(errors_);
  return size > 0 ? std::sqrt(squares_) / size : 0;
}

double Misfit::rms() const {
  return std::sqrt(squares_ / static_cast<double>(count_));
}

double Misfit::rms_size() const {
  return std::sqrt(sizes_ / static_cast<double>(count_));
}

std::string Misfit::place(const Subject& subject) const {
  return subject.place_text(where_);
}

std::string Misfit::text(const Subject& subject) const {
  return fmt::format(
      "root mean square {:.2g} where the summands are of size {:.2g}; largest {:.2g} "
      "at {}",
      rms(), rms_size(), largest_, place(subject));
}

}  // namespace engd::check
