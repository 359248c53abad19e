#include "expr/shift.h"

#include <algorithm>
#include <stdexcept>

#include "expr/substitute.h"

namespace engd::expr {

namespace {

Node shifted_leaf(Graph& graph, Node n, std::span<const double> shift) {
  const Leaf leaf = graph[n].leaf;
  switch (leaf.kind) {
    case Leaf::Kind::coordinate: {
      const auto axis = static_cast<std::size_t>(leaf.index);
      if (axis >= shift.size() || shift[axis] == 0) return n;
      return graph.add(n, graph.constant(shift[axis]));
    }
    case Leaf::Kind::jet:
      if (leaf.place != Leaf::Place::here)
        throw std::logic_error("only an unknown at the point itself moves to the partner");
      return graph.jet(leaf.at(Leaf::Place::partner));
    case Leaf::Kind::data:
    case Leaf::Kind::field:
    case Leaf::Kind::measured:
    case Leaf::Kind::normal:
    case Leaf::Kind::coefficient:
    case Leaf::Kind::increment:
      break;
  }
  return n;
}

}  // namespace

Node shifted(Graph& graph, Node f, std::span<const double> shift) {
  return substitute(graph, {f}, [&](Node leaf) { return shifted_leaf(graph, leaf, shift); })
      .front();
}

bool looks_at_partner(const Graph& graph, Node f) {
  const auto entries = jet_entries(graph, {f});
  return std::any_of(entries.begin(), entries.end(),
                     [](const JetEntry& entry) { return entry.place == Leaf::Place::partner; });
}

}  // namespace engd::expr
