// summary.json is read back as it was written, and what is wrong with it is said.
#include <cmath>

#include "common/files.h"
#include "results/summary.h"

namespace engd::results {
namespace {

using testing::input_error_of;
using testing::replace;
using testing::TemporaryFolder;

Summary example() {
  Summary summary;
  summary.problem = "poisson2d";
  summary.title = "Poisson \"equation\"";
  summary.file = "problems/poisson2d.toml";
  summary.optimizer = "adam+engd";
  summary.device = "cpu";
  summary.parameters = 257;
  summary.points = 1020;
  summary.iterations = 500;
  summary.version = "0.1.0";
  summary.machine = "a machine";
  summary.threads = 2;
  summary.cores = 4;
  summary.compiler = "GNU 12";
  summary.date = "2024-02-29 12:00";
  summary.seeds_asked = 5;
  summary.overrides = {"a.b=1"};
  summary.failures = {"seed 1: diverged"};
  summary.seeds = {{0, 3e-7, 1e-5, 0.1 + 0.2, 500, 4.0, 8.0, "iterations", "All done."},
                   {18446744073709551615u, 1e-7, 3e-5, 2e-12, 400, 4.0, 10.0, "target", "Yes."}};
  summary.seeds[0].residuals = {{"inside", 1e-9, 3e-8, 1000}, {"edge", 0.1, 0.2, 4000}};
  summary.seeds[0].warning = "term 'inside': ...";
  summary.seeds[0].errors_by_unknown = {{"u", 3e-7, 1e-5}, {"v", std::nullopt, std::nullopt}};
  summary.seeds[1].errors_by_unknown = {{"u", 1e-7, std::nullopt}};
  summary.errors_of = {"u", "v"};
  summary.seeds[0].estimated_rel_l2 = 2e-7;
  summary.seeds[0].estimated_by_unknown = {{"u", 2e-7}, {"v", std::nullopt}};
  summary.seeds[0].verdict = "1e-8 asked for, 2e-7 reached";
  summary.seeds[0].fell_short = true;
  Racer racer;
  racer.kind = "packets";
  racer.network = "2-30-1 packets";
  racer.parameters = 211;
  racer.points = 700;
  racer.iterations = 40;
  racer.work = 0.25;
  racer.seconds = 1.5;
  racer.why_left = "behind";
  summary.race = {racer, racer};
  summary.race[1].score = 1e-9;
  Statement statement;
  statement.domain = "x in [0, 1]";
  statement.variables = {"x"};
  statement.unknowns = {"u", "v"};
  statement.constants = {{"k", "2"}};
  statement.functions = {{"g", "x < 1"}, {"f(s)", "s^2"}};
  statement.terms = {{"inside", "interior", false, {"u_x", "v"}, "mean", 2.5, 30, "grid 30"},
                     {"energy", "interior", true, {"u^2"}, "integral", 1, 20, "gauss 20"}};
  statement.solution = {{"u", "sin(x)"}};
  statement.evaluation = "grid 100";
  statement.network = "1-8-2 tanh";
  statement.optimizers = {"adam", "engd"};
  summary.statement = statement;
  return summary;
}

class SummaryReader : public ::testing::Test {
 protected:
  Summary read(const std::string& text) const {
    return read_summary(folder.write("summary.json", text));
  }
  std::string message(const std::string& text) const {
    return input_error_of([&] { read(text); });
  }
  /// The example's text with one part replaced.
  std::string with(const std::string& from, const std::string& to) const {
    std::string text = to_json(example());
    replace(text, from, to);
    return text;
  }
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "summary.json").string();
};

TEST_F(SummaryReader, GivesBackWhatWasWritten) {
  const std::string text = to_json(example());
  const Summary summary = read(text);
  EXPECT_EQ(to_json(summary), text);
  EXPECT_EQ(summary.seeds[0].loss, 0.1 + 0.2);
  EXPECT_EQ(summary.seeds[1].seed, 18446744073709551615u);
  EXPECT_EQ(summary.seeds[0].residuals[1].fresh, 0.2);
  EXPECT_TRUE(summary.seeds[1].residuals.empty());
  EXPECT_EQ(summary.statement->functions[0].first, "g") << "in the order of the file";
  EXPECT_TRUE(summary.has_errors());
  EXPECT_FALSE(summary.interrupted());
  EXPECT_FALSE(summary.is_partly_measured());
  EXPECT_EQ(summary.errors_of, (std::vector<std::string>{"u", "v"}));
  ASSERT_EQ(summary.seeds[0].errors_by_unknown.size(), 2u);
  EXPECT_EQ(summary.seeds[0].errors_by_unknown[0].name, "u");
  EXPECT_EQ(summary.seeds[0].errors_by_unknown[0].rel_h1, 1e-5);
  EXPECT_FALSE(summary.seeds[0].errors_by_unknown[1].rel_l2);
}

TEST_F(SummaryReader, NullIsNotFiniteWhereErrorsAreMeasured) {
  Summary summary = example();
  summary.seeds[0].rel_l2 = summary.seeds[0].loss = NAN;
  summary.seeds[0].termination = "interrupted";
  const Summary found = read(to_json(summary));
  EXPECT_TRUE(found.has_errors());
  EXPECT_TRUE(std::isnan(*found.seeds[0].rel_l2));
  EXPECT_TRUE(std::isnan(found.seeds[0].loss));
  EXPECT_TRUE(found.interrupted());
  for (SeedSummary& seed : summary.seeds) seed.rel_l2 = seed.rel_h1 = std::nullopt;
  EXPECT_TRUE(read(to_json(summary)).has_errors()) << "the statement says that they were measured";
  summary.statement->evaluation.clear();
  EXPECT_FALSE(read(to_json(summary)).has_errors());
}

TEST_F(SummaryReader, NoErrorIsRelativeToZero) {
  Summary summary = example();
  for (SeedSummary& seed : summary.seeds) seed.rel_l2 = seed.rel_h1 = std::nullopt;
  summary.errors_of.clear();
  EXPECT_FALSE(read(to_json(summary)).has_errors());
}

TEST_F(SummaryReader, WithoutDerivativesThereIsNoSlopeError) {
  Summary summary = example();
  for (SeedSummary& seed : summary.seeds) seed.rel_h1 = std::nullopt;
  summary.statement->slope_errors = false;
  EXPECT_TRUE(read(to_json(summary)).has_errors());
  EXPECT_FALSE(read(to_json(summary)).has_slope_errors());
  // Earlier versions did not say it: they had no formula then.
  std::string text = to_json(summary);
  replace(text, "    \"slope_errors\": false,\n", "");
  EXPECT_TRUE(read(text).has_slope_errors());
  replace(text, "\"u\": \"sin(x)\"", "");
  EXPECT_FALSE(read(text).has_slope_errors());
}

TEST_F(SummaryReader, EarlierVersionsWroteLess) {
  const Summary summary = read(R"({"problem": "p", "optimizer": "engd", "device": "cpu",
      "parameters": 1, "points": 2, "iterations": 3, "rel_l2": null, "rel_h1": null,
      "seeds": [{"seed": 0, "rel_l2": null, "rel_h1": null, "loss": 1, "iterations": 3,
                 "seconds": 1, "ms_per_iteration": 2, "termination": "iterations"}]})");
  EXPECT_FALSE(summary.statement);
  EXPECT_FALSE(summary.has_errors());
  EXPECT_EQ(summary.seeds_asked, 1);
  EXPECT_EQ(summary.seeds[0].message, "");
}

TEST_F(SummaryReader, SaysWhatIsWrong) {
  const std::string damaged = path + ": is damaged: ";
  EXPECT_EQ(message("{ half"), damaged + "this is no JSON");
  EXPECT_EQ(message("[]"), damaged + "holds something else than an object");
  EXPECT_EQ(message("{}"), damaged + "'problem' is missing");
  EXPECT_EQ(message(with("257", "\"many\"")),
            damaged + "'parameters' has a value of the wrong kind");
  EXPECT_EQ(message(with("\"overrides\": [\n    \"a.b=1\"\n  ]", "\"overrides\": 3")),
            damaged + "'overrides' has a value of the wrong kind");
  Summary summary = example();
  summary.seeds.clear();
  EXPECT_EQ(message(to_json(summary)), damaged + "'seeds' is empty");
  EXPECT_EQ(message(with("\"trained\": 0.1,", "")), damaged + "'trained' is missing");
  EXPECT_EQ(message(with("\"terms\": [", "\"terms\": 3, \"rest\": [")),
            damaged + "'terms' is no list");
  EXPECT_EQ(message(with("\"weight\": 2.5,", "")), damaged + "'weight' is missing");
}

TEST_F(SummaryReader, AFileThatCannotBeRead) {
  EXPECT_EQ(input_error_of([&] { read_summary(folder.path() / "none.json"); }),
            (folder.path() / "none.json").string() + ": cannot be read: No such file or directory");
  EXPECT_EQ(input_error_of([&] { read_summary(folder.path()); }),
            folder.path().string() + ": cannot be read: Is a directory");
}

}  // namespace
}  // namespace engd::results
