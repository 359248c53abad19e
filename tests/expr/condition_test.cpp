#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "formulas.h"

namespace engd::expr {
namespace {

using testing::plane;

bool holds(const Graph& graph, const Condition& condition, const std::vector<double>& point) {
  using Kind = Condition::Kind;
  const auto inner = [&](const Condition& c) { return holds(graph, c, point); };
  const auto& operands = condition.operands;
  if (condition.kind == Kind::both) return std::all_of(operands.begin(), operands.end(), inner);
  if (condition.kind == Kind::either) return std::any_of(operands.begin(), operands.end(), inner);
  if (condition.kind == Kind::negation) return !inner(operands.at(0));
  const double left = evaluate_scalar(graph, condition.left, point);
  const double right = evaluate_scalar(graph, condition.right, point);
  switch (condition.kind) {
    case Kind::equal:
      return left == right;
    case Kind::not_equal:
      return left != right;
    case Kind::less:
      return left < right;
    case Kind::less_equal:
      return left <= right;
    case Kind::greater:
      return left > right;
    case Kind::greater_equal:
      return left >= right;
    case Kind::both:
    case Kind::either:
    case Kind::negation:
      break;
  }
  throw std::logic_error("no comparison");
}

/// The points (x, y) of {0, 1, 2}^2 that a condition selects, as "00 01 ...".
std::string selected(const char* text) {
  Graph graph;
  const Condition condition = parse_condition(graph, text, plane());
  std::string points;
  for (int x = 0; x < 3; ++x) {
    for (int y = 0; y < 3; ++y) {
      if (!holds(graph, condition, {1.0 * x, 1.0 * y})) continue;
      points += (points.empty() ? "" : " ") + std::to_string(x) + std::to_string(y);
    }
  }
  return points;
}

TEST(Condition, Comparisons) {
  EXPECT_EQ(selected("x == 0"), "00 01 02");
  EXPECT_EQ(selected("x != 0"), "10 11 12 20 21 22");
  EXPECT_EQ(selected("x < y"), "01 02 12");
  EXPECT_EQ(selected("x <= y"), "00 01 02 11 12 22");
  EXPECT_EQ(selected("x > y"), "10 20 21");
  EXPECT_EQ(selected("x >= 2"), "20 21 22");
  EXPECT_EQ(selected("x^2 + y^2 > 4"), "12 21 22");
  EXPECT_EQ(selected("0 < x < 2"), "10 11 12");
}

TEST(Condition, Words) {
  EXPECT_EQ(selected("x == 0 and y == 1"), "01");
  EXPECT_EQ(selected("x == 0 or y == 0 and x == 1"), "00 01 02 10");
  EXPECT_EQ(selected("(x == 0 or y == 0) and y < 2"), "00 01 10 20");
  EXPECT_EQ(selected("not x == 0 and not (y == 0 or y == 1)"), "12 22");
  EXPECT_EQ(selected("not not x == 2 and y == 0"), "20");
  EXPECT_EQ(selected("((x + 1)*(y + 1)) == 9"), "22");
  EXPECT_EQ(selected("(x + y)*2 < 2"), "00");
  EXPECT_EQ(selected("((x < 1)) and (((y)) < 1)"), "00");
}

TEST(Condition, Mistakes) {
  const std::string nots = [] {
    std::string text;
    for (int i = 0; i < 300; ++i) text += "not ";
    return text;
  }();
  const std::vector<std::tuple<std::string, std::string, std::string>> mistakes{
      {"", "", "the condition is empty"},
      {"x", "x", "a condition is needed here: compare with =="},
      {"x == 0 and y", "y", "a condition is needed here"},
      {"x == 0 y", "y", "an operator is missing before 'y'"},
      {"(x == 0", "(", "'(' is never closed"},
      {"x == 0)", ")", "')' closes nothing"},
      {"x = 0", "=", "equality is written =="},
      {"u == 0", "u", "the unknown 'u' cannot be used here"},
      {"n_x == 0", "n_x", "'n_x' needs the outward normal"},
      {"x == z", "z", "unknown name 'z'; known: x, y, nu, f, k"},
      {"x == 0 and", "", "the formula ends where a value is missing"},
      {"[x, y] == 0", "[x, y]", "a number is needed here"},
      {nots + "x == 0", "not", "the condition is nested more than 200 levels deep"}};
  Scope scope = plane();
  scope.allow_normal = true;
  for (const auto& [text, marked, message] : mistakes) {
    Graph graph;
    try {
      parse_condition(graph, text, scope);
      ADD_FAILURE() << text << " was accepted";
    } catch (const FormulaError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
          << text << ": " << error.what();
      EXPECT_EQ(text.substr(error.offset, error.length), marked) << text;
    }
  }
}

TEST(Condition, IsToldFromTheNameOfAPart) {
  for (const char* text : {"x == 0", "x<1", "x >= 1", "x != 2", "x = 0", "not inside", "a and b"}) {
    EXPECT_TRUE(looks_like_condition(text)) << text;
  }
  for (const char* text : {"boundary", "boundary.left", "interior", "border", "land", "", "x",
                           "notch", "front and_back", "left.and.right"}) {
    EXPECT_FALSE(looks_like_condition(text)) << text;
  }
}

}  // namespace
}  // namespace engd::expr
