// docs/problem-files.md says what the reader does.

#include <cmath>
#include <regex>

#include "common/files.h"
#include "expr/functions.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::contents;
using testing::input_error_of;
using testing::poisson;
using testing::TemporaryFolder;

std::string reference() {
  return contents(ENGD_SOURCE_DIR "/docs/problem-files.md");
}

TEST(Documentation, TheExampleIsAProblem) {
  const std::string text = reference();
  const std::size_t begin = text.find("```toml\n") + 8;
  const std::string example = text.substr(begin, text.find("```", begin) - begin);
  const TemporaryFolder folder;
  const Problem problem = read_problem(folder.write("p.toml", example).string());
  EXPECT_EQ(problem.terms.size(), 2u);
  EXPECT_TRUE(problem.has_solution());
}

/// The keys that the reader allows in a section, from its own message about a wrong one.
std::vector<std::string> allowed_keys(const std::string& section) {
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", poisson).string();
  const std::string argument = section + "qqqqqq=1";
  const std::string message = input_error_of([&] { read_problem(file, {argument}); });
  const std::string list = message.substr(message.find("Allowed: ") + 9);
  std::vector<std::string> keys;
  const std::regex word("[a-z0-9_]+");
  for (std::sregex_iterator it(list.begin(), list.end(), word), end; it != end; ++it) {
    keys.push_back(it->str());
  }
  return keys;
}

TEST(Documentation, NamesEveryKey) {
  const std::string text = reference();
  for (const char* section : {"", "problem.", "term.0.", "term.0.points.", "network.",
                              "network.init.", "hard.u.", "optimizer.", "evaluation."}) {
    const std::vector<std::string> keys = allowed_keys(section);
    EXPECT_GE(keys.size(), 2u) << section;
    for (const std::string& key : keys) {
      const bool named =
          std::regex_search(text, std::regex("`(\\[+|init\\.)?" + key + "(\\]+| = k)?`"));
      EXPECT_TRUE(named) << section << key;
    }
  }
}

TEST(Documentation, NamesEveryFunction) {
  const std::string text = reference();
  for (const std::string& name : expr::builtin_names()) {
    EXPECT_TRUE(std::regex_search(text, std::regex("`([a-zA-Z0-9 ]* )?" + name + "[ (`]"))) << name;
  }
}

TEST(Documentation, PrecedenceOfOperators) {
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", poisson).string();
  const auto value = [&](const std::string& formula) {
    return read_problem(file, {"constants.c=" + formula}).scope.constants.at("c");
  };
  EXPECT_EQ(value("2^3^2"), 512);
  EXPECT_EQ(value("-3^2"), -9);
  EXPECT_EQ(value("2*3 + 4/2 - 1"), 7);
  EXPECT_EQ(value("-2*3"), -6);
  EXPECT_EQ(value("log(e) + pow(2, 3) + min(3, 1, 2) + max(1, 2)"), 12);
  EXPECT_DOUBLE_EQ(value("erf(0.5) + sign(-2) + abs(-1)"), std::erf(0.5));
  EXPECT_DOUBLE_EQ(value("gamma(5) + floor(2.5) + heaviside(0) + log10(100) + exp2(3)"), 37);
}

}  // namespace
}  // namespace engd::read
