// Problems on shapes from end to end, and the pictures of their points.
#include <cmath>
#include <cstdlib>

#include "app_test.h"
#include "formats/vtk.h"

namespace engd::testing {
namespace {

class ShapesTest : public AppTest {
 protected:
  ShapesTest() {
    if (std::system("command -v gnuplot >/dev/null 2>&1") == 0) setting.environment.clear();
  }
  bool has_gnuplot() const { return setting.environment.empty(); }

  /// The Laplace equation with the solution x y (and a factor that depends on the time).
  void write_problem(const std::string& variables, const std::string& domain) {
    const bool in_time = variables.find("'t'") != std::string::npos;
    const std::string factor = in_time ? "*t" : "";
    folder.write("shape.toml", "[problem]\nvariables = [" + variables + "]\ndomain = " + domain +
                                   "\n[[term]]\nname = 'inside'\non = 'interior'\nresidual = "
                                   "'laplacian(u)'\npoints = { sobol = 60 }\n"
                                   "[[term]]\nname = 'around'\non = '" +
                                   (in_time ? "lateral" : "boundary") +
                                   "'\nresidual = 'dn(u) + u - (n_x*y + n_y*x + x*y)" + factor +
                                   "'\npoints = { sobol = 40 }\n[solution]\nu = 'x*y" + factor +
                                   "'\n[network]\nlayers = [6]\n[optimizer]\niterations = 20\n");
  }
};

constexpr const char* disk = "{ shape = 'disk', radius = 1, center = [0.5, 0] }";
constexpr const char* plate =
    "{ shape = 'difference', of = [{ box = [[-1, 1], [-1, 1]] }, { shape = 'disk', radius = 0.5 }] "
    "}";
constexpr const char* moving = "{ shape = 'annulus', inner = 0.5, outer = 1, time = [0, 1] }";
constexpr const char* ball = "{ shape = 'ball', radius = 1 }";

/// The coordinates of point q of a grid, the first one fastest.
std::array<double, 3> place(const formats::ImageGrid& grid, std::size_t q) {
  std::array<double, 3> x{};
  for (std::size_t j = 0; j < grid.count.size(); ++j) {
    const auto n = static_cast<std::size_t>(grid.count[j]);
    x[j] = grid.lower[j] + (grid.upper[j] - grid.lower[j]) * static_cast<double>(q % n) /
                               static_cast<double>(n - 1);
    q /= n;
  }
  return x;
}

/// The grid of the solution holds numbers where the domain is and none elsewhere.
TEST_F(ShapesTest, SolutionsAreBlankOutside) {
  struct Case {
    const char *variables, *domain;
    /// Negative inside, positive outside.
    double (*side)(const std::array<double, 3>& x);
  };
  const std::vector<Case> cases{
      {"'x', 'y'", disk, [](const auto& x) { return std::hypot(x[0] - 0.5, x[1]) - 1; }},
      {"'x', 'y'", plate, [](const auto& x) { return 0.5 - std::hypot(x[0], x[1]); }},
      {"'x', 'y', 't'", moving,
       [](const auto& x) {
         const double r = std::hypot(x[0], x[1]);
         return std::max(r - 1, 0.5 - r);
       }},
      {"'x', 'y', 'z'", ball, [](const auto& x) { return std::hypot(x[0], x[1], x[2]) - 1; }}};
  for (std::size_t k = 0; k < cases.size(); ++k) {
    write_problem(cases[k].variables, cases[k].domain);
    const std::string run = "run" + std::to_string(k);
    const Outcome outcome = engd({"solve", "shape.toml", "--out", run});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    // Twenty iterations with six neurons: on the way.
    EXPECT_LT(summary(run)["rel_l2"]["median"], 0.5) << cases[k].domain;
    const formats::SampledField field = formats::read_vti(folder / run / "solution.vti");
    EXPECT_EQ(field.arrays.size(), 3u);
    for (const formats::PointArray& array : field.arrays)
      for (std::size_t q = 0; q < array.values.size(); ++q) {
        const double side = cases[k].side(place(field.grid, q));
        if (std::abs(side) < 1e-12) continue;
        ASSERT_EQ(std::isfinite(array.values[q]), side < 0) << cases[k].domain << ' ' << q;
      }
    if (!has_gnuplot()) continue;
    EXPECT_NE(text_of(run + "/report.html").find("<svg"), std::string::npos);
    EXPECT_EQ(exists(run + "/solution.png"), k < 2);
  }
}

TEST_F(ShapesTest, PointsAreDrawn) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  write_problem("'x', 'y'", plate);
  const Outcome outcome = engd({"check", "shape.toml", "--plot"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("picture     shape-points.svg\n"), std::string::npos);
  const std::string svg = text_of("shape-points.svg");
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  for (const char* text : {"inside (60)", "around (40)"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  for (const auto& [variables, domain] :
       {std::pair{"'x', 'y', 't'", moving}, {"'x', 'y', 'z'", ball}}) {
    write_problem(variables, domain);
    EXPECT_EQ(engd({"check", "shape.toml", "--plot", "--out", "points.png"}).code, 0);
    EXPECT_EQ(text_of("points.png").substr(0, 4), "\x89PNG");
    std::filesystem::remove(folder / "points.png");
  }
  EXPECT_EQ(engd({"check", "tiny.toml", "--plot"}).code, 0);
  EXPECT_NE(text_of("tiny-points.svg").find("ends (2)"), std::string::npos);
  EXPECT_EQ(listing(), (std::vector<std::string>{"shape-points.svg", "shape.toml",
                                                 "tiny-points.svg", "tiny.toml"}));
}

TEST_F(ShapesTest, PointsThatCannotBeDrawn) {
  Outcome outcome = engd({"check", "poisson5d", "--plot"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("points are drawn in 1 to 3 dimensions; the problem has 5"),
            std::string::npos);
  outcome = engd({"check", "tiny.toml", "--plot", "--out", "a.gif"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("--out a.gif: the picture must be called .svg or .png"),
            std::string::npos);
  outcome = engd({"check", "tiny.toml", "--plot", "--out", "nowhere/a.svg"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("no picture: gnuplot is missing, or 'nowhere/a.svg' cannot be"),
            std::string::npos);
}

}  // namespace
}  // namespace engd::testing
