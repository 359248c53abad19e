#pragma once

#include <vector>

#include "support/types.h"

namespace engd::linalg {

/// A = Q R for a matrix with at least as many rows as columns, Q square.
///
/// Rows are cut into pieces, which are factored at the same time; their triangles are then joined
/// one after another. Threads meet once, where a threaded dgeqrf lets them wait for each other at
/// every column: that matters for small matrices, and on a busy machine. How many pieces there are
/// depends on the shape of A alone, so that the bits do not depend on the number of threads.
class TallQr {
 public:
  /// Replaces what is in `matrix()`.
  void factor(int threads);
  Matrix& matrix() { return A_; }

  /// R, in the upper triangle of the first rows.
  auto triangle() const { return A_.topRows(A_.cols()); }

  /// x := Q x ('N') or Q^T x ('T') for `count` columns of A's height, `stride` apart.
  void apply(char transpose, double* x, Index count, Index stride);

 private:
  struct Piece {
    Index first = 0, rows = 0;
    Vector scales;     ///< of its reflections
    Matrix joint;      ///< the triangular factors of the join with the first piece
    Vector workspace;  ///< of its own: pieces work at the same time
  };

  void join(Piece& piece);
  void apply_piece(Piece& piece, char transpose, double* x, Index count, Index stride);
  void apply_join(Piece& piece, char transpose, double* x, Index count, Index stride);

  Matrix A_;
  std::vector<Piece> pieces_;
};

}  // namespace engd::linalg
