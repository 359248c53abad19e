// c++ -std=c++20 7_activation.cpp -o 7_activation $(pkg-config --cflags --libs engd)
// ./7_activation
//
// An activation of your own, with its derivatives.
#include <cmath>
#include <engd/engd.hpp>
#include <iostream>

namespace {

// exp(-z^2/2), whose derivatives are Hermite polynomials times the function.
class Gaussian : public engd::Activation {
 public:
  double derivative(int order, double z) const override {
    double before = 0, hermite = 1;  // He_(k+1) = z He_k - k He_(k-1)
    for (int k = 0; k < order; ++k) {
      const double next = z * hermite - k * before;
      before = hermite;
      hermite = next;
    }
    return (order % 2 == 0 ? 1 : -1) * hermite * std::exp(-z * z / 2);
  }
};

}  // namespace

int main() {
  // 1. Give the function a name. From now on problems and model files know it.
  engd::add_activation("gaussian", std::make_shared<Gaussian>());

  // 2. Networks with it.
  engd::Problem problem;
  const auto [x, y] = problem.coordinates({{"x", 0, 1}, {"y", 0, 1}});
  const auto u = problem.unknown("u");
  const auto exact = sin(engd::pi * x) * sin(engd::pi * y);
  problem.term("interior", laplacian(u) + 2 * pow(engd::pi, 2) * exact);
  problem.term("boundary", u);
  problem.solution(u, exact);
  problem.set("network.layers", "[24]");
  problem.set("network.activation", "gaussian");
  problem.set("optimizer.iterations", "60");
  const engd::Solution solution = engd::solve(problem, {.threads = 1});
  std::cout << "relative L2 error " << solution.error().value() << '\n';
  return *solution.error() < 1e-5 ? 0 : 1;
}
