// Names that can be read in two ways are refused where they are used, with both readings.
#include <gtest/gtest.h>

#include <numbers>

#include "expr/names.h"
#include "formulas.h"

namespace engd::expr {
namespace {

std::string message_of(const std::string& formula, const Scope& scope) {
  Graph graph;
  try {
    parse(graph, formula, scope);
  } catch (const FormulaError& error) {
    return error.what();
  }
  return "";
}

Scope scope_of(std::vector<std::string> coordinates, std::vector<std::string> unknowns) {
  Scope scope;
  scope.coordinates = std::move(coordinates);
  scope.unknowns = std::move(unknowns);
  scope.space.dimension = static_cast<int>(scope.coordinates.size());
  for (int j = 0; j < scope.space.dimension; ++j) scope.space.spatial.push_back(j);
  return scope;
}

// Euler's number gives way to what a file calls e.
TEST(AmbiguousNames, AnUnknownCalledE) {
  EXPECT_EQ(message_of("e_xx + 2e-3*e^3", scope_of({"x"}, {"e"})), "");
  Graph graph;
  const Scope without = scope_of({"x"}, {"u"}), with = scope_of({"x"}, {"u", "e"});
  EXPECT_EQ(graph.constant_value(parse(graph, "e", without)), std::numbers::e);
  EXPECT_EQ(parse(graph, "e", with), graph.jet(value_of(1)));
}

TEST(AmbiguousNames, CoordinatesWithinCoordinates) {
  const Scope scope = scope_of({"x", "xx", "y"}, {"u"});
  EXPECT_EQ(message_of("u_xx", scope),
            "'u_xx' has two readings, diff(u, xx) and diff(u, x, x): write the one that is meant");
  EXPECT_EQ(message_of("u_x + u_y + u_x_x + diff(u, xx)", scope), "");
  EXPECT_NE(message_of("u_xxy", scope), "");
  EXPECT_NE(message_of("u_xy", scope_of({"x", "y", "xy"}, {"u"})), "");
  EXPECT_NE(message_of("u_tt", scope_of({"x", "t", "tt"}, {"u"})), "");
}

TEST(AmbiguousNames, FamiliesOfMoreThanTen) {
  Scope scope = scope_of({}, {"u"});
  for (int k = 1; k <= 12; ++k) scope.coordinates.push_back("x" + std::to_string(k));
  scope.families = {{"x", 0, 12}};
  EXPECT_EQ(message_of("u_x1 + u_x11 + u_x1x1 + u_x1_x12 + u_x[11]", scope), "");
}

TEST(AmbiguousNames, UnknownsWithinUnknowns) {
  const Scope scope = scope_of({"x", "a_x"}, {"u", "u_a"});
  EXPECT_EQ(message_of("u_a_x", scope),
            "'u_a_x' has two readings, diff(u_a, x) and diff(u, a_x): write the one that is meant");
}

TEST(AmbiguousNames, AnUnknownCalledLikeTheNormal) {
  Scope scope = scope_of({"x", "y"}, {"n"});
  EXPECT_EQ(message_of("n_x + n_xx + n", scope), "");  // no normal inside: they are derivatives
  scope.allow_normal = true;
  EXPECT_EQ(message_of("n_x", scope),
            "'n_x' has two readings here, the derivative diff(n, x) of the unknown 'n' and the "
            "component of the normal: write diff(n, x), or give the unknown another name to use "
            "the normal");
  EXPECT_EQ(message_of("dn(n) + diff(n, x)", scope), "");
}

TEST(AmbiguousNames, AConstantCalledLikeTheNormal) {
  Scope scope = scope_of({"x", "y"}, {"u"});
  scope.allow_normal = true;
  scope.constants["n"] = 3;
  EXPECT_NE(message_of("n_x", scope).find("the normal has no name where 'n' is declared"),
            std::string::npos);
}

TEST(AmbiguousNames, AParameterHidesAnUnknown) {
  Scope scope = scope_of({"x", "y"}, {"u"});
  scope.functions["g"] = {{"u"}, "u^2"};
  Graph graph;
  EXPECT_EQ(parse(graph, "g(x)", scope), parse(graph, "x^2", scope));
}

TEST(AmbiguousNames, TwoStarsAreAPower) {
  const Scope scope = scope_of({"x"}, {"u"});
  Graph graph;
  EXPECT_EQ(parse(graph, "u**2", scope), parse(graph, "u^2", scope));
}

}  // namespace
}  // namespace engd::expr
