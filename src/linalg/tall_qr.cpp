#include "linalg/tall_qr.h"

#include <lapacke.h>

#include <algorithm>
#include <thread>

#include "linalg/blas.h"

namespace engd::linalg {
namespace {

constexpr Index block = 32;

// Joining two triangles costs a third of the factorisation of a square: pieces are so much taller
// than wide that all joins together cost little.
int pieces_for(Index rows, Index n) {
  if (rows < 3 * n) return 1;
  if (rows < 16 * n) return 2;
  return rows < 64 * n ? 4 : 8;
}

}  // namespace

void TallQr::factor(int threads) {
  const Index rows = A_.rows(), n = A_.cols();
  const int count = pieces_for(rows, n), workers = std::min(count, threads);
  pieces_.resize(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) {
    Piece& piece = pieces_[k];
    piece.first = rows * k / count;
    piece.rows = rows * (k + 1) / count - piece.first;
    piece.scales.resize(n);
    piece.workspace.resize(std::max(piece.workspace.size(), 2 * block * std::max(n, block)));
  }
  const int ld = lapack_size(rows), columns = lapack_size(n);
  const auto factor_piece = [&](Piece& piece) {
    LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, static_cast<int>(piece.rows), columns,
                        A_.data() + piece.first, ld, piece.scales.data(), piece.workspace.data(),
                        static_cast<int>(piece.workspace.size()));
  };
  {
    // Started for the occasion, which is long: a pool that waits awake would take the cores from
    // the one that evaluates networks.
    const auto factor_some = [&](int worker) {
      for (int k = worker; k < count; k += workers) factor_piece(pieces_[k]);
    };
    std::vector<std::jthread> others;
    for (int worker = 1; worker < workers; ++worker) others.emplace_back(factor_some, worker);
    factor_some(0);
  }
  for (int k = 1; k < count; ++k) join(pieces_[k]);
}

// [R_0; R_k] = Q [R; 0]: both are triangles, and stay where they are.
void TallQr::join(Piece& piece) {
  const int n = static_cast<int>(A_.cols()), ld = static_cast<int>(A_.rows());
  const int nb = static_cast<int>(std::min<Index>(block, n));
  piece.joint.resize(nb, n);
  LAPACKE_dtpqrt_work(LAPACK_COL_MAJOR, n, n, n, nb, A_.data(), ld, A_.data() + piece.first, ld,
                      piece.joint.data(), nb, piece.workspace.data());
}

void TallQr::apply(char transpose, double* x, Index count, Index stride) {
  // Both want a block times the columns; dormqr keeps a triangle of 65 x 64 besides.
  const Index size = block * std::max(count, A_.cols()) + 65 * 64;
  for (Piece& piece : pieces_)
    if (piece.workspace.size() < size) piece.workspace.resize(size);
  const auto pieces = [&] {
    for (Piece& piece : pieces_) apply_piece(piece, transpose, x, count, stride);
  };
  if (transpose == 'T') {
    pieces();
    for (std::size_t k = 1; k < pieces_.size(); ++k)
      apply_join(pieces_[k], transpose, x, count, stride);
  } else {
    for (std::size_t k = pieces_.size() - 1; k >= 1; --k)
      apply_join(pieces_[k], transpose, x, count, stride);
    pieces();
  }
}

void TallQr::apply_piece(Piece& piece, char transpose, double* x, Index count, Index stride) {
  LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', transpose, static_cast<int>(piece.rows),
                      static_cast<int>(count), static_cast<int>(A_.cols()), A_.data() + piece.first,
                      static_cast<int>(A_.rows()), piece.scales.data(), x + piece.first,
                      static_cast<int>(stride), piece.workspace.data(),
                      static_cast<int>(piece.workspace.size()));
}

void TallQr::apply_join(Piece& piece, char transpose, double* x, Index count, Index stride) {
  const int n = static_cast<int>(A_.cols());
  const int nb = static_cast<int>(piece.joint.rows());
  LAPACKE_dtpmqrt_work(LAPACK_COL_MAJOR, 'L', transpose, n, static_cast<int>(count), n, n, nb,
                       A_.data() + piece.first, static_cast<int>(A_.rows()), piece.joint.data(), nb,
                       x, static_cast<int>(stride), x + piece.first, static_cast<int>(stride),
                       piece.workspace.data());
}

}  // namespace engd::linalg
