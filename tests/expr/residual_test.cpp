// Residuals: formulas of numbers and vectors, and equations.
#include "expr/residual.h"

#include <gtest/gtest.h>

#include "formulas.h"

namespace engd::expr {
namespace {

using testing::plane;

void expect_same(const std::string& residual, const std::vector<std::string>& formulas) {
  Graph graph;
  const Residual read = parse_residual(graph, residual, plane());
  ASSERT_EQ(read.components.size(), formulas.size()) << residual;
  for (std::size_t i = 0; i < formulas.size(); ++i)
    EXPECT_EQ(read.components[i], parse(graph, formulas[i], plane())) << residual;
}

TEST(Residual, AnEquationIsTheDifferenceOfItsSides) {
  expect_same("laplacian(u)", {"laplacian(u)"});
  expect_same("laplacian(u) == 1", {"laplacian(u) - 1"});
  expect_same("u_x == u_yy + f", {"u_x - (u_yy + f)"});
  expect_same("u_x - f == 0", {"u_x - f"});
  expect_same("0 == u_x - f", {"u_x - f"});
  expect_same("u == -v", {"u - (-v)"});
}

TEST(Residual, AVectorIsTheListOfItsComponents) {
  expect_same("grad(u) - [v, 1]", {"u_x - v", "u_y - 1"});
  expect_same("grad(u) == [v, u]", {"u_x - v", "u_y - u"});
  expect_same("grad(u) == 0", {"u_x", "u_y"});
  expect_same("[u - x, v]", {"u - x", "v"});
  Graph graph;
  EXPECT_TRUE(parse_residual(graph, "[u]", plane()).is_vector);
  EXPECT_FALSE(parse_residual(graph, "u", plane()).is_vector);
}

TEST(Residual, Mistakes) {
  struct Mistake {
    std::string formula, marked, message;
  };
  for (const Mistake& m : std::vector<Mistake>{
           {"laplacian(u) = 1", "=",
            "equality is written ==: write laplacian(u) == 1, or laplacian(u) - 1"},
           {"u_x = u_yy + f", "=",
            "equality is written ==: write u_x == u_yy + f, or u_x - (u_yy + f)"},
           {"u_x = 0", "=", "equality is written ==: write u_x == 0, or u_x"},
           {"u == v == 1", "==", "an equation has one '=='; give each of several a residual"},
           {"(u == v)", "==", "outside of all brackets"},
           {"2*(u = v)", "=", "outside of all brackets"},
           {"u < v", "<", "'<' makes a condition, but a number is needed here"},
           {"u ==", "", "the formula ends where a value is missing"},
           {"== u", "==", "'==' makes a condition"},
           {"[u, v] == 1", "1", "a vector of length 2 and a number cannot be added"},
           {"[u, v] - 1", "1", "add to each component"},
           {"u == v and v == 1", "and", "'and' makes a condition"},
           {"", "", "the formula is empty"},
       }) {
    Graph graph;
    try {
      parse_residual(graph, m.formula, plane());
      ADD_FAILURE() << m.formula << " was accepted";
    } catch (const FormulaError& error) {
      EXPECT_NE(std::string(error.what()).find(m.message), std::string::npos) << error.what();
      EXPECT_EQ(m.formula.substr(error.offset, error.length), m.marked) << m.formula;
    }
  }
}

TEST(Residual, ElsewhereAFormulaIsNoEquation) {
  Graph graph;
  for (const char* formula : {"u == v", "u = v"}) {
    try {
      parse(graph, formula, plane());
      ADD_FAILURE() << formula;
    } catch (const FormulaError& error) {
      EXPECT_NE(std::string(error.what()).find("only a residual may be an equation"),
                std::string::npos)
          << error.what();
    }
  }
}

TEST(Residual, AConditionWithOneEqualsSign) {
  Graph graph;
  try {
    parse_condition(graph, "x = 0 and y < 1", plane());
    ADD_FAILURE();
  } catch (const FormulaError& error) {
    EXPECT_STREQ(error.what(), "equality is written ==: x == 0 and y < 1");
    EXPECT_EQ(error.offset, 2u);
  }
}

}  // namespace
}  // namespace engd::expr
