// Every mistake in a file: exit 2, one message that says where, and nothing written.
#include "app_test.h"

namespace engd::testing {
namespace {

class BadInputTest : public AppTest {
 protected:
  /// Runs `text` as bad.toml. The message begins with the place and contains `message`.
  void expect_refused(const std::string& text, const std::string& place,
                      const std::string& message) {
    folder.write("bad.toml", text);
    for (const std::string command : {"solve", "check"}) {
      const Outcome outcome = engd({command, "bad.toml"});
      EXPECT_EQ(outcome.code, 2) << text;
      EXPECT_EQ(outcome.out, "");
      EXPECT_TRUE(outcome.err.starts_with("engd: bad.toml:" + place)) << outcome.err;
      EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
      EXPECT_EQ(outcome.err.find("engd:", 1), std::string::npos)
          << "more than one: " << outcome.err;
      EXPECT_EQ(listing(), (std::vector<std::string>{"bad.toml", "tiny.toml"}));
    }
  }

  /// `part` of the tiny problem replaced; the place is where the replacement stands in the file,
  /// `offset` characters further.
  void expect_refused_in(const std::string& part, const std::string& replacement, int offset,
                         const std::string& message) {
    const std::string text = tiny_with(part, replacement);
    const std::size_t at = tiny_problem.find(part) + static_cast<std::size_t>(offset);
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
    const std::size_t column = at - text.rfind('\n', at - 1);
    expect_refused(text, std::to_string(line) + ":" + std::to_string(column) + ": ", message);
  }
};

TEST_F(BadInputTest, UnknownKeys) {
  expect_refused_in("layers = [8]", "layer = [8]", 0, "layers");
  expect_refused_in("[network]", "[netwrok]", 1, "network");
  expect_refused_in("points   = { grid = 50 }", "points   = { gird = 50 }", 13, "grid");
}

TEST_F(BadInputTest, WrongTypes) {
  expect_refused_in("layers = [8]", "layers = \"8\"", 9, "list");
  expect_refused_in("iterations = 5", "iterations = 5.5", 13, "integer");
  expect_refused_in("title     = \"A small problem\"", "title     = 1979-05-27", 12, "string");
  expect_refused_in("\"u_xx + pi^2*sin(pi*x)\"", "true", 0, "formula");
}

TEST_F(BadInputTest, EmptyDomains) {
  expect_refused_in("[0, 1] }", "[1, 1] }", 0, "the domain is empty");
  expect_refused_in("[0, 1] }", "[2, 1] }", 0, "the domain is empty");
}

TEST_F(BadInputTest, NumbersThatAreNotFinite) {
  expect_refused_in("[0, 1] }", "[0, nan] }", 4, "finite");
  expect_refused_in("[0, 1] }", "[-inf, 1] }", 1, "finite");
  expect_refused_in("[[term]]\nname     = \"ends\"", "[[term]]\nweight = inf\nname     = \"ends\"",
                    18, "finite");
  expect_refused_in("[solution]", "[constants]\nk = nan\n[solution]", 16, "finite");
  expect_refused_in("[solution]", "[constants]\nk = \"1/0\"\n[solution]", 19, "zero");
  folder.write("bad.toml", tiny_with("iterations = 5", "damping = 1e999"));
  const Outcome outcome = engd({"solve", "bad.toml"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(outcome.err.starts_with("engd: bad.toml:25:")) << outcome.err;
}

TEST_F(BadInputTest, FormulasWithACaretUnderTheMistake) {
  expect_refused_in("u_xx + pi^2", "u_xx + uu*2", 7, "unknown name 'uu'");
  folder.write("bad.toml", tiny_with("u_xx + pi^2*sin(pi*x)", "u_xx + uu*sin(pi*x)"));
  const std::string message = engd({"solve", "bad.toml"}).err;
  const std::size_t shown = message.find("residual = \"u_xx + uu*sin(pi*x)\"");
  ASSERT_NE(shown, std::string::npos) << message;
  const std::size_t begin = message.rfind('\n', shown) + 1, end = message.find('\n', shown);
  const std::string caret = message.substr(end + 1);
  EXPECT_EQ(caret.find('^'), message.find("uu*", begin) - begin) << message;
  expect_refused_in("u_xx + pi^2", "u_xx + ", 7, "a value is missing");
  expect_refused_in("sin(pi*x)\"\npoints", "sin(pi*x\"\npoints", 3, "'(' is never closed");
}

TEST_F(BadInputTest, AResidualWithoutAnyUnknown) {
  expect_refused_in("\"u_xx + pi^2*sin(pi*x)\"", "\"sin(pi*x)\"", 0, "unknown");
}

TEST_F(BadInputTest, AHilbertMetricWithoutPointsInsideTheDomain) {
  expect_refused(R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
silence = "undetermined"
[[term]]
on = "boundary"
residual = "u"
[optimizer]
method = "hngd"
)toml",
                 "9:1: ", "no term is there");
}

TEST_F(BadInputTest, ZeroPoints) {
  expect_refused_in("grid = 50", "grid = 0", 7, "from 1");
  expect_refused_in("on       = \"interior\"", "on       = \"x > 2\"   ", 12, "selects nothing");
}

TEST_F(BadInputTest, SizesThatDoNotFitInMemory) {
  folder.write("bad.toml", tiny_with("layers = [8]", "layers = [1000000, 1000000]"));
  for (const std::string method :
       {"adaptive", "multistep", "engd", "hngd", "gd", "adam", "bfgs", "lbfgs"}) {
    for (const std::string command : {"solve", "check"}) {
      const Outcome outcome = engd({command, "bad.toml", "--set", "optimizer.method=" + method});
      EXPECT_EQ(outcome.code, 2);
      EXPECT_TRUE(outcome.err.starts_with("engd: bad.toml:")) << outcome.err;
      EXPECT_NE(outcome.err.find("GiB"), std::string::npos) << outcome.err;
    }
  }
  folder.write("bad.toml", tiny_with("grid = 50", "random = 2000000000"));
  const Outcome outcome = engd({"solve", "bad.toml"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("GiB"), std::string::npos) << outcome.err;
  EXPECT_EQ(listing(), (std::vector<std::string>{"bad.toml", "tiny.toml"}));
}

// The work space of the sweeps through a wide network, 30 KiB a neuron on two threads, is most of
// what such a run needs.
TEST_F(BadInputTest, AWideNetworkCountsItsWorkSpace) {
  const Outcome outcome = engd({"check", "tiny.toml", "--set", "network.layers=[10000]"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::size_t about = outcome.out.find("about ");
  ASSERT_NE(about, std::string::npos) << outcome.out;
  EXPECT_GT(std::stod(outcome.out.substr(about + 6)), 100);
}

TEST_F(BadInputTest, FilesThatAreNoProblemFiles) {
  const auto expect = [&](const std::string& name, const std::string& message) {
    for (const std::string command : {"solve", "check"}) {
      const Outcome outcome = engd({command, name});
      EXPECT_EQ(outcome.code, 2) << name;
      EXPECT_TRUE(outcome.err.starts_with("engd: " + name)) << outcome.err;
      EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
    }
    EXPECT_FALSE(exists("runs"));
  };
  expect("missing.toml", "No such file");
  expect("missing", "no such file");
  expect(std::string(5000, 'a'), "no such file");
  std::filesystem::create_directory(folder / "folder.toml");
  expect("folder.toml", "folder");
  std::filesystem::create_directory(folder / "folder");
  expect("folder", "folder");
  folder.write("binary.toml", std::string("\x7f"
                                          "ELF\0\xff\xfe\x01",
                                          9));
  expect("binary.toml", "");
  folder.write("empty.toml", "");
  expect("empty.toml", "");
  expect("/dev/zero", "");
}

}  // namespace
}  // namespace engd::testing
