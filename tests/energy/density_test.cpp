#include "energy/density.h"

#include <gtest/gtest.h>

#include "energy/hoist.h"
#include "energy/term.h"
#include "expr/parser.h"

namespace engd::energy {
namespace {

class DensityTest : public ::testing::Test {
 protected:
  DensityTest() {
    scope_.coordinates = {"x", "y"};
    scope_.unknowns = {"u", "v"};
    scope_.space = {2, {0, 1}};
  }
  expr::Node parse(const char* text) { return expr::parse(graph_, text, scope_); }

  expr::Graph graph_;
  expr::Scope scope_;
};

TEST_F(DensityTest, OnlyDerivativesThatOccurAreAskedFor) {
  const auto density = Density::of_residuals(graph_, {parse("u_x + v*sin(x)")});
  ASSERT_EQ(density.jets().size(), 2u);
  EXPECT_EQ(expr::to_string(density.jets()[0], scope_.coordinates, scope_.unknowns), "u_x");
  EXPECT_EQ(expr::to_string(density.jets()[1], scope_.coordinates, scope_.unknowns), "v");
  EXPECT_EQ(density.rows(), 1);
  EXPECT_TRUE(density.curvatures().empty());
}

TEST_F(DensityTest, WhatDependsOnThePointAloneIsAColumn) {
  const auto density = Density::of_residuals(graph_, {parse("u_x*exp(x*y) + sin(x)^2*u - cos(y)")});
  EXPECT_EQ(density.data().outputs(), 3);  // exp(x*y), sin(x)^2, cos(y) with its sign
  for (const auto& input : density.value().inputs())
    EXPECT_NE(input.kind, expr::Leaf::Kind::coordinate) << "a coordinate is still read";
}

TEST_F(DensityTest, PlainNumbersAndCoordinatesStayAsTheyAre) {
  std::vector<expr::Node> columns;
  const expr::Node f = parse("2*u + x");
  EXPECT_EQ(hoist_point_data(graph_, {f}, columns).front(), f);
  EXPECT_TRUE(columns.empty());
}

TEST_F(DensityTest, RowsFollowTheStructureOfTheCurvature) {
  const auto diagonal = Density::of_density(graph_, parse("0.5*u_x^2 + u^4 - x*u + v"));
  EXPECT_TRUE(diagonal.diagonal_curvature());
  EXPECT_EQ(diagonal.rows(), 2);  // u_x and u; v is linear
  const auto coupled = Density::of_density(graph_, parse("u_x^2*v^2 + u_y^2"));
  EXPECT_FALSE(coupled.diagonal_curvature());
  EXPECT_EQ(coupled.rows(), 3);
}

// 5050 derivatives of order four: laplacian(laplacian(u)) = sum u_iiii + 2 sum u_iijj. Work that
// grows with the square of their number takes minutes here, and its memory is that of the machine.
TEST(HighDimension, BiharmonicOperatorsOfAHundredCoordinates) {
  expr::Graph graph;
  expr::Scope scope;
  scope.coordinates.clear();
  scope.unknowns = {"u"};
  scope.space.dimension = 100;
  for (int i = 0; i < 100; ++i) {
    scope.coordinates.push_back("x" + std::to_string(i + 1));
    scope.space.spatial.push_back(i);
  }
  const expr::Node f = expr::parse(graph, "laplacian(laplacian(u))", scope);
  const auto density = Density::of_residuals(graph, {f});
  ASSERT_EQ(density.jets().size(), 5050u);
  ASSERT_EQ(density.slopes().size(), 5050u);
  for (const Density::Entry& slope : density.slopes()) {
    const expr::JetEntry& jet = density.jets()[static_cast<std::size_t>(slope.jet)];
    EXPECT_EQ(density.slope().constant_output(slope.output), jet.axis[0] == jet.axis[3] ? 1 : 2);
  }
  EXPECT_LT(graph.size(), 50'000);
}

TEST_F(DensityTest, SobolevRowsCountDerivatives) {
  EXPECT_EQ(Density::sobolev(graph_, 0, 2, 2).rows(), 2);
  EXPECT_EQ(Density::sobolev(graph_, 1, 2, 2).rows(), 6);
  EXPECT_EQ(Density::sobolev(graph_, 2, 2, 2).rows(), 12);
}

TEST_F(DensityTest, WeightsOfAMeanSumToTheTermsWeight) {
  Term term{"t",
            Density::of_residuals(graph_, {parse("u")}),
            geometry::interior_of({{0, 0}, {2, 3}}),
            {},
            true,
            5.0};
  term.rule.count = {4};
  const auto place = [&] {
    return geometry::place_points(term.rule, term.region, {}, scope_.coordinates);
  };
  const auto sum = [](const std::vector<double>& values) {
    double total = 0;
    for (double v : values) total += v;
    return total;
  };
  Sample sample(term, term.density, place());
  EXPECT_NEAR(sum(sample.weights), 5, 1e-14);
  EXPECT_NEAR(sum(sample.plain_weights), 1, 1e-14);
  term.mean = false;
  sample = Sample(term, term.density, place());
  EXPECT_NEAR(sum(sample.weights), 30, 1e-13);
}

}  // namespace
}  // namespace engd::energy
