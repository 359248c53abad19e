// Problems at the edge of what makes sense still end as they should.
#include "app_test.h"

namespace engd::testing {
namespace {

class OddProblemsTest : public AppTest {
 protected:
  Outcome solve(std::vector<std::string> sets, const std::string& file = "tiny.toml") {
    std::vector<std::string> arguments{"solve", file, "--out", "out", "--force"};
    for (const std::string& set : sets) {
      arguments.push_back("--set");
      arguments.push_back(set);
    }
    return engd(arguments);
  }
};

TEST_F(OddProblemsTest, NoIterations) {
  ASSERT_EQ(solve({"optimizer.iterations=0"}).code, 0);
  EXPECT_EQ(summary("out")["seeds"][0]["iterations"], 0);
  EXPECT_EQ(summary("out")["seeds"][0]["ms_per_iteration"], 0);
  EXPECT_EQ(history("out").size(), 2u);
}

TEST_F(OddProblemsTest, MoreIterationsThanCanBeCounted) {
  folder.write("tiny.toml", tiny_with("[optimizer]\nmethod = \"engd\"\niterations = 5\n",
                                      "[[optimizer]]\niterations = 2000000000\n"
                                      "[[optimizer]]\niterations = 2000000000\n"));
  const Outcome outcome = solve({});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("4000000000 iterations"), std::string::npos) << outcome.err;
  EXPECT_FALSE(exists("out"));
}

TEST_F(OddProblemsTest, OneNeuronAndOnePoint) {
  for (const std::string method : {"gd", "adam", "bfgs", "lbfgs", "hngd", "engd"}) {
    const Outcome outcome =
        solve({"network.layers=[1]", "term.0.points.grid=1", "optimizer.method=" + method});
    EXPECT_EQ(outcome.code, 0) << method << outcome.err;
    EXPECT_EQ(summary("out")["parameters"], 4);
  }
}

TEST_F(OddProblemsTest, DomainsFarAwayAndTiny) {
  for (const std::string interval : {"[1e6,1000001]", "[0,1e-9]", "[-1e9,1e9]"}) {
    const Outcome outcome =
        solve({"problem.domain.interval=" + interval, "network.normalize=true"});
    EXPECT_EQ(outcome.code, 0) << interval << outcome.err;
    EXPECT_TRUE(summary("out")["seeds"][0]["loss"].is_number());
  }
}

// One hundred dimensions in one line each; the 5050 second derivatives are nobody's business here.
TEST_F(OddProblemsTest, ManyDimensions) {
  folder.write("many.toml", R"toml([problem]
variables = ["x[100]"]
domain = { box = [0, 1] }
[[term]]
on = "interior"
residual = "laplacian(u) - 200"
points = { random = 40, resample = 1 }
[[term]]
on = "boundary"
residual = "u - sum(x[i]^2)"
points = { random = 20 }
[solution]
u = "sum(x[i]^2)"
[network]
layers = [8]
[optimizer]
iterations = 2
)toml");
  const Outcome outcome = solve({}, "many.toml");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(exists("out/solution.vtu"));
  EXPECT_EQ(summary("out")["parameters"], 101 * 8 + 9);
  EXPECT_EQ(engd({"check", "many.toml"}).code, 0);
}

TEST_F(OddProblemsTest, ASolutionThatIsNotFiniteIsRefused) {
  folder.write("tiny.toml", tiny_with("u = \"sin(pi*x)\"", "u = \"log(x - 1/2)\""));
  for (const std::string command : {"solve", "check"}) {
    const Outcome outcome = engd({command, "tiny.toml"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(
        outcome.err.starts_with("engd: tiny.toml:18:5: the solution of 'u' is not finite at x = "))
        << outcome.err;
  }
  EXPECT_FALSE(exists("runs"));
}

TEST_F(OddProblemsTest, TitlesReachTheSummaryAsTheyAre) {
  folder.write("tiny.toml", tiny_with("\"A small problem\"", R"("a \"b\" </x> \n \u0001 é")"));
  ASSERT_EQ(solve({}).code, 0);
  EXPECT_EQ(summary("out")["title"], "a \"b\" </x> \n \x01 é");
}

TEST_F(OddProblemsTest, FileNamesThatAreNotText) {
  const std::string name = "\xff\xfe it's.toml";
  folder.write(name, tiny_problem);
  const Outcome outcome = engd({"solve", name});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NO_THROW(summary("runs/\xff\xfe it's"));
}

TEST_F(OddProblemsTest, ErrorsAreMeasuredAsOftenAsAskedFor) {
  ASSERT_EQ(solve({"optimizer.iterations=20", "evaluation.every=8"}).code, 0);
  const auto rows = history("out");
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[2][1], "8");
  EXPECT_EQ(rows[4][1], "20");
}

// The network has no step left that lowers the loss: the last row is there, once.
TEST_F(OddProblemsTest, AStalledRunEndsItsHistoryOnce) {
  folder.write("tiny.toml", tiny_with("u_xx + pi^2*sin(pi*x)", "u^2 + 1"));
  ASSERT_EQ(solve({"optimizer.method=bfgs", "optimizer.iterations=5000"}).code, 0);
  ASSERT_NE(summary("out")["seeds"][0]["termination"], "iterations");
  const auto rows = history("out");
  EXPECT_NE(rows[rows.size() - 1][1], rows[rows.size() - 2][1]);
  EXPECT_EQ(std::stoi(rows.back()[1]), summary("out")["seeds"][0]["iterations"].get<int>());
}

}  // namespace
}  // namespace engd::testing
