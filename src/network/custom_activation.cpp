#include "network/custom_activation.h"

#include "network/activation.h"
#include "support/named.h"

namespace engd::network {

namespace {

// Networks point at what is in here, and may outlive every other thing: nothing is ever taken out,
// and the table is not destroyed at the end of the process.
NamedTable<NamedActivation>& table() {
  static auto* const all = new NamedTable<NamedActivation>("activation");
  return *all;
}

}  // namespace

void add_activation(const std::string& name, std::shared_ptr<const CustomActivation> function) {
  table().add({name, std::move(function)}, [] { return activation_names(); });
}

std::vector<const NamedActivation*> added_activations() {
  return table().all();
}

}  // namespace engd::network
