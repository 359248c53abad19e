// Where errors are measured, and what they leave out.
#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using energy::Freedom;
using geometry::PointRule;
using testing::input_error_of;
using testing::replace;
using testing::TemporaryFolder;
using Kind = PointRule::Kind;

PointRule rule_of(const std::string& about, const std::string& points) {
  const TemporaryFolder folder;
  const std::string text = "[problem]\n" + about +
                           "\n[[term]]\non = \"interior\"\nresidual = \"u\"\n" + points +
                           "[solution]\nu = \"x\"\n";
  return read_problem(folder.write("p.toml", text).string()).evaluation;
}

TEST(Evaluation, EqualStepsBecomeGaussPoints) {
  const std::string line = "variables = [\"x\"]\ndomain = { box = [0, 1] }",
                    square = "variables = [\"x\", \"y\"]\ndomain = { box = [0, 1] }",
                    cube = "variables = [\"x\", \"y\", \"z\"]\ndomain = { box = [0, 1] }",
                    disk = "variables = [\"x\", \"y\"]\ndomain = { shape = \"disk\", radius = 1 }",
                    hole =
                        "variables = [\"x\", \"y\"]\n[problem.domain]\nshape = "
                        "\"difference\"\nof = [{ shape = \"box\", box = [[0, 4], [0, 1]] }, { "
                        "shape = \"disk\", center = [1, 0.5], radius = 0.2 }]";
  const auto expect = [](const std::string& about, const std::string& points, Kind kind,
                         std::vector<int> count) {
    const PointRule rule = rule_of(about, points);
    EXPECT_EQ(rule.kind, kind) << about << points;
    EXPECT_EQ(rule.count, count) << about << points;
  };
  expect(line, "", Kind::trapezoid, {7720});
  expect(line, "points = { trapezoid = 5 }\n", Kind::gauss, {100});
  expect(line, "points = { grid = 500 }\n", Kind::trapezoid, {5000});
  expect(line, "points = { gauss = 5 }\n", Kind::gauss, {50});
  expect(line, "points = { halton = 5 }\n", Kind::halton, {50});
  expect(square, "", Kind::gauss, {105});
  expect(square, "points = { grid = [1, 1000] }\n", Kind::gauss, {50, 2000});
  expect(square, "points = { random = 9, resample = 1 }\n", Kind::random, {90});
  expect(cube, "", Kind::sobol, {40960});
  expect(cube, "points = { grid = 5 }\n", Kind::gauss, {20});
  expect(disk, "points = { grid = 30 }\n", Kind::gauss, {95});
  expect(disk, "points = { grid = 1000 }\n", Kind::gauss, {2000});
  expect(hole, "points = { grid = 30 }\n", Kind::grid, {95});
}

const std::string channel_flow = R"toml([problem]
variables = ["x", "t"]
unknowns = ["u", "p"]
domain = { box = [0, 1] }
[[term]]
on = "interior"
residual = ["u_t - p_x", "p_x"]
points = { sobol = 20 }
)toml";

TEST(Evaluation, WhatASolutionIsKnownUpTo) {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& rest) {
    return read_problem(folder.write("p.toml", channel_flow + rest).string());
  };
  const Problem free = read("[solution]\np = { value = \"x\", up_to = \"constant\" }\n");
  EXPECT_EQ(free.up_to, (std::vector{Freedom::none, Freedom::constant}));
  EXPECT_TRUE(free.has_errors());
  EXPECT_FALSE(free.has_solution());
  EXPECT_EQ(free.measured_unknowns(), std::vector<int>{1});
  EXPECT_EQ(free.evaluation.kind, Kind::sobol);
  const Problem by_time = read("[solution]\np = { value = \"x\", up_to = \"time\" }\n");
  EXPECT_EQ(by_time.up_to[1], Freedom::time);
  EXPECT_EQ(by_time.evaluation.kind, Kind::gauss) << "means need many points at one time";
  folder.write("r.csv", "x,t,p\n0,0,1\n1,0,3\n");
  const Problem reference = read(
      "[solution]\nu = \"x\"\n[evaluation]\nreference = \"r.csv\"\nup_to = { p = \"time\" }\n");
  EXPECT_EQ(reference.up_to, (std::vector{Freedom::none, Freedom::time}));
  EXPECT_EQ(reference.measured_unknowns(), (std::vector{0, 1}));
  EXPECT_EQ(reference.evaluation.kind, Kind::sobol);
  EXPECT_NEAR(reference.reference->points.measure(), 1, 1e-15);
}

TEST(Evaluation, Mistakes) {
  const TemporaryFolder folder;
  folder.write("r.csv", "x,t,p\n0,0,1\n1,0,3\n0,0.5,2\n");
  const std::string file = (folder.path() / "p.toml").string();
  const auto message = [&](const std::string& rest, const std::string& from = "",
                           const std::string& to = "") {
    std::string text = channel_flow + rest;
    if (!from.empty()) replace(text, from, to);
    folder.write("p.toml", text);
    std::string told = input_error_of([&] { read_problem(file); });
    if (told.starts_with(file)) told = told.substr(file.size());
    return told;
  };
  EXPECT_EQ(message("[solution]\np = { value = \"x\", up_to = \"konstant\" }\n"),
            ":10:28: solution.p.up_to = \"konstant\": must be one of constant, time; did you mean "
            "'constant'?");
  EXPECT_EQ(message("[solution]\np = { value = \"x\", up_to = \"time\" }\n",
                    "domain =", "time = false\ndomain ="),
            ":11:28: solution.p.up_to = \"time\": no coordinate is the time: write \"constant\"");
  EXPECT_EQ(message("[solution]\np = { value = \"x\", up_to = \"time\" }\n[evaluation]\npoints = "
                    "{ sobol = 9 }\n"),
            ":12:10: evaluation.points = {sobol = 9}: a solution that is known up to a function of "
            "time needs many points at each time: grid, trapezoid or gauss");
  EXPECT_EQ(
      message("[evaluation]\nup_to = { p = \"constant\" }\n"),
      ":10:9: evaluation.up_to = {p = \"constant\"}: belongs to a reference; of a formula it is "
      "said in [solution]: p = { value = \"...\", up_to = \"constant\" }");
  EXPECT_EQ(message("[evaluation]\nreference = \"r.csv\"\nup_to = { u = \"constant\" }\n"),
            ":11:11: unknown key 'u' in evaluation.up_to. Allowed: p");
  EXPECT_EQ(message("[evaluation]\nreference = \"r.csv\"\nup_to = { p = \"time\" }\n"),
            ":11:15: evaluation.up_to.p = \"time\": " + (folder.path() / "r.csv").string() +
                " has one point only at t = 0.5, and the mean over space at each time is removed");
  EXPECT_EQ(
      message("[solution]\np = \"x\"\n[evaluation]\nreference = \"r.csv\"\n"),
      ":12:13: evaluation.reference = \"r.csv\": has a column of 'p', for which [solution] has "
      "a formula: one of them must go");
}

}  // namespace
}  // namespace engd::read
