#include "geometry/halton.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace engd::geometry {

std::vector<std::uint32_t> first_primes(int count) {
  std::vector<std::uint32_t> primes;
  for (std::uint32_t n = 2; static_cast<int>(primes.size()) < count; ++n) {
    const auto divides = [n](std::uint32_t p) { return n % p == 0; };
    const auto beyond = std::ranges::find_if(primes, [n](std::uint32_t p) { return p * p > n; });
    if (std::none_of(primes.begin(), beyond, divides)) primes.push_back(n);
  }
  return primes;
}

Halton::Halton(int dimension, const RandomStream& scrambling) {
  assert(dimension >= 1);
  std::uint64_t used = 0;
  for (const std::uint32_t base : first_primes(dimension)) {
    Coordinate c;
    c.base = base;
    c.digits = static_cast<int>(std::ceil(53 / std::log2(base)));
    for (int k = 0; k < c.digits; ++k) {
      std::vector<std::uint32_t> order(base);
      std::iota(order.begin(), order.end(), 0u);
      for (std::uint32_t left = base; left > 1; --left)  // Fisher-Yates
        std::swap(order[left - 1],
                  order[static_cast<std::size_t>(scrambling.uniform(used++) * left)]);
      c.permuted.insert(c.permuted.end(), order.begin(), order.end());
    }
    // Half a unit of the last digit stands for the digits that are left out.
    c.tail.assign(static_cast<std::size_t>(c.digits) + 1, 0.5 * std::pow(base, -c.digits));
    for (int k = c.digits - 1; k >= 0; --k) {
      const auto i = static_cast<std::size_t>(k);
      c.tail[i] = c.tail[i + 1] + c.permuted[i * base] * std::pow(base, -(k + 1));
    }
    coordinates_.push_back(std::move(c));
  }
}

void Halton::point(std::uint64_t index, std::span<double> out) const {
  assert(out.size() == coordinates_.size());
  for (std::size_t j = 0; j < out.size(); ++j) {
    const Coordinate& c = coordinates_[j];
    double x = 0, unit = 1;
    std::uint64_t rest = index;
    std::size_t k = 0;
    for (; rest != 0 && k < static_cast<std::size_t>(c.digits); ++k, rest /= c.base) {
      unit /= c.base;
      x += c.permuted[k * c.base + rest % c.base] * unit;
    }
    out[j] = std::min(x + c.tail[k], 1 - 0x1p-53);
  }
}

}  // namespace engd::geometry
