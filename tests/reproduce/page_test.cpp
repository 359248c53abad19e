#include "reproduce/page.h"

#include <gtest/gtest.h>

#include "common/problem_text.h"
#include "reproduce/figures.h"

namespace engd::reproduce {
namespace {

std::vector<Group> two_groups() {
  std::vector<Group> groups{{"poisson2d", "engd", {}, 0.004}, {"heat", "bfgs", {}, 0.004}};
  for (Group& group : groups)
    for (double l2 : {1.2e-7, 3.6e-7, 9.9e-7}) {
      CaseResult seed;
      seed.one.iterations = 500;
      seed.l2 = l2;
      seed.h1 = 10 * l2;
      seed.history = {{0, 0, 1, 1}, {1, 0.1, 0.1, 1}, {500, 2, l2, 10 * l2}};
      group.seeds.push_back(seed);
    }
  return groups;
}

const PageFacts facts{"engd reproduce",
                      "0.1",
                      "a machine",
                      "2024-01-01",
                      2,
                      true,
                      {"heat adam seed 1: ended with exit code 3"}};

TEST(PageTest, PutsThePapersNumbersBesideOurs) {
  const testing::TemporaryFolder folder;
  const std::string html = html_page(two_groups(), facts, folder.path());
  for (const char* text : {"2.4&middot;10<sup>-7</sup>",  // the paper's median
                           "3.6&middot;10<sup>-7</sup>",  // ours
                           "<td>1.5</td>",                // the ratio
                           "43.0 s", "2.0 s", "4.00 ms",  // times
                           "--fast", "exit code 3", "a machine", "engd reproduce"})
    EXPECT_NE(html.find(text), std::string::npos) << text;
}

TEST(PageTest, MarkdownHasTheSameTables) {
  const std::string text = markdown_tables(two_groups(), facts);
  EXPECT_NE(
      text.find("| E-NGD | 2.4e-07 | 1.0e-07 | 4.1e-07 | 3.6e-07 | 1.2e-07 | 9.9e-07 | 1.5 | 3 |"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("| BFGS |"), std::string::npos);
}

TEST(PageTest, CurvesAreDrawnAsSvgAndPng) {
  if (std::system("command -v gnuplot >/dev/null") != 0) GTEST_SKIP() << "gnuplot is not installed";
  const testing::TemporaryFolder folder;
  const auto groups = two_groups();
  EXPECT_TRUE(draw_curves(folder.path(), {"curve", "title", false, false}, {groups[0]}));
  EXPECT_GT(std::filesystem::file_size(folder / "curve.svg"), 1000u);
  EXPECT_GT(std::filesystem::file_size(folder / "curve.png"), 1000u);
  EXPECT_FALSE(draw_curves(folder.path(), {"none", "title", false, false}, {}));
}

TEST(PageTest, PushForwardsAreDrawn) {
  if (std::system("command -v gnuplot >/dev/null") != 0) GTEST_SKIP() << "gnuplot is not installed";
  const testing::TemporaryFolder folder;
  EXPECT_TRUE(draw_push_forwards(folder.path(), "pushes",
                                 ENGD_SOURCE_DIR "/problems/paper/heat.toml", 0, 1));
  EXPECT_GT(std::filesystem::file_size(folder / "pushes.png"), 1000u);
  EXPECT_FALSE(draw_push_forwards(folder.path(), "none",
                                  ENGD_SOURCE_DIR "/problems/paper/nonlinear_ritz.toml", 0, 1));
}

}  // namespace
}  // namespace engd::reproduce
