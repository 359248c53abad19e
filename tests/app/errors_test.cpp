// Errors from the command line: by unknown, of those that are known, up to what is free.
#include "app_test.h"
#include "common/contains.h"
#include "formats/vtk.h"

namespace engd::testing {
namespace {

// u has no source and p no condition: p is found up to a constant alone.
const std::string flow = R"toml([problem]
variables = ["x", "y"]
unknowns = ["u", "p"]
domain = { box = [0, 1] }
[[term]]
name = "inside"
on = "interior"
residual = ["u_x - y", "u_y - x", "p_x - u_x - 1", "p_y - x"]
points = { grid = 8 }
[[term]]
name = "corner"
on = "x == 0"
residual = "u"
[network]
layers = [8]
[optimizer]
iterations = 40
starts = 1
[solution]
)toml";

class ErrorsTest : public AppTest {
 protected:
  /// The largest value of an array of the picture.
  double largest(const std::string& name) const {
    double most = 0;
    for (const auto& array : formats::read_vti(folder / "run/solution.vti").arrays) {
      if (array.name != name) continue;
      for (const double value : array.values) most = std::max(most, std::abs(value));
    }
    return most;
  }
  Outcome solve(const std::string& solution, std::vector<std::string> more = {}) const {
    folder.write("flow.toml", flow + solution);
    std::vector<std::string> arguments{"solve", "flow.toml", "--out",
                                       "run",   "--force",   "--no-report"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return engd(arguments);
  }
};

TEST_F(ErrorsTest, OfEachUnknownUpToAConstant) {
  const Outcome outcome =
      solve("u = \"x*y\"\np = { value = \"x + x*y + 7\", up_to = \"constant\" }\n");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "\n        errors of u:  rel L2 ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, ", p:  rel L2 ")) << outcome.out;
  const auto json = summary("run");
  EXPECT_EQ(json.at("errors_of"), (std::vector<std::string>{"u", "p"}));
  const auto errors = json.at("seeds").at(0).at("errors_by_unknown");
  ASSERT_EQ(errors.size(), 2u);
  for (const auto& one : errors) {
    EXPECT_LT(one.at("rel_l2"), 1e-3) << one;
    EXPECT_LT(one.at("rel_h1"), 1e-2) << one;
  }
  // The picture shows the same difference.
  EXPECT_LT(largest("error_p"), 1e-2);
  // Without that the constant is an error, of about 7.
  ASSERT_EQ(solve("u = \"x*y\"\np = \"x + x*y + 7\"\n").code, 0);
  EXPECT_GT(summary("run").at("seeds").at(0).at("errors_by_unknown").at(1).at("rel_l2"), 0.1);
}

// Nothing fixes p at any time: what is found is x and some function of t.
TEST_F(ErrorsTest, PicturesLeaveOutAFunctionOfTime) {
  folder.write("p.toml", R"toml([problem]
variables = ["x", "t"]
unknowns = "p"
domain = { box = [0, 1] }
[[term]]
on = "interior"
residual = "p_x - 1"
points = { grid = 8 }
[network]
layers = [8]
[optimizer]
iterations = 30
starts = 1
[solution]
p = { value = "x", up_to = "time" }
)toml");
  const Outcome outcome = engd({"solve", "p.toml", "--out", "run", "--no-report"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_FALSE(contains(outcome.out, "errors of")) << "there is one unknown";
  EXPECT_LT(summary("run").at("seeds").at(0).at("rel_l2"), 1e-4);
  EXPECT_LT(largest("error_p"), 1e-3);
  const auto arrays = formats::read_vti(folder / "run/solution.vti").arrays;
  double distance = 0;
  for (std::size_t q = 0; q < arrays[0].values.size(); ++q)
    distance = std::max(distance, std::abs(arrays[0].values[q] - arrays[1].values[q]));
  EXPECT_GT(distance, 1e-2) << "p itself is not x";
}

// What is free of a solution is no mistake of it: a condition may choose another constant.
TEST_F(ErrorsTest, ChecksKnowWhatIsFree) {
  const std::string corner =
      "p = { value = \"x + x*y + 7\", up_to = \"constant\" }\n[[term]]\n"
      "on = \"x == 0 and y == 0\"\nresidual = \"p\"\npoints = { grid = 1 }\n";
  const std::string free = "p = { value = \"x + x*y + 7\", up_to = \"constant\" }\n";
  for (const std::string& solution : {corner, free}) {
    folder.write("flow.toml", flow + solution);
    const Outcome outcome = engd({"check", "flow.toml"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_FALSE(contains(outcome.out + outcome.err, "warning")) << outcome.out << outcome.err;
  }
  folder.write("flow.toml",
               flow + "p = { value = \"2*x + x*y\", up_to = \"constant\" }\nu = \"x*y\"\n");
  const Outcome outcome = engd({"check", "flow.toml"});
  EXPECT_TRUE(contains(outcome.out + outcome.err, "does not satisfy term 'inside'"));
}

TEST_F(ErrorsTest, OfSomeUnknowns) {
  const Outcome outcome = solve("u = \"x*y\"\n", {"--set", "optimizer.target_error=1e-3"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "errors of u:  rel L2 ")) << outcome.out;
  const auto json = summary("run");
  EXPECT_EQ(json.at("errors_of"), std::vector<std::string>{"u"});
  const auto seed = json.at("seeds").at(0);
  EXPECT_EQ(seed.at("errors_by_unknown").size(), 1u);
  EXPECT_EQ(seed.at("rel_l2"), seed.at("errors_by_unknown").at(0).at("rel_l2"));
  EXPECT_TRUE(contains(engd({"check", "flow.toml"}).out, "on gauss 50; of u alone\n"));
  const Outcome missed = solve("u = \"2*x*y\"\n", {"--set", "optimizer.target_error=1e-3"});
  EXPECT_EQ(missed.code, 1);
  EXPECT_TRUE(contains(missed.err, "is above the 1.00e-03 that the file asks for"));
}

TEST_F(ErrorsTest, NoneIsRelativeToZero) {
  const Outcome outcome = solve("u = 0\n", {"--set", "optimizer.iterations=2"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const auto json = summary("run");
  EXPECT_TRUE(json.at("errors_of").empty());
  EXPECT_TRUE(json.at("seeds").at(0).at("rel_l2").is_null());
}

}  // namespace
}  // namespace engd::testing
