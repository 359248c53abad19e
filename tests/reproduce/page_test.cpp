#include "reproduce/page.h"

#include <gtest/gtest.h>

#include "common/temporary_folder.h"
#include "formats/vtk.h"
#include "report/html.h"
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

PageFacts facts_of_it() {
  PageFacts facts;
  facts.command = "engd reproduce --out '<here>'";
  facts.version = "0.1";
  facts.machine = "a machine";
  facts.date = "2024-01-01";
  facts.threads = 2;
  facts.fast = true;
  facts.failures = {"heat adam seed 1: ended with exit code 3"};
  return facts;
}
const PageFacts facts = facts_of_it();

TEST(PageTest, PutsThePapersNumbersBesideOurs) {
  const testing::TemporaryFolder folder;
  const std::string html = html_page(two_groups(), facts, {}, folder.path());
  const std::vector<std::string> parts{report::scientific(2.4e-7),  // the paper's median
                                       report::scientific(3.6e-7),  // ours
                                       "<td>1.5</td>",              // the ratio
                                       "43.0 s",
                                       "2.0 s",
                                       "4.00 ms",      // times
                                       "<td>22</td>",  // 43 s / 2 s
                                       "<a href=\"#poisson2d\">",
                                       "--fast",
                                       "exit code 3",
                                       "a machine",
                                       "engd reproduce --out &#39;&lt;here&gt;&#39;",
                                       "drawn by gnuplot, which was not"};
  for (const std::string& text : parts) EXPECT_NE(html.find(text), std::string::npos) << text;
  EXPECT_EQ(html.find("Not finished"), std::string::npos);
}

TEST(PageTest, SaysWhenItIsNotFinished) {
  const testing::TemporaryFolder folder;
  PageFacts unfinished = facts;
  unfinished.finished = false;
  const std::string html = html_page({}, unfinished, {}, folder.path());
  EXPECT_NE(html.find("Not finished."), std::string::npos);
}

TEST(PageTest, MarkdownHasTheSameTables) {
  const std::string text = markdown_tables(two_groups(), facts);
  EXPECT_NE(
      text.find("| E-NGD | 2.4e-07 | 1.0e-07 | 4.1e-07 | 3.6e-07 | 1.2e-07 | 9.9e-07 | 1.5 | 3 |"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("| BFGS |"), std::string::npos);
}

class FiguresTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v gnuplot >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "gnuplot is not installed";
  }
  void expect_pictures(const std::vector<std::string>& names) {
    for (const std::string& name : names)
      for (const char* ending : {".svg", ".png"})
        EXPECT_GT(std::filesystem::file_size(folder / (name + ending)), 1000u) << name << ending;
  }
  testing::TemporaryFolder folder;
};

TEST_F(FiguresTest, CurvesOfBothNormsOverIterationsAndTime) {
  EXPECT_TRUE(draw_curves(folder.path(), "p", {two_groups()[0]}));
  expect_pictures({"p_l2_iterations", "p_l2_time", "p_h1_iterations", "p_h1_time"});
  EXPECT_FALSE(draw_curves(folder.path(), "none", {}));
}

TEST_F(FiguresTest, PushForwards) {
  EXPECT_TRUE(
      draw_push_forwards(folder.path(), "p", ENGD_SOURCE_DIR "/problems/paper/heat.toml", 0, 1));
  expect_pictures({"p_push_error", "p_push_natural", "p_push_gradient"});
  EXPECT_FALSE(draw_push_forwards(folder.path(), "none",
                                  ENGD_SOURCE_DIR "/problems/paper/nonlinear_ritz.toml", 0, 1));
}

TEST_F(FiguresTest, TheSolutionOfARun) {
  const testing::TemporaryFolder run;
  EXPECT_TRUE(draw_solution(folder.path(), "p", run.path()).empty()) << "nothing is there";
  std::filesystem::copy_file(ENGD_SOURCE_DIR "/problems/paper/heat.toml", run / "problem.toml");
  EXPECT_TRUE(draw_solution(folder.path(), "p", run.path()).empty()) << "it has diverged";
  formats::write_vti(
      run / "solution.vti", {{0, 0}, {1, 1}, {2, 2}},
      std::vector<formats::PointArray>{
          {"u", {0, 1, 2, 3}, 1}, {"exact_u", {0, 1, 2, 4}, 1}, {"error_u", {0, 0, 0, -1}, 1}});
  const auto captions = draw_solution(folder.path(), "p", run.path());
  ASSERT_EQ(captions.size(), 2u);
  EXPECT_EQ(captions[0].first, "p_solution_u");
  EXPECT_EQ(captions[1].first, "p_error_u");
  expect_pictures({"p_solution_u", "p_error_u"});
}

}  // namespace
}  // namespace engd::reproduce
