// The page about a run: written by `solve`, and again by `report` from the files alone.
#include <signal.h>

#include <cstdlib>

#include "app_test.h"
#include "common/contains.h"
#include "report/html.h"

namespace engd::testing {
namespace {

class ReportTest : public AppTest {
 protected:
  bool has_gnuplot() {
    if (std::system("command -v gnuplot >/dev/null 2>&1") != 0) return false;
    setting.environment.clear();
    return true;
  }

  std::string solved(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "solve");
    arguments.insert(arguments.end(), {"--out", "out"});
    const Outcome outcome = engd(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "page       out/report.html\n")) << outcome.out;
    return text_of("out/report.html");
  }

  /// The page again, after everything that is not in the folder has gone.
  void expect_same_page_again() {
    const std::string before = text_of("out/report.html");
    std::filesystem::rename(folder / "out", folder / "moved");
    std::filesystem::remove(folder / "tiny.toml");
    std::filesystem::remove(folder / "moved/report.html");
    const auto files = listing("moved");
    const Outcome outcome = engd({"report", "moved"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "page       moved/report.html\n");
    EXPECT_TRUE(text_of("moved/report.html") == before) << "the page is another one";
    EXPECT_EQ(listing("moved").size(), files.size() + 1) << "nothing temporary stays";
  }

  void expect_figures(const std::string& page, const std::vector<std::string>& names) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = page.find("<figure id=", at)) != std::string::npos; ++at)
      ++found;
    EXPECT_EQ(found, names.size());
    for (const std::string& name : names)
      EXPECT_TRUE(contains(page, "<figure id=\"" + name + "\"><svg")) << name;
  }

  const std::vector<std::string> all_figures{"solution_u",       "error_u",   "loss_iterations",
                                             "error_iterations", "loss_time", "error_time"};
};

TEST_F(ReportTest, InOneDimension) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const std::string page = solved({"tiny.toml", "--threads", "2"});
  expect_figures(page, all_figures);
  const auto seed = summary("out")["seeds"][0];
  for (const char* name : {"rel_l2", "rel_h1", "loss"})
    EXPECT_TRUE(contains(page, "<td>" + report::scientific(seed[name].get<double>()) + "</td>"));
  for (const char* part : {"A small problem", "u_xx + pi^2*sin(pi*x) = 0", "1-8-1 tanh",
                           "all 5 iterations done", "<dt>threads used</dt><dd>2</dd>",
                           "<dt>cores</dt>", "residual = &quot;u_xx + pi^2*sin(pi*x)&quot;"})
    EXPECT_TRUE(contains(page, part)) << part;
  EXPECT_FALSE(contains(page, "http"));
  expect_same_page_again();
}

TEST_F(ReportTest, InTwoDimensionsWithSeveralSeeds) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const std::string page = solved({"heat", "--seeds", "3..5", "--set", "optimizer.iterations=4"});
  expect_figures(page, all_figures);
  EXPECT_TRUE(contains(page, "data:image/png;base64,")) << "the maps";
  EXPECT_TRUE(contains(page, "between the quartiles"));
  EXPECT_TRUE(contains(page, "--set optimizer.iterations=4\n"));
  const auto found = summary("out");
  for (const char* name : {"median", "min", "max"})
    EXPECT_TRUE(
        contains(page, "<td>" + report::scientific(found["rel_l2"][name].get<double>()) + "</td>"));
  expect_same_page_again();
}

TEST_F(ReportTest, InThreeAndInFiveDimensionsASlice) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const std::string five = solved({"poisson5d", "--set", "optimizer.iterations=2", "--set",
                                   "term.0.points.random=50", "--set", "network.layers=[5]"});
  expect_figures(five, all_figures);
  EXPECT_TRUE(contains(five, "Of 5 dimensions two are shown: <code>x1</code> and <code>x2</code>"));
  expect_same_page_again();

  folder.write("three.toml", R"toml([problem]
variables = ["x", "y", "z"]
domain = { box = [0, 1] }
[[term]]
on = "interior"
residual = "laplacian(u) - 1"
points = { random = 20 }
[optimizer]
iterations = 2
)toml");
  const std::string three = solved({"three.toml"});
  expect_figures(three, {"solution_u", "loss_iterations", "loss_time"});
  EXPECT_TRUE(contains(three, "in the third"));
}

TEST_F(ReportTest, WithoutASolutionThereAreNoErrors) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  folder.write("tiny.toml", tiny_with("[solution]\nu = \"sin(pi*x)\"\n", ""));
  const std::string page = solved({"tiny.toml", "--seeds", "0..1"});
  expect_figures(page, {"solution_u", "loss_iterations", "loss_time"});
  EXPECT_FALSE(contains(page, "relative L"));
  EXPECT_TRUE(contains(page, "the solution is not known"));
}

TEST_F(ReportTest, WhateverStandsInTheFileIsText) {
  folder.write("tiny.toml", tiny_with("\"A small problem\"", "'<b>\"bold\" & more</b>'"));
  folder.write("a<i>&.toml", text_of("tiny.toml") + "[functions]\nf = \"x + 1\"  # '<!--'\n");
  const std::string page = solved({"a<i>&.toml"});
  EXPECT_TRUE(contains(page, "<h1>&lt;b&gt;&quot;bold&quot; &amp; more&lt;/b&gt;</h1>"));
  EXPECT_TRUE(contains(page, "a&lt;i&gt;&amp;.toml"));
  EXPECT_TRUE(contains(page, "# &#39;&lt;!--&#39;"));
  EXPECT_FALSE(contains(page, "<b>"));
  EXPECT_FALSE(contains(page, "<!--"));
}

TEST_F(ReportTest, CanBeLeftOut) {
  setting.environment.clear();
  const Outcome outcome = engd({"solve", "tiny.toml", "--out", "out", "--no-report"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_FALSE(contains(outcome.out, "report.html"));
  EXPECT_EQ(listing("out"), (std::vector<std::string>{"history.csv", "model.h5", "problem.toml",
                                                      "solution.vti", "summary.json"}));
  EXPECT_EQ(engd({"report", "out"}).code, 0);
  EXPECT_TRUE(exists("out/report.html"));
}

TEST_F(ReportTest, AnInterruptedRunSaysSo) {
  Program program({"solve", "tiny.toml", "--out", "out", "--seeds", "0..3", "--set",
                   "optimizer.method=adam", "--set", "optimizer.iterations=2000000000"},
                  setting);
  ASSERT_TRUE(program.prints("adam 0/2000000000"));
  program.send(SIGINT);
  ASSERT_EQ(program.finish().code, 130);
  const std::string page = text_of("out/report.html");
  EXPECT_TRUE(contains(page, "Interrupted.</strong> The run was stopped in seed 0"));
  EXPECT_TRUE(contains(page, "1 of 4 seeds were begun"));
  expect_same_page_again();
}

TEST_F(ReportTest, AFailedRunSaysSo) {
  folder.write("tiny.toml", tiny_with("u_xx + pi^2*sin(pi*x)", "log(u - 100)"));
  EXPECT_EQ(engd({"solve", "tiny.toml", "--out", "out", "--seeds", "0..1"}).code, 1);
  const std::string page = text_of("out/report.html");
  EXPECT_TRUE(contains(page, "The run failed."));
  EXPECT_TRUE(contains(page, "<p>seed 1: diverged"));
  EXPECT_TRUE(contains(page, "no seed ended with a finite loss"));
  EXPECT_TRUE(contains(page, "<td>not finite</td>"));
  expect_same_page_again();
}

TEST_F(ReportTest, FoldersThatHoldNoRun) {
  const Outcome none = engd({"report", "nowhere"});
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(none.err, "engd: nowhere: no such folder\n");
  EXPECT_EQ(engd({"report", "tiny.toml"}).err, "engd: tiny.toml: no such folder\n");
  const Outcome empty = engd({"report", "."});
  EXPECT_EQ(empty.code, 2);
  EXPECT_EQ(empty.err,
            "engd: .: holds neither a run that has ended (summary.json) nor a reproduction "
            "(reproduction.json)\n");
  EXPECT_EQ(engd({"report"}).code, 2);
  EXPECT_EQ(listing(), std::vector<std::string>{"tiny.toml"});
}

TEST_F(ReportTest, ADamagedFolderIsBadInputAndKeepsItsPage) {
  solved({"tiny.toml"});
  const std::string page = text_of("out/report.html");
  for (const std::string file : {"summary.json", "history.csv", "problem.toml", "solution.vti"}) {
    const std::string good = text_of("out/" + file);
    if (file == "problem.toml")
      std::filesystem::remove(folder / "out/problem.toml");
    else
      folder.write("out/" + file, good.substr(0, good.size() / 2));
    const Outcome outcome = engd({"report", "out"});
    EXPECT_EQ(outcome.code, 2) << file;
    EXPECT_TRUE(contains(outcome.err, "engd: out/" + file + ":")) << outcome.err;
    EXPECT_EQ(text_of("out/report.html"), page);
    folder.write("out/" + file, good);
  }
  folder.write("out/reproduction.json", "{ half");
  EXPECT_EQ(engd({"report", "out"}).err, "engd: out/reproduction.json: is damaged\n");
}

TEST_F(ReportTest, APageThatCannotBeWritten) {
  solved({"tiny.toml"});
  std::filesystem::remove(folder / "out/report.html");
  std::filesystem::create_directory(folder / "out/report.html");
  const Outcome outcome = engd({"report", "out"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "cannot write 'out/report.html'")) << outcome.err;
}

}  // namespace
}  // namespace engd::testing
