// engd compare: how far two solutions are from each other.
#include <cstdlib>

#include "app_test.h"
#include "common/contains.h"

namespace engd::testing {
namespace {

class CompareTest : public AppTest {
 protected:
  CompareTest() {
    for (const char* seed : {"1", "2"})
      engd({"solve", "tiny.toml", "--quiet", "--no-report", "--threads", "1", "--seed", seed,
            "--out", std::string("run") + seed});
  }

  void expect_refused(std::vector<std::string> arguments, const std::string& why) const {
    arguments.insert(arguments.begin(), "compare");
    const Outcome outcome = engd(arguments);
    EXPECT_EQ(outcome.code, 2) << why;
    EXPECT_TRUE(contains(outcome.err, why)) << outcome.err << "\nand not\n" << why;
  }
};

TEST_F(CompareTest, OfTwoRuns) {
  const Outcome outcome = engd({"compare", "run1", "run2/model.h5", "--of", "u, u_x"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part :
       {"1000 points of quadrature, 100 % of the domain of the first solution are common to both\n",
        "\nu\n    L2 norm of the difference ", ", relative ", "\nu_x\n", "    maximum ",
        "no picture: gnuplot is not installed or cannot draw in '.'\n"})
    EXPECT_TRUE(contains(outcome.out, part)) << part << "\n" << outcome.out;
  const Outcome same = engd({"compare", "run1", "run1"});
  EXPECT_TRUE(contains(same.out, "L2 norm of the difference 0.000e+00, relative 0.000e+00\n"));
  EXPECT_TRUE(contains(same.out, "no picture: the difference is zero"));
}

TEST_F(CompareTest, PicturesAreDrawn) {
  if (std::system("command -v gnuplot >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "gnuplot is not installed";
  setting.environment.clear();
  EXPECT_TRUE(contains(engd({"compare", "run1", "run2"}).out, "picture    difference.svg\n"));
  EXPECT_TRUE(contains(text_of("difference.svg"), "<svg"));
  EXPECT_TRUE(contains(text_of("difference.svg"), "reference"));
  const Outcome two = engd({"compare", "run1", "run2", "--of", "u, u_x^2 + x", "--out", "a.svg"});
  EXPECT_TRUE(contains(two.out, "picture    a-u.svg\npicture    a-u_x-2-x.svg\n")) << two.out;
  EXPECT_TRUE(exists("a-u.svg") && exists("a-u_x-2-x.svg"));
}

TEST_F(CompareTest, WithATable) {
  ASSERT_EQ(engd({"evaluate", "run1", "--grid", "5", "--out", "t.csv"}).code, 0);
  const Outcome outcome = engd({"compare", "run1", "t.csv"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "5 rows of the table, 100 % of all rows"));
  EXPECT_TRUE(contains(outcome.out, "u\n    root mean square 0.000e+00, relative 0.000e+00\n"));
  EXPECT_FALSE(contains(engd({"compare", "run2", "t.csv"}).out, "square 0.000e+00"));
}

TEST_F(CompareTest, MistakesAreTold) {
  folder.write("w.csv", "x,w\n0,1\n");
  folder.write("bare.csv", "0,1\n");
  expect_refused({"run1", "none"}, "none: there is no such run folder or model file");
  expect_refused({"run1", "none.csv"}, "none.csv: there is no such file of points");
  expect_refused({"run1", "w.csv"},
                 "the solution has the unknowns u, and 'w.csv' has none of them: x, w");
  expect_refused({"run1", "w.csv", "--of", "u"},
                 "w.csv:1: missing column 'u'; the columns are x, w");
  expect_refused({"run1", "bare.csv", "--of", "u"}, "the first row must name the columns");
  expect_refused({"run1", "run2", "--of", "q"}, "--of: unknown name 'q'");
  expect_refused({"run1", "run2", "--seed", "5"}, "the run has no seed 5; it has 1");
  expect_refused({"run1", "run2", "--reference-seed", "5"}, "the run has no seed 5; it has 2");
  expect_refused({"run1", "run2", "--out", "a.pdf"},
                 "--out a.pdf: the picture must be called .svg");
  expect_refused({"run1", "run2", "--out", "none/a.svg"}, "there is no folder 'none'");
}

}  // namespace
}  // namespace engd::testing
