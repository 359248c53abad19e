// What newcomers write, by habit or from other programs: one line of a good file changed, and the
// words of the message that lead to what was meant.

#include "common/files.h"
#include "read/read_problem.h"
#include "read/toml_hint.h"

namespace engd::read {
namespace {

using testing::input_error_of;

struct Habit {
  std::string from, to;
  std::string place;  ///< line and column
  std::string words;  ///< a part of the message
};

void PrintTo(const Habit& habit, std::ostream* out) {
  *out << habit.to;
}

class Newcomer : public ::testing::TestWithParam<Habit> {};

TEST_P(Newcomer, IsLedOut) {
  std::string text = testing::poisson;
  testing::replace(text, GetParam().from, GetParam().to);
  const std::string message = input_error_of([&] { read_problem_text("p.toml", text); });
  EXPECT_TRUE(message.starts_with("p.toml:" + GetParam().place + ": ")) << message;
  EXPECT_NE(message.find(GetParam().words), std::string::npos) << message;
}

const std::string domain = "{ box = [[0, 1], [0, 1]] }";
const std::string residual = "residual = \"laplacian(u) + f\"";

INSTANTIATE_TEST_SUITE_P(
    Keys, Newcomer,
    ::testing::Values(
        Habit{"iterations = 500", "epochs = 500", "36:1", "did you mean 'iterations'?"},
        Habit{"iterations = 500", "lr = 0.1", "36:1", "did you mean 'learning_rate'?"},
        Habit{"layers = [64]", "hidden = [64]", "30:1", "did you mean 'layers'?"},
        Habit{residual, "equation = \"u\"", "16:1", "did you mean 'residual'?"},
        Habit{"on = \"interior\"", "where = \"interior\"", "15:1", "did you mean 'on'?"},
        Habit{"[solution]", "[exact]", "26:2", "did you mean 'solution'?"},
        Habit{"[constants]", "[parameters]", "7:2", "did you mean 'constants'?"},
        Habit{"[constants]", "[boundary]", "7:2", "did you mean 'term'?"},
        Habit{"method = \"engd\"", "method = \"newton\"", "35:10", "did you mean 'engd'?"},
        Habit{"points = { grid = 30 }", "points = { uniform = 30 }", "17:12",
              "did you mean 'grid'?"}));

INSTANTIATE_TEST_SUITE_P(
    Values, Newcomer,
    ::testing::Values(
        Habit{"[\"x\", \"y\"]", "\"x, y\"", "3:13", "several names are a list, [\"a\", \"b\"]"},
        Habit{"[\"u\"]", "\"u, v\"", "4:13", "several names are a list, [\"a\", \"b\"]"},
        Habit{"unknowns  = [\"u\"]", "time = [0, 1]", "4:8", "stands in problem.domain"},
        Habit{"unknowns  = [\"u\"]", "periodic = true", "4:12", "must name the coordinates"},
        Habit{domain, "[[0, 1], [0, 1]]", "5:13", "such as { box = [[0, 1], [0, 1]] }"},
        Habit{domain, "{ box = [0, 1, 0, 1] }", "5:21", "as in [[0, 1], [0, 1]]"},
        Habit{domain, "{ shape = \"circle\", radius = 1 }", "5:23", "did you mean 'disk'?"},
        Habit{domain, "{ shape = \"disk\", r = 1 }", "5:31", "did you mean 'radius'?"},
        Habit{"iterations = 500", "iterations = \"500\"", "36:14", "without quotes"},
        Habit{"layers = [64]", "layers = 64", "30:10", "must be a list, such as [64]"},
        Habit{"points = { grid = 30 }", "points = \"random\"", "17:10",
              "a number, or a table such as { random = 1000 }"},
        Habit{"on = \"interior\"", "on = \"all\"", "15:7", "did you mean 'interior'?"},
        Habit{"on = \"boundary\"", "on = \"left\"", "21:7", "did you mean 'boundary.left'?"},
        Habit{"on = \"boundary\"", "on = \"initial\"", "21:7", "name it in problem.time"},
        Habit{"on = \"boundary\"", "on = \"x = 0\"", "21:9", "equality is written ==: x == 0"},
        Habit{"on = \"boundary\"", "on = \"boundary or x < 0.5\"", "21:7",
              "several parts are a list: [\"boundary\", \"...\"]"},
        Habit{"on = \"boundary\"", "on = \"x < 0.5 and boundary.left\"", "21:7",
              "'boundary.left' is a part, which stands alone or first"},
        Habit{"[\"u\"]", "[\"u[2]\"]", "4:14", "unknowns have no families: write [\"u1\", \"u2\"]"},
        Habit{domain, "{ x = [0, inf], y = [0, 1] }", "5:23",
              "cut the domain where the solution is what it is far away"},
        Habit{domain, "{ x = [0, \"inf\"], y = [0, 1] }", "5:23", "x = s/(1 - s)"},
        Habit{"k = 2", "k = \"x^2\"", "8:6", "is a function, under [functions]"},
        Habit{"[functions]", "[coefficients]\nc = \"1 + y\"\n[functions]", "11:10",
              "a coefficient that depends on the place is a further unknown, unknowns = [..., "
              "\"c\"]"},
        Habit{"k = 2", "k = \"f\"", "8:6", "only constants that stand above are known here"},
        Habit{"k = 2", "k = \"2*K\"", "8:8", "only constants that stand above"}));

INSTANTIATE_TEST_SUITE_P(
    Formulas, Newcomer,
    ::testing::Values(Habit{residual, "residual = \"laplacian(u) + F\"", "16:28",
                            "did you mean 'f'?"},
                      Habit{residual, "residual = \"u_t - laplacian(u)\"", "16:13",
                            "the time is one of the variables, too"},
                      Habit{residual, "residual = \"laplacian(u) + w\"", "16:28",
                            "others are declared in [constants], [functions] or problem.unknowns"},
                      Habit{residual, "residual = \"laplacian(u) + if(x < 0.5, 1, 10)\"", "16:33",
                            "10 - 9*heaviside(0.5 - x)"}));

INSTANTIATE_TEST_SUITE_P(
    Syntax, Newcomer,
    ::testing::Values(
        Habit{residual, "residual = laplacian(u) + f", "16:12",
              "formulas and words stand in quotes: residual = \"laplacian(u) + f\""},
        Habit{residual, "residual: \"u\"", "16:9", "are joined by =, not by a colon"},
        Habit{residual, "residual = \"u", "16:14", "the closing quote is missing"},
        Habit{"f = \"", "f(x) = \"", "11:2", "stands in quotes: \"f(x)\" = ..."},
        Habit{"k = 2", "k = 1/3", "8:6", "formulas and words stand in quotes: k = \"1/3\""},
        Habit{"k = 2", "k = .5", "8:5", "write 0.5"},
        Habit{"k = 2", "k = 2;", "8:6", "lines end without ';'"},
        Habit{"k = 2", "k = 2 // two", "8:7", "comments begin with #"},
        Habit{domain, "{ box = [[0, 1], [0, 2*pi]] }", "5:35",
              "formulas and words in lists stand in quotes: [0, \"2*pi\"]"},
        Habit{domain, "{ box = [0, pi] }", "5:25",
              "formulas and words in lists stand in quotes: [0, \"2*pi\"]"},
        Habit{domain, "{ box = [(0, 1), (0, 1)] }", "5:22", "lists have square brackets"},
        Habit{"[[term]]\nname = \"boundary\"", "[term]\nname = \"boundary\"", "19:1",
              "every term begins with double brackets: [[term]]"}));

TEST(TomlHint, SaysNothingOfGoodLines) {
  for (const char* line : {"", "# a comment: f(x)", "[problem]", "[[term]]", "k = 2",
                           "f = \"sin(x)\"  # with quotes", "a = [1, 2]", "b = { grid = 30 }",
                           "c = { t = [0, 1], kind = \"a\", std = [2] }", "\"g(a, b)\" = \"a*b\""})
    EXPECT_EQ(toml_hint(line), "") << line;
}

}  // namespace
}  // namespace engd::read
