#include "read/reference_file.h"

#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

const geometry::Box box{{0, 0}, {1, 2}};

Reference read(const std::string& text) {
  const TemporaryFolder folder;
  return read_reference(folder.write("r.csv", text).string(), {"x", "t"}, {"u", "v"}, box);
}

std::string message(const std::string& text) {
  const TemporaryFolder folder;
  const std::string file = folder.write("r.csv", text).string();
  const std::string what = input_error_of([&] {
    read_reference(file, {"x", "t"}, {"u", "v"}, box);
  });
  return what.starts_with(file) ? what.substr(file.size()) : what;
}

TEST(ReferenceFile, ColumnsInAnyOrder) {
  const Reference one = read("# made elsewhere\nv,t,x\n1,2,0.5\n3,0,1\n");
  ASSERT_EQ(one.points.count, 2);
  EXPECT_EQ(one.unknowns, (std::vector<int>{1}));
  EXPECT_EQ(one.points.coordinates, (std::vector<double>{0.5, 1, 2, 0}));
  EXPECT_EQ(one.values(1, 0), 3);
  EXPECT_EQ(one.points.weights, (std::vector<double>{0.5, 0.5}));
  const Reference both = read("x,t,u,v,weight\n0,0,1,2,3\n");
  EXPECT_EQ(both.unknowns, (std::vector<int>{0, 1}));
  EXPECT_EQ(both.values(0, 1), 2);
  EXPECT_EQ(both.points.weights, (std::vector<double>{3}));
}

TEST(ReferenceFile, Mistakes) {
  EXPECT_EQ(message("x,t,w\n"), ":1: unknown column 'w'; known: x, t, u, v, weight");
  EXPECT_EQ(message("x,t,u,u\n"), ":1: column 'u' occurs twice");
  EXPECT_EQ(message("x,u\n"), ":1: missing column 't'");
  EXPECT_EQ(message("x,t\n"), ":1: no column of an unknown (u, v)");
  EXPECT_EQ(message("x,t,u\n"), ":1: no points: only a header");
  EXPECT_EQ(message("x,t,u\n0,2.5,1\n"), ":2: t = 2.5 is not in the domain");
  EXPECT_EQ(message("x,t,u,weight\n0,0,1,-1\n"), ":2: the weight -1 is negative");
  EXPECT_EQ(
      message("x,t,u\n0,0,0\n0,1,0\n"),
      ":3: the solution is zero at every point of positive weight: no error is relative to it");
}

const std::string line = R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
published = "1e-3 (someone)"
[[term]]
on = "interior"
residual = "u_x - 1"
[evaluation]
reference = "r.csv"
[optimizer]
target_error = 1
)toml";

TEST(ReferenceFile, OfAProblem) {
  const TemporaryFolder folder;
  folder.write("r.csv", "x,u\n0.25,1\n");
  const auto file = folder.write("p.toml", line);
  const Problem problem = read_problem(file.string());
  EXPECT_EQ(problem.published, "1e-3 (someone)");
  ASSERT_TRUE(problem.reference);
  EXPECT_TRUE(problem.has_errors());
  EXPECT_FALSE(problem.has_solution());
  EXPECT_EQ(input_error_of([&] { read_problem(file.string(), {"solution.u=x"}); }),
            file.string() +
                ":9:13: evaluation.reference = \"r.csv\": errors are measured against [solution], "
                "which has a formula for every unknown: one of them must go");
}

TEST(ReferenceFile, WindowsNeedATime) {
  const TemporaryFolder folder;
  folder.write("r.csv", "x,u\n0.25,1\n");
  const auto file = folder.write("p.toml", line);
  EXPECT_EQ(input_error_of([&] { read_problem(file.string(), {"problem.windows=2"}); }),
            "--set problem.windows=2: problem.windows = 2: windows are parts of the time, and no "
            "coordinate is the time");
}

}  // namespace
}  // namespace engd::read
