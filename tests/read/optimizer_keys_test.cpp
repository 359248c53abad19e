// Keys of [optimizer] that the chosen method does not look at are refused.
#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::poisson;
using testing::TemporaryFolder;

/// The end of the message about [optimizer] with these lines, behind the place.
std::string told(const std::string& lines, const std::vector<std::string>& overrides = {}) {
  const TemporaryFolder folder;
  std::string text = poisson;
  text = text.substr(0, text.find("[optimizer]")) + "[optimizer]\n" + lines;
  const std::string file = folder.write("p.toml", text).string();
  const std::string message = input_error_of([&] { read_problem(file, overrides); });
  const std::size_t at = message.find("optimizer");
  return at == std::string::npos ? message : message.substr(at);
}

TEST(OptimizerKeys, OfAnotherMethodAreRefused) {
  EXPECT_EQ(told("beta1 = 0.5\n"),
            "optimizer.beta1 = 0.5: belongs to method = \"adam\", and the method is adaptive");
  EXPECT_EQ(told("method = \"adam\"\nmetric = \"h1\"\n"),
            "optimizer.metric = \"h1\": belongs to method = \"hngd\", and the method is adam");
  EXPECT_EQ(told("method = \"multistep\"\nsolver = \"kernel\"\n"),
            "optimizer.solver = \"kernel\": belongs to method = \"adaptive\", \"engd\" and "
            "\"hngd\", and the method is multistep");
  EXPECT_EQ(told("step = \"wolfe\"\n"),
            "optimizer.step = \"wolfe\": belongs to method = \"engd\", \"hngd\", \"gd\", "
            "\"adam\", \"bfgs\" and \"lbfgs\", and the method is adaptive");
}

TEST(OptimizerKeys, OfAnotherStepAreRefused) {
  EXPECT_EQ(told("method = \"adam\"\ngrid_base = 0.5\n"),
            "optimizer.grid_base = 0.5: belongs to step = \"grid\" and \"backtracking\", and the "
            "step is schedule");
  EXPECT_EQ(told("method = \"adam\"\nstep = \"fixed\"\ndecay_every = 5\n"),
            "optimizer.decay_every = 5: belongs to step = \"schedule\", and the step is fixed");
  EXPECT_EQ(told("grid_count = 5\n"),
            "optimizer.grid_count = 5: belongs to step = \"grid\" and \"backtracking\", and "
            "method = \"adaptive\" has no step");
  EXPECT_EQ(told("method = \"gd\"\nstep = \"fixed\"\nlearning_rate = 0.1\n"), "");
}

TEST(OptimizerKeys, OfDrawsNeedPointsThatAreDrawnAgain) {
  const std::string needs =
      ": needs points that are drawn again: points = { random = ..., resample = k } in a term";
  EXPECT_EQ(told("judge = \"fresh\"\n"), "optimizer.judge = \"fresh\"" + needs);
  EXPECT_EQ(told("batch_growth = 2\n"), "optimizer.batch_growth = 2" + needs);
  EXPECT_EQ(told("judge = \"same\"\nbatch_growth = 1\n"), "");
  EXPECT_EQ(told("judge = \"fresh\"\nbatch_growth = 2\n",
                 {"term.0.points={ random = 50, resample = 2 }"}),
            "");
}

// What the file says of its own method says nothing of the one that --set puts in its place; what
// --set says itself does.
TEST(OptimizerKeys, AnotherMethodBySetLeavesKeysOfTheFileUnread) {
  const std::string adam = "method = \"adam\"\nbeta1 = 0.5\nlearning_rate = 0.1\n";
  for (const std::string method : {"adaptive", "engd", "gd", "bfgs"})
    EXPECT_EQ(told(adam, {"optimizer.method=" + method}), "");
  EXPECT_EQ(told(adam, {"optimizer.step=fixed"}), "");
  EXPECT_EQ(told(adam, {"optimizer.method=engd", "optimizer.beta2=0.5"}),
            "optimizer.beta2=0.5: optimizer.beta2 = 0.5: belongs to method = \"adam\", and the "
            "method is engd");
  EXPECT_EQ(told(adam, {"optimizer.damping=1"}),
            "optimizer.damping=1: optimizer.damping = 1: belongs to method = \"engd\" and "
            "\"hngd\", and the method is adam");
}

// Numbers by method wait for a --set that chooses the method.
TEST(OptimizerKeys, TablesByMethodAreFine) {
  const std::string tables =
      "method = \"engd\"\niterations = { engd = 5, adam = 7 }\n"
      "metric = { hngd = \"h1\" }\n";
  EXPECT_EQ(told(tables), "");
  const TemporaryFolder folder;
  std::string text = poisson;
  text = text.substr(0, text.find("[optimizer]")) + "[optimizer]\n" + tables;
  const std::string file = folder.write("p.toml", text).string();
  const Problem problem = read_problem(file, {"optimizer.method=hngd"});
  EXPECT_EQ(optim::metric_order(problem.stages.front().method), 1);
  EXPECT_EQ(told(tables, {"optimizer.metric={ engd = \"h1\" }"}).find("unknown key 'engd'") ==
                std::string::npos,
            false);
}

}  // namespace
}  // namespace engd::read
