// c++ -std=c++20 6_step_rule.cpp -o 6_step_rule $(pkg-config --cflags --libs engd)
// ./6_step_rule
//
// A step rule of your own: how far to go along the direction of an optimizer.
#include <engd/engd.hpp>
#include <iostream>

namespace {

// Goes to the vertex of the parabola through the loss here, its slope, and the loss of a full step;
// from there back until the loss falls.
class Parabola : public engd::StepRule {
 public:
  double choose(engd::Line& line) override {
    const double here = line.loss(0), slope = line.slope();
    const double curvature = line.loss(1) - here - slope;
    double step = curvature > 0 ? -slope / (2 * curvature) : 1;
    for (int tries = 0; tries < 40; ++tries, step /= 2)
      if (line.loss(step) < here) return step;
    return 0;  // there is no step: the stage ends
  }
};

}  // namespace

int main() {
  // 1. Give the rule a name. From now on problems know it.
  engd::add_step_rule("parabola", [] { return std::make_unique<Parabola>(); });

  // 2. Use it with BFGS.
  engd::Problem problem;
  const auto [x, y] = problem.coordinates({{"x", 0, 1}, {"y", 0, 1}});
  const auto u = problem.unknown("u");
  problem.term("interior", laplacian(u) + 10 * sin(engd::pi * x));
  problem.term("boundary", u);
  problem.set("network.layers", "[24]");
  problem.set("network.init.kind", "domain");
  problem.set("optimizer.method", "bfgs");
  problem.set("optimizer.iterations", "300");
  problem.set("optimizer.step", "parabola");
  const engd::Solution mine = engd::solve(problem, {.threads = 1});

  // 3. Beside the rule that BFGS has by default.
  problem.set("optimizer.step", "wolfe");
  const engd::Solution theirs = engd::solve(problem, {.threads = 1});
  std::cout << "loss by parabola " << mine.loss() << ", by Wolfe's conditions " << theirs.loss()
            << '\n';
  return mine.loss() < 1e-2 ? 0 : 1;
}
