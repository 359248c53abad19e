// Domains that are shapes, as problem files state them, and every mistake in one.
#include <cmath>
#include <numbers>

#include "common/files.h"
#include "geometry/domain.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

constexpr double pi = std::numbers::pi;

/// A problem with this domain; the second line of the file, from column 10 on.
std::string text_with(const std::string& domain, const std::string& variables = "'x', 'y'",
                      const std::string& on = "\"boundary\"",
                      const std::string& residual = "laplacian(u)") {
  return "[problem]\ndomain = " + domain + "\nvariables = [" + variables +
         "]\n[constants]\nR = 2\n[[term]]\non = \"interior\"\nresidual = \"" + residual +
         "\"\n[[term]]\non = " + on + "\nresidual = \"u\"\n";
}

Problem read(const std::string& text) {
  const TemporaryFolder folder;
  return read_problem(folder.write("p.toml", text).string());
}

double measure(const std::string& domain, const std::string& variables = "'x', 'y'",
               const std::string& on = "\"interior\"") {
  return read(text_with(domain, variables, on)).terms[1].region.measure();
}

TEST(Shapes, EveryKind) {
  const std::string xyz = "'x', 'y', 'z'";
  EXPECT_NEAR(measure("{ shape = 'disk', radius = 'R' }"), 4 * pi, 1e-13);
  EXPECT_NEAR(measure("{ shape = 'disk', radius = 1, center = [1, 'R/4'] }"), pi, 1e-13);
  EXPECT_NEAR(measure("{ shape = 'ellipse', radii = [2, 1], angle = 'pi/4' }"), 2 * pi, 1e-13);
  EXPECT_NEAR(measure("{ shape = 'annulus', inner = 1, outer = 2 }"), 3 * pi, 1e-13);
  EXPECT_NEAR(measure("{ shape = 'polygon', vertices = [[0,0],[3,0],[0,4]] }"), 6, 1e-13);
  EXPECT_NEAR(measure("{ shape = 'box', box = [[0, 1], [0, 'R']] }"), 2, 1e-13);
  EXPECT_NEAR(measure("{ shape = 'ball', radius = 1 }", xyz), 4 * pi / 3, 1e-13);
  EXPECT_NEAR(measure("{ shape = 'ellipsoid', radii = [1, 2, 3] }", xyz), 8 * pi, 1e-12);
  EXPECT_NEAR(measure("{ shape = 'shell', inner = 1, outer = 2 }", xyz), 28 * pi / 3, 1e-12);
  const std::string two = "of = [{ box = [[0, 2], [0, 2]] }, { shape = 'disk', radius = 1 }] }";
  EXPECT_NEAR(measure("{ shape = 'difference', " + two), 4 - pi / 4, 1e-12);
  EXPECT_NEAR(measure("{ shape = 'intersection', " + two), pi / 4, 1e-12);
  EXPECT_NEAR(measure("{ shape = 'union', " + two), 4 + 3 * pi / 4, 1e-12);
}

TEST(Shapes, TimesIntervals) {
  const std::string disk = "{ shape = 'disk', radius = 1, ";
  EXPECT_NEAR(measure(disk + "time = [0, 3] }", "'x', 'y', 't'"), 3 * pi, 1e-12);
  EXPECT_NEAR(measure(disk + "t = [0, 3] }", "'t', 'x', 'y'", "\"initial\""), pi, 1e-12);
  EXPECT_NEAR(measure(disk + "z = [0, 3] }", "'x', 'y', 'z'", "\"lateral\""), 6 * pi, 1e-12);
  const Problem box = read(text_with("{ box = [[0, 1], [0, 2]], time = [0, 3] }", "'t', 'x', 'y'"));
  EXPECT_FALSE(box.domain.shape);
  EXPECT_EQ(box.domain.upper, (std::vector<double>{3, 1, 2}));
}

TEST(Shapes, NormalDerivatives) {
  const auto with_normals = [](const std::string& domain, const std::string& variables,
                               const std::string& on) {
    std::string text = text_with(domain, variables, on);
    testing::replace(text, "residual = \"u\"", "residual = \"dn(u)\"");
    return input_error_of([&] { read(text); });
  };
  EXPECT_EQ(with_normals("{ shape = 'disk', radius = 1 }", "'x', 'y'", "\"boundary\""), "");
  const std::string in_time = "{ shape = 'disk', radius = 1, time = [0, 1] }";
  EXPECT_EQ(with_normals(in_time, "'x', 'y', 't'", "\"lateral\""), "");
  for (const char* on : {"\"initial\"", "\"boundary\"", "\"interior\""})
    EXPECT_NE(with_normals(in_time, "'x', 'y', 't'", on), "") << on;
}

/// A file with normals brings its own, wherever its points are.
TEST(Shapes, NormalsFromAFile) {
  const TemporaryFolder folder;
  folder.write("curve.csv", "x,y,n_x,n_y\n0.5,0.5,0,1\n0.6,0.5,0.6,0.8\n");
  folder.write("bare.csv", "x,y\n0.5,0.5\n");
  std::string text = text_with("{ box = [[0, 1], [0, 1]] }");
  testing::replace(text, "on = \"boundary\"\nresidual = \"u\"",
                   "on = \"interior\"\nresidual = \"dn(u)\"\npoints = { file = \"curve.csv\" }");
  const Problem problem = read_problem(folder.write("p.toml", text).string());
  const geometry::PointSet set = geometry::place_points(
      problem.terms[1].points, problem.terms[1].region, {}, problem.scope.coordinates);
  EXPECT_EQ(set.normals, (std::vector<double>{0, 0.6, 1, 0.8}));
  testing::replace(text, "curve.csv", "bare.csv");
  const std::string file = folder.write("p.toml", text).string();
  EXPECT_NE(input_error_of([&] { read_problem(file); }), "");
}

TEST(Shapes, DefaultPoints) {
  const auto rule = [](const std::string& domain, int term) {
    return read(text_with(domain) + "[network]\nlayers = [8]\n")
        .terms[static_cast<std::size_t>(term)]
        .points;
  };
  using Kind = geometry::PointRule::Kind;
  EXPECT_EQ(rule("{ shape = 'disk', radius = 1 }", 0).kind, Kind::gauss);
  EXPECT_EQ(rule("{ shape = 'disk', radius = 1 }", 0).count, std::vector{30});
  EXPECT_EQ(rule("{ shape = 'polygon', vertices = [[0,0],[1,0],[1,1],[0,1]] }", 0).count,
            std::vector{21});  // 30 / sqrt(2) in each of two triangles
  const std::string hole =
      "{ shape = 'difference', of = [{ box = [[0, 2], [0, 2]] }, { shape = 'disk', radius = 1 }] }";
  EXPECT_EQ(rule(hole, 0).kind, Kind::sobol);
  EXPECT_EQ(rule(hole, 1).kind, Kind::gauss);
  EXPECT_EQ(read(text_with(hole)).evaluation.kind, Kind::sobol);
}

TEST(Shapes, FromStl) {
  const TemporaryFolder folder;
  std::string stl = "solid tetrahedron\n";
  for (const char* corners :
       {"0 0 0/0 1 0/1 0 0", "0 0 0/1 0 0/0 0 1", "0 0 0/0 0 1/0 1 0", "1 0 0/0 1 0/0 0 1"}) {
    std::string facet =
        std::string("facet normal 0 0 0\nouter loop\nvertex ") + corners + "\nendloop\nendfacet\n";
    for (std::size_t at; (at = facet.find('/')) != std::string::npos;)
      facet.replace(at, 1, "\nvertex ");
    stl += facet;
  }
  folder.write("t.stl", stl + "endsolid\n");
  folder.write("open.stl", stl.substr(0, stl.rfind("facet normal")) + "endsolid\n");
  const std::string xyz = "'x', 'y', 'z'";
  const std::string file =
      folder.write("p.toml", text_with("{ shape = 'stl', file = 't.stl' }", xyz)).string();
  const Problem problem = read_problem(file);
  EXPECT_NEAR(problem.terms[0].region.measure(), 1.0 / 6, 1e-15);
  EXPECT_NEAR(problem.terms[1].region.measure(), 1.5 + std::sqrt(3) / 2, 1e-15);
  // A surface of triangles is no level of a formula.
  const std::string hard =
      folder
          .write("p.toml",
                 text_with("{ shape = 'stl', file = 't.stl' }", xyz) + "[hard.u]\nvalue = 0\n")
          .string();
  try {
    read_problem(hard);
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(": hard.u: the distance is made for whole faces"),
              std::string::npos)
        << error.what();
  }
  folder.write("p.toml", text_with("{ shape = 'stl', file = 'open.stl' }", xyz));
  const std::string message = input_error_of([&] { read_problem(file); });
  EXPECT_TRUE(message.starts_with(file + ":2:10: problem.domain: ")) << message;
  EXPECT_NE(message.find("open.stl: the surface is not closed: 3 of its 6 edges"),
            std::string::npos)
      << message;
  folder.write("p.toml", text_with("{ shape = 'stl', file = 'no.stl' }", xyz));
  EXPECT_NE(input_error_of([&] { read_problem(file); }).find("there is no file"),
            std::string::npos);
}

TEST(Shapes, CanBeSetFromOutside) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("p.toml", text_with("{ shape = 'disk', radius = 1 }")).string();
  EXPECT_NEAR(read_problem(file, {"problem.domain.radius=R"}).terms[0].region.measure(), 4 * pi,
              1e-13);
  const std::string message =
      input_error_of([&] { read_problem(file, {"problem.domain.radius=-1"}); });
  EXPECT_TRUE(
      message.starts_with("--set problem.domain.radius=-1: problem.domain.radius = -1: must be"))
      << message;
}

struct Mistake {
  std::string domain, message;
  std::string variables = "'x', 'y'", on = "\"boundary\"";
};

class ShapeMessages : public ::testing::TestWithParam<Mistake> {};

TEST_P(ShapeMessages, AreClear) {
  const Mistake& mistake = GetParam();
  const TemporaryFolder folder;
  const std::string file =
      folder.write("p.toml", text_with(mistake.domain, mistake.variables, mistake.on)).string();
  std::string message = input_error_of([&] { read_problem(file); });
  testing::replace(message, file, "FILE");
  EXPECT_TRUE(message.starts_with("FILE:" + mistake.message)) << message << "\ninstead of\n"
                                                              << mistake.message;
}

void PrintTo(const Mistake& mistake, std::ostream* out) {
  *out << mistake.domain << " on " << mistake.on;
}

const std::string disk = "{ shape = 'disk', radius = 1 }";
const std::string plate =
    "{ shape = 'difference', of = [{ box = [[0, 2], [0, 2]] }, "
    "{ shape = 'disk', radius = 1, name = 'hole' }] }";

INSTANTIATE_TEST_SUITE_P(
    Kinds, ShapeMessages,
    ::testing::Values(
        Mistake{
            "{ shape = 'disc', radius = 1 }",
            "2:20: problem.domain.shape = \"disc\": must be one of disk, ball, ellipse, "
            "ellipsoid, annulus, shell, polygon, box, stl, union, difference, intersection; did "
            "you mean 'disk'?"},
        Mistake{"{ shape = 1 }", "2:20: problem.domain.shape = 1: must be one of disk, "},
        Mistake{"{ shape = 'disk' }", "2:10: problem.domain needs the key 'radius'"},
        Mistake{"{ shape = 'disk', radius = 1, inner = 2 }",
                "2:40: unknown key 'inner' in problem.domain. Allowed: shape, center, radius, x, "
                "y, time"},
        Mistake{"{ shape = 'ball', radius = 1 }",
                "2:10: problem.domain: the shape 'ball' has 3 coordinates, and 2 are left for it; "
                "give the others of x, y an interval each, as in y = [0, 1]"},
        Mistake{disk, "2:10: problem.domain: the shape 'disk' has 2 coordinates, and 3 are left",
                "'x', 'y', 't'"},
        Mistake{"{ shape = 'union', of = [{}, {}] }",
                "2:10: problem.domain: the shape 'union' has 2 "
                "or 3 coordinates, and 1 is left for it",
                "'x'"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, ShapeMessages,
    ::testing::Values(
        Mistake{"{ shape = 'disk', radius = -1 }", "2:37: problem.domain.radius = -1: must be "},
        Mistake{"{ shape = 'disk', radius = 'R - 2' }",
                "2:37: problem.domain.radius = \"R - 2\": is 0: must be "},
        Mistake{"{ shape = 'disk', radius = 1, center = [1] }",
                "2:49: problem.domain.center = [1]: must be a list of 2 numbers"},
        Mistake{"{ shape = 'ellipse', radii = [1, -1] }",
                "2:43: problem.domain.radii = -1: must be "},
        Mistake{"{ shape = 'annulus', inner = 2, outer = 1 }",
                "2:10: problem.domain: the annulus is empty: its inner radius 2 must be below its "
                "outer radius 1"},
        Mistake{"{ shape = 'box', box = [[0, 1]] }",
                "2:33: problem.domain.box = [[0, 1]]: must be a list of 2 intervals"},
        Mistake{"{ shape = 'disk', radius = 1, time = [1, 0] }",
                "2:47: problem.domain.time = [1, 0]: the domain is empty", "'x', 'y', 't'"},
        Mistake{
            "{ shape = 'disk', radius = 1, time = [0, 1] }",
            "2:47: problem.domain.time = [0, 1]: there is no coordinate for the time among x, y, "
            "z; name it in problem.time",
            "'x', 'y', 'z'"},
        Mistake{"{ shape = 'disk', radius = 1, t = [0, 1], time = [0, 1] }",
                "2:59: problem.domain.time = [0, 1]: the interval of 't' is there already",
                "'x', 'y', 't'"},
        Mistake{"{ box = [[0, 1], [0, 1]], time = [0, 1] }",
                "2:43: problem.domain.time = [0, 1]: there is no coordinate for the time"},
        Mistake{"{ box = [[0, 1], [0, 1]], t = [0, 1] }",
                "2:10: problem.domain = {box = [[0, 1], [0, 1]], t = [0, 1]}: must be one of { box "
                "= ... }, ",
                "'x', 'y', 't'"}));

INSTANTIATE_TEST_SUITE_P(
    Polygons, ShapeMessages,
    ::testing::Values(
        Mistake{"{ shape = 'polygon', vertices = [[0,0],[1,1],[1,0],[0,1]] }",
                "2:10: problem.domain: the polygon crosses itself: edge 1 meets edge 3"},
        Mistake{"{ shape = 'polygon', vertices = [[0,0],[1,1]] }",
                "2:10: problem.domain: the polygon has 2 vertices; at least 3 are needed"},
        Mistake{"{ shape = 'polygon', vertices = [[0,0],[1,1],[2,2]] }",
                "2:10: problem.domain: the polygon turns back on itself at vertex 3"},
        Mistake{"{ shape = 'polygon', vertices = [[0,0],[1],[2,2]] }",
                "2:49: problem.domain.vertices = [1]: must be a list of 2 numbers"}));

INSTANTIATE_TEST_SUITE_P(
    Compositions, ShapeMessages,
    ::testing::Values(
        Mistake{"{ shape = 'union', of = [{ shape = 'disk', radius = 1 }] }",
                "2:34: problem.domain.of = "},
        Mistake{"{ shape = 'union', of = [{ shape = 'disk', radius = 1 }, {}] }",
                "2:67: problem.domain.of.1 needs the key 'shape'"},
        Mistake{
            "{ shape = 'union', of = [{ shape = 'disk', radius = 1 }, { shape = 'disk', radius = "
            "0 }] }",
            "2:94: problem.domain.of.1.radius = 0: must be"},
        Mistake{"{ shape = 'intersection', of = [{ shape = 'disk', radius = 1 }, { shape = 'disk', "
                "radius = 1, center = [5, 0] }] }",
                "2:10: problem.domain: the intersection is empty: nothing is left of the disk"},
        Mistake{"{ shape = 'difference', of = [{ shape = 'disk', radius = 1 }, { shape = 'disk', "
                "radius = 2 }] }",
                "2:10: problem.domain: the difference is empty: nothing is left of the disk"},
        Mistake{"{ shape = 'union', of = [{ shape = 'disk', radius = 1, name = 'a' }, { shape = "
                "'disk', radius = 2, name = 'a' }] }",
                "2:79: problem.domain.of.1: two pieces have the name 'a'"},
        Mistake{"{ shape = 'union', of = [{ shape = 'disk', radius = 1, name = 'a.b' }, { shape = "
                "'disk', radius = 2 }] }",
                "2:72: problem.domain.of.0.name = \"a.b\": must have letters, digits"}));

TEST(Shapes, RulesThatDoNotFit) {
  const auto message = [](const std::string& domain, const std::string& points) {
    std::string text = text_with(domain);
    testing::replace(text, "[[term]]\non", "[[term]]\npoints = " + points + "\non");
    const std::string all = input_error_of([&] { read(text); });
    return all.substr(std::min(all.find(".toml:"), all.size()));
  };
  EXPECT_EQ(
      message(plate, "{ gauss = 5 }"),
      ".toml:7:10: term.0.points = {gauss = 5}: there are no Gauss points on this shape, which "
      "is no exact image of a box; use grid, sobol, halton or random points");
  EXPECT_EQ(
      message(disk, "{ trapezoid = 5 }"),
      ".toml:7:10: term.0.points = {trapezoid = 5}: trapezoid points are for boxes and straight "
      "pieces; use gauss, grid, sobol, halton or random points on curved ones");
  EXPECT_EQ(message(disk, "{ gauss = [5, 6] }"),
            ".toml:7:10: term.0.points = {gauss = [5, 6]}: gauss has different counts for the "
            "coordinates of one shape; give the same for these");
  std::string text = text_with(plate) + "[evaluation]\npoints = { gauss = 9 }\n";
  EXPECT_NE(
      input_error_of([&] { read(text); }).find("evaluation.points = {gauss = 9}: there are no"),
      std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Parts, ShapeMessages,
    ::testing::Values(
        Mistake{plate,
                "10:7: unknown part 'boundary.holes' of the domain; known: interior, boundary, "
                "boundary.box, boundary.box.bottom, boundary.box.right, boundary.box.top, "
                "boundary.box.left, boundary.hole, or a condition such as \"x == 0\"; did you mean "
                "'boundary.hole'?",
                "'x', 'y'", "\"boundary.holes\""},
        Mistake{plate, "10:7: unknown part 'boundary.disk' of the domain", "'x', 'y'",
                "\"boundary.disk and x > 0\""},
        Mistake{disk,
                "10:7: unknown part 'boundary.left' of the domain; known: interior, boundary, "
                "or a condition",
                "'x', 'y'", "\"boundary.left\""},
        Mistake{disk, "10:7: the condition selects nothing of the domain: disk of radius 1",
                "'x', 'y'", "\"x == y\""}));

}  // namespace
}  // namespace engd::read
