#include "report/run_page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "common/contains.h"
#include "common/temporary_folder.h"
#include "report/html.h"

namespace engd::report {
namespace {

using testing::contains;

/// A run of one seed on a square, with a known solution.
RunRecord example() {
  RunRecord record;
  results::Summary& summary = record.summary;
  summary.problem = "square";
  summary.title = "An equation";
  summary.file = "mine/square.toml";
  summary.optimizer = "engd";
  summary.device = "cpu";
  summary.parameters = 257;
  summary.points = 1020;
  summary.iterations = 500;
  summary.version = "1.2.3";
  summary.machine = "a processor, Linux";
  summary.compiler = "GNU 12, -O3";
  summary.date = "2024-02-29 12:00";
  summary.threads = 2;
  summary.cores = 4;
  summary.seeds_asked = 1;
  summary.seeds = {{0, 3e-7, 1e-5, 1e-12, 500, 4.0, 8.0, "iterations", "all 500 done"}};
  results::Statement statement;
  statement.domain = "x in [0, 1], y in [0, 1]";
  statement.variables = {"x", "y"};
  statement.unknowns = {"u"};
  statement.functions = {{"f", "sin(x)"}};
  statement.constants = {{"k", "3"}};
  statement.terms = {
      {"interior", "interior", false, {"laplacian(u) + f"}, "mean", 1, 900, "grid 30"},
      {"boundary", "boundary", false, {"u"}, "mean", 7, 120, "grid 30"}};
  statement.solution = {{"u", "sin(pi*x)"}};
  statement.evaluation = "grid 95";
  statement.network = "2-64-1 tanh";
  statement.optimizers = {"adam, step size by schedule, at most 10 iterations",
                          "engd, step size by grid, at most 500 iterations"};
  summary.statement = statement;
  record.problem_text = "[problem]\ntitle = \"An equation\"\n";
  record.history.term_names = {"interior", "boundary"};
  for (int k = 0; k < 5; ++k) {
    results::HistoryRow row;
    row.iteration = k;
    row.seconds = 0.1 * k;
    row.loss = std::pow(0.1, k);
    row.term_losses = {0.9 * row.loss, 0.1 * row.loss};
    row.rel_l2 = row.rel_h1 = row.loss;
    record.history.rows.push_back(row);
  }
  record.solution = formats::SampledField{
      {{0, 0}, {1, 1}, {2, 2}},
      {{"u", {0, 1, 2, 3}, 1}, {"exact_u", {0, 1, 2, 4}, 1}, {"error_u", {0, 0, 0, -1}, 1}}};
  return record;
}

results::Racer racer(const char* kind, std::optional<double> score, const char* why) {
  results::Racer one;
  one.kind = kind;
  one.network = "2-30-1 tanh";
  one.parameters = 121;
  one.points = 484;
  one.iterations = 77;
  one.work = 0.025;
  one.seconds = 2;
  one.score = score;
  one.why_left = why;
  return one;
}

const RunFigures drawn{"<p>SOLUTION</p>", "<p>TRAINING</p>", true};

TEST(RunPage, ShowsTheCompleteProblem) {
  RunRecord record = example();
  EXPECT_FALSE(contains(run_page(record, drawn), "chosen.toml"));
  record.chosen_text = "method = \"multistep\" # & more\n";
  const std::string page = run_page(record, drawn);
  EXPECT_TRUE(contains(page, "With all that the program chose"));
  EXPECT_TRUE(contains(page, "multistep&quot; # &amp; more"));
}

TEST(RunPage, ShowsTheRaceAndWhatWasReached) {
  RunRecord record = example();
  EXPECT_FALSE(contains(run_page(record, drawn), "id=\"accuracy\""));
  record.summary.seeds[0].estimated_rel_l2 = 2.5e-7;
  record.summary.seeds[0].estimated_by_unknown = {{"u", 2.5e-7}};
  record.summary.seeds[0].verdict = "1e-8 asked for <and> 2.5e-7 reached";
  record.summary.race = {racer("tanh", 1e-6, "chosen"), racer("packets", std::nullopt, "refused")};
  const std::string page = run_page(record, drawn);
  for (const char* text : {"id=\"accuracy\"", "estimated relative L² error",
                           "asked for &lt;and&gt;", "packets", "2.5 %", "refused", "484"})
    EXPECT_TRUE(contains(page, text)) << text;
  // One unknown: the estimate of all is that of the one.
  EXPECT_FALSE(contains(page, "estimated relative L<sup>2</sup> error"));
  record.summary.statement->unknowns = {"u", "v"};
  EXPECT_TRUE(contains(run_page(record, drawn), "estimated relative L<sup>2</sup> error"));
}

TEST(RunPageTest, ShowsAnEquationAsItIsWritten) {
  RunRecord record = example();
  record.summary.statement->terms[0].formulas = {"laplacian(u) == f"};
  EXPECT_TRUE(contains(run_page(record, drawn), "laplacian(u) == f</code>"));
}

TEST(RunPageTest, SaysWhatWasSolvedAndWhatCameOut) {
  const std::string page = run_page(example(), drawn);
  for (const std::string part : {"<h1>An equation</h1>",
                                 "laplacian(u) + f = 0",
                                 "u = 0</code>",
                                 "x in [0, 1], y in [0, 1]",
                                 "f = sin(x)",
                                 "k = 3",
                                 "u = sin(pi*x)",
                                 "2-64-1 tanh, 257 parameters",
                                 "1020 in all",
                                 "mean of ½ residual² times 7; 120 points (grid 30)",
                                 "at most 10 iterations, then<br>engd",
                                 "SOLUTION",
                                 "TRAINING",
                                 "all 500 done",
                                 "<td>500</td>",
                                 "<td>4.00</td>",
                                 "<td>8.00</td>",
                                 "8.00 ms",
                                 "title = &quot;An equation&quot;",
                                 "mine/square.toml",
                                 "engd 1.2.3",
                                 "GNU 12, -O3",
                                 "a processor, Linux",
                                 "<dt>cores</dt><dd>4</dd>",
                                 "<dt>threads used</dt><dd>2</dd>",
                                 "2024-02-29 12:00"})
    EXPECT_TRUE(contains(page, part)) << part;
  EXPECT_TRUE(contains(page, "<td>" + scientific(3e-7) + "</td><td>" + scientific(1e-5) + "</td>"));
  for (const char* absent : {"Interrupted", "failed", "gnuplot", "--set", "median", "http"})
    EXPECT_FALSE(contains(page, absent)) << absent;
}

TEST(RunPageTest, SeveralSeedsHaveAMedian) {
  RunRecord record = example();
  record.summary.seeds.push_back({1, 1e-7, 3e-5, 2e-12, 400, 2.0, 5.0, "stalled", "stuck"});
  record.summary.seeds.push_back({2, 2e-7, 2e-5, 3e-12, 300, 3.0, 10.0, "iterations", "done"});
  const std::string page = run_page(record, drawn);
  EXPECT_TRUE(contains(page, "from 3 starts"));
  EXPECT_TRUE(contains(page, "Of the seed with the lowest loss."));
  EXPECT_TRUE(
      contains(page, fmt::format("<tr><td>median</td><td>{}</td><td>{}</td><td>{}</td><td>400</td>"
                                 "<td>3.00</td><td>8.00</td>",
                                 scientific(2e-7), scientific(2e-5), scientific(2e-12))));
  EXPECT_TRUE(contains(page, "<tr><td>least</td><td>" + scientific(1e-7)));
  EXPECT_TRUE(contains(page, "<tr><td>greatest</td><td>" + scientific(3e-7)));
}

TEST(RunPageTest, WithoutASolutionThereAreNoErrors) {
  RunRecord record = example();
  record.summary.seeds[0].rel_l2 = record.summary.seeds[0].rel_h1 = std::nullopt;
  record.summary.statement->solution.clear();
  record.summary.statement->evaluation.clear();
  const std::string page = run_page(record, drawn);
  EXPECT_FALSE(contains(page, "L<sup>2</sup>"));
  EXPECT_FALSE(contains(page, "relative L² error"));
  EXPECT_FALSE(contains(page, "known solution"));
  EXPECT_TRUE(contains(page, "the solution is not known"));
}

TEST(RunPageTest, ErrorsByUnknown) {
  RunRecord record = example();
  results::Summary& summary = record.summary;
  summary.errors_of = {"u"};
  summary.seeds[0].errors_by_unknown = {{"u", 3e-7, 1e-5}};
  EXPECT_FALSE(contains(run_page(record, drawn), "Errors by unknown")) << "there is one only";
  summary.statement->unknowns = {"u", "v", "p"};
  std::string page = run_page(record, drawn);
  EXPECT_TRUE(contains(page, "relative L² error of u<"));
  EXPECT_TRUE(contains(page, "grid 95; of u alone"));
  summary.errors_of = {"u", "v", "p"};
  summary.seeds[0].errors_by_unknown.push_back({"v", 2e-3, std::nullopt});
  summary.seeds[0].errors_by_unknown.push_back({"p", std::nullopt, std::nullopt});
  page = run_page(record, drawn);
  EXPECT_TRUE(contains(page, "relative L² error<"));
  EXPECT_FALSE(contains(page, "alone"));
  EXPECT_TRUE(contains(
      page, fmt::format("<tr><td>0</td><td class=\"text\">u</td><td>{}</td><td>{}</td></tr>",
                        scientific(3e-7), scientific(1e-5))));
  EXPECT_TRUE(contains(
      page, fmt::format("<td class=\"text\">v</td><td>{}</td><td>&ndash;</td>", scientific(2e-3))));
  EXPECT_TRUE(contains(page, "<td class=\"text\">p</td><td>&ndash;</td><td>&ndash;</td>"));
}

TEST(RunPageTest, ADensityIsNoEquation) {
  RunRecord record = example();
  record.summary.statement->terms = {
      {"energy", "interior", true, {"0.5*u_x^2 - f*u"}, "integral", 1, 900, "gauss 30"}};
  const std::string page = run_page(record, drawn);
  EXPECT_TRUE(contains(page, "such that the sum of these terms is least:"));
  EXPECT_TRUE(contains(page, "0.5*u_x^2 - f*u</code>"));
  EXPECT_TRUE(contains(page, "integral of this density; 900 points"));
}

TEST(RunPageTest, SaysAtTheTopHowItEnded) {
  RunRecord record = example();
  record.summary.seeds[0].termination = "interrupted";
  record.summary.seeds_asked = 10;
  record.summary.failures = {"seed 3: diverged: the <loss> is not finite"};
  record.summary.seeds[0].loss = std::numeric_limits<double>::quiet_NaN();
  const std::string page = run_page(record, drawn);
  EXPECT_TRUE(contains(page, "Interrupted.</strong> The run was stopped in seed 0"));
  EXPECT_TRUE(contains(page, "1 of 10 seeds were begun"));
  EXPECT_TRUE(contains(page, "The run failed."));
  EXPECT_TRUE(contains(page, "the &lt;loss&gt; is not finite"));
  EXPECT_TRUE(contains(page, "not finite</td>"));
  EXPECT_LT(page.find("The run failed."), page.find("What was solved"));
}

TEST(RunPageTest, PicturesThatAreMissingAreExplained) {
  RunRecord record = example();
  std::string page = run_page(record, {});
  EXPECT_TRUE(contains(page, "drawn by gnuplot, which was not found or failed"));
  page = run_page(record, {"", "", true});
  EXPECT_TRUE(contains(page, "no value is finite"));
  EXPECT_TRUE(contains(page, "There are no curves"));
  record.solution.reset();
  EXPECT_TRUE(contains(run_page(record, drawn), "no seed ended with a finite loss"));
}

TEST(RunPageTest, InManyDimensionsThePageSaysWhatIsShown) {
  RunRecord record = example();
  record.summary.statement->variables = {"x", "y", "z"};
  EXPECT_TRUE(contains(run_page(record, drawn), "through the middle of the domain in the third"));
  record.summary.statement->variables = {"a", "b", "c", "d"};
  EXPECT_TRUE(
      contains(run_page(record, drawn), "Of 4 dimensions two are shown: <code>a</code> and"));
}

TEST(RunPageTest, NothingFromTheProblemBecomesMarkup) {
  RunRecord record = example();
  const std::string odd = "<script>\"&'";
  results::Summary& summary = record.summary;
  results::Statement& statement = *summary.statement;
  summary.title = summary.file = summary.optimizer = summary.machine = summary.version =
      summary.compiler = summary.date = summary.device = odd;
  summary.overrides = {"functions.f=" + odd};
  summary.seeds[0].message = odd;
  statement.domain = statement.network = statement.evaluation = odd;
  statement.functions = statement.constants = statement.solution = {{odd, odd}};
  statement.unknowns = statement.optimizers = {odd};
  statement.terms[0] = {odd, odd, false, {odd}, "mean", 1, 1, odd};
  record.problem_text = odd;
  record.solution->arrays[0].name = odd;
  const std::string page = run_page(record, drawn);
  EXPECT_FALSE(contains(page, "<script"));
  EXPECT_TRUE(contains(page, "--set functions.f=&lt;script&gt;&quot;&amp;&#39;\n"));
  EXPECT_TRUE(contains(page, "<pre>&lt;script&gt;&quot;&amp;&#39;</pre>"));
}

TEST(RunPageTest, RunsOfEarlierVersionsHaveAPageToo) {
  RunRecord record = example();
  record.summary.statement.reset();
  record.summary.title.clear();
  record.summary.compiler.clear();
  record.summary.cores = 0;
  const std::string page = run_page(record, drawn);
  EXPECT_TRUE(contains(page, "<h1>square</h1>"));
  EXPECT_TRUE(contains(page, "did not keep the statement"));
  EXPECT_TRUE(contains(page, "<dt>compiler</dt><dd>not kept</dd>"));
}

class RunFiguresTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v gnuplot >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "gnuplot is not installed";
  }
  testing::TemporaryFolder folder;
};

TEST_F(RunFiguresTest, ShowTheSolutionTheErrorAndTheTraining) {
  const RunFigures figures = draw_run(example(), folder.path());
  EXPECT_TRUE(figures.drawn);
  EXPECT_TRUE(contains(figures.solution, "<figure id=\"solution_u\"><svg"));
  EXPECT_TRUE(contains(figures.solution, "<figure id=\"error_u\"><svg"));
  EXPECT_TRUE(contains(figures.solution, "data:image/png;base64,"));
  for (const char* name : {"loss_iterations", "loss_time", "error_iterations", "error_time"})
    EXPECT_TRUE(contains(figures.training, fmt::format("<figure id=\"{}\"><svg", name))) << name;
  EXPECT_TRUE(contains(figures.training, "interior</text>"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "nothing temporary stays";
}

TEST_F(RunFiguresTest, WithoutErrorsOnlyTheLoss) {
  RunRecord record = example();
  for (results::HistoryRow& row : record.history.rows) row.rel_l2 = row.rel_h1 = std::nullopt;
  record.solution->arrays.resize(1);
  const RunFigures figures = draw_run(record, folder.path());
  EXPECT_TRUE(figures.drawn);
  EXPECT_FALSE(contains(figures.solution, "error_u"));
  EXPECT_FALSE(contains(figures.training, "error_iterations"));
  EXPECT_TRUE(contains(figures.training, "loss_iterations"));
}

TEST_F(RunFiguresTest, NegativeEnergiesAreShownAboveTheLowest) {
  RunRecord record = example();
  for (results::HistoryRow& row : record.history.rows) row.loss -= 5;
  const RunFigures figures = draw_run(record, folder.path());
  EXPECT_TRUE(contains(figures.training, "loss (above lowest)"));
  EXPECT_TRUE(contains(figures.training, "above the lowest value reached"));
}

TEST_F(RunFiguresTest, WithoutIterationsThereAreNoCurves) {
  RunRecord record = example();
  record.history.rows.resize(1);
  const RunFigures figures = draw_run(record, folder.path());
  EXPECT_TRUE(figures.drawn);
  EXPECT_EQ(figures.training, "");
  EXPECT_NE(figures.solution, "");
}

TEST_F(RunFiguresTest, NamesOfCoordinatesThatWereNotKept) {
  RunRecord record = example();
  record.summary.statement.reset();
  EXPECT_TRUE(contains(draw_run(record, folder.path()).solution, ">x2<"));
}

}  // namespace
}  // namespace engd::report
