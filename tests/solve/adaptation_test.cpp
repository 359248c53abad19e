// Points and weights that follow the residual, over whole runs.
#include <gtest/gtest.h>

#include "read/problem_text.h"
#include "solve/windows.h"

namespace engd::solve {
namespace {

const std::string decay = R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 1], t = [0, 1] }
[[term]]
name = "equation"
on = "interior"
residual = ["u_t + u", "u_x"]
points = { sobol = 300, resample = 4 }
[[term]]
name = "start"
on = "initial"
residual = "u - 1"
points = { gauss = 5 }
[solution]
u = "exp(-t)"
[network]
layers = [8]
[optimizer]
iterations = 60
)toml";

// With all of it together a run still converges: the ends of causal weights and of draws are
// reached.
TEST(AdaptationTest, RunsConverge) {
  for (const std::vector<std::string>& settings :
       {std::vector<std::string>{"term.0.points.resample=0", "term.0.causal=10"},
        {"term.0.points.adapt=rad", "term.0.causal=10", "term.1.weight=auto"},
        {"term.0.points.adapt=r3"}}) {
    problem::Problem problem = testing::problem_from(decay, settings);
    const Solved solved = Windows(problem, 0, 1).run({}, {});
    EXPECT_LT(solved.errors->rel_l2, 1e-5) << settings.front();
  }
}

}  // namespace
}  // namespace engd::solve
