#include "report/curves.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/contains.h"
#include "common/temporary_folder.h"
#include "report/gnuplot.h"

namespace engd::report {
namespace {

using testing::contains;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
  return found;
}

Trace halving(int iterations) {
  Trace trace;
  for (int k = 0; k <= iterations; ++k) {
    trace.iteration.push_back(k);
    trace.seconds.push_back(0.01 * k);
    trace.value.push_back(std::pow(0.5, k));
  }
  return trace;
}

CurvePlot plot_of(std::vector<Trace> seeds) {
  CurvePlot plot;
  plot.y_label = "loss";
  plot.curves.push_back({"a_b", "#112233", std::move(seeds)});
  return plot;
}

TEST(CurvesTest, OneSeedIsALine) {
  const std::string script = curve_script(plot_of({halving(3)}));
  EXPECT_TRUE(contains(script, "$c0 << EOD\n1 0.5 0.5 0.5\n2 0.25 0.25 0.25\n")) << script;
  EXPECT_TRUE(contains(script, "title 'a_b'"));
  EXPECT_FALSE(contains(script, "filledcurves"));
}

TEST(CurvesTest, SeveralHaveABandAndALineEach) {
  CurvePlot plot = plot_of({halving(3), halving(3)});
  const std::string script = curve_script(plot);
  EXPECT_TRUE(contains(script, "with filledcurves"));
  EXPECT_TRUE(contains(script, "$c0s << EOD\n1 0.5\n2 0.25\n3 0.125\n\n1 0.5\n")) << script;
  plot.seed_lines = false;
  EXPECT_FALSE(contains(curve_script(plot), "$c0s"));
}

TEST(CurvesTest, OverTimeTheAxisIsSeconds) {
  CurvePlot plot = plot_of({halving(3)});
  plot.over_time = true;
  const std::string script = curve_script(plot);
  EXPECT_TRUE(contains(script, "\n0.01 0.5 "));
  EXPECT_TRUE(contains(script, "set xlabel 'seconds'"));
}

TEST(CurvesTest, LongHistoriesAreThinned) {
  Trace trace = halving(100000);
  for (double& value : trace.value) value = 1;
  const std::string script = curve_script(plot_of({trace}));
  EXPECT_LT(count(script, " 1 1 1\n"), 260u);
  EXPECT_TRUE(contains(script, "\n100000 1 1 1\n")) << "the end stays";
}

TEST(CurvesTest, NothingWithoutTwoPoints) {
  EXPECT_EQ(curve_script(plot_of({halving(1)})), "");
  EXPECT_EQ(curve_script(plot_of({})), "");
  Trace negative = halving(5);
  for (double& value : negative.value) value = -1;
  EXPECT_EQ(curve_script(plot_of({negative})), "");
  for (double& value : negative.value) value = NAN;
  EXPECT_NE(curve_script(plot_of({negative})), "") << "divergence is shown at the upper end";
}

TEST(CurvesTest, GnuplotDrawsThem) {
  if (std::system("command -v gnuplot >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "gnuplot is not installed";
  const testing::TemporaryFolder folder;
  const Picture picture{"curve", curve_script(plot_of({halving(40), halving(30)})), {}};
  EXPECT_TRUE(draw(std::span(&picture, 1), folder.path(), true));
  EXPECT_GT(std::filesystem::file_size(folder / "curve.svg"), 2000u);
  EXPECT_GT(std::filesystem::file_size(folder / "curve.png"), 2000u);
}

}  // namespace
}  // namespace engd::report
