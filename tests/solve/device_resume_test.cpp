// A run on this device that is left and gone on with is the run that was never left: to the bit.
#include "backend/tested_device.h"
#include "read/problem_text.h"
#include "solve/resumed.h"

namespace engd {
namespace {

const std::string problem = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[[term]]
name = "inside"
on = "interior"
residual = "laplacian(u) + 2*pi^2*sin(pi*x)*sin(pi*y)"
points = { random = 60, resample = 4 }
[[term]]
name = "boundary"
on = "boundary"
residual = "u"
points = { grid = 8 }
[solution]
u = "sin(pi*x)*sin(pi*y)"
)toml";

void expect_same_run(const std::string& rest, std::initializer_list<int> leaves,
                     const std::vector<std::string>& overrides = {}) {
  testing::expect_same_run_of([&] { return testing::problem_from(problem + rest, overrides); },
                              leaves, testing::tested_device(), 2);
}

TEST(DeviceResumeTest, EveryMethod) {
  for (const std::string method :
       {"adaptive", "multistep", "engd", "hngd", "gd", "adam", "bfgs", "lbfgs"}) {
    SCOPED_TRACE(method);
    expect_same_run("[network]\nlayers = [8]\n[optimizer]\nstarts = 1\niterations = 16\n",
                    {1, 4, 11}, {"optimizer.method=" + method});
  }
}

TEST(DeviceResumeTest, PointsThatFollowTheResidual) {
  for (const std::string rule : {"rad", "r3"})
    expect_same_run("[network]\nlayers = [8]\n[optimizer]\nstarts = 1\niterations = 16\n", {3, 9},
                    {"term.inside.points.adapt=" + rule, "term.boundary.weight=auto"});
}

TEST(DeviceResumeTest, SeveralNetworks) {
  expect_same_run(
      "[[network]]\nlayers = [6]\n[[network]]\nlayers = [8]\nactivation = \"sin\"\n"
      "[optimizer]\nmethod = \"engd\"\niterations = 8\n",
      {3, 11});
}

}  // namespace
}  // namespace engd
