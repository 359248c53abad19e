// Problem files for every pair of features: what the ordinary suite runs of it. All of it, and the
// triples: scripts/full.sh.
#include <gtest/gtest.h>

#include <set>

#include "check/findings.h"
#include "common/temporary_folder.h"
#include "pairs/campaign.h"
#include "pairs/covering.h"
#include "pairs/problem_file.h"
#include "read/read_problem.h"

namespace engd::pairs {
namespace {

/// The files are shared out among so many tests, which may run side by side.
constexpr int shares = 8;

std::string text_of(const Campaign& campaign) {
  std::string text;
  for (const Campaign::Failure& one : campaign.failures)
    text += one.choice + "\n    " + one.text + "\n";
  return text;
}

/// Every `step`-th file of a share.
Campaign run_share(int share, int step, Case work) {
  const std::vector<Choice> all = covering(Compatibility(), 2).choices;
  std::vector<Choice> mine;
  for (std::size_t k = static_cast<std::size_t>(share * step); k < all.size();
       k += static_cast<std::size_t>(shares * step))
    mine.push_back(all[k]);
  return run_campaign(mine, work, 1);
}

TEST(CoveringTest, HasEveryPairThatGoesTogether) {
  const Compatibility rules;
  const Covering found = covering(rules, 2);
  std::set<std::pair<int, int>> pairs;
  for (const Choice& choice : found.choices)
    for (int f = 0; f < std::ssize(factors()); ++f)
      for (int g = 0; g < f; ++g) {
        const int a = rules.number(g, choice[g]), b = rules.number(f, choice[f]);
        EXPECT_TRUE(rules.together(a, b)) << choice.text();
        pairs.insert({a, b});
      }
  EXPECT_EQ(std::ssize(pairs), found.covered);
  std::int64_t together = 0;
  for (const Levels& pair : all_pairs())
    together += rules.together(rules.number(pair[0].first, pair[0].second),
                               rules.number(pair[1].first, pair[1].second));
  EXPECT_EQ(found.covered + found.impossible, together);
  EXPECT_LT(found.impossible, together / 100);
}

TEST(CoveringTest, IsTheSameEveryTime) {
  const Compatibility rules;
  const Covering one = covering(rules, 2), two = covering(rules, 2);
  ASSERT_EQ(one.choices.size(), two.choices.size());
  for (std::size_t k = 0; k < one.choices.size(); ++k)
    EXPECT_EQ(one.choices[k].text(), two.choices[k].text());
}

// Decompositions of matrices with thousands of rows take minutes.
TEST(CoveringTest, HasNoLargeKernelMatrices) {
  int files = 0;
  for (const Choice& choice : covering(Compatibility(), 2).choices) {
    if (!choice.of("solver").starts_with("kernel")) continue;
    const testing::TemporaryFolder folder;
    const std::string file = problem_file(choice).write(folder.path()).string();
    ++files;
    for (const check::Finding& finding : check::find(read::read_problem(file)))
      EXPECT_NE(finding.kind, problem::FindingKind::solver) << choice.text() << finding.text;
  }
  EXPECT_GT(files, 20);
}

TEST(ChildrenTest, SignalsExceptionsAndWordsOfBlasAreFailures) {
  std::vector<Verdict> verdicts(4);
  Children children(2, [&](int number, const Ended& ended) {
    verdicts[static_cast<std::size_t>(number)] = judge(ended);
  });
  children.start(0, [](const auto&) -> std::string {
    raise(SIGKILL);
    return ran();
  });
  children.start(1, [](const auto&) -> std::string { throw std::length_error("too long"); });
  children.start(2, [](const auto&) -> std::string {
    fprintf(stderr, " ** On entry to DGEMV  parameter number  6 had an illegal value\n");
    return ran();
  });
  children.start(3, [](const auto&) -> std::string { return ran(); });
  children.finish();
  EXPECT_EQ(verdicts[0].text.substr(0, 8), "signal 9");
  EXPECT_EQ(verdicts[1].text, "exception std::length_error: too long");
  EXPECT_EQ(verdicts[2].text.substr(0, 26), "words of BLAS: On entry to");
  for (int k = 0; k < 3; ++k)
    EXPECT_EQ(verdicts[static_cast<std::size_t>(k)].kind, Verdict::Kind::failed);
  EXPECT_EQ(verdicts[3].kind, Verdict::Kind::ran);
}

class PairsTest : public ::testing::TestWithParam<int> {};

TEST_P(PairsTest, EndWithAResultOrAMessage) {
  const Campaign campaign = run_share(GetParam(), 2, solve_case);
  EXPECT_TRUE(campaign.failures.empty()) << text_of(campaign);
  EXPECT_LE(campaign.refused, campaign.all() / 5);  // rules keep what is refused out
}

TEST_P(PairsTest, GoOnToTheBit) {
  const Campaign campaign = run_share(GetParam(), 4, resume_case);
  EXPECT_TRUE(campaign.failures.empty()) << text_of(campaign);
}

TEST_P(PairsTest, AgreeWithThePlainReference) {
  const Campaign campaign = run_share(GetParam(), 16, reference_case);
  EXPECT_TRUE(campaign.failures.empty()) << text_of(campaign);
}

TEST_P(PairsTest, AreTheSameInOtherWords) {
  const Campaign campaign = run_share(GetParam(), 4, forms_case);
  EXPECT_TRUE(campaign.failures.empty()) << text_of(campaign);
}

INSTANTIATE_TEST_SUITE_P(Shares, PairsTest, ::testing::Range(0, shares));

}  // namespace
}  // namespace engd::pairs
