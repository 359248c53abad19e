#include "backend/cuda/plugin.h"

#include "backend/cuda/cuda_energy.h"
#include "linalg/blas.h"

extern "C" {

engd::energy::Energy* engd_cuda_make_energy(engd::backend::Parts parts) {
  // The library has its own copy of linalg, for what it does on the host.
  engd::linalg::set_threads(parts.threads);
  return new engd::cuda::CudaEnergy(parts.trainable, std::move(parts.terms), parts.graph,
                                    parts.space, std::move(parts.coordinate_names), parts.seed);
}

bool engd_cuda_find_card(std::string& text) {
  const auto presence = engd::cuda::find_card();
  text = presence.text;
  return presence.found;
}
}
