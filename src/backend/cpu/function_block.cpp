#include "backend/cpu/function_block.h"

#include "backend/cpu/network_block.h"
#include "backend/cpu/separable_block.h"

namespace engd::cpu {

std::unique_ptr<FunctionBlock> make_function_block(const network::Mlp& mlp,
                                                   const network::JetPlan& plan) {
  if (mlp.is_separable()) return std::make_unique<SeparableBlock>(mlp, plan);
  return std::make_unique<NetworkBlock>(mlp, plan);
}

}  // namespace engd::cpu
