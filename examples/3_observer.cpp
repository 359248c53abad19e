// c++ -std=c++20 3_observer.cpp -o 3_observer $(pkg-config --cflags --libs engd)
// ./3_observer
//
// Looks on while a problem is solved, and stops when the loss is small enough.
#include <engd/engd.hpp>
#include <iomanip>
#include <iostream>

namespace {

class UntilSmall : public engd::Observer {
 public:
  explicit UntilSmall(double loss) : wanted_(loss) {}

  // Called at the start of every iteration, and once at the end.
  void see(const engd::Moment& moment) override {
    std::cout << std::setw(4) << moment.iteration << "  " << moment.loss << '\n';
    reached_ = moment.loss < wanted_;
  }
  // Called where networks race before training.
  void race(const std::string& line) override { std::cout << line << '\n'; }
  bool wants_to_stop() override { return reached_; }

 private:
  double wanted_;
  bool reached_ = false;
};

}  // namespace

int main() {
  engd::Problem problem = engd::read("poisson.toml");
  problem.set("network.layers", "[24]");
  problem.set("optimizer.method", "multistep");

  UntilSmall observer(1e-6);
  const engd::Solution solution = engd::solve(problem, {.threads = 1}, observer);

  // What was reached is there; the run says that it was interrupted.
  std::cout << solution.termination().sentence << "\nloss " << solution.loss() << '\n';

  // Where a function is enough: false stops.
  engd::solve(problem, {.threads = 1}, [](const engd::Moment& m) { return m.iteration < 3; });
  return solution.termination().interrupted && solution.loss() < 1e-6 ? 0 : 1;
}
