#include "linalg/gram_sum.h"

#include <algorithm>

// The columns of A are taken in panels as wide as a vector register and stored row by row. A tile
// of G, up to three panels high and one panel wide, stays in registers while the rows go by: a row
// costs three loads and, a column of the tile, one broadcast and three fused multiply-adds. A
// single column behind the last full panel (the output's bias: networks often have 8 k + 1
// parameters) would cost three loads for three multiply-adds; the tiles of that panel take it in.
namespace engd::linalg {
namespace {

#ifdef __AVX512F__
constexpr int width = 8;
#else
constexpr int width = 4;
#endif
constexpr int most_panels = 3;  // width * most_panels registers for the tile, of 32 (or 16)

// Rows that are packed at once: panels of a tile stay in the first-level cache.
constexpr Index depth = 256;

using Lanes [[gnu::vector_size(width * sizeof(double)), gnu::aligned(8), gnu::may_alias]] = double;

Lanes load(const double* from) {
  return *reinterpret_cast<const Lanes*>(from);
}

/// Exchanges the two off-diagonal blocks of size `half` in every square of twice that size.
template <int half>
void exchange(Lanes (&rows)[width]) {
  using Places [[gnu::vector_size(width * sizeof(double))]] = long long;
  Places low, high;
  for (int k = 0; k < width; ++k) {
    low[k] = k & half ? width + k - half : k;
    high[k] = k & half ? width + k : k + half;
  }
  for (int i = 0; i < width; ++i) {
    if (i & half) continue;
    const Lanes above = rows[i], below = rows[i + half];
#if __has_builtin(__builtin_shuffle)
    rows[i] = __builtin_shuffle(above, below, low);
    rows[i + half] = __builtin_shuffle(above, below, high);
#else
    for (int k = 0; k < width; ++k) {
      rows[i][k] = low[k] < width ? above[low[k]] : below[low[k] - width];
      rows[i + half][k] = high[k] < width ? above[high[k]] : below[high[k] - width];
    }
#endif
  }
}

/// to[k * width + j] = from[j * ld + k] for a square.
void transpose(const double* from, Index ld, double* to) {
  Lanes rows[width];
  for (int j = 0; j < width; ++j) rows[j] = load(from + j * ld);
  exchange<1>(rows);
  exchange<2>(rows);
  if constexpr (width == 8) exchange<4>(rows);
  for (int k = 0; k < width; ++k) *reinterpret_cast<Lanes*>(to + k * width) = rows[k];
}

/// tile(i, j) = sum over rows of left(i) right(j); G += tile, where the tile has `height` rows.
template <int panels, int columns>
void add_tile(const double* left, const double* right, Index rows, Index height, double* G,
              Index ld) {
  Lanes tile[columns][panels] = {};
  const Index next = rows * width;
  for (Index k = 0; k < rows; ++k) {
    Lanes row[panels];
    for (int i = 0; i < panels; ++i) row[i] = load(left + i * next + k * width);
    for (int j = 0; j < columns; ++j) {
      const double factor = j < width ? right[k * width + j] : right[next + k * width];
      for (int i = 0; i < panels; ++i) tile[j][i] += row[i] * factor;
    }
  }
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < panels; ++i)
      for (int lane = 0; lane < width; ++lane)
        if (i * width + lane < height) G[j * ld + i * width + lane] += tile[j][i][lane];
}

using AddTile = void (*)(const double*, const double*, Index, Index, double*, Index);

template <int panels>
AddTile tile_of(Index columns) {
  if constexpr (width == 8) {
    constexpr AddTile by_columns[] = {
        add_tile<panels, 1>, add_tile<panels, 2>, add_tile<panels, 3>,
        add_tile<panels, 4>, add_tile<panels, 5>, add_tile<panels, 6>,
        add_tile<panels, 7>, add_tile<panels, 8>, add_tile<panels, 9>};
    return by_columns[columns - 1];
  } else {
    constexpr AddTile by_columns[] = {add_tile<panels, 1>, add_tile<panels, 2>, add_tile<panels, 3>,
                                      add_tile<panels, 4>, add_tile<panels, 5>};
    return by_columns[columns - 1];
  }
}

AddTile tile_of(Index panels, Index columns) {
  return panels == 1   ? tile_of<1>(columns)
         : panels == 2 ? tile_of<2>(columns)
                       : tile_of<3>(columns);
}

}  // namespace

// Panel by panel; columns past the last are zero.
void GramSum::pack(const double* A, Index n, Index p, Index ld) {
  const Index panels = (p + width - 1) / width;
  packed_.resize(static_cast<std::size_t>(panels * depth * width));
  for (Index panel = 0; panel < panels; ++panel) {
    const Index columns = std::min<Index>(width, p - panel * width);
    const double* from = A + panel * width * ld;
    double* to = packed_.data() + panel * n * width;
    Index k = 0;
    if (columns == width)
      for (; k + width <= n; k += width) transpose(from + k, ld, to + k * width);
    for (; k < n; ++k)
      for (int j = 0; j < width; ++j) to[k * width + j] = j < columns ? from[j * ld + k] : 0.0;
  }
}

void GramSum::add(const double* A, Index n, Index p, Index ld, double* G) {
  const Index panels = (p + width - 1) / width;
  const bool takes_in = p > width && p % width == 1;
  const Index across = takes_in ? panels - 1 : panels;  // tiles from left to right
  for (Index first = 0; first < n; first += depth) {
    const Index rows = std::min(depth, n - first);
    pack(A + first, rows, p, ld);
    const auto panel = [&](Index k) { return packed_.data() + k * rows * width; };
    for (Index top = 0; top < panels; top += most_panels)
      for (Index j = top; j < across; ++j) {
        const Index high = std::min<Index>(most_panels, j + 1 - top);
        const Index columns = j + 1 < across ? width : p - j * width;
        tile_of(high, columns)(panel(top), panel(j), rows, p - top * width,
                               G + j * width * p + top * width, p);
      }
    if (takes_in)
      add_tile<1, 1>(panel(across), panel(across), rows, 1, G + across * width * (p + 1), p);
  }
}

}  // namespace engd::linalg
