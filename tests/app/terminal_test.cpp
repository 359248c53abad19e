// Progress: one line that is rewritten on a terminal, plain lines elsewhere.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>

#include "app_test.h"
#include "common/contains.h"

namespace engd::testing {
namespace {

class TerminalTest : public AppTest {
 protected:
  void SetUp() override {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0) GTEST_SKIP() << "there are no pseudo-terminals here";
    close(terminal);
  }

  /// What a run prints on a terminal of this width, until it is interrupted after a while.
  Outcome on_terminal(int width) {
    setting.terminal_width = width;
    Program program({"solve", "tiny.toml", "--out", "out", "--force", "--set",
                     "optimizer.method=adam", "--set", "optimizer.iterations=100000000"},
                    setting);
    // The first line has no time yet, the second one has.
    EXPECT_TRUE(program.prints("\r\x1b[Kseed 0 adam", 2));
    program.send(SIGINT);
    return program.finish();
  }

  /// The lines that were written over one another.
  static std::vector<std::string> rewritten(const std::string& text) {
    const std::string start = "\r\x1b[K";
    std::vector<std::string> lines;
    for (std::size_t at = text.find(start); at != std::string::npos;
         at = text.find(start, at + 1)) {
      const std::size_t begin = at + start.size();
      lines.push_back(text.substr(begin, text.find_first_of("\r\n", begin) - begin));
    }
    return lines;
  }
};

TEST_F(TerminalTest, TheLineSaysHowTheRunIsGoing) {
  const Outcome outcome = on_terminal(200);
  EXPECT_EQ(outcome.code, 130);
  const auto lines = rewritten(outcome.out);
  ASSERT_GE(lines.size(), 3u) << outcome.out;
  const std::string& line = lines[1];
  for (const char* part : {"seed 0", "adam", "/100000000", "loss ", "interior ", "ends ", "error ",
                           "step ", " ms/it", " left"})
    EXPECT_NE(line.find(part), std::string::npos) << part << " in: " << line;
  // What stays on the screen is the result.
  EXPECT_EQ(lines.back().substr(0, 12), "seed 0  loss") << lines.back();
  EXPECT_NE(outcome.out.find("results in out"), std::string::npos);
}

// A race has a line, too: how much of the budget is spent, and who is ahead.
TEST_F(TerminalTest, TheLineSaysHowTheRaceIsGoing) {
  folder.write("bare.toml", R"toml([problem]
variables = "t"
domain = { t = [0, 2] }
[[term]]
on = "interior"
residual = "u_tt + u"
[[term]]
on = "initial"
residual = ["u", "u_t - 1"]
)toml");
  setting.terminal_width = 100;
  Program program({"solve", "bare.toml", "--accuracy", "0", "--out", "out"}, setting);
  EXPECT_TRUE(program.prints("ahead: "));
  program.send(SIGINT);
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.code, 130);
  const auto lines = rewritten(outcome.out);
  ASSERT_GE(lines.size(), 2u);
  EXPECT_EQ(lines[0].substr(0, 5), "race ");
  for (const std::string& line : lines) {
    EXPECT_LT(line.starts_with("race ") ? line.size() : 0, 100u) << line;
  }
  EXPECT_TRUE(contains(outcome.out, " % ")) << outcome.out;
}

TEST_F(TerminalTest, TheLineFitsTheTerminal) {
  for (int width : {21, 40, 80}) {
    const auto lines = rewritten(on_terminal(width).out);
    ASSERT_GE(lines.size(), 2u);
    // The last one is the result, which stays and may be longer.
    for (std::size_t k = 0; k + 1 < lines.size(); ++k)
      EXPECT_LT(static_cast<int>(lines[k].size()), width) << lines[k];
    EXPECT_EQ(lines[0].size(), static_cast<std::size_t>(width - 1));
  }
}

TEST_F(TerminalTest, QuietIsQuietOnATerminal) {
  setting.terminal_width = 80;
  const Outcome outcome = engd({"solve", "tiny.toml", "--quiet"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "");
}

TEST_F(TerminalTest, PlainLinesElsewhere) {
  const Outcome outcome = engd({"solve", "tiny.toml"});
  EXPECT_EQ(outcome.code, 0);
  const std::string both = outcome.out + outcome.err;
  EXPECT_EQ(both.find('\r'), std::string::npos);
  EXPECT_EQ(both.find('\x1b'), std::string::npos);
  EXPECT_TRUE(outcome.err.starts_with("seed 0 engd 0/5  loss ")) << outcome.err;
  EXPECT_EQ(outcome.err.back(), '\n');
  EXPECT_TRUE(outcome.out.starts_with("seed 0  loss ")) << outcome.out;
}

}  // namespace
}  // namespace engd::testing
