#include "expr/shift.h"

#include <algorithm>

#include "expr/substitute.h"

namespace engd::expr {

Node shifted(Graph& graph, Node f, std::span<const double> shift, int unknowns) {
  const auto moved = [&](Node leaf) {
    NodeData data = graph[leaf];
    if (data.op == Op::jet && data.jet.is_coefficient()) return leaf;  // the same there
    if (data.op == Op::jet) {
      data.jet.unknown = static_cast<std::int16_t>(data.jet.unknown + unknowns);
      return graph.jet(data.jet);
    }
    const auto axis = static_cast<std::size_t>(data.index);
    if (data.op != Op::coordinate || axis >= shift.size() || shift[axis] == 0) return leaf;
    return graph.add(leaf, graph.constant(shift[axis]));
  };
  return substitute(graph, {f}, moved).front();
}

bool looks_at_partner(const Graph& graph, Node f, int unknowns) {
  const auto entries = jet_entries(graph, {f});
  return std::any_of(entries.begin(), entries.end(),
                     [&](const JetEntry& entry) { return entry.unknown >= unknowns; });
}

}  // namespace engd::expr
