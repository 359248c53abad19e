#include "geometry/sobol.h"

#include <bit>
#include <cassert>

namespace engd::geometry {
namespace {

constexpr int word = 32;

/// Directions v_k = m_k 2^(32-k), k = 1 .. 32, where the m_k beyond the initial s follow from the
/// polynomial x^s + a_1 x^(s-1) + ... + a_(s-1) x + 1:
///     m_k = 2 a_1 m_(k-1) ^ 4 a_2 m_(k-2) ^ ... ^ 2^(s-1) a_(s-1) m_(k-s+1) ^ 2^s m_(k-s) ^
///     m_(k-s)
void extend(std::uint32_t polynomial, std::span<const std::uint16_t> initial,
            std::uint32_t* direction) {
  const int s = static_cast<int>(initial.size());
  for (int k = 0; k < word; ++k) {
    if (k < s) {
      direction[k] = static_cast<std::uint32_t>(initial[static_cast<std::size_t>(k)])
                     << (word - 1 - k);
      continue;
    }
    // In terms of v the factors 2^i are absorbed, but for the last term, shifted by s.
    std::uint32_t v = direction[k - s] ^ (direction[k - s] >> s);
    for (int i = 1; i < s; ++i)
      if ((polynomial >> (s - i)) & 1u) v ^= direction[k - i];
    direction[k] = v;
  }
}

}  // namespace

Sobol::Sobol(int dimension, const RandomStream& shift) : dimension_(dimension) {
  assert(1 <= dimension && dimension <= max_dimension);
  directions_.resize(static_cast<std::size_t>(dimension) * word);
  for (int k = 0; k < word; ++k)  // the first coordinate is van der Corput's sequence
    directions_[static_cast<std::size_t>(k)] = std::uint32_t{1} << (word - 1 - k);
  std::span<const std::uint16_t> table = joe_kuo_table();
  for (int j = 1; j < dimension; ++j) {
    const std::uint32_t polynomial = table[0];
    const auto degree = static_cast<std::size_t>(std::bit_width(polynomial)) - 1;
    extend(polynomial, table.subspan(1, degree), &directions_[static_cast<std::size_t>(j) * word]);
    table = table.subspan(1 + degree);
  }
  for (int j = 0; j < dimension; ++j) shift_.push_back(shift.bits(static_cast<std::uint64_t>(j)));
}

void Sobol::point(std::uint64_t index, std::span<double> out) const {
  assert(index < max_points && out.size() == static_cast<std::size_t>(dimension_));
  const auto gray = static_cast<std::uint32_t>(index ^ (index >> 1));
  for (std::size_t j = 0; j < out.size(); ++j) {
    std::uint32_t x = 0;
    for (std::uint32_t bits = gray; bits != 0; bits &= bits - 1)
      x ^= directions_[j * word + static_cast<std::size_t>(std::countr_zero(bits))];
    out[j] = to_unit_interval((static_cast<std::uint64_t>(x) << 20) ^ shift_[j]);
  }
}

}  // namespace engd::geometry
