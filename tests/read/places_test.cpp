// Where terms live: parts that are points, slices and intervals, and conditions that keep nothing.

#include "common/files.h"
#include "geometry/points.h"
#include "message_of_text.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::message_of_text;

std::string poisson_on(const std::string& on) {
  std::string text = testing::poisson;
  testing::replace(text, "on = \"boundary\"", "on = \"" + on + "\"");
  return text;
}

TEST(Places, AConditionThatKeepsNoPoint) {
  EXPECT_EQ(
      message_of_text(poisson_on("(x - 0.5)^2 + (y - 0.5)^2 < 1e-9")),
      "p.toml:21:6: term.1.on = \"(x - 0.5)^2 + (y - 0.5)^2 < 1e-9\": term 'boundary': the "
      "condition keeps none of the 900 points of grid; take more points or a condition that "
      "selects more; x == 0.5 selects the slice itself, and points = { file = ... } takes any "
      "points");
  EXPECT_EQ(message_of_text(poisson_on("(x - 0.5)^2 + (y - 0.5)^2 < 0.01")), "");
}

// Composed shapes leave out points, and have none of some rules, without any condition.
TEST(Places, AShapeThatKeepsNoPoint) {
  std::string text = poisson_on("boundary");
  testing::replace(text, "{ box = [[0, 1], [0, 1]] }",
                   "{ shape = \"difference\", of = [{ shape = \"box\", box = [[0, 1], [0, 1]] }, { "
                   "shape = \"disk\", center = [0.5, 0.5], radius = 0.2 }] }");
  EXPECT_EQ(message_of_text(text), "");
  std::string few = text;
  testing::replace(few, "points = { grid = 30 }", "points = { trapezoid = 3 }");
  EXPECT_NE(message_of_text(few).find("p.toml:15:6: term.0.on = \"interior\": term 'interior': the "
                                      "condition keeps none of the 9 points of trapezoid"),
            std::string::npos)
      << message_of_text(few);
}

TEST(Places, APointOfABox) {
  const Problem problem = read_problem_text("p.toml", poisson_on("x == 0.5 and y == 0.25"));
  const Term& term = problem.terms[1];
  const auto points = geometry::place_points(term.points, term.region, {}, {"x", "y"});
  ASSERT_EQ(points.count, 1);
  EXPECT_EQ(points.coordinate(0, 1), 0.25);
}

TEST(Places, ASliceOfADisk) {
  std::string text = poisson_on("x == 0.5");
  testing::replace(text, "{ box = [[0, 1], [0, 1]] }", "{ shape = \"disk\", radius = 1 }");
  const Problem problem = read_problem_text("p.toml", text);
  EXPECT_NEAR(problem.terms[1].region.measure(), std::sqrt(3.0), 1e-14);
  testing::replace(text, "residual = \"u\"", "residual = \"dn(u)\"");  // to greater x
  EXPECT_EQ(message_of_text(text), "");
}

const std::string rod = R"toml([problem]
variables = ["x", "t"]
unknowns  = ["u1", "u2"]
domain    = { box = [0, 1] }
[subdomains.core]
interval = [0.2, 0.5]
[[term]]
on = "inside.core"
residual = "u1_t == u1_xx"
[[term]]
on = "outside.core"
residual = "u2_t == 2*u2_xx"
[[term]]
on = "interface.core"
residual = ["u1 == u2", "dn(u1) == 2*dn(u2)"]
[solution]
u1 = { value = "x", on = "inside.core" }
)toml";

TEST(Places, AnIntervalIsASubdomainOfOneDimension) {
  const Problem problem = read_problem_text("p.toml", rod);
  EXPECT_DOUBLE_EQ(problem.terms[0].region.measure(), 0.3);
  EXPECT_DOUBLE_EQ(problem.terms[1].region.measure(), 0.7);
  EXPECT_EQ(problem.terms[2].region.patches.size(), 2u);  // the two ends, not the faces of t
  EXPECT_DOUBLE_EQ(problem.solution_on[0]->measure(), 0.3);
  std::string text = rod;
  testing::replace(text, "interval = [0.2, 0.5]", "shape = \"interval\"\ninterval = [0.2, 0.5]");
  EXPECT_EQ(message_of_text(text), "");
  testing::replace(text, "\"interface.core\"", "\"interface.core.left\"");
  EXPECT_EQ(message_of_text(text), "");
}

TEST(Places, AnIntervalThatIsNoSubdomain) {
  const auto with = [](const std::string& interval) {
    std::string text = rod;
    testing::replace(text, "interval = [0.2, 0.5]", interval);
    return message_of_text(text);
  };
  EXPECT_EQ(
      with("interval = [0.2, 1.5]"),
      "p.toml:6:12: subdomains.core.interval = [0.2, 1.5]: must be a part of the domain, x in "
      "[0, 1]");
  EXPECT_EQ(
      with("interval = [0, 1]"),
      "p.toml:6:12: subdomains.core.interval = [0, 1]: must be a part of the domain, x in [0, "
      "1]");
  EXPECT_EQ(with("interval = [0.2, 0.5]\nradius = 1"),
            "p.toml:7:1: unknown key 'radius' in subdomains.core. Allowed: shape, interval");
  std::string plane = testing::poisson;
  testing::replace(plane, "[constants]", "[subdomains.core]\ninterval = [0.2, 0.5]\n[constants]");
  EXPECT_EQ(message_of_text(plane),
            "p.toml:8:12: subdomains.core.interval = [0.2, 0.5]: an interval is one-dimensional, "
            "but the space has 2 coordinates: use shape = \"box\", or another shape");
}

TEST(Places, PartsWithoutBoundaryBeforeThem) {
  EXPECT_NE(message_of_text(poisson_on("left")).find("did you mean 'boundary.left'?"),
            std::string::npos);
}

TEST(Places, PointsForErrorsByTheirNumber) {
  const Problem problem =
      read_problem_text("p.toml", testing::poisson + "[evaluation]\npoints = 5\n");
  EXPECT_EQ(problem.evaluation.kind, geometry::PointRule::Kind::gauss);
  EXPECT_EQ(problem.evaluation.count, std::vector<int>{5});
  EXPECT_EQ(message_of_text(testing::poisson + "[evaluation]\npoints = 0\n"),
            "p.toml:38:10: evaluation.points = 0: must be an integer from 1 to 2000000000");
}

}  // namespace
}  // namespace engd::read
