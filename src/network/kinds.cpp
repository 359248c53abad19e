#include "network/kinds.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "network/all_kinds.h"

namespace engd::network {

namespace {

template <typename... Kinds>
std::array<Kind, sizeof...(Kinds)> describe(std::type_identity<std::tuple<Kinds...>>) {
  return {Kinds::kind()...};
}

}  // namespace

std::span<const Kind> kinds() {
  static const auto all = describe(std::type_identity<AllKinds>{});
  return all;
}

const Kind* find_kind(std::string_view name) {
  const auto found = std::ranges::find(kinds(), name, &Kind::name);
  return found == kinds().end() ? nullptr : &*found;
}

const Kind& kind_of(const Options& options) {
  const std::string_view by_keys = options.separable > 0 ? "separable" : "perceptron";
  const Kind* kind = find_kind(options.kind.empty() ? by_keys : options.kind);
  if (kind == nullptr) throw std::logic_error("no kind of network is '" + options.kind + "'");
  return *kind;
}

std::shared_ptr<const Network> make(const Options& options, const geometry::Box& domain,
                                    int unknowns) {
  return kind_of(options).make(options, domain, unknowns);
}

}  // namespace engd::network
