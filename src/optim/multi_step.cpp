#include "optim/iteration.h"

namespace engd::optim {

std::unique_ptr<Iteration> make_multi_step(const Options&) {
  return nullptr;
}

}  // namespace engd::optim
