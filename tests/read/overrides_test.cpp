#include "read/overrides.h"

#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

Value tree(const std::string& text) {
  return parse_toml(std::make_shared<const Source>(Source{"f.toml", text, true}));
}

const Value& at(const Value& root, std::initializer_list<const char*> keys) {
  const Value* value = &root;
  for (const char* key : keys) value = &value->find(key)->value;
  return *value;
}

TEST(Overrides, ValuesAreTomlOrText) {
  Value root = tree("[a]\nb = 1\n");
  apply_override(root, "a.b=2.5");
  EXPECT_EQ(at(root, {"a", "b"}).real, 2.5);
  apply_override(root, "a.b=[1, 2]");
  EXPECT_EQ(at(root, {"a", "b"}).items.size(), 2u);
  apply_override(root, "a.b={ grid = 7 }");
  EXPECT_EQ(at(root, {"a", "b", "grid"}).integer, 7);
  apply_override(root, "a.b=false");
  EXPECT_EQ(at(root, {"a", "b"}).kind, Value::Kind::boolean);
  apply_override(root, "a.b=\"quoted\"");
  EXPECT_EQ(at(root, {"a", "b"}).text, "quoted");
  apply_override(root, "a.b=adam");
  EXPECT_EQ(at(root, {"a", "b"}).text, "adam");
  apply_override(root, "a.b=x == 0");
  EXPECT_EQ(at(root, {"a", "b"}).text, "x == 0");
  apply_override(root, "a.b=");
  EXPECT_EQ(at(root, {"a", "b"}).text, "");
  apply_override(root, "a.b=1\n[c]");  // not one value
  EXPECT_EQ(at(root, {"a", "b"}).kind, Value::Kind::text);
}

TEST(Overrides, MissingTablesAreMade) {
  Value root = tree("");
  apply_override(root, "optimizer.step.deep=3");
  EXPECT_EQ(at(root, {"optimizer", "step", "deep"}).integer, 3);
}

TEST(Overrides, ListsByNumberAndName) {
  Value root =
      tree("[[term]]\nname = 'a'\n[[term]]\nname = 'b'\n[box]\nsides = [[0, 1], [2, 3]]\n");
  apply_override(root, "term.0.weight=5");
  apply_override(root, "term.b.weight=6");
  apply_override(root, "box.sides.1.0=7");
  const std::vector<Value>& terms = at(root, {"term"}).items;
  EXPECT_EQ(terms[0].find("weight")->value.integer, 5);
  EXPECT_EQ(terms[1].find("weight")->value.integer, 6);
  EXPECT_EQ(at(root, {"box", "sides"}).items[1].items[0].integer, 7);
}

TEST(Overrides, TheOnlyStageNeedsNoNumber) {
  Value root = tree("[[optimizer]]\nmethod = 'engd'\n");
  apply_override(root, "optimizer.method=adam");
  EXPECT_EQ(at(root, {"optimizer"}).items[0].find("method")->value.text, "adam");
}

TEST(Overrides, TermsWithoutAName) {
  Value root = tree("[[term]]\nweight = 1\n[[term]]\nweight = 1\n[[term]]\nname = 'a'\n");
  apply_override(root, "term.term2.weight=5");
  apply_override(root, "term.0.weight=6");
  const std::vector<Value>& terms = at(root, {"term"}).items;
  EXPECT_EQ(terms[0].find("weight")->value.integer, 6);
  EXPECT_EQ(terms[1].find("weight")->value.integer, 5);
  const auto message = [&](const std::string& argument) {
    return input_error_of([&] { apply_override(root, argument); });
  };
  EXPECT_EQ(message("term.term3.weight=1"),  // which is called a
            "--set term.term3.weight=1: term has no entry 'term3'; did you mean 'term1'? Known: "
            "term1, term2, a, or a number from 0");
  EXPECT_EQ(message("term.weight=1"),
            "--set term.weight=1: term has no entry 'weight': write term.0.weight, or a name in "
            "place of the number: term1, term2, a");
}

TEST(Overrides, TheOnlyTermWithoutAName) {
  Value root = tree("[[term]]\nweight = 1\n");
  apply_override(root, "term.term1.weight=5");
  EXPECT_EQ(at(root, {"term"}).items[0].find("weight")->value.integer, 5);
  apply_override(root, "term.weight=6");
  EXPECT_EQ(at(root, {"term"}).items[0].find("weight")->value.integer, 6);
}

TEST(Overrides, ASingleTableIsNumberZero) {
  Value root = tree("[optimizer]\nmethod = 'engd'\n[[network]]\nlayers = [3]\n");
  apply_override(root, "optimizer.0.method=adam");
  apply_override(root, "network.0.layers=[4]");
  EXPECT_EQ(at(root, {"optimizer", "method"}).text, "adam");
  EXPECT_EQ(at(root, {"optimizer"}).entries.size(), 1u);
  EXPECT_EQ(
      input_error_of([&] { apply_override(root, "optimizer.1.method=adam"); }),
      "--set optimizer.1.method=adam: there is one [optimizer], number 0; several are written "
      "[[optimizer]]");
  Value none = tree("");
  apply_override(none, "optimizer.0.method=adam");
  EXPECT_EQ(at(none, {"optimizer", "method"}).text, "adam");
}

TEST(Overrides, Mistakes) {
  Value root = tree("a = 1\n[[term]]\nname = 'boundary'\n[[stage]]\nm = 1\n[[stage]]\nm = 2\n");
  const auto message = [&](const std::string& argument) {
    return input_error_of([&] { apply_override(root, argument); });
  };
  EXPECT_EQ(message("nothing"), "--set nothing: must have the form key.subkey=value");
  EXPECT_EQ(message("a..b=1"), "--set a..b=1: must have the form key.subkey=value");
  EXPECT_EQ(message("=1"), "--set =1: must have the form key.subkey=value");
  EXPECT_EQ(message("a.b=1"), "--set a.b=1: a is an integer, not a table: it has no 'b'");
  EXPECT_EQ(message("term.3.weight=1"),
            "--set term.3.weight=1: term has 1 entries, numbered from 0; there is no 3");
  EXPECT_EQ(message("term.boundry.weight=1"),
            "--set term.boundry.weight=1: term has no entry 'boundry'; did you mean 'boundary'? "
            "Known: boundary, or a number from 0");
  EXPECT_EQ(message("stage.m=1"),
            "--set stage.m=1: stage is a list: write stage.0.m (2 entries, numbered from 0)");
}

TEST(Overrides, ReachTheProblem) {
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", testing::poisson).string();
  const Problem problem = read_problem(
      file, {"optimizer.method=adam", "optimizer.iterations=7", "term.boundary.weight=100",
             "term.0.points={ sobol = 64 }", "problem.domain.box.0.1=2*pi", "constants.k=3",
             "constants.new=4", "network.init.std=[0.1, 0.2]", "evaluation.every=3"});
  EXPECT_TRUE(optim::is<optim::Adam>(problem.stages[0].method));
  EXPECT_TRUE(optim::is<optim::Schedule>(problem.stages[0].step));
  EXPECT_EQ(problem.stages[0].iterations, 7);
  EXPECT_EQ(problem.terms[1].weight, 100);
  EXPECT_EQ(problem.terms[0].points.kind, geometry::PointRule::Kind::sobol);
  EXPECT_DOUBLE_EQ(problem.domain.upper[0], 2 * 3.14159265358979323846);
  EXPECT_EQ(problem.scope.constants.at("k"), 3);
  EXPECT_EQ(problem.scope.constants.at("new"), 4);
  EXPECT_EQ(problem.network.init.std.size(), 2u);
  EXPECT_EQ(problem.evaluate_every, 3);
  EXPECT_EQ(problem.source_text, testing::poisson);  // the file as it is
}

TEST(Overrides, MistakesInProblemsNameTheArgument) {
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", testing::poisson).string();
  const auto message = [&](const std::string& argument) {
    return input_error_of([&] { read_problem(file, {argument}); });
  };
  EXPECT_EQ(message("optimizer.metod=adam").substr(0, 98),
            "--set optimizer.metod=adam: unknown key 'metod' in optimizer; did you mean 'method'? "
            "Allowed: meth");
  EXPECT_EQ(message("optimizer.damping=-1"),
            "--set optimizer.damping=-1: optimizer.damping = -1: must be a finite number >= 0");
  const std::string formula = message("term.0.residual=u_xx + ff");
  EXPECT_EQ(formula.find("--set term.0.residual=u_xx + ff: "), 0u) << formula;
  EXPECT_NE(formula.find("\n    u_xx + ff\n           ^~"), std::string::npos) << formula;
  const std::string quoted = message("term.0.residual=\"u_xx + ff\"");
  EXPECT_NE(quoted.find("\n    \"u_xx + ff\"\n            ^~"), std::string::npos) << quoted;
}

}  // namespace
}  // namespace engd::read
