// Points per second at which a solution is evaluated: bench_evaluate [THREADS [POINTS]].
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "read/read_problem.h"
#include "solution/solution.h"

namespace {

using namespace engd;

std::string problem_text(const std::string& network) {
  return R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[[term]]
on = "interior"
residual = "laplacian(u) + 1"
[[term]]
on = "boundary"
residual = "u"
)toml" + network;
}

/// The networks as they start: how long they take does not depend on their numbers.
solution::Solution untrained(const std::string& network) {
  auto problem = std::make_shared<const problem::Problem>(
      read::read_problem_text("bench.toml", problem_text(network)));
  solve::Level level(*problem);
  while (level.frozen.size() < problem->corrections.size())
    level = level.next(level.trainable->initial(0));
  solve::Piece piece{
      {std::shared_ptr<void>(), problem.get()}, level, level.trainable->initial(1), {}};
  return {problem, {piece}, 0};
}

double seconds_of(const auto& action) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  for (int k = 0; k < 7; ++k) {
    const auto begin = Clock::now();
    action();
    times.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
  }
  std::ranges::nth_element(times, times.begin() + 3);
  return times[3];
}

void measure(const char* title, const std::string& network, const std::string& formulas,
             int threads, std::size_t count) {
  const solution::Solution solution = untrained(network);
  const solution::Evaluator evaluator = solution.evaluator(formulas, {.threads = threads});
  std::vector<double> points(2 * count),
      values(count * static_cast<std::size_t>(evaluator.columns()));
  for (std::size_t q = 0; q < count; ++q) {
    points[2 * q] = static_cast<double>(q) / static_cast<double>(count);
    points[2 * q + 1] = static_cast<double>(q % 997) / 997;
  }
  const double many = seconds_of([&] { evaluator.evaluate(points, values); });
  const std::size_t m = static_cast<std::size_t>(evaluator.columns());
  constexpr int calls = 2000;
  const double one = seconds_of([&] {
    for (std::size_t k = 0; k < calls; ++k)
      evaluator.evaluate({points.data() + 2 * k, 2}, {values.data() + m * k, m});
  });
  fmt::print("{:<22} {:<22} {:8.2f} million points/s   one point {:6.2f} us\n", title, formulas,
             static_cast<double>(count) / many * 1e-6, one / calls * 1e6);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  const std::size_t count = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1'000'000;
  fmt::print("{} threads, {} points, median of 7\n", threads, count);
  const std::string narrow = "[network]\nlayers = [64]\n";
  measure("2-64-1 tanh", narrow, "u", threads, count);
  measure("2-64-1 tanh", narrow, "u, u_x, u_y", threads, count);
  measure("2-64-1 tanh", narrow, "u, laplacian(u)", threads, count);
  measure("two of 2-64-1 tanh", "[[network]]\nlayers = [64]\n[[network]]\nlayers = [64]\n", "u",
          threads, count);
  measure("2-50-50-50-1 tanh", "[network]\nlayers = [50, 50, 50]\n", "u", threads, count / 10);
  measure("2-64-1 sin", "[network]\nlayers = [64]\nactivation = \"sin\"\n", "u", threads, count);
}
