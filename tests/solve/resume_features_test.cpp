// What makes a run's state larger than parameters and an optimiser: windows of time, points and
// weights that follow the residual, unknown coefficients, frozen networks. Left and gone on with,
// each ends as if it had never been left.
#include "read/problem_text.h"
#include "read/read_problem.h"
#include "solve/resumed.h"

namespace engd::solve {
namespace {

using testing::expect_same_run_of;
using testing::problem_from;
using testing::TemporaryFolder;

void expect_same_run(const std::string& text, std::initializer_list<int> leaves,
                     const std::vector<std::string>& overrides = {}) {
  SCOPED_TRACE(text);
  expect_same_run_of([&] { return problem_from(text, overrides); }, leaves);
}

// u'' = -u, in three windows: moments of all of them, the first and the last of one among them.
const std::string oscillator = R"toml([problem]
variables = ["t"]
domain = { interval = [0, 3] }
windows = 3
[[term]]
name = "equation"
on = "interior"
residual = "u_tt + u"
points = { gauss = 12 }
[solution]
u = "cos(t)"
)toml";
const std::string soft =
    "[[term]]\nname = \"start\"\non = \"initial\"\nresidual = [\"u - 1\", \"u_t\"]\n";
const std::string hard = "[hard.u]\nvalue = 1\non = \"initial\"\ndistance = \"t^2\"\n";

TEST(ResumeFeaturesTest, WindowsOfTime) {
  for (const std::string& condition : {soft, hard})
    for (const std::string method : {"adaptive", "adam"})
      expect_same_run(oscillator + condition +
                          "[network]\nlayers = [5]\n[optimizer]\nstarts = 1\niterations = 10\n"
                          "method = \"" +
                          method + "\"\n",
                      {0, 4, 9, 10, 15, 20, 27});
}

TEST(ResumeFeaturesTest, WindowsWithSeveralNetworksAndStages) {
  expect_same_run(oscillator + soft + R"toml([[network]]
layers = [4]
[[network]]
layers = [6]
activation = "sin"
[[optimizer]]
method = "adam"
iterations = 4
[[optimizer]]
method = "adaptive"
iterations = 6
starts = 1
)toml",
                  {2, 7, 13, 18, 26, 41, 55});
}

// Errors of windows that are done go on, by unknown, with their means: u is -v', p is free.
TEST(ResumeFeaturesTest, ErrorsByUnknownInWindows) {
  const TemporaryFolder folder;
  const auto reference = folder.write("w.csv", "x,t,w\n0,0.1,1\n0.5,0.2,2\n0.1,0.8,3\n");
  for (const std::string up_to : {"constant", "time"})
    for (const std::string method : {"adaptive", "adam"})
      expect_same_run(R"toml([problem]
variables = ["x", "t"]
unknowns = ["u", "p", "w"]
domain = { box = [0, 1] }
windows = 3
[hard.u]
value = "x"
on = "initial"
[[term]]
on = "interior"
residual = ["u_t + u", "p_x - u", "w - p_x"]
points = { grid = 4 }
[[term]]
on = "initial"
residual = ["p", "w"]
points = 5
[[network]]
layers = [4]
[[network]]
layers = [4]
activation = "sin"
[solution]
u = { value = "x*exp(-t)", on = "x < 0.8" }
p = { value = "x^2*exp(-t)/2", up_to = ")toml" +
                          up_to + "\" }\n[evaluation]\npoints = { gauss = 6 }\nreference = \"" +
                          reference.string() +
                          "\"\n[optimizer]\nstarts = 1\niterations = 6\nmethod = \"" + method +
                          "\"\n",
                      {0, 3, 6, 9, 14, 20, 30});
}

// A heat equation whose points and weights follow the residual.
std::string heat(const std::string& inside, const std::string& start = {}) {
  return R"toml([problem]
variables = ["x", "t"]
domain = { box = [[0, 1], [0, 1]] }
[[term]]
name = "equation"
on = "interior"
residual = "u_t - u_xx/4"
)toml" + inside +
         "[[term]]\nname = \"start\"\non = \"initial\"\nresidual = \"u - sin(pi*x)\"\npoints = "
         "8\n" +
         start +
         "[[term]]\nname = \"sides\"\non = \"lateral\"\nresidual = \"u\"\npoints = 6\n"
         "[network]\nlayers = [6]\n[optimizer]\nstarts = 1\niterations = 26\n";
}

const std::string methods[]{"adaptive", "multistep", "engd", "adam"};

TEST(ResumeFeaturesTest, PointsThatFollowTheResidual) {
  for (const std::string rule : {"rad", "r3"})
    for (const std::string& method : methods)
      expect_same_run(heat("points = { random = 20, resample = 4, adapt = \"" + rule + "\" }\n"),
                      {3, 4, 5, 17}, {"optimizer.method=" + method});
}

TEST(ResumeFeaturesTest, CausalWeights) {
  for (const std::string& method : methods)
    expect_same_run(heat("points = { sobol = 20, resample = 6 }\ncausal = 0.5\n"), {1, 6, 15},
                    {"optimizer.method=" + method});
}

TEST(ResumeFeaturesTest, BalancingWeights) {
  for (const std::string& method : methods)
    expect_same_run(heat("points = { grid = 4 }\nweight = \"auto\"\n", "weight = \"auto\"\n"),
                    {0, 1, 10, 11, 25}, {"optimizer.method=" + method});
}

TEST(ResumeFeaturesTest, AllOfThemInWindows) {
  expect_same_run(heat("points = { random = 16, resample = 3, adapt = \"r3\" }\ncausal = 1\n",
                       "weight = \"auto\"\n"),
                  {2, 20, 26, 40}, {"problem.windows=2", "optimizer.method=adam"});
}

// -k u'' = sin(pi x) with k to be found from three measurements.
TEST(ResumeFeaturesTest, UnknownCoefficients) {
  const TemporaryFolder folder;
  folder.write("data.csv", "x,u\n0.25,0.0358\n0.5,0.0507\n0.8,0.0298\n");
  const std::string text = R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
[coefficients]
k = { start = 1, positive = true }
c = 0.1
[[term]]
name = "equation"
on = "interior"
residual = "k*u_xx + c*u + sin(pi*x)"
points = { grid = 12 }
[[term]]
name = "ends"
on = "boundary"
residual = "u"
[[term]]
name = "measured"
data = "data.csv"
noise = 0.001
[network]
layers = [5]
[optimizer]
starts = 2
iterations = 20
)toml";
  const std::string file = folder.write("p.toml", text).string();
  for (const std::string& method : methods)
    expect_same_run_of([&] { return read::read_problem(file, {"optimizer.method=" + method}); },
                       {1, 9, 15});
}

// u'' = -pi^2 sin(pi x), up to the network.
std::string sine(const std::string& points) {
  return R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
[[term]]
on = "boundary"
residual = "u"
[[term]]
on = "interior"
residual = "u_xx + pi^2*sin(pi*x)"
)toml" + ("points = { " + points + " }\n[network]\n");
}

// Packets can be this solution, so that the damping of multistep soon is so small that its rows are
// refined: it is left before, there and after.
TEST(ResumeFeaturesTest, TrainedPacketsAndSmallDampings) {
  const std::string text = sine("gauss = 30") + R"toml(layers = []
features = { kind = "gabor", count = 6, scale = 0.5, width = 1, trainable = true }
[optimizer]
iterations = 45
)toml";
  for (const std::string method : {"adaptive", "multistep"})
    expect_same_run(text, {2, 14, 22, 30, 40}, {"optimizer.method=" + method});
}

// A start that gets stuck begins again elsewhere: the best one so far must be remembered.
TEST(ResumeFeaturesTest, StartsThatBeginAgain) {
  const std::string text = sine("grid = 20") + R"toml(layers = [2]
[optimizer]
patience = 2
starts = 6
)toml";
  for (const std::string method : {"adaptive", "multistep"})
    expect_same_run(text, {30, 60, 90}, {"optimizer.method=" + method, "optimizer.iterations=120"});
}

// The end of a window is worked out again by a run that goes on, from formulas that were never
// trained there.
TEST(ResumeFeaturesTest, WindowsWithHardStartsAndSides) {
  const std::string text = R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 1], t = [0, 0.5] }
windows = 3
[hard.u]
value = "0.2*x"
on = ["initial", "lateral"]
[[term]]
on = "interior"
residual = "u_t - u_xx - sin(2*x) + u*u_x"
points = { grid = 5 }
[[network]]
layers = [5]
[[network]]
layers = [6]
[optimizer]
method = "gd"
iterations = 3
)toml";
  expect_same_run(text, {5, 6, 8, 12, 14});
}

// Sums of formulas are ordered by when their parts were made: in a run that goes on, as if it had
// not been left. The graph of a second seed begins as that of the first.
TEST(ResumeFeaturesTest, CoefficientsWithSeveralNetworks) {
  const std::string text = R"toml([problem]
variables = ["x"]
domain = { x = [0, 1] }
[coefficients]
a = 0.7
[[term]]
on = "interior"
residual = "laplacian(u) - sin(2*x) + a*u"
[[term]]
on = "boundary"
residual = "u - 0.2*cos(x)"
[[network]]
layers = [5]
[[network]]
layers = [6]
[[network]]
layers = [7]
activation = "sin"
[optimizer]
iterations = 3
)toml";
  for (const std::string method : {"adaptive", "multistep", "gd"})
    expect_same_run(text, {1, 3, 4, 6, 7}, {"optimizer.method=" + method});
  problem::Problem problem = problem_from(text);
  const auto theta = [&] { return Windows(problem, 3, 1).run({}, {}).pieces.front().theta; };
  const Vector first = theta();
  EXPECT_EQ(theta(), first);
}

TEST(ResumeFeaturesTest, SeveralThreads) {
  expect_same_run_of(
      [] {
        return problem_from(heat("points = { random = 300, resample = 4 }\n"),
                            {"optimizer.iterations=12"});
      },
      {5}, backend::Device::cpu, 2);
}

}  // namespace
}  // namespace engd::solve
