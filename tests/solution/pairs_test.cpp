// What can be beside each other in a problem, and the values that training itself gives.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "solution/trained.h"
#include "solve/heat_windows.h"
#include "solve/solution_files.h"

namespace engd::solution {
namespace {

using testing::heat;
using testing::TemporaryFolder;
using testing::trained;

struct Case {
  std::string name, toml;
};

void PrintTo(const Case& one, std::ostream* out) {
  *out << one.name;
}

std::string with(std::string text, const std::string& part, const std::string& replacement) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos) throw std::logic_error("not in the problem: " + part);
  return text.replace(at, part.size(), replacement);
}

const std::string disk = R"toml([problem]
variables = ["x", "y"]
unknowns = ["u", "v"]
domain = { shape = "disk", radius = 1 }
[coefficients]
k = { start = 0.5, positive = true }
[[term]]
on = "interior"
residual = ["laplacian(u) + k*v + 1", "laplacian(v) - u*v"]
points = { grid = 8 }
[[term]]
on = "boundary"
residual = ["v - 1", "u"]
points = { grid = 20 }
[network]
layers = [10]
[[network]]
layers = [12]
[optimizer]
iterations = 12
)toml";

// Periodic in x, waves, a hard condition, a system.
const std::string wave = R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 2], t = [0, 1] }
periodic = ["x"]
[functions]
start = "sin(pi*x)"
[hard.u]
value = "start"
on = "initial"
[[term]]
on = "interior"
residual = "u_t + 2*u_x"
points = { gauss = 8 }
[network]
layers = [10]
[optimizer]
iterations = 15
)toml";

const std::string plain = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 2]] }
[[term]]
on = "interior"
residual = "laplacian(u) + 1"
points = { grid = 10 }
[[term]]
on = "boundary"
residual = "u"
[network]
layers = [8]
[optimizer]
iterations = 10
)toml";

std::vector<Case> cases() {
  const std::string two_networks = with(heat, "[network]\nlayers = [12]\n",
                                        "[[network]]\nlayers = [12]\n[[network]]\nlayers = "
                                        "[10]\n");
  return {
      {"windows with hard conditions", heat},
      {"windows, hard conditions and two networks", two_networks},
      {"four windows, two networks", with(two_networks, "windows = 2", "windows = 4")},
      {"windows, periodic, hard", with(wave, "[functions]", "windows = 3\n[functions]")},
      {"a disk, two networks, a system, a coefficient", with(disk, "[network]", "[[network]]")},
      {"periodic", wave},
      {"periodic and harmonics of two networks",
       with(wave, "[network]\nlayers = [10]\n",
            "[[network]]\nlayers = [10]\nharmonics = 2\n[[network]]\nlayers = [8]\n")},
      {"features",
       with(plain, "layers = [8]", "layers = [8]\nfeatures = { kind = \"fourier\", count = 5 }")},
      {"two layers", with(plain, "layers = [8]", "layers = [6, 6]\nactivation = \"sin\"")},
      {"separable", with(plain, "layers = [8]", "layers = [8]\nseparable = 4")},
      {"trained Gabor features",
       with(plain, "layers = [8]",
            "layers = []\nfeatures = { kind = \"gabor\", count = 5, trainable = true }")},
      {"features alone",
       with(plain, "layers = [8]", "kind = \"features\"\nfeatures = { count = 9 }")},
      {"neurons that see one coordinate",
       with(plain, "layers = [8]", "layers = [8]\nconnections = 1")},
      {"hard start",
       with(with(wave, "periodic = [", "hard_start = true\nwindows = 2\nperiodic = ["),
            "[hard.u]\nvalue = \"start\"\non = \"initial\"",
            "[[term]]\nresidual = \"u - start\"\non = \"initial\"")},
      {"rbf", with(plain, "layers = [8]", "kind = \"rbf\"\nlayers = [12]")},
      {"a scale", with(plain, "layers = [8]", "layers = [8]\nscale = 0.3")},
  };
}

class PairsTest : public ::testing::TestWithParam<Case> {};

/// Points in rows, as a user has them.
std::vector<double> rows_of(const geometry::PointSet& points) {
  std::vector<double> rows;
  for (Index q = 0; q < points.count; ++q)
    for (int j = 0; j < points.dimension; ++j) rows.push_back(points.coordinate(q, j));
  return rows;
}

/// The unknowns as pictures show them.
void expect_same_as_pictures(const Solution& solution, const Solution& of_run) {
  const auto points =
      solve::grid_points(solution.box(), std::vector<int>(solution.variables().size(), 13));
  const Matrix wanted = solve::values_of(of_run.problem(), of_run.pieces(), points, 1);
  std::string all;
  for (const std::string& name : solution.unknowns()) all += (all.empty() ? "" : ", ") + name;
  const Evaluator evaluator = solution.evaluator(all, {.outside = Outside::compute});
  const Matrix values = evaluator(rows_of(points));
  ASSERT_EQ(values.rows(), wanted.rows());
  ASSERT_EQ(values.cols(), wanted.cols());
  const double size = 1 + wanted.cwiseAbs().maxCoeff();
  EXPECT_LE((values - wanted).cwiseAbs().maxCoeff(), 1e-11 * size);
}

TEST_P(PairsTest, ValuesAreThoseOfThePictures) {
  const Solution of_run = trained(GetParam().toml);
  expect_same_as_pictures(of_run, of_run);
}

TEST_P(PairsTest, ModelsHaveAllOfIt) {
  const Solution of_run = trained(GetParam().toml);
  const TemporaryFolder folder;
  of_run.save(folder / "model.h5");
  const Solution loaded = Solution::load(folder / "model.h5");
  expect_same_as_pictures(loaded, of_run);
  ASSERT_EQ(loaded.coefficients().size(), of_run.coefficients().size());
  for (std::size_t k = 0; k < loaded.coefficients().size(); ++k)
    EXPECT_EQ(loaded.coefficients()[k].value, of_run.coefficients()[k].value);
}

/// Slopes of values by central differences.
TEST_P(PairsTest, DerivativesAreThoseOfTheValues) {
  const Solution solution = trained(GetParam().toml);
  const geometry::Box& box = solution.box();
  const std::string &u = solution.unknowns().front(), &x = solution.variables()[0],
                    &y = solution.variables()[1];
  const Evaluator evaluator = solution.evaluator(fmt::format(
      "{0}, diff({0}, {1}), diff({0}, {2}), diff({0}, {1}, {2}), diff({0}, {1}, 2)", u, x, y));
  const double h = 1e-4;
  const auto at = [&](double dx, double dy) {
    const std::vector<double> point{box.lower[0] + 0.43 * (box.upper[0] - box.lower[0]) + dx,
                                    box.lower[1] + 0.61 * (box.upper[1] - box.lower[1]) + dy};
    return Vector(evaluator(point).row(0));
  };
  const Vector here = at(0, 0), right = at(h, 0), left = at(-h, 0), up = at(0, h), down = at(0, -h);
  const double size = 1 + here.cwiseAbs().maxCoeff();
  EXPECT_NEAR(here[1], (right[0] - left[0]) / (2 * h), 1e-5 * size);
  EXPECT_NEAR(here[2], (up[0] - down[0]) / (2 * h), 1e-5 * size);
  EXPECT_NEAR(here[3], (up[1] - down[1]) / (2 * h), 1e-5 * size);
  EXPECT_NEAR(here[4], (right[1] - left[1]) / (2 * h), 1e-5 * size);
}

INSTANTIATE_TEST_SUITE_P(Problems, PairsTest, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return "Case" + std::to_string(info.index); });

}  // namespace
}  // namespace engd::solution
