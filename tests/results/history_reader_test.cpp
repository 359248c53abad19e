// history.csv is read back as it was written, and what is wrong with it is said, with its line.
#include <cmath>

#include "common/files.h"
#include "results/history.h"

namespace engd::results {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

const std::string header =
    "seed,iteration,seconds,loss,loss_a,loss_b c,rel_l2,rel_h1,step,gradient_norm,rank\n";

class HistoryReader : public ::testing::Test {
 protected:
  History read(const std::string& text) const {
    return read_history(folder.write("history.csv", text));
  }
  std::string message(const std::string& text) const {
    return input_error_of([&] { read(text); });
  }
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "history.csv").string();
};

TEST_F(HistoryReader, GivesBackWhatWasWritten) {
  {
    RunFolder run = RunFolder::create(folder.path() / "run", false);
    HistoryWriter writer(run, {"a", "odd, \"name\""});
    writer.write({7, 0, 0, NAN, {1e-300, INFINITY}, std::nullopt, 0.1, std::nullopt, 2, 99});
    writer.write({8, 3, 0.25, -0.1, {1, 2}, 0.3, std::nullopt, 0.5, std::nullopt, std::nullopt});
  }
  const History history = read_history(folder.path() / "run/history.csv");
  EXPECT_EQ(history.term_names, (std::vector<std::string>{"a", "odd, \"name\""}));
  ASSERT_EQ(history.rows.size(), 2u);
  const HistoryRow &first = history.rows[0], &second = history.rows[1];
  EXPECT_EQ(first.seed, 7u);
  EXPECT_TRUE(std::isnan(first.loss));
  EXPECT_EQ(first.term_losses, (std::vector<double>{1e-300, INFINITY}));
  EXPECT_FALSE(first.rel_l2);
  EXPECT_EQ(first.rel_h1, 0.1);
  EXPECT_EQ(first.rank, 99);
  EXPECT_EQ(second.iteration, 3);
  EXPECT_EQ(second.seconds, 0.25);
  EXPECT_EQ(second.loss, -0.1);
  EXPECT_EQ(second.rel_l2, 0.3);
  EXPECT_EQ(second.step, 0.5);
  EXPECT_FALSE(second.gradient_norm || second.rank || second.rel_h1);
}

TEST_F(HistoryReader, LinesMayEndAsASpreadsheetWritesThem) {
  std::string text = header + "0,1,2,3,1,2,,,,,\n";
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\r\n");
  EXPECT_EQ(read(text).rows.size(), 1u);
  EXPECT_EQ(read(text).term_names[1], "b c");
}

TEST_F(HistoryReader, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(message(""), path + ": is empty");
  EXPECT_EQ(message("x,y\n"), path + ":1: is no header of a history");
  EXPECT_EQ(message("seed,iteration,seconds,loss,error,rel_l2,rel_h1,step,gradient_norm,rank\n"),
            path + ":1: is no header of a history");
  EXPECT_EQ(message(header + "0,1,2,3,1,2,,,,,\n0,1,2\n"),
            path + ":3: is damaged: 3 fields, and the header has 11");
  EXPECT_EQ(message(header + "0,one,2,3,1,2,,,,,\n"),
            path + ":2: is damaged: 'one' is no value of iteration");
  EXPECT_EQ(message(header + "0,1,2,3,1,2,1e-,,,,\n"),
            path + ":2: is damaged: '1e-' is no value of rel_l2");
  EXPECT_EQ(message(header + "0,1,2,3,1,,,,,,\n"),
            path + ":2: is damaged: '' is no value of loss_b c");
}

TEST_F(HistoryReader, AFileThatIsNotThere) {
  EXPECT_EQ(input_error_of([&] { read_history(folder.path() / "none"); }),
            (folder.path() / "none").string() + ": cannot be read: No such file or directory");
}

}  // namespace
}  // namespace engd::results
