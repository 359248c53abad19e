#include <array>

#include "common/files.h"
#include "expr/tape.h"
#include "read/read_problem.h"
#include "support/error.h"

namespace engd::read {
namespace {

using testing::poisson;
using testing::TemporaryFolder;

Problem read(const std::string& text) {
  const TemporaryFolder folder;
  return read_problem(folder.write("problem.toml", text).string());
}

TEST(HardConditions, OfABox) {
  const auto distance = [](const std::string& hard, double x, double y) {
    const Problem problem = read(poisson + hard);
    return expr::evaluate_scalar(problem.graph, problem.hard.at(0)->distance.node,
                                 std::array<double, 2>{x, y});
  };
  EXPECT_FALSE(read(poisson).hard.at(0));
  EXPECT_NEAR(distance("[hard]\nu = {}\n", 0.25, 0.5), 0.75, 1e-15);
  EXPECT_NEAR(distance("[hard]\nu = {}\n", 0.5, 0.5), 1, 1e-15);
  EXPECT_NEAR(distance("[hard.u]\non = \"x == 0\"\ndistance = \"auto\"\n", 0.25, 0.1), 0.25, 1e-15);
  EXPECT_NEAR(distance("[hard.u]\non = [\"boundary.right\", \"y == 0\"]\n", 0.25, 0.1), 0.075,
              1e-15);
  EXPECT_NEAR(distance("[hard.u]\ndistance = \"-sin(pi*x)*sin(pi*y)\"\n", 0.5, 0.5), -1, 1e-15);
  const Problem problem = read(poisson + "[hard.u]\nvalue = \"x + k\"\n");
  EXPECT_EQ(expr::evaluate_scalar(problem.graph, problem.hard[0]->value.node,
                                  std::array<double, 2>{0.5, 0}),
            2.5);
}

// At the end of time the network is free.
TEST(HardConditions, NotAtTheEndOfTime) {
  const Problem problem = read(
      "[problem]\nvariables = [\"t\", \"x\"]\ndomain = { t = [0, 2], x = [-1, 1] }\n[[term]]\n"
      "on = \"interior\"\nresidual = \"u_t - u_xx\"\n[hard]\nu = { value = \"t*x^2\" }\n");
  for (const auto& [t, x] : {std::pair{2.0, 0.0}, {1.0, 0.5}, {0.0, 0.5}, {1.0, -1.0}, {1.0, 1.0}})
    EXPECT_NEAR(expr::evaluate_scalar(problem.graph, problem.hard.at(0)->distance.node,
                                      std::array<double, 2>{t, x}),
                t / 2 * (1 - x * x), 1e-15);
}

/// The distance at a point of a shape, with the rest of the table [hard.u].
double distance_in(const std::string& domain, const std::string& hard, std::vector<double> point) {
  const std::string variables = point.size() == 2 ? "[\"x\", \"y\"]" : "[\"x\", \"y\", \"z\"]";
  const Problem problem = read("[problem]\nvariables = " + variables + "\ndomain = " + domain +
                               "\n[[term]]\non = \"interior\"\nresidual = \"laplacian(u)\"\n" +
                               "points = { sobol = 9 }\n[hard.u]\n" + hard);
  return expr::evaluate_scalar(problem.graph, problem.hard.at(0)->distance.node,
                               std::span<const double>(point));
}

TEST(HardConditions, OfShapes) {
  const std::string disk = "{ shape = \"disk\", radius = 2, center = [1, 0] }",
                    ring = "{ shape = \"annulus\", inner = 1, outer = 2 }",
                    ellipse = "{ shape = \"ellipse\", radii = [2, 1], angle = \"pi/2\" }",
                    triangle = "{ shape = \"polygon\", vertices = [[0, 0], [1, 0], [0, 2]] }";
  EXPECT_NEAR(distance_in(disk, "", {1, 1}), 0.75, 1e-15);
  EXPECT_NEAR(distance_in(ring, "", {1.5, 0}), (1 - 2.25 / 4) * 1.25, 1e-15);
  EXPECT_NEAR(distance_in(ring, "on = \"boundary.inner\"", {1.5, 0}), 1.25, 1e-15);
  EXPECT_NEAR(distance_in(ellipse, "", {0.5, 1}), 0.5, 1e-15);
  // Of its sides and the box around it: x, y / 2 and (2 - 2 x - y) / 4.
  EXPECT_NEAR(distance_in(triangle, "", {0.25, 0.5}), 0.25 * 0.25 * 0.25, 1e-15);
  EXPECT_NEAR(distance_in(triangle, "on = \"boundary.1\"", {0.25, 0.5}), 0.25, 1e-15);
  EXPECT_NEAR(distance_in("{ shape = \"shell\", inner = 1, outer = 2 }", "", {0, 0, 1.5}),
              (1 - 2.25 / 4) * 1.25, 1e-15);
  const std::string with_hole =
      "{ shape = \"difference\", of = [{ box = [[-1, 1], [-1, 1]] }, { shape = \"disk\", radius = "
      "0.5 }] }";
  EXPECT_NEAR(distance_in(with_hole, "on = \"boundary.disk\"", {1, 0}), 3, 1e-15);
  EXPECT_NEAR(distance_in(with_hole, "", {0, 0.75}), 1.25 * 0.25 * 0.875 * 0.125, 1e-15);
}

// The sides of an angle that points inwards go on through the domain, and a piece of a circle is
// not all of it.
TEST(HardConditions, ThatNeedADistance) {
  const auto refusal = [](const std::string& domain, const std::string& hard) -> std::string {
    try {
      distance_in(domain, hard, {0.1, 0.1});
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  const std::string corner =
      "{ shape = \"polygon\", vertices = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]] }";
  EXPECT_NE(refusal(corner, "").find("inside the domain it must be positive everywhere"),
            std::string::npos);
  EXPECT_NE(refusal(corner, "").find("which some of them cross: give distance"), std::string::npos);
  EXPECT_EQ(refusal(corner, "distance = \"x - 1\"").find("give distance"), std::string::npos);
  const std::string moon =
      "{ shape = \"intersection\", of = [{ shape = \"disk\", radius = 1 }, { shape = \"disk\", "
      "radius = 1, center = [1, 0] }] }";
  EXPECT_NE(refusal(moon, "on = \"boundary and y > 0\"").find("whole pieces of a boundary"),
            std::string::npos);
}

}  // namespace
}  // namespace engd::read
