// What is written as TOML is read back as it was.
#include "read/write_toml.h"

#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

Value parsed(const std::string& text) {
  return parse_toml(std::make_shared<const Source>(Source{"text", text, true}));
}

const std::string bare =
    "[problem]\nvariables = [\"x\", \"y\"]\ndomain = { box = [0, 1] }\n\n"
    "[[term]]\non = \"interior\"\nresidual = \"laplacian(u) + 1\"\n\n"
    "[[term]]\non = \"boundary\"\nresidual = \"u\"\n";

TEST(WriteToml, IsReadBack) {
  const std::string text =
      "[a]\nkey = 1\nreal = 1e-300\nthird = 0.1\nyes = true\n\"with space\" = \"q\\\"\\\\ \\n "
      "\\u0001\"\n"
      "list = [1, [2, \"x\"], { b = 2 }]\n\n[[b]]\nk = 1\n\n[[b]]\nk = { l = { m = -2.5 } }\n\n";
  const std::string once = to_toml(parsed(text));
  EXPECT_EQ(to_toml(parsed(once)), once);
  const Value a = parsed(once).find("a")->value;
  EXPECT_EQ(a.find("real")->value.real, 1e-300);
  EXPECT_EQ(a.find("third")->value.real, 0.1);
  EXPECT_EQ(a.find("with space")->value.text, "q\"\\ \n \x01");
  EXPECT_EQ(a.find("list")->value.items[1].items[1].text, "x");
  EXPECT_EQ(parsed(once).find("b")->value.items.size(), 2u);
}

TEST(WriteToml, CompletesAProblem) {
  const TemporaryFolder folder;
  folder.write("data.csv", "x,y,u\n0.5,0.5,1\n");
  const std::string path = (folder.path() / "p.toml").string();
  std::string text = bare;
  testing::replace(text, "[problem]\n", "[problem]\nautomatic = true\n");
  text += "\n[[term]]\nname = \"measured\"\ndata = \"data.csv\"\n";
  const std::vector<std::string> overrides{"network.layers=[5,5]", "term.0.points={gauss=9}"};
  const std::string complete = complete_text(path, text, overrides);
  // It may stand anywhere, and leaves nothing to choose.
  const Problem problem = read_problem_text("elsewhere/chosen.toml", complete, {});
  EXPECT_EQ(problem.automatic.on, false);
  EXPECT_EQ(problem.network.layers, (std::vector{5, 5}));
  EXPECT_EQ(problem.terms[0].points.count, std::vector{9});
  EXPECT_EQ(problem.terms.back().points.file, (folder.path() / "data.csv").string());
}

TEST(Automatic, IsReadFromItsKeys) {
  const auto read = [](const std::string& argument) {
    return read_problem_text("p.toml", bare, {argument}).automatic;
  };
  EXPECT_FALSE(read("problem.title=a").on.has_value());
  EXPECT_EQ(read("problem.automatic=true").on, true);
  EXPECT_FALSE(read("problem.automatic=true").accuracy);
  EXPECT_EQ(read("problem.automatic=false").on, false);
  const auto both = read("problem.automatic={accuracy=1e-6,time=30}");
  EXPECT_EQ(both.on, true);
  EXPECT_EQ(both.accuracy, 1e-6);
  EXPECT_EQ(both.time, 30);
  EXPECT_NE(input_error_of([&] {
              read("problem.automatic=maybe");
            }).find("must be true, false, or a table"),
            std::string::npos);
}

TEST(Automatic, KnowsWhatIsWritten) {
  const Problem open = read_problem_text("p.toml", bare, {});
  EXPECT_FALSE(open.network_is_written || open.optimizer_is_written);
  EXPECT_FALSE(open.terms[0].points_are_written);
  const Problem fixed = read_problem_text(
      "p.toml", bare, {"network.layers=[5]", "optimizer.iterations=3", "term.0.points=20"});
  EXPECT_TRUE(fixed.network_is_written && fixed.optimizer_is_written);
  EXPECT_TRUE(fixed.terms[0].points_are_written);
}

TEST(Automatic, KnowsWhetherIterationsAreWritten) {
  const auto written = [](const std::string& argument) {
    return read_problem_text("p.toml", bare, {argument}).iterations_are_written;
  };
  EXPECT_FALSE(written("problem.title=a"));
  EXPECT_FALSE(written("optimizer.method=bfgs"));
  EXPECT_TRUE(written("optimizer.iterations=3"));
  EXPECT_TRUE(written("optimizer.iterations={adam=3}"));
  EXPECT_TRUE(written("optimizer=[{method=\"adam\"},{iterations=3}]"));
  EXPECT_FALSE(written("optimizer=[{method=\"adam\"},{}]"));
}

}  // namespace
}  // namespace engd::read
