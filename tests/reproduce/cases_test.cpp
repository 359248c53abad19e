#include "reproduce/cases.h"

#include <gtest/gtest.h>

#include <set>

#include "common/temporary_folder.h"
#include "reproduce/paper.h"
#include "support/error.h"

namespace engd::reproduce {
namespace {

std::string file_of(const std::string& name) {
  return ENGD_SOURCE_DIR "/problems/paper/" + name + ".toml";
}

TEST(CasesTest, EverythingOfThePaperByDefault) {
  const auto cases = plan({.seeds = {0, 1}}, "out", file_of);
  std::set<std::string> names;
  for (const Case& one : cases) names.insert(one.problem + " " + one.optimizer);
  EXPECT_EQ(names.size(), paper_results().size());
  EXPECT_EQ(cases.size(), 2 * paper_results().size());
  for (std::size_t k = 1; k < cases.size(); ++k)
    EXPECT_LE(expected_seconds(cases[k - 1]), expected_seconds(cases[k]));
}

// Iterations of sections 4.1 to 4.4 and appendix B.2.
TEST(CasesTest, IterationsAreThePapers) {
  for (const Case& one : plan({.seeds = {0}}, "out", file_of)) {
    const bool first_order = one.optimizer == "gd" || one.optimizer == "adam";
    const int newton = one.problem == "heat" ? 2000 : one.problem == "poisson2d_deep" ? 100 : 500;
    EXPECT_EQ(one.iterations, first_order ? 200000 : newton) << one.problem << " " << one.optimizer;
  }
}

TEST(CasesTest, FastCutsTheFirstOrderMethodsAlone) {
  const auto cases =
      plan({.problems = {"heat"}, .optimizers = {"adam", "engd"}, .seeds = {3}, .fast = true},
           "out", file_of);
  ASSERT_EQ(cases.size(), 2u);
  for (const Case& one : cases) EXPECT_EQ(one.iterations, one.optimizer == "adam" ? 20000 : 2000);
  EXPECT_EQ(cases[0].folder.string().substr(0, 15), "out/cases/heat/");
}

TEST(CasesTest, NaturalMethodsAreTimedByAllSeedsAndAllWithAllThreads) {
  const auto cases =
      plan({.problems = {"heat", "poisson2d_deep"}, .seeds = {0, 1}}, "out", file_of);
  const auto timings = plan_timings(cases, "out", 3);
  ASSERT_EQ(timings.size(), 2u + 4 * 2);
  std::set<std::string> folders;
  for (const Case& one : timings) {
    folders.insert(one.folder.string());
    EXPECT_EQ(one.threads, 3);
    if (one.optimizer == "gd" || one.optimizer == "adam") {
      EXPECT_GE(one.iterations, 100);
      EXPECT_LE(expected_seconds(one), one.iterations == 100 ? 20 : 1.01) << one.optimizer;
    } else {
      EXPECT_EQ(one.iterations, one.problem == "heat" ? 2000 : 100) << one.optimizer;
    }
  }
  EXPECT_EQ(folders.size(), timings.size());
  EXPECT_TRUE(folders.contains("out/times/heat/adam/seed_0"));
}

TEST(CasesTest, NamesThatThePaperDoesNotHave) {
  EXPECT_THROW(plan({.problems = {"burgers"}, .seeds = {0}}, "out", file_of), InputError);
  EXPECT_THROW(plan({.optimizers = {"sgd"}, .seeds = {0}}, "out", file_of), InputError);
}

TEST(CasesTest, DoneMeansThisCaseAndNoOther) {
  const testing::TemporaryFolder folder;
  const auto file = folder.write("p.toml", "x = 1\n");
  Case one{"p", file.string(), "engd", 0, 500, folder.path()};
  EXPECT_FALSE(is_done(one, "1"));
  folder.write("problem.toml", "x = 1\n");
  folder.write(
      "summary.json",
      R"({"version": "1", "iterations": 500, "threads": 1, "seeds": [{"termination": "stalled"}]})");
  EXPECT_TRUE(is_done(one, "1"));
  EXPECT_FALSE(is_done(one, "2"));
  one.iterations = 501;
  EXPECT_FALSE(is_done(one, "1"));
  one.iterations = 500;
  one.threads = 2;
  EXPECT_FALSE(is_done(one, "1"));
  one.threads = 1;
  EXPECT_TRUE(is_done(one, "1"));
  folder.write("p.toml", "x = 2\n");
  EXPECT_FALSE(is_done(one, "1"));
  folder.write("p.toml", "x = 1\n");
  folder.write(
      "summary.json",
      R"({"version": "1", "iterations": 500, "threads": 1, "seeds": [{"termination": "interrupted"}]})");
  EXPECT_FALSE(is_done(one, "1"));
  folder.write("summary.json", "{ damaged");
  EXPECT_FALSE(is_done(one, "1"));
}

}  // namespace
}  // namespace engd::reproduce
