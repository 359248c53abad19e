// Where points are not written, there are at least four rows a parameter inside the domain.
#include "common/files.h"
#include "network/kinds.h"
#include "read/read_problem.h"
#include "read/reader.h"

namespace engd::read {
namespace {

using testing::TemporaryFolder;

Problem problem_of(const std::string& about, const std::string& rest) {
  const TemporaryFolder folder;
  return read_problem(folder.write("p.toml", "[problem]\n" + about + "\n" + rest).string());
}

std::ptrdiff_t points_of(const Problem& problem, std::size_t term) {
  const Term& one = problem.terms[term];
  return geometry::place_points(one.points, one.region, {}, problem.scope.coordinates).count;
}

const std::string line = "variables = \"x\"\ndomain = { interval = [0, 1] }\n";
const std::string square = "variables = [\"x\", \"y\"]\ndomain = { box = [0, 1] }\n";
const std::string inside = "[[term]]\non = \"interior\"\nresidual = \"laplacian(u) - 1\"\n";
const std::string ends = "[[term]]\non = \"boundary\"\nresidual = \"u\"\n";

TEST(SettlePoints, FourRowsAParameterOnALine) {
  const Problem problem = problem_of(line, inside + ends);
  EXPECT_EQ(points_of(problem, 0), 4 * 193);
  EXPECT_EQ(points_of(problem, 1), 2);
  // Ten times as many to measure errors.
  EXPECT_EQ(problem.evaluation.count.front(), 40 * 193);
}

TEST(SettlePoints, RowsAreThoseOfAllResiduals) {
  const std::string two = "unknowns = [\"u\", \"v\"]\n";
  const Problem problem = problem_of(
      line + two, "[[term]]\non = \"interior\"\nresidual = [\"u_xx - v\", \"v_xx - u\"]\n" + ends);
  EXPECT_EQ(points_of(problem, 0), 2 * (2 * 64 + 65 * 2));
}

// Sides are as dense as the inside.
TEST(SettlePoints, InThePlaneAxesGrow) {
  const Problem problem = problem_of(square, inside + ends);
  EXPECT_EQ(problem.terms[0].points.count.front(), 33);  // 33^2 >= 4*257 > 32^2
  EXPECT_EQ(problem.terms[1].points.count.front(), 33);
  const Problem small = problem_of(square, inside + ends + "[network]\nlayers = [20]\n");
  EXPECT_EQ(small.terms[0].points.count.front(), 30);
  EXPECT_EQ(small.terms[1].points.count.front(), 30);
}

TEST(SettlePoints, TheLargestNetworkCounts) {
  const Problem problem =
      problem_of(line, inside + ends + "[[network]]\nlayers = [8]\n[[network]]\nlayers = [100]\n");
  EXPECT_EQ(points_of(problem, 0), 4 * 301);
}

TEST(SettlePoints, WrittenPointsStayAndCount) {
  const std::string written = inside + "points = { grid = 30 }\n";
  EXPECT_EQ(points_of(problem_of(line, written + ends), 0), 30);
  const Problem both = problem_of(
      line, inside + "points = 300\n[[term]]\non = \"interior\"\nresidual = \"u_x - 1\"\n");
  EXPECT_EQ(points_of(both, 0), 300);
  EXPECT_EQ(points_of(both, 1), 4 * 193 - 300);
  // Nothing but sides is left to the reader: they stay as they are.
  EXPECT_EQ(problem_of(square, written + ends + "[network]\nlayers = [500]\n")
                .terms[1]
                .points.count.front(),
            30);
}

TEST(SettlePoints, OnConditionsAndShapes) {
  for (const std::string on : {"x^2 + y^2 < 0.3", "x > 0.9 and y > 0.5"}) {
    const Problem problem =
        problem_of(square, "[[term]]\non = \"" + on + "\"\nresidual = \"laplacian(u) - 1\"\n");
    EXPECT_GE(points_of(problem, 0), 4 * 257 * 95 / 100) << on;
    EXPECT_LE(points_of(problem, 0), 4 * 257 * 12 / 10) << on;
  }
  for (const std::string shape :
       {"{ shape = \"disk\", radius = 1 }", "{ shape = \"annulus\", inner = 1, outer = 2 }",
        "{ shape = \"polygon\", vertices = [[0, 0], [1, 0], [0, 1]] }",
        "{ shape = \"difference\", of = [{ shape = \"box\", box = [[0, 2], [0, 2]] }, { shape = "
        "\"disk\", "
        "radius = 1 }] }"}) {
    const Problem problem = problem_of("variables = [\"x\", \"y\"]\ndomain = " + shape + "\n",
                                       inside + ends + "[network]\nlayers = [150]\n");
    EXPECT_GE(points_of(problem, 0), 4 * 601) << shape;
    EXPECT_LE(points_of(problem, 0), 4 * 601 * 12 / 10) << shape;
  }
}

TEST(SettlePoints, DensitiesLikewise) {
  const Problem problem =
      problem_of(line, "[[term]]\non = \"interior\"\ndensity = \"u_x^2/2 - u\"\n" + ends);
  EXPECT_EQ(points_of(problem, 0), 4 * 193);
}

TEST(SettlePoints, CountsParametersAsTheNetworkDoes) {
  std::vector<network::Options> all(1);
  all.push_back({.layers = {7, 5}});
  all.push_back({.layers = {7}, .periodic = {1}, .harmonics = 3});
  all.push_back({.layers = {6}, .fourier = {.count = 4}});
  all.push_back({.layers = {}, .fourier = {.count = 4, .trainable = true}});
  all.push_back({.layers = {3}, .fourier = {.count = 4, .trainable = true, .width = 0.2}});
  all.push_back({.layers = {6, 6}, .connections = 2});
  all.push_back({.layers = {5}, .periodic = {0}, .harmonics = 2, .separable = 3});
  all.push_back({.layers = {5}, .fourier = {.count = 2}, .separable = 2});
  all.push_back({.layers = {7}, .periodic = {1}, .harmonics = 2, .kind = "rbf"});
  all.push_back({.periodic = {1}, .harmonics = 2, .fourier = {.count = 3}, .kind = "features"});
  const geometry::Box box{{0, 0, 0}, {1, 2, 3}};
  for (std::size_t k = 0; k < all.size(); ++k)
    for (const int unknowns : {1, 3})
      EXPECT_EQ(network::kind_of(all[k]).parameters(all[k], 3, unknowns),
                static_cast<double>(network::make(all[k], box, unknowns)->parameters()))
          << k;
}

// Networks that no machine can hold are refused later, where memory is counted.
TEST(SettlePoints, NetworksWithoutBounds) {
  for (const std::string layers : {"[1000000, 1000000]", "[1000000]"})
    EXPECT_NO_THROW(problem_of(square, inside + ends + "[network]\nlayers = " + layers + "\n"));
}

}  // namespace
}  // namespace engd::read
