// engd evaluate: what was trained, anywhere.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>

#include "app_test.h"
#include "common/contains.h"
#include "formats/npy.h"
#include "formats/vtk.h"
#include "results/model_file.h"
#include "results/sealed_file.h"

namespace engd::testing {
namespace {

const std::string square = R"toml([problem]
variables = ["x", "t"]
unknowns = ["u", "v"]
domain = { x = [0, 1], t = [0, 2] }
windows = 2
[constants]
k = 3
[[term]]
on = "interior"
residual = ["u_t - u_xx", "v - k*u"]
points = { grid = 6 }
[[term]]
on = "initial"
residual = ["u - sin(pi*x)"]
[[term]]
on = "lateral"
residual = ["u"]
[network]
layers = [6]
[optimizer]
iterations = 2
)toml";

const std::string disk = R"toml([problem]
variables = ["x", "y"]
domain = { shape = "disk", radius = 1 }
[[term]]
on = "interior"
residual = "laplacian(u) + 4"
points = { gauss = 6 }
[[term]]
on = "boundary"
residual = "u"
[network]
layers = [8]
[optimizer]
iterations = 5
)toml";

class EvaluateTest : public AppTest {
 protected:
  void solve(const std::string& toml, const std::string& out,
             const std::vector<std::string>& more = {}) {
    folder.write(out + ".toml", toml);
    std::vector<std::string> arguments{"solve",   out + ".toml", "--out",     out,
                                       "--quiet", "--no-report", "--threads", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    engd(arguments);  // so few iterations may fall short
    ASSERT_TRUE(exists(out + "/model.h5"));
  }

  Outcome evaluate(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "evaluate");
    return engd(arguments);
  }

  void expect_refused(const std::vector<std::string>& arguments, const std::string& why) const {
    const Outcome outcome = evaluate(arguments);
    EXPECT_EQ(outcome.code, 2) << why;
    EXPECT_EQ(outcome.out, "") << why;
    EXPECT_TRUE(contains(outcome.err, why)) << outcome.err << "\nand not\n" << why;
  }
};

/// Rows of a table with a header; empty fields are NaN.
std::vector<std::vector<double>> rows_of(const std::string& csv) {
  std::vector<std::vector<double>> rows;
  std::istringstream text(csv);
  std::string line;
  std::getline(text, line);
  while (std::getline(text, line)) {
    rows.emplace_back();
    std::istringstream fields(line + ",");
    for (std::string field; std::getline(fields, field, ',');)
      rows.back().push_back(field.empty() ? std::nan("") : std::stod(field));
  }
  return rows;
}

TEST_F(EvaluateTest, AGridHasTheValuesOfThePicture) {
  solve(square, "run");
  const formats::SampledField picture = formats::read_vti(folder / "run/solution.vti");
  ASSERT_EQ(picture.arrays[0].values.size(), 201u * 201);
  const Outcome outcome = evaluate({"run", "--grid", "201", "--threads", "2"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("x,t,u,v\n0,0,")) << outcome.out.substr(0, 40);
  const auto rows = rows_of(outcome.out);
  ASSERT_EQ(rows.size(), 201u * 201);
  for (std::size_t q = 0; q < rows.size(); ++q)
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_NEAR(rows[q][2 + k], picture.arrays[k].values[q], 1e-12) << q;
  // The same as an image.
  ASSERT_EQ(evaluate({"run/model.h5", "--grid", "201x201", "--out", "a.vti"}).code, 0);
  EXPECT_TRUE(contains(text_of("a.vti"), "WholeExtent=\"0 200 0 200 0 0\""));
}

TEST_F(EvaluateTest, LinesPointsAndSingleOnes) {
  solve(square, "run");
  const Outcome line = evaluate({"run", "--line", "0:1:3", "--at", "t = 2/4", "--of", "x*t, k"});
  EXPECT_EQ(line.out, "x,t,x*t,k\n0,0.5,0,3\n0.5,0.5,0.25,3\n1,0.5,0.5,3\n");
  const Outcome one = evaluate({"run", "--at", "x=1/2, t=1", "--of", "max(x, t)"});
  EXPECT_EQ(one.out, "x,t,\"max(x, t)\"\n0.5,1,1\n");
  EXPECT_EQ(evaluate({"run", "--at", "x=0.5", "--at", "t=1", "--of", "max(x, t)"}).out, one.out);
  folder.write("named.csv", "t,w,x\n1,somewhere,0.25\n");
  folder.write("bare.csv", "0.25,1\n");
  formats::NpyWriter array(folder / "a.npy", 2);
  array.write(std::vector<double>{0.25, 1});
  array.finish();
  const Outcome named = evaluate({"run", "--points", "named.csv"});
  EXPECT_EQ(named.err, "engd: named.csv: columns that are no coordinates are not used: w\n");
  const auto values = rows_of(named.out);
  ASSERT_EQ(values.size(), 1u);
  EXPECT_EQ(evaluate({"run", "--points", "bare.csv"}).out, named.out);
  EXPECT_EQ(evaluate({"run", "--points", "a.npy"}).out, named.out);
  ASSERT_EQ(evaluate({"run", "--points", "a.npy", "--out", "b.npy"}).code, 0);
  formats::NpyReader reader(folder / "b.npy");
  ASSERT_EQ(reader.columns(), 4);
  std::vector<double> row(4);
  EXPECT_EQ(reader.read(row), 1);
  EXPECT_EQ(row, values[0]);
  ASSERT_EQ(evaluate({"run", "--points", "bare.csv", "--out", "b.csv"}).code, 0);
  EXPECT_EQ(text_of("b.csv"), named.out);
  for (const char* name : {"b.vtu", "b.h5"}) {
    EXPECT_EQ(evaluate({"run", "--points", "bare.csv", "--out", name}).code, 0);
    EXPECT_TRUE(exists(name));
  }
}

TEST_F(EvaluateTest, PointsOutsideAreBlank) {
  solve(disk, "run");
  folder.write("p.csv", "0,0\n2,0\n0.9,0.9\n");
  const Outcome some = evaluate({"run", "--points", "p.csv", "--of", "x"});
  EXPECT_EQ(some.code, 0);
  EXPECT_EQ(some.out, "x,y,x\n0,0,0\n2,0,\n0.9,0.9,\n");
  EXPECT_EQ(some.err,
            "engd: 2 of 3 points are outside of the domain: their values are left empty\n");
  folder.write("b.csv", "0,0\n0,1\n");
  const Outcome normals = evaluate({"run", "--points", "b.csv", "--of", "n_y"});
  EXPECT_EQ(normals.out, "x,y,n_y\n0,0,\n0,1,1\n");
  EXPECT_TRUE(contains(normals.err, "1 of 2 points are not on the boundary, where alone there is"));
  folder.write("o.csv", "5,0\n2,0\n");
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--out", "o.npy"}}) {
    std::vector<std::string> arguments{"run", "--points", "o.csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    expect_refused(arguments, "engd: all 2 points are outside of the domain\n");
  }
  EXPECT_FALSE(exists("o.npy"));
  folder.write("c.csv", "0,0\n");
  expect_refused({"run", "--points", "c.csv", "--of", "dn(u)"}, "no point is on the boundary");
}

TEST_F(EvaluateTest, TimesToWhichARunHasNotComeAreBlank) {
  solve(square, "run");
  auto model = results::load_model(folder / "run/model.h5");
  model.seeds[0].windows.clear();
  results::save_model(folder / "half.h5", model);
  const Outcome outcome = evaluate({"half.h5", "--line", "0.5,0:0.5,2:3", "--of", "t"});
  EXPECT_EQ(outcome.out, "x,t,t\n0.5,0,0\n0.5,1,1\n0.5,2,\n");
  EXPECT_TRUE(contains(outcome.err, "1 of 3 points are of a time to which the run has not come"));
  expect_refused({"half.h5", "--at", "x=0,t=1.5"}, "all points are of a time to which the run");
  expect_refused({"half.h5", "--integral", "final: u"},
                 "the integral of u over final: the run has not come to the time at x = ");
}

TEST_F(EvaluateTest, Integrals) {
  solve(disk, "run");
  const Outcome outcome = evaluate({"run", "--integral", "boundary: n_x*x + n_y*y, dn(x^2)",
                                    "--integral", "interior and x > 0: 1"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "integral over boundary of n_x*x + n_y*y: 6.2831853071795"))
      << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "measure 6.2831853071795"));
  EXPECT_TRUE(contains(outcome.out, "integral over boundary of dn(x^2): 6.2831853071795"));
  EXPECT_TRUE(contains(outcome.out, "integral over interior and x > 0 of 1: 1.57"));
  EXPECT_FALSE(contains(outcome.out, "x,y,u")) << "no table where nobody asks for points";
  EXPECT_TRUE(
      contains(evaluate({"run", "--integral", "interior: 1", "--at", "x=0,y=0", "--of", "7"}).out,
               "x,y,7\n0,0,7\nintegral over interior of 1: 3.141592653589"));
}

TEST_F(EvaluateTest, SeedsAreChosen) {
  solve(tiny_problem, "run", {"--seeds", "3..5"});
  const auto seeds = summary("run")["seeds"];
  std::size_t best = 0;
  for (std::size_t k = 1; k < seeds.size(); ++k)
    if (seeds[k]["rel_l2"].get<double>() < seeds[best]["rel_l2"].get<double>()) best = k;
  const auto values = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", "--line", "0:1:4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return evaluate(arguments).out;
  };
  EXPECT_EQ(values({}), values({"--seed", std::to_string(best + 3)}));
  EXPECT_NE(values({"--seed", "3"}), values({"--seed", "4"}));
  expect_refused({"run", "--at", "x=0", "--seed", "9"}, "the run has no seed 9; it has 3, 4, 5");
  expect_refused({"run", "--at", "x=0", "--seed", "one"}, "one");
}

TEST_F(EvaluateTest, MistakesAreTold) {
  solve(square, "run");
  folder.write("three.csv", "1,2,3\n");
  folder.write("nan.csv", "x,t\n0.5,nan\n");
  folder.write("missing.csv", "x,y\n0,1\n");
  folder.write("twice.csv", "x,t,x\n0,1,2\n");
  folder.write("header.csv", "x,t\n");
  folder.write("text.h5", "no model");
  folder.write("new.h5", results::seal({"model", 99}, 99, "later"));
  formats::NpyWriter array(folder / "a.npy", 2);
  array.write(std::vector<double>{0.25, 1, std::nan(""), 1});
  array.finish();
  std::filesystem::create_directory(folder / "empty");
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"none", "--grid", "3"}, "engd: none: there is no such run folder or model file"},
      {{"empty", "--grid", "3"}, "empty: holds no model.h5: no run has ended in this folder"},
      {{"text.h5", "--grid", "3"}, "text.h5"},
      {{"new.h5", "--grid", "3"}, "99"},
      {{"run"}, "where? --points FILE, --grid 200x200, --line 0,0:1,1:500, --at x=... for every"},
      {{"run", "--grid", "3", "--line", "0:1:3"}, "only one of --points, --grid and --line"},
      {{"run", "--grid", "3", "--of", "u + uu"}, "--of: unknown name 'uu'"},
      {{"run", "--grid", "3", "--of", "u + uu"}, "\n    u + uu\n        ^~\n"},
      {{"run", "--grid", "3", "--of", "u,"}, "--of: the formula is empty"},
      {{"run", "--grid", "3x3x3"}, "--grid: has 3 numbers; the grid has 2 axes: x, t\n    3x3x3\n"},
      {{"run", "--grid", "3x0"},
       "--grid: must be a number of points, at least 1\n    3x0\n      ^\n"},
      {{"run", "--grid", "3x3", "--at", "t=1"}, "--grid: has 2 numbers; the grid has 1 axes: x"},
      {{"run", "--line", "0,0:1,1"}, "--line: must be START:END:COUNT, as in 0,0:1,1:500"},
      {{"run", "--line", "0,0:1:5"},
       "--line: a point has 2 coordinates here: x, t\n    0,0:1:5\n        ^\n"},
      {{"run", "--line", "0,0:1,b:5"}, "--line: unknown name 'b'"},
      {{"run", "--line", "0,0:1,exp(1000):5"}, "--line: this part is infinite"},
      {{"run", "--line", "0,0:1,1:0"}, "--line: must be a number of points, at least 1"},
      {{"run", "--at", "y=1"}, "--at: unknown coordinate 'y'; known: x, t"},
      {{"run", "--at", "x=1,t"}, "--at: must be COORDINATE=VALUE, as in t=0.5"},
      {{"run", "--at", "x=1", "--at", "x=2"}, "--at: 'x' has a value already\n    x=2\n    ^\n"},
      {{"run", "--points", "none.csv"}, "none.csv: there is no such file of points"},
      {{"run", "--points", "three.csv"}, "three.csv:1: has 3 columns; a point has 2: x, t"},
      {{"run", "--points", "nan.csv"}, "nan.csv:2:5: 'nan' is not finite"},
      {{"run", "--points", "missing.csv"},
       "missing.csv:1: missing column 't'; the columns are x, y"},
      {{"run", "--points", "twice.csv"}, "twice.csv:1: column 'x' occurs twice"},
      {{"run", "--points", "header.csv"}, "there are no points: only a header"},
      {{"run", "--points", "header.csv", "--at", "t=1"},
       "header.csv:1: 't' has a column here, and a value for all points"},
      {{"run", "--points", "a.npy"}, "a.npy: the point in row 1 (counted from 0) is not finite"},
      {{"run", "--points", "a.npy", "--at", "t=1"}, "a.npy: has 2 columns; a point has 1: x"},
      {{"run", "--points", "run.toml"}, "run.toml:"},
      {{"run", "--grid", "3", "--out", "a.txt"},
       "a.txt: the name must end in .csv, .npy, .vti, .vtu or"},
      {{"run", "--line", "0,0:1,1:3", "--out", "a.vti"}, "a.vti: an image (.vti) is a grid"},
      {{"run", "--grid", "3x1", "--out", "a.vti"}, "a.vti: an image (.vti) is a grid"},
      {{"run", "--integral", "interior u"}, "--integral interior u: must be \"PART: FORMULA\""},
      {{"run", "--integral", "middle: u"}, "--integral: unknown part 'middle' of the domain"},
      {{"run", "--integral", "interior: w"}, "--integral: unknown name 'w'"},
      {{"run", "--integral", "interior: dn(u)"}, "the part 'interior' has no normal"},
      {{"run", "--integral", "interior: log(x - 2)"}, "the formula is not finite at x = "},
      {{"run", "--integral", "interior: u", "--at", "t=1"},
       "--at is for points; a part at one time"},
  };
  for (const auto& [arguments, why] : cases) expect_refused(arguments, why);
}

TEST_F(EvaluateTest, WhatCannotBeWrittenIsAFailure) {
  solve(tiny_problem, "run");
  const Outcome folder_gone = evaluate({"run", "--grid", "5", "--out", "none/a.csv"});
  EXPECT_EQ(folder_gone.code, 1);
  EXPECT_TRUE(contains(folder_gone.err, "cannot write 'none/a.csv': No such file or directory"));
  const std::string command = "cd '" + folder.path().string() +
                              "' && '" ENGD_BINARY_DIR
                              "/bin/engd' evaluate run --grid 5 > /dev/full 2> err";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
  EXPECT_TRUE(contains(text_of("err"), "cannot write to standard output: No space left"));
}

/// The most memory that a command took, in bytes.
long memory_of(const std::filesystem::path& folder, const std::vector<const char*>& arguments) {
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> words;
    for (const char* argument : arguments) words.push_back(const_cast<char*>(argument));
    words.push_back(nullptr);
    if (chdir(folder.c_str()) == 0) execv(ENGD_BINARY_DIR "/bin/engd", words.data());
    _exit(127);
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  return used.ru_maxrss * 1024;
}

TEST_F(EvaluateTest, MemoryDoesNotGrowWithThePoints) {
  solve(tiny_problem, "run");
  const auto grid = [&](const char* count, const char* out) {
    return memory_of(folder.path(),
                     {"engd", "evaluate", "run", "--grid", count, "--out", out, "--threads", "1"});
  };
  const auto points = [&](const char* file, const char* out) {
    return memory_of(folder.path(),
                     {"engd", "evaluate", "run", "--points", file, "--out", out, "--threads", "1"});
  };
  constexpr long some = 4'000'000;  // the points and values of a file are 6.4 million bytes
  const long little = grid("10", "few.npy");
  for (const char* out : {"many.npy", "many.vti", "many.vtu", "many.h5"})
    EXPECT_LT(grid("400000", out), little + some) << out;
  EXPECT_LT(grid("400000", "many.csv"), little + some);
  formats::NpyWriter array(folder / "points.npy", 1);
  const std::vector<double> half(400'000, 0.5);
  array.write(half);
  array.finish();
  EXPECT_LT(points("points.npy", "values.csv"), little + some);
  EXPECT_LT(points("values.csv", "again.npy"), little + some);
}

}  // namespace
}  // namespace engd::testing
