// network.scale: an unknown of any size is trained as one of size one.
#include <gtest/gtest.h>

#include "read/problem_text.h"
#include "solve/solvable.h"
#include "solve/watching.h"
#include "solve/windows.h"

namespace engd::solve {
namespace {

// Powers of two: products with them are exact.
const std::string in_units = R"toml([problem]
variables = ["x", "y"]
unknowns = ["u", "v"]
domain = { box = [[0, 1], [0, 1]] }
[constants]
U = 1
V = 1
[[term]]
on = "interior"
residual = "laplacian(u)/U + v/V"
points = { grid = 6 }
[[term]]
on = "interior"
residual = "laplacian(v)/V + sin(3*x)*u/U"
points = { grid = 6 }
[[term]]
on = "boundary"
residual = ["u/U - exp(x*y)", "v/V - cos(y)"]
points = { grid = 5 }
[network]
layers = [6]
[optimizer]
iterations = 5
)toml";

const std::string in_time = R"toml([problem]
variables = ["t"]
domain = { interval = [0, 1] }
windows = 2
[constants]
U = 1
[[term]]
on = "interior"
residual = "u_t/U + u/U - sin(t)"
[[term]]
on = "initial"
residual = "u - U"
weight = "1/U^2"
[network]
layers = [5]
[optimizer]
iterations = 5
)toml";

/// The parameters of the last piece.
Vector trained(const std::string& toml, const std::vector<std::string>& overrides) {
  const problem::Problem problem = testing::problem_from(toml, overrides);
  testing::Watching nobody;
  Windows windows(problem, 1, 1);
  return windows.run(nobody).pieces.back().theta;
}

const std::vector<std::string> units{"constants.U=1048576", "constants.V=0.0009765625"};
const std::string scale = "network.scale={u=1048576,v=0.0009765625}";

TEST(UnknownScale, GivesTheSameTrainingInAllUnits) {
  for (const std::string method : {"multistep", "adaptive", "adam", "lbfgs"}) {
    const std::string by = "optimizer.method=" + method;
    const std::vector<std::string> other{by, units[0], units[1], scale};
    EXPECT_EQ(trained(in_units, {by}), trained(in_units, other)) << method;
    EXPECT_NE(trained(in_units, {by}), trained(in_units, {by, units[0], units[1]})) << method;
  }
}

TEST(UnknownScale, GoesWithHardConditions) {
  const std::vector<std::string> hard{"hard.u.value=U*x", "hard.u.distance=x*(1-x)",
                                      "hard.u.on=x==0"};
  std::vector<std::string> other = hard;
  other.insert(other.end(), {units[0], units[1], scale});
  const Vector a = trained(in_units, hard), b = trained(in_units, other);
  EXPECT_LT((a - b).norm(), 1e-9 * a.norm());
}

TEST(UnknownScale, IsThatOfAllWindows) {
  const Vector a = trained(in_time, {}),
               b = trained(in_time, {"constants.U=1024", "network.scale=1024"});
  EXPECT_LT((a - b).norm(), 1e-9 * a.norm());
}

// u = s N_1 + s_2 N_2: what the first one is for a further network.
TEST(UnknownScale, IsThatOfTheFirstNetworkForFurtherOnes) {
  const problem::Problem problem =
      testing::problem_from(in_units, {"network=[{layers=[4],scale=8},{layers=[5]}]"});
  EXPECT_EQ(problem.scale, (std::vector<double>{8, 8}));
  Level level(problem);
  EXPECT_EQ(level.scale, problem.scale);
  const Level next = level.next(level.trainable->initial(1));
  EXPECT_EQ(next.frozen[0].scale, problem.scale);
  EXPECT_EQ(next.scale, (std::vector<double>{1, 1}));
  EXPECT_EQ(next.earlier(0).scale, problem.scale);
}

}  // namespace
}  // namespace engd::solve
