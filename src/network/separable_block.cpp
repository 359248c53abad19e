#include "network/separable_block.h"

#include <algorithm>

namespace engd::network {

template <typename Real, typename Base>
SeparableJets<Real, Base>::SeparableJets(const Separable& separable, const JetPlan& plan)
    : separable_(separable), used_(plan.used().size()) {
  const int d = separable.dimension();
  for (std::size_t c = 0; c < used_; ++c) {
    const Channel& channel = plan.used()[c];
    Product product{static_cast<int>(c), std::vector<int>(static_cast<std::size_t>(d), 0)};
    if (channel.laplacian) {
      for (const int axis : plan.space().spatial) {
        product.order[axis] = 2;
        products_.push_back(product);
        product.order[axis] = 0;
      }
      continue;
    }
    for (int k = 0; k < channel.order(); ++k) ++product.order[channel.axis[k]];
    products_.push_back(product);
  }
  for (int axis = 0; axis < d; ++axis) {
    int highest = 0;
    for (const Product& product : products_) highest = std::max(highest, product.order[axis]);
    std::vector<expr::JetEntry> entries{expr::value_of(0)};
    for (int k = 0; k < highest; ++k) entries.push_back(entries.back().differentiated(0));
    plans_.emplace_back(entries, expr::Space{1, {0}});
  }
  blocks_.reserve(static_cast<std::size_t>(d));  // blocks refer to their plans, which stay
  for (int axis = 0; axis < d; ++axis)
    blocks_.emplace_back(separable.factors()[axis], plans_[axis]);
  output_.setZero(Index{capacity} * std::ssize(plan.used()) * separable.unknowns());
  before_.setZero(Index{capacity} * (d + 1));
}

template <typename Real, typename Base>
void SeparableJets<Real, Base>::set_points(int n, const double* const* coordinates) {
  n_ = n;
  for (std::size_t axis = 0; axis < blocks_.size(); ++axis)
    blocks_[axis].set_points(n, coordinates + axis);
}

template <typename Real, typename Base>
void SeparableJets<Real, Base>::forward(const double* theta, bool keep) {
  for (std::size_t axis = 0; axis < blocks_.size(); ++axis)
    blocks_[axis].forward(theta + separable_.factor_offset(static_cast<int>(axis)), keep);
  output_.setZero();
  Real* product_of = before_.data();
  for (int o = 0; o < separable_.unknowns(); ++o)
    for (const Product& product : products_) {
      Real* to = output_.data() + static_cast<Index>(place(o, product.channel)) * capacity;
      for (int r = o * separable_.rank(); r < (o + 1) * separable_.rank(); ++r) {
        std::copy_n(factor(product, 0, r), n_, product_of);
        for (int axis = 1; axis < separable_.dimension(); ++axis) {
          const Real* f = factor(product, axis, r);
          for (int q = 0; q < n_; ++q) product_of[q] *= f[q];
        }
        for (int q = 0; q < n_; ++q) to[q] += product_of[q];
      }
    }
}

template class SeparableJets<double, FunctionBlock>;
template class SeparableJets<Wide, JetBlock<Wide>>;

SeparableBlock::SeparableBlock(const Separable& separable, const JetPlan& plan)
    : SeparableJets(separable, plan) {
  cotangent_ = output_;
  open_.assign(used_ * static_cast<std::size_t>(separable.unknowns()), false);
  after_.setZero(capacity);
}

void SeparableBlock::clear_cotangents() {
  cotangent_.setZero();
  std::fill(open_.begin(), open_.end(), false);
}

double* SeparableBlock::open_cotangent(int unknown, int used_channel) {
  open_[place(unknown, used_channel)] = true;
  return cotangent_.data() + static_cast<Index>(place(unknown, used_channel)) * capacity;
}

// The cotangent of a factor is that of the product times all other factors: the product of those
// before it, which is stored, and of those behind it, which grows as we walk back.
void SeparableBlock::reverse() {
  const int d = separable_.dimension();
  for (PerceptronBlock& block : blocks_) block.clear_cotangents();
  for (int o = 0; o < separable_.unknowns(); ++o)
    for (const Product& product : products_) {
      if (!open_[place(o, product.channel)]) continue;
      const double* y_bar =
          cotangent_.data() + static_cast<Index>(place(o, product.channel)) * capacity;
      for (int r = o * separable_.rank(); r < (o + 1) * separable_.rank(); ++r) {
        std::copy_n(y_bar, n_, before_.data());
        for (int axis = 0; axis + 1 < d; ++axis) {
          const double* f = factor(product, axis, r);
          const double* last = before_.data() + Index{axis} * capacity;
          double* next = before_.data() + Index{axis + 1} * capacity;
          for (int q = 0; q < n_; ++q) next[q] = last[q] * f[q];
        }
        std::fill_n(after_.data(), n_, 1.0);
        for (int axis = d - 1; axis >= 0; --axis) {
          double* to = blocks_[axis].open_cotangent(r, product.order[axis]);
          const double* last = before_.data() + Index{axis} * capacity;
          const double* f = factor(product, axis, r);
          for (int q = 0; q < n_; ++q) to[q] += last[q] * after_[q];
          for (int q = 0; q < n_; ++q) after_[q] *= f[q];
        }
      }
    }
}

void SeparableBlock::write_rows(const double* theta, double* rows, Index ld) {
  reverse();
  for (std::size_t axis = 0; axis < blocks_.size(); ++axis) {
    const Index offset = separable_.factor_offset(static_cast<int>(axis));
    blocks_[axis].write_rows(theta + offset, rows + offset * ld, ld);
  }
}

void SeparableBlock::add_gradient(const double* theta, double* g) {
  reverse();
  for (std::size_t axis = 0; axis < blocks_.size(); ++axis) {
    const Index offset = separable_.factor_offset(static_cast<int>(axis));
    blocks_[axis].add_gradient(theta + offset, g + offset);
  }
}

}  // namespace engd::network
