// The same seed gives the same numbers, to the last bit.
#include "app_test.h"
#include "results/model_file.h"

namespace engd::testing {
namespace {

class RepeatTest : public AppTest, public ::testing::WithParamInterface<std::string> {
 protected:
  /// A two-dimensional problem with several blocks of points, some of them drawn again.
  std::vector<std::string> arguments(const std::string& out, const std::string& threads) const {
    return {"solve",     "poisson2d",
            "--seed",    "5",
            "--threads", threads,
            "--out",     out,
            "--set",     "optimizer.method=" + GetParam(),
            "--set",     "optimizer.iterations=8",
            "--set",     "network.layers=[10,9]",
            "--set",     "term.0.points={random=700,resample=3}",
            "--set",     "optimizer.metric={ hngd = \"h1\" }"};
  }

  /// history.csv without its column of seconds.
  std::vector<std::vector<std::string>> numbers(const std::string& run) const {
    auto rows = history(run);
    for (auto& row : rows) row.erase(row.begin() + 2);
    return rows;
  }

  void expect_same(const std::string& a, const std::string& b) {
    EXPECT_EQ(numbers(a), numbers(b));
    EXPECT_EQ(results::load_model(folder / a / "model.h5").seeds[0].parameters,
              results::load_model(folder / b / "model.h5").seeds[0].parameters);
    EXPECT_EQ(text_of(a + "/solution.vti"), text_of(b + "/solution.vti"));
  }
};

TEST_P(RepeatTest, SameSeedAndThreads) {
  for (const std::string threads : {"1", "2"}) {
    ASSERT_EQ(engd(arguments("a" + threads, threads)).code, 0);
    ASSERT_EQ(engd(arguments("b" + threads, threads)).code, 0);
    expect_same("a" + threads, "b" + threads);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, RepeatTest,
                         ::testing::Values("gd", "adam", "bfgs", "lbfgs", "hngd", "engd"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace engd::testing
