#pragma once

#include "support/types.h"

namespace engd::optim {

/// Anderson's acceleration of z <- z + f(z): the next point is z + f of that combination of the
/// last points whose f, were it affine, would be least.
class Anderson {
 public:
  void restart() { count_ = steps_ = 0; }
  /// Moves z to the next point; f = f(z).
  void advance(const Vector& f, Vector& z);

 private:
  static constexpr int memory = 8;

  void remember(const Vector& f, const Vector& z);

  Matrix df_, moves_;  // differences of f, and of z + f, from one point to the next
  Matrix products_;    // of the columns of df_
  Vector f_, z_;       // the last
  Index count_ = 0, steps_ = 0;
};

}  // namespace engd::optim
