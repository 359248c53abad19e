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

namespace {

/// Fisher-Yates; the image of 0 takes the first number alone, so that it can be had by itself.
std::vector<std::uint32_t> permutation(std::uint32_t size, const RandomStream& random,
                                       std::uint64_t first) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t i = 0; i + 1 < size; ++i)
    std::swap(order[i],
              order[i + static_cast<std::size_t>(random.uniform(first + i) * (size - i))]);
  return order;
}

}  // namespace

Halton::Halton(int dimension, std::uint64_t points, const RandomStream& scrambling) {
  assert(dimension >= 1 && points >= 1);
  std::uint64_t slot = 0;  // each digit of each coordinate has `base` random numbers of its own
  for (const std::uint32_t base : first_primes(dimension)) {
    Coordinate c;
    c.base = base;
    const auto digits = static_cast<std::size_t>(std::ceil(53 / std::log2(base)));
    std::vector<double> zeros;  // the permuted digit 0, in its place
    double unit = 1;
    std::uint64_t largest = points - 1;
    for (std::size_t k = 0; k < digits; ++k, slot += base, largest /= base) {
      unit /= base;
      if (largest > 0) {
        const auto order = permutation(base, scrambling, slot);
        c.permuted.insert(c.permuted.end(), order.begin(), order.end());
      }
      zeros.push_back(std::floor(scrambling.uniform(slot) * base) * unit);
    }
    // Half a unit of the last digit stands for the digits that are left out.
    c.tail.assign(digits + 1, unit / 2);
    for (std::size_t k = digits; k-- > 0;) c.tail[k] = c.tail[k + 1] + zeros[k];
    coordinates_.push_back(std::move(c));
  }
}

void Halton::point(std::uint64_t index, std::span<double> out) const {
  assert(out.size() == coordinates_.size());
  for (std::size_t j = 0; j < out.size(); ++j) {
    const Coordinate& c = coordinates_[j];
    double x = 0, unit = 1;
    std::size_t k = 0;
    for (std::uint64_t rest = index; rest != 0 && k + 1 < c.tail.size(); ++k, rest /= c.base) {
      unit /= c.base;
      x += c.permuted[k * c.base + rest % c.base] * unit;
    }
    out[j] = std::min(x + c.tail[k], 1 - 0x1p-53);
  }
}

}  // namespace engd::geometry
