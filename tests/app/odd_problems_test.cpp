// Problems at the edge of what makes sense still end as they should.
#include "app_test.h"

namespace engd::testing {
namespace {

using OddProblemsTest = AppTest;

TEST_F(OddProblemsTest, NoIterations) {
  const Outcome outcome =
      engd({"solve", "tiny.toml", "--out", "out", "--set", "optimizer.iterations=0"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(summary("out")["seeds"][0]["iterations"], 0);
  EXPECT_EQ(summary("out")["seeds"][0]["ms_per_iteration"], 0);
  EXPECT_EQ(history("out").size(), 2u);
}

}  // namespace
}  // namespace engd::testing
