#pragma once

#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "network/features.h"
#include "network/perceptron.h"
#include "network/rbf.h"
#include "network/separable.h"

namespace engd::network {

/// Every kind of network there is.
using AllKinds = std::tuple<Perceptron, Separable, Rbf, Features>;

/// Calls f with the network as the kind that it is.
template <typename F>
auto visit(const Network& network, const F& f) {
  return [&]<typename... Kinds>(std::type_identity<std::tuple<Kinds...>>) {
    decltype(f(static_cast<const std::tuple_element_t<0, AllKinds>&>(network))) result;
    const bool known = ([&] {
      const auto* kind = dynamic_cast<const Kinds*>(&network);
      if (kind) result = f(*kind);
      return kind != nullptr;
    }() || ...);
    if (!known) throw std::logic_error("a network of a kind that is not in AllKinds");
    return result;
  }(std::type_identity<AllKinds>{});
}

}  // namespace engd::network
