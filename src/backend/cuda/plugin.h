#pragma once

#include <array>
#include <string>
#include <string_view>

#include "backend/device.h"

/// What the program finds in engd_cuda.so by name.
namespace engd::cuda {

using MakeEnergy = energy::Energy*(backend::Parts parts);
/// True and the card's name, or false and why there is none.
using FindCard = bool(std::string& text);

/// The kinds of networks that it has kernels for.
inline constexpr std::array<std::string_view, 1> network_kinds{"perceptron"};

inline constexpr const char* make_energy_name = "engd_cuda_make_energy";
inline constexpr const char* find_card_name = "engd_cuda_find_card";

}  // namespace engd::cuda
