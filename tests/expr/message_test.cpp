// Every message of the parser: what it says and which characters it marks.
#include <gtest/gtest.h>

#include "formulas.h"

namespace engd::expr {
namespace {

using testing::plane;

struct Mistake {
  std::string formula;
  std::string marked;   ///< the characters the error points at
  std::string message;  ///< a part of it
};

void expect_mistake(const Mistake& mistake, const Scope& scope) {
  Graph graph;
  try {
    parse(graph, mistake.formula, scope);
    ADD_FAILURE() << mistake.formula << " was accepted";
  } catch (const FormulaError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(mistake.message), std::string::npos)
        << mistake.formula << "\n says: " << message << "\n not:  " << mistake.message;
    ASSERT_LE(error.offset + error.length, mistake.formula.size()) << mistake.formula;
    EXPECT_EQ(mistake.formula.substr(error.offset, error.length), mistake.marked)
        << mistake.formula;
  }
}

TEST(Message, Characters) {
  for (const Mistake& m : std::vector<Mistake>{
           {"x := 1", ":", "equality is written =="},
           {"x = 1", "=", "only a residual may be an equation, left == right"},
           {"x & y", "&", "write 'and'"},
           {"|x|", "|", "abs(...)"},
           {"!x", "!", "write 'not'"},
           {"{x}", "{", "group with ( )"},
           {"x + \xc2\xa7", "\xc2\xa7", "unexpected character '\xc2\xa7'"},
           {"1e999", "1e999", "outside the range"},
           {"1.2.3", "1.2.", "malformed number '1.2.'"},
       }) {
    expect_mistake(m, plane());
  }
}

TEST(Message, Syntax) {
  const std::string deep(300, '(');
  for (const Mistake& m : std::vector<Mistake>{
           {"", "", "the formula is empty"},
           {"   ", "   ", "the formula is empty"},
           {"x +", "", "the formula ends where a value is missing"},
           {"x + * y", "*", "a value is missing before '*'"},
           {"(x + y", "(", "'(' is never closed: ')' is missing"},
           {"sin(x", "(", "'(' is never closed: ')' is missing"},
           {"sin(", "(", "'(' is never closed: ')' is missing"},
           {"[x, y", "[", "'[' is never closed: ']' is missing"},
           {"(x y)", "y", "')' is expected before 'y'"},
           {"x + y)", ")", "')' closes nothing"},
           {"x, y", ",", "a comma is allowed only between"},
           {"2x", "x", "an operator is missing before 'x'; multiplication is written with *"},
           {"sin x", "x", "functions with brackets: f(x)"},
           {"x 3", "3", "an operator is missing before '3'"},
           {"x < 1", "<", "'<' makes a condition, but a number is needed here"},
           {"sin(x == 1)", "==", "'==' makes a condition"},
           {"<= x", "<=", "'<=' makes a condition"},
           {"x and y", "and", "'and' makes a condition"},
           {"not x", "not", "'not' makes a condition"},
           {deep, "(", "nested more than 200 levels deep"},
           {std::string(300, '-') + "x", "-", "nested more than 200 levels deep"},
       }) {
    expect_mistake(m, plane());
  }
  std::string indices = "x";
  for (int i = 0; i < 300; ++i) indices += "[1]";
  expect_mistake({indices, "[", "too many indices"}, plane());
}

TEST(Message, Names) {
  for (const Mistake& m : std::vector<Mistake>{
           {"1 + uu*2", "uu", "unknown name 'uu'; known: u, v, x, y, nu, f, k; did you mean 'u'?"},
           {"zebra", "zebra", "unknown name 'zebra'; known: u, v, x, y, nu, f, k"},
           {"sin", "sin", "'sin' is a function: its arguments are missing, sin(x)"},
           {"pow", "pow", "arguments are missing, pow(base, exponent)"},
           {"sn(x)", "sn", "unknown function 'sn'; known: sin,"},
           {"lapalcian(u)", "lapalcian", "did you mean 'laplacian'?"},
           {"u(x)", "u", "'u' is not a function; multiplication is written with *"},
           {"pi(x)", "pi", "'pi' is not a function"},
           {"u_z", "u_z", "'u_z' is no derivative of 'u': 'z' is not made of the coordinates x, y"},
           {"u_xxxxy", "u_xxxxy", "derivatives of an unknown are known up to order 4; order 5"},
           {"u_xxxxx", "u_xxxxx", "a further unknown w with the equation \"w == u_xx\""},
           {"[[1, 0], [0, 2]]", "[1, 0]", "there are no matrices"},
           {"diff(u_xxx, x, 2)", "diff(u_xxx, x, 2)", "up to order 4; order 5"},
           {"laplacian(u_xxx)", "laplacian(u_xxx)", "up to order 4; order 5"},
           {"dn(u)", "dn", "'dn' needs the outward normal, which is known on boundaries only"},
           {"n_x*u", "n_x", "'n_x' needs the outward normal"},
           {"n[1]*u", "n", "'n' needs the outward normal"},
           {"n_z", "n_z", "unknown name 'n_z'"},
           {"u + w_xy", "w_xy", "'w_xy' is no derivative: 'w' is not declared; unknowns: u, v"},
           {"f_x", "f_x", "'f' is not an unknown, write diff(f, ...); unknowns: u, v"},
       }) {
    expect_mistake(m, plane());
  }
  Scope data = plane();
  data.allow_unknowns = false;
  expect_mistake({"x + u", "u", "the unknown 'u' cannot be used here"}, data);
  expect_mistake({"grad(v)[1]", "v", "the unknown 'v' cannot be used here"}, data);
  expect_mistake({"w", "w", "unknown name 'w'; known: x, y, nu, f, k"}, data);
  expect_mistake({"w", "w", "unknown name 'w'"}, Scope{});
}

TEST(Message, Functions) {
  Scope scope = plane();
  scope.functions["g"] = {{}, "1 + uu"};
  scope.functions["h"] = {{"s"}, "g*s"};
  scope.functions["broken"] = {{}, "sin(x"};
  scope.functions["cut"] = {{}, "x +"};
  scope.functions["ping"] = {{}, "1 + pong(x)"};
  scope.functions["pong"] = {{"s"}, "s*ping"};
  scope.functions["slope"] = {{"u"}, "u_x"};
  scope.functions["along"] = {{"s"}, "diff(u, s)"};
  scope.functions["twice"] = {{"s"}, "s(x)"};
  for (const Mistake& m : std::vector<Mistake>{
           {"2*g", "g", "in function 'g', at 'uu': unknown name 'uu'; known:"},
           {"x + h(y)", "h", "in function 'g', at 'uu': unknown name 'uu'"},
           {"k(uu)", "uu", "unknown name 'uu'"},
           {"x*broken", "broken", "in function 'broken', at '(': '(' is never closed"},
           {"cut", "cut", "in function 'cut': the formula ends where a value is missing"},
           {"k", "k", "'k' takes 1 argument: k(s)"},
           {"k(x, y)", "k(x, y)", "'k' takes 1 argument: k(s)"},
           {"f(x)", "f(x)", "'f' takes no arguments: write f"},
           {"ping", "ping", "function 'ping' is defined by itself: ping -> pong -> ping"},
           {"slope(v)", "slope", "'u' is a parameter here; its derivatives are written diff(u, x)"},
           {"along(x^2)", "along", "diff needs a coordinate here: x, y"},
           {"twice(y)", "twice", "'s' is a value here, not a function"},
       }) {
    expect_mistake(m, scope);
  }
}

TEST(Message, Arguments) {
  Scope scope = plane();
  scope.allow_normal = true;
  for (const Mistake& m : std::vector<Mistake>{
           {"sin(x, y)", "sin(x, y)", "sin does not take 2 arguments; it is used as sin(x)"},
           {"sin()", "sin()", "sin does not take 0 arguments"},
           {"min(x)", "min(x)", "min does not take 1 argument; it is used as min(a, b, ...)"},
           {"diff(u)", "diff(u)", "diff(u, x), diff(u, x, 2) or diff(u, x, y)"},
           {"diff(u, 2)", "2", "diff needs a coordinate here: x, y"},
           {"diff(u, x, 2, 2)", "2", "diff needs a coordinate here"},
           {"diff(u, x*y)", "x*y", "diff needs a coordinate here"},
           {"diff(u, x, 1.5)", "1.5", "the order of a derivative must be a whole number"},
           {"diff(x, x, 17)", "17", "the order of a derivative is from 0 to 16"},
           {"diff(n_x*u, y)", "n_x*u", "the normal cannot be differentiated"},
           {"div(n)", "n", "the normal cannot be differentiated"},
           {"grad(grad(u))", "grad(u)",
            "a number is needed here, but this is a vector of length 2"},
           {"grad(u)", "grad(u)", "a number is needed here, but this is a vector of length 2"},
           {"dot(u, grad(u))", "u", "a vector is needed here, such as grad(u)"},
           {"dot([1, 2], [1, 2, 3])", "dot([1, 2], [1, 2, 3])", "these have 2 and 3 components"},
           {"div([1, 2, 3])", "[1, 2, 3]", "each of the 2 spatial coordinates"},
           {"div(u)", "u", "a vector is needed here"},
           {"u + grad(u)", "grad(u)", "a number and a vector of length 2 cannot be added"},
           {"grad(u)*grad(u)", "grad(u)", "the inner product is dot(a, b)"},
           {"1/grad(u)", "grad(u)", "a vector cannot be a divisor"},
           {"[]", "[]", "a vector needs components"},
           {"u[1]", "u", "only vectors and families of coordinates have components"},
           {"grad(u)[3]", "3", "the index 3 of 'grad' is outside 1..2"},
           {"grad(u)^2", "grad(u)", "has no powers; the square of its length is norm2(v)"},
           {"[u, v] - 1", "1", "cannot be added; add to each component, [a + c, b + c]"},
           {"grad(u)[x]", "x", "an index must be a whole number"},
           {"grad(u)[1.5]", "1.5", "an index must be a whole number"},
           {"1/(2 - 2)", "(2 - 2)", "division by zero"},
           {"x + log(0)", "log(0)", "this part is infinite"},
           {"1 + 1e300*x*1e300", "1e300*x*1e300", "this part is infinite"},
           {"1e200*1e200*u", "1e200*1e200*u", "this part is infinite"},
           {"x*sqrt(-1)", "sqrt(-1)", "this part has no value: it is not a number"},
       }) {
    expect_mistake(m, scope);
  }
  Scope only_time = plane();
  only_time.space.spatial.clear();
  expect_mistake({"laplacian(u)", "laplacian", "needs a spatial coordinate, and there is none"},
                 only_time);
}

TEST(Message, Sums) {
  Scope scope;
  scope.coordinates = {"x1", "x2", "x3", "y1", "y2", "t"};
  scope.families = {{"x", 0, 3}, {"y", 3, 2}};
  scope.unknowns = {"u"};
  scope.space = {6, {0, 1, 2, 3, 4}};
  for (const Mistake& m : std::vector<Mistake>{
           {"x[4]", "4", "the index 4 of 'x' is outside 1..3"},
           {"x[0]", "0", "the index 0 of 'x' is outside 1..3"},
           {"x[i]", "i", "the index 'i' has no value here: use it inside sum(...) or prod(...)"},
           {"sum(x[i+1])", "i+1", "the index 4 of 'x' is outside 1..3"},
           {"sum(t)", "sum(t)", "sum needs a free index in brackets, as in sum(x[i])"},
           {"sum(x[i]*sum(x[i]))", "sum(x[i])", "sum needs a free index in brackets"},
           {"sum(x[i]*x[j])", "sum(x[i]*x[j])", "sum has two free indices, 'i' and 'j'"},
           {"sum(x[i]*y[i])", "sum(x[i]*y[i])",
            "different lengths, 3 and 2; give the range: "
            "sum(..., i, 1, 2)"},
           {"sum(x[i], i)", "sum(x[i], i)", "sum does not take 2 arguments"},
           {"sum(x[i], 1, 1, 2)", "1", "the name of an index is needed here"},
           {"sum(x[i], i, t, 2)", "t", "the first index must be a whole number"},
           {"sum(x[i], i, 1, 2.5)", "2.5", "the last index must be a whole number"},
           {"sum(sum(x[i], i, 1, 2), i, 1, 2)", "sum(x[i], i, 1, 2)",
            "the index 'i' is used by an outer sum already"},
           {"zz", "zz", "known: u, t, x[1..3], y[1..2]"},
           {"sum(x[i]*j)", "j", "known: i, u, t"},
       }) {
    expect_mistake(m, scope);
  }
}

TEST(Message, FormulasThatAreTooLarge) {
  Scope scope = plane();
  expect_mistake({"sum(sin(i*x), i, 1, 1000000)", "sum(sin(i*x), i, 1, 1000000)",
                  "the formulas expand to more than 1000000 operations"},
                 scope);
  // 2^26 terms, all equal: no large graph, but endless work
  for (int level = 0; level < 26; ++level) {
    const std::string next = "g" + std::to_string(level + 1) + "(s)";
    scope.functions["g" + std::to_string(level)] = {{"s"}, next + " + " + next};
  }
  scope.functions["g26"] = {{"s"}, "s"};
  expect_mistake({"g0(x)", "g0", "the formula expands to too many operations"}, scope);

  Scope chain = plane();
  for (int level = 0; level < 1500; ++level) {
    chain.functions["c" + std::to_string(level)] = {{}, "1 + c" + std::to_string(level + 1)};
  }
  chain.functions["c1500"] = {{}, "x"};
  expect_mistake({"c0", "c0", "functions are nested too deeply"}, chain);
}

TEST(Message, NamesOfTheScope) {
  const auto expect_clash = [](const Scope& scope, const std::string& part) {
    try {
      check_names(scope);
      ADD_FAILURE() << "accepted: " << part;
    } catch (const FormulaError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
    Graph graph;
    EXPECT_THROW(parse(graph, "1", scope), FormulaError);
    EXPECT_THROW(parse_condition(graph, "1 < 2", scope), FormulaError);
  };
  Scope scope = plane();
  scope.functions["sin"] = {{}, "1"};
  expect_clash(scope, "'sin' cannot be the name of a function: it is a name of the language");
  scope = plane();
  scope.functions["x"] = {{}, "1"};
  expect_clash(scope, "'x' is declared twice; the second time as a function");
  scope = plane();
  scope.constants["pi"] = 1;
  expect_clash(scope, "'pi' cannot be the name of a constant");
  scope = plane();
  scope.unknowns.push_back("2u");
  expect_clash(scope, "'2u' cannot be the name of an unknown: names are made of letters");
  scope = plane();
  scope.constants["u_xy"] = 1;
  expect_clash(scope, "'u_xy' cannot be the name of a constant: it is a derivative of an unknown");
  scope = plane();
  scope.functions["g"] = {{"a", "a"}, "1"};
  expect_clash(scope, "function 'g' has two parameters 'a'");
  scope = plane();
  scope.functions["g"] = {{"pi"}, "1"};
  expect_clash(scope, "'pi' cannot be the name of a parameter");
  scope = plane();
  scope.families = {{"u", 0, 2}};
  expect_clash(scope, "'u' is declared twice");
}

}  // namespace
}  // namespace engd::expr
