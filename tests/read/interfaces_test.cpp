// Terms that look at two points, subdomains, and solutions on a part of the domain.
#include <cmath>

#include "common/files.h"
#include "geometry/points.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

Problem read(const std::string& text) {
  const TemporaryFolder folder;
  return read_problem(folder.write("p.toml", text).string());
}

std::string message(const std::string& text) {
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", text).string();
  std::string message = input_error_of([&] { read_problem(file); });
  return message.substr(std::min(message.size(), message.find(file) + file.size() + 1));
}

std::string with_term(const std::string& term, const std::string& before = "") {
  return "[problem]\nvariables = [\"x\", \"y\"]\ndomain = { box = [[-1, 2], [0, 1]] }\n" + before +
         "[[term]]\non = \"boundary.left\"\n" + term;
}

TEST(Shift, AcrossTheDomainOrByNumbers) {
  const Problem across = read(with_term("shift = \"x\"\nresidual = \"jump(u)\"\n"));
  EXPECT_EQ(across.terms[0].shift, (std::vector<double>{3, 0}));
  const Problem numbers = read(with_term("shift = { x = \"2*a\" }\nresidual = \"shift(u_x) - u\"\n",
                                         "[constants]\na = 0.25\n"));
  EXPECT_EQ(numbers.terms[0].shift, (std::vector<double>{0.5, 0}));
  const auto entries = expr::jet_entries(numbers.graph, {numbers.terms[0].residuals[0].node});
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(expr::to_string(entries[0], {"x", "y"}, {"u"}), "u");
  EXPECT_EQ(expr::to_string(entries[1], {"x", "y"}, {"u"}), "shift(u_x)");
}

TEST(Shift, Mistakes) {
  EXPECT_EQ(message(with_term("residual = \"jump(u)\"\n")),
            "6:13: 'jump' needs points with partners: a term with shift = ...\n"
            "    residual = \"jump(u)\"\n"
            "                ^~~~");
  EXPECT_EQ(message(with_term("shift = \"x\"\nresidual = \"u - shift(jump(u))\"\n")),
            "7:23: a partner has no partner\n"
            "    residual = \"u - shift(jump(u))\"\n"
            "                          ^~~~~~~");
  EXPECT_EQ(message(with_term("shift = \"x\"\nresidual = \"shift(dn(u))\"\n")),
            "7:19: the normal is known here only: it cannot stand in shift\n"
            "    residual = \"shift(dn(u))\"\n"
            "                      ^~~~~");
  EXPECT_EQ(message(with_term("shift = \"z\"\nresidual = \"jump(u)\"\n")),
            "6:9: term.0.shift = \"z\": must name one of the coordinates x, y");
  EXPECT_EQ(message(with_term("shift = { x = 0 }\nresidual = \"jump(u)\"\n")),
            "6:9: term.0.shift = {x = 0}: must lead to another point");
  EXPECT_EQ(message(with_term("shift = \"x\"\ndensity = \"u^2\"\n")),
            "6:9: term.0.shift = \"x\": belongs to terms with a residual");
  const std::string far = message(with_term("shift = { x = 4 }\nresidual = \"jump(u)\"\n"));
  EXPECT_EQ(far.find("6:9: term.0.shift = {x = 4}: leads out of the domain, to x = 3, y = "), 0u)
      << far;
}

const std::string disk_in_square = R"toml([problem]
variables = ["t", "x", "y"]
unknowns = ["u", "v"]
domain = { t = [0, 2], x = [-1, 1], y = [-1, 1] }
[subdomains.core]
shape = "disk"
radius = 0.5
)toml";

std::string two_terms(const std::string& on) {
  return disk_in_square + "[[term]]\non = \"" + on +
         "\"\nresidual = [\"u\", \"v\"]\npoints = { gauss = 12 }\n";
}

TEST(Subdomains, InsidesOutsidesAndInterfaces) {
  const auto measure = [](const std::string& on) {
    const Problem problem = read(two_terms(on));
    const Term& term = problem.terms[0];
    return geometry::place_points(term.points, term.region, {}, {"t", "x", "y"}).measure();
  };
  const double pi = std::acos(-1.0);
  EXPECT_NEAR(measure("inside.core"), 2 * 0.25 * pi, 1e-12);
  EXPECT_NEAR(measure("interface.core"), 2 * pi, 1e-12);
  EXPECT_NEAR(measure("interface.core and x > 0"), pi, 1e-10);
  EXPECT_NEAR(measure("inside.core and t < 1"), 0.25 * pi, 1e-12);
  EXPECT_NEAR(measure("outside.core"), 8 - 2 * 0.25 * pi, 0.5);  // points are left out
  const Problem problem = read(two_terms("interface.core"));
  const auto points =
      geometry::place_points(problem.terms[0].points, problem.terms[0].region, {}, {"t", "x", "y"});
  for (std::ptrdiff_t q = 0; q < points.count; ++q) {  // outward: n = x / r
    EXPECT_NEAR(points.normals[static_cast<std::size_t>(points.count + q)],
                2 * points.coordinate(q, 1), 1e-14);
    EXPECT_NEAR(points.normals[static_cast<std::size_t>(2 * points.count + q)],
                2 * points.coordinate(q, 2), 1e-14);
  }
}

TEST(Subdomains, PiecesOfAnInterface) {
  const Problem problem = read(
      "[problem]\nvariables = [\"x\", \"y\"]\ndomain = { box = [0, 2] }\n[subdomains.left]\nshape "
      "= "
      "\"box\"\nbox = [[0, 1], [0, 2]]\n[[term]]\non = \"interface.left.right\"\nresidual = "
      "\"dn(u)\"\n");
  EXPECT_EQ(problem.terms[0].region.measure(), 2);
}

TEST(Subdomains, Mistakes) {
  EXPECT_NE(
      message(two_terms("inside.cor")).find("unknown part 'inside.cor' of the domain; known: "),
      std::string::npos);
  EXPECT_NE(message(two_terms("inside.core.x")).find("unknown part 'inside.core.x'"),
            std::string::npos);
  std::string text = two_terms("interior");
  testing::replace(text, "radius = 0.5", "radius = 1.5");
  const std::string far = message(text);
  EXPECT_EQ(far.find("5:1: subdomains.core reaches out of the domain, to t = "), 0u) << far;
  text = two_terms("interior");
  testing::replace(text, "[subdomains.core]", "[subdomains.\"a b\"]");
  EXPECT_EQ(
      message(text),
      "5:13: the subdomain's name 'a b' must begin with a letter and have letters, digits and "
      "'_' only");
}

TEST(SolutionOnAPart, IsKeptWithTheRegion) {
  const Problem problem =
      read(two_terms("interior") +
           "[solution]\nu = { value = \"x\", on = \"inside.core\" }\nv = { value = 2 }\n");
  ASSERT_TRUE(problem.has_solution());
  EXPECT_TRUE(problem.solution_on[0]);
  EXPECT_FALSE(problem.solution_on[1]);
  EXPECT_TRUE(problem.solution_on[0]->contains(std::vector<double>{0.3, 0.3, 0.39}));
  EXPECT_FALSE(problem.solution_on[0]->contains(std::vector<double>{0.3, 0.3, 0.41}));
}

TEST(SolutionOnAPart, Mistakes) {
  EXPECT_EQ(message(two_terms("interior") +
                    "[solution]\nu = { value = \"x\", on = \"interface.core\" }\n"),
            "13:25: solution.u.on = \"interface.core\": must be a part of the inside, not of a "
            "boundary");
}

}  // namespace
}  // namespace engd::read
