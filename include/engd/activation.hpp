#pragma once

#include <engd/export.h>

#include <memory>
#include <string>

namespace engd {
inline namespace v0 {

/// The function of the hidden layers of a network, with its derivatives.
///
///     struct Gaussian : engd::Activation {
///       double derivative(int order, double z) const override { ... }
///     };
///     engd::add_activation("gaussian", std::make_shared<Gaussian>());
///     problem.set("network.activation", "gaussian");
///
/// It is called value by value, which takes several times as long as those of the library, on the
/// CPU alone. Model files keep the name: a program that loads one adds the activation first.
class ENGD_API Activation {
 public:
  Activation();
  virtual ~Activation();
  Activation(const Activation&) = delete;
  Activation& operator=(const Activation&) = delete;

  /// Of the order 0, which is the value, to 5. Training needs one more than the equation has.
  /// Called by several threads at once.
  virtual double derivative(int order, double z) const = 0;
};

/// Problems and model files know the activation by this name from now on, to the end of the
/// process. Throws Error where the name is taken, or is no name.
ENGD_API void add_activation(const std::string& name, std::shared_ptr<const Activation> activation);

}  // namespace v0
}  // namespace engd
