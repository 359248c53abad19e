#pragma once

#include <memory>
#include <string>
#include <vector>

namespace engd::network {

/// An activation of the program that uses the library. On the CPU, value by value.
class CustomActivation {
 public:
  virtual ~CustomActivation() = default;
  /// sigma^(order)(z), order from 0 to 5. Called by several threads at once.
  virtual double derivative(int order, double z) const = 0;
};

struct NamedActivation {
  std::string name;
  std::shared_ptr<const CustomActivation> function;
};

/// Problem files and model files know the activation by this name from now on, in all threads and
/// to the end of the process. Throws InputError where the name is taken, or is no name.
void add_activation(const std::string& name, std::shared_ptr<const CustomActivation> function);

/// In the order in which they were added.
std::vector<const NamedActivation*> added_activations();

}  // namespace engd::network
