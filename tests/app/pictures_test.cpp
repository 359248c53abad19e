// Pictures are drawn where gnuplot is; without it a run is still a run.
#include <cstdlib>

#include "app_test.h"

namespace engd::testing {
namespace {

class PicturesTest : public AppTest {
 protected:
  PicturesTest() {
    if (std::system("command -v gnuplot >/dev/null 2>&1") != 0) return;
    has_gnuplot = true;
    setting.environment.clear();
  }

  void expect_picture(const std::string& name) {
    EXPECT_EQ(text_of(name).substr(0, 8), "\x89PNG\r\n\x1a\n") << name;
    EXPECT_GT(std::filesystem::file_size(folder / name), 5000u);
  }

  bool has_gnuplot = false;
};

TEST_F(PicturesTest, AreDrawnInOneAndTwoDimensions) {
  if (!has_gnuplot) GTEST_SKIP() << "gnuplot is not installed";
  for (const std::string problem : {"tiny.toml", "heat"}) {
    const Outcome outcome = engd({"solve", problem, "--out", problem + "-run", "--seeds", "0..1",
                                  "--set", "optimizer.iterations=3"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    expect_picture(problem + "-run/solution.png");
    expect_picture(problem + "-run/history.png");
    EXPECT_EQ(listing(problem + "-run").size(), 8u) << "nothing temporary stays";
  }
}

TEST_F(PicturesTest, AreDrawnWhateverTheTitleIs) {
  if (!has_gnuplot) GTEST_SKIP() << "gnuplot is not installed";
  const std::string title = R"("it's \"x_1^2\" {/Bold `id`} @x %d \\ \n \u00e9\u2207\u0007 #")";
  folder.write("odd 'name' $x.toml", tiny_with("\"A small problem\"", title));
  const Outcome outcome = engd({"solve", "odd 'name' $x.toml"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_picture("runs/odd 'name' $x/solution.png");
  expect_picture("runs/odd 'name' $x/history.png");
}

TEST_F(PicturesTest, AreDrawnWithoutAFolderForTemporaryFiles) {
  if (!has_gnuplot) GTEST_SKIP() << "gnuplot is not installed";
  setting.environment["TMPDIR"] = "/nonexistent";
  const Outcome outcome = engd({"solve", "tiny.toml", "--out", "out"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_picture("out/solution.png");
}

TEST_F(PicturesTest, AreNotNeeded) {
  setting.environment["PATH"] = "/nonexistent";
  const Outcome outcome = engd({"solve", "tiny.toml", "--out", "out"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(listing("out"),
            (std::vector<std::string>{"history.csv", "model.h5", "problem.toml", "report.html",
                                      "solution.vti", "summary.json"}));
  EXPECT_NE(text_of("out/report.html").find("drawn by gnuplot, which was not found"),
            std::string::npos);
}

// Pictures of an earlier run would be taken for those of this one.
TEST_F(PicturesTest, OldOnesDoNotStay) {
  if (!has_gnuplot) GTEST_SKIP() << "gnuplot is not installed";
  ASSERT_EQ(engd({"solve", "tiny.toml", "--out", "out"}).code, 0);
  ASSERT_TRUE(exists("out/solution.png"));
  setting.environment["PATH"] = "/nonexistent";
  ASSERT_EQ(engd({"solve", "tiny.toml", "--out", "out", "--force"}).code, 0);
  EXPECT_FALSE(exists("out/solution.png"));
  EXPECT_FALSE(exists("out/history.png"));
}

}  // namespace
}  // namespace engd::testing
