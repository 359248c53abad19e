// Problems on shapes from end to end, and the pictures of their points.
#include <cmath>
#include <cstdlib>

#include "app_test.h"
#include "io/vtk.h"

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

/// The grid of the solution holds numbers where the domain is and none elsewhere.
TEST_F(ShapesTest, SolutionsAreBlankOutside) {
  const std::vector<std::array<std::string, 2>> cases{
      {"'x', 'y'", disk}, {"'x', 'y'", plate}, {"'x', 'y', 't'", moving}, {"'x', 'y', 'z'", ball}};
  const std::vector<double> shares{M_PI / 4, 1 - M_PI / 16, 0.75 * M_PI / 4, M_PI / 6};
  for (std::size_t k = 0; k < cases.size(); ++k) {
    write_problem(cases[k][0], cases[k][1]);
    const std::string run = "run" + std::to_string(k);
    const Outcome outcome = engd({"solve", "shape.toml", "--out", run});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_LT(summary(run)["rel_l2"]["median"], 1.0);
    const io::SampledField field = io::read_vti(folder / run / "solution.vti");
    for (const io::PointArray& array : field.arrays) {
      const auto inside = std::count_if(array.values.begin(), array.values.end(),
                                        [](double u) { return std::isfinite(u); });
      EXPECT_NEAR(static_cast<double>(inside) / static_cast<double>(array.values.size()), shares[k],
                  0.03)
          << cases[k][1];
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
