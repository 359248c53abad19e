#include "linalg/row_sample.h"

#include <cmath>
#include <numbers>

namespace engd::linalg {

std::vector<int> sampled_rows(Index rows, Index count) {
  if (rows < 2 * count) count = rows;
  std::vector<int> sample;
  sample.reserve(static_cast<std::size_t>(count));
  const double stretch = static_cast<double>(rows) / static_cast<double>(count);
  for (Index k = 0; k < count; ++k) {
    const auto at = static_cast<double>(k);
    const double turns = at / std::numbers::phi, place = turns - std::floor(turns);
    sample.push_back(static_cast<int>((at + (count < rows ? place : 0.5)) * stretch));
  }
  return sample;
}

}  // namespace engd::linalg
