#include "expr/leaf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "expr/differential.h"
#include "expr/shift.h"
#include "formulas.h"

namespace engd::expr {
namespace {

using Kind = Leaf::Kind;
using Place = Leaf::Place;
using testing::plane;

Leaf state(int unknown, int time_order) {
  Leaf leaf = value_of(unknown).at(Place::start);
  leaf.time_order = static_cast<std::int8_t>(time_order);
  return leaf;
}

/// In the order that tapes and densities have.
std::vector<Leaf> ascending() {
  return {Leaf::of(Kind::coordinate, 0),
          Leaf::of(Kind::coordinate, 1),
          Leaf::of(Kind::data, 0),
          Leaf::of(Kind::field, 0),
          Leaf::of(Kind::measured, 0),
          Leaf::of(Kind::normal, 1),
          coefficient_entry(1),
          coefficient_entry(0),
          value_of(0),
          value_of(0).differentiated(0),
          value_of(0).differentiated(0).differentiated(1),
          laplacian_of(0),
          value_of(1),
          value_of(0).at(Place::partner),
          laplacian_of(1).at(Place::partner),
          state(0, 0),
          state(0, 0).differentiated(1),
          state(1, 0),
          state(0, 1),
          Leaf::of(Kind::increment, 0)};
}

TEST(Leaf, EveryKindAndPlaceIsALeafOfItsOwn) {
  Graph graph;
  std::set<Node> nodes;
  std::set<std::string> texts;
  for (const Leaf& leaf : ascending()) {
    EXPECT_EQ(graph.leaf(leaf), graph.leaf(leaf));
    EXPECT_EQ(graph[graph.leaf(leaf)].leaf, leaf);
    nodes.insert(graph.leaf(leaf));
    texts.insert(to_string(leaf, {"x", "y"}, {"u", "v"}));
  }
  EXPECT_EQ(nodes.size(), ascending().size());
  EXPECT_EQ(texts.size(), ascending().size());
}

TEST(Leaf, OrderIsByKindThenPlace) {
  const std::vector<Leaf> sorted = ascending();
  for (std::size_t i = 0; i < sorted.size(); ++i)
    for (std::size_t j = 0; j < sorted.size(); ++j) {
      EXPECT_EQ(sorted[i] < sorted[j], i < j) << i << ' ' << j;
      EXPECT_EQ(sorted[i] == sorted[j], i == j) << i << ' ' << j;
    }
}

TEST(Leaf, IsWrittenAsInFormulas) {
  std::vector<std::string> texts;
  for (const Leaf& leaf : ascending()) texts.push_back(to_string(leaf, {"x", "y"}, {"u", "v"}));
  EXPECT_EQ(texts, (std::vector<std::string>{"x",
                                             "y",
                                             "data1",
                                             "field1",
                                             "measured1",
                                             "n_y",
                                             "coefficient2",
                                             "coefficient1",
                                             "u",
                                             "u_x",
                                             "u_xy",
                                             "laplacian(u)",
                                             "v",
                                             "shift(u)",
                                             "shift(laplacian(v))",
                                             "start(u)",
                                             "start(u_y)",
                                             "start(v)",
                                             "start(u')",
                                             "increment1"}));
}

TEST(Leaf, OnlyCoefficientsAndDerivativesOfUnknownsAreEntriesOfTheJet) {
  Graph graph;
  Node sum = graph.constant(0);
  for (const Leaf& leaf : ascending()) sum = graph.add(sum, graph.leaf(leaf));
  std::vector<Leaf> expected = ascending();
  std::erase_if(expected, [](const Leaf& leaf) {
    return leaf.kind != Kind::jet && leaf.kind != Kind::coefficient;
  });
  EXPECT_EQ(jet_entries(graph, {sum}), expected);
  const Tape tape(graph, std::vector<Node>{sum});
  EXPECT_TRUE(std::ranges::equal(tape.inputs(), ascending()));
}

TEST(Leaf, DerivativesStayInTheirPlace) {
  Graph graph;
  const Space space = plane().space;
  for (const Leaf& u : {value_of(1), value_of(1).at(Place::partner), state(1, 2)}) {
    const Node node = graph.jet(u);
    EXPECT_EQ(total_derivative(graph, node, 1, space), graph.jet(u.differentiated(1)));
    const Node whole = laplacian(graph, node, space);
    EXPECT_TRUE(graph[whole].leaf.laplacian);
    EXPECT_EQ(graph[whole].leaf.without_derivative(), u);
    // d/dx (u_xx + u_yy)
    const Leaf third = u.differentiated(0).differentiated(0).differentiated(0);
    const Leaf mixed = u.differentiated(0).differentiated(1).differentiated(1);
    EXPECT_EQ(total_derivative(graph, whole, 0, space),
              graph.add(graph.jet(third), graph.jet(mixed)));
  }
}

TEST(Shift, MovesCoordinatesAndUnknownsAlone) {
  Graph graph;
  const std::vector<double> shift{0, 0.5};
  for (const Leaf& leaf : ascending()) {
    if (leaf.kind == Kind::jet) continue;
    const Node node = graph.leaf(leaf);
    const bool moves = leaf == Leaf::of(Kind::coordinate, 1);
    EXPECT_EQ(shifted(graph, node, shift), moves ? graph.add(node, graph.constant(0.5)) : node);
  }
  const Leaf slope = value_of(1).differentiated(0);
  const Node there = shifted(graph, graph.jet(slope), shift);
  EXPECT_EQ(graph[there].leaf, slope.at(Place::partner));
  EXPECT_TRUE(looks_at_partner(graph, there));
  EXPECT_FALSE(looks_at_partner(graph, graph.jet(slope)));
  EXPECT_THROW(shifted(graph, there, shift), std::logic_error);
  EXPECT_THROW(shifted(graph, graph.jet(state(0, 0)), shift), std::logic_error);
}

}  // namespace
}  // namespace engd::expr
