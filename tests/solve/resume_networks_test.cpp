// A run with several networks is left at every moment: also where a network of another size begins,
// and where a window or an optimiser does.
#include "read/problem_text.h"
#include "solve/resumed.h"

namespace engd::solve {
namespace {

const std::string line = R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
[[term]]
on = "interior"
residual = "u_xx + pi^2*sin(pi*x)"
points = { grid = 12 }
[[term]]
on = "boundary"
residual = "u"
[[network]]
layers = [4]
[[network]]
layers = [7]
[[network]]
layers = [5]
)toml";

/// Leaves at every moment of the run.
void expect_same_run_everywhere(const std::string& text, const std::string& method) {
  SCOPED_TRACE(method);
  const auto make = [&] { return testing::problem_from(text, {"optimizer.method=" + method}); };
  std::optional<StateArchive::Values> none;
  const auto moments = static_cast<int>(testing::train(make(), -1, none).lines.size());
  for (int leave = 0; leave + 1 < moments; ++leave) testing::expect_same_run_of(make, {leave});
}

TEST(ResumeNetworksTest, EveryMomentOfNetworksOfDifferentSizes) {
  for (const std::string method : {"adaptive", "multistep", "engd", "gd", "adam", "bfgs", "lbfgs"})
    expect_same_run_everywhere(line + "[optimizer]\nstarts = 1\niterations = 5\n", method);
}

TEST(ResumeNetworksTest, EveryMomentOfStages) {
  for (const std::string second : {"adaptive", "bfgs", "lbfgs"}) {
    const std::string text = line + "[[optimizer]]\nmethod = \"adam\"\niterations = 3\n" +
                             "[[optimizer]]\nmethod = \"" + second + "\"\niterations = 4\n";
    const auto make = [&] { return testing::problem_from(text); };
    std::optional<StateArchive::Values> none;
    const auto moments = static_cast<int>(testing::train(make(), -1, none).lines.size());
    for (int leave = 0; leave + 1 < moments; ++leave) testing::expect_same_run_of(make, {leave});
  }
}

TEST(ResumeNetworksTest, EveryMomentOfWindows) {
  const std::string decay = R"toml([problem]
variables = ["t"]
domain = { interval = [0, 1] }
windows = 3
[[term]]
on = "interior"
residual = "u_t + u"
points = { gauss = 8 }
[[term]]
on = "t == 0.1"
residual = "u - 1"
[[network]]
layers = [4]
[[network]]
layers = [6]
[optimizer]
iterations = 4
starts = 1
)toml";
  for (const std::string method : {"adaptive", "engd", "adam", "bfgs"})
    expect_same_run_everywhere(decay, method);
}

}  // namespace
}  // namespace engd::solve
