#include "bare_table.h"

#include <gtest/gtest.h>

#include "../common/contains.h"
#include "common/files.h"

namespace engd::bench {
namespace {

using testing::contains;

Row row_of(const char* name, const char* relative_error, const char* warning, const char* code) {
  Row row;
  row.fill("-");
  row[problem] = name;
  row[error] = relative_error;
  row[warned] = warning;
  row[exit_code] = code;
  return row;
}

TEST(BareTable, ReadsBackTheRowsThatItWrites) {
  Row row = row_of("heat", "1.0e-07", "no", "0");
  row[solved_with] = "2-64-1 tanh | |x|";
  const auto again = read_row(to_text(row));
  ASSERT_TRUE(again);
  EXPECT_TRUE(is_same_run(*again, row));
  EXPECT_EQ((*again)[solved_with], "2-64-1 tanh / /x/");
  EXPECT_EQ((*again)[date], "-");
  EXPECT_FALSE(read_row("3 problems: median 1e-8"));
  EXPECT_FALSE(read_row("| a | b |"));
  row[commit] = "another";
  EXPECT_FALSE(is_same_run(*again, row));
}

// Runs without a number are worse than every number; problems without a known error do not count.
TEST(BareTable, SumsUpWhatIsGoodAndWhatIsBadAndSilent) {
  const std::string text =
      summary_text({row_of("a", "1.0e-09", "no", "0"), row_of("b", "2.0e-01", "no", "0"),
                    row_of("c", "3.0e-01", "yes", "0"), row_of("d", "1.0e-05", "no", "0"),
                    row_of("e", "killed", "-", "137"), row_of("f", "not known", "no", "0")});
  EXPECT_TRUE(contains(text, "5 problems: median 2.0e-01, 1 at 1e-8 or better, 2 at 1e-5"));
  EXPECT_TRUE(contains(text, "3 above 1e-1, 1 above 1e-2 with exit code 0 and no warning: b\n"));
}

TEST(BareTable, TakesTheErrorOfTheSolutionOrElseOfTheCoefficients) {
  const testing::TemporaryFolder folder;
  Row row = row_of("a", "failed", "-", "0");
  read_results(folder.path(), row);  // there is no summary
  EXPECT_EQ(row[error], "failed");
  folder.write("summary.json", R"({"optimizer": "adaptive",
    "statement": {"evaluation": "gauss 30", "network": "2-64-1 tanh"},
    "seeds": [{"rel_l2": 1.25e-7, "warning": "between the points", "estimated_rel_l2": 2e-7}]})");
  read_results(folder.path(), row);
  EXPECT_EQ(row[error], "1.2e-07");
  EXPECT_EQ(row[estimate], "2.0e-07");
  EXPECT_EQ(row[warned], "yes");
  EXPECT_EQ(row[solved_with], "2-64-1 tanh, adaptive");
  folder.write("summary.json",
               R"({"optimizer": "adaptive", "seeds": [{"rel_l2": null, "warning": "",
    "coefficients": [{"value": 1.5, "exact": 1}, {"value": 3, "exact": 4}, {"value": 1, "exact": null}]}]})");
  read_results(folder.path(), row);
  EXPECT_EQ(row[error], "5.0e-01");
}

}  // namespace
}  // namespace engd::bench
