#include "optim/momentum.h"

namespace engd::optim {

void Momentum::remember(const Vector& d) {
  if (!(mu_ > 0)) return;
  previous_ = d;
  has_previous_ = true;
}

linalg::System Momentum::centred(const energy::ScaledRows& rows) {
  linalg::System system;
  system.A = &rows.now.A;
  system.g = &rows.now.g;
  if (rows.least_squares()) system.r = &rows.now.r;
  promised_ = 0;
  if (!has_previous_) return system;
  centre_ = mu_ * previous_;
  scaled_ = rows.D.cwiseProduct(centre_);
  moved_.noalias() = rows.now.A * scaled_;
  promised_ = rows.now.g.dot(scaled_) - 0.5 * moved_.squaredNorm();
  g_ = rows.now.g;
  g_.noalias() -= rows.now.A.transpose() * moved_;
  system.g = &g_;
  if (!rows.least_squares()) return system;
  moved_ = rows.now.r - moved_;
  system.r = &moved_;
  return system;
}

}  // namespace engd::optim
