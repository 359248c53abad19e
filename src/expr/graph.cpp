#include "expr/graph.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace engd::expr {

int JetEntry::order() const {
  if (laplacian) return 2;
  return static_cast<int>(std::count_if(axis.begin(), axis.end(), [](int a) { return a >= 0; }));
}

JetEntry JetEntry::differentiated(int along) const {
  const int n = order();
  if (n >= max_order) {
    throw std::length_error("derivatives of an unknown are known up to order " +
                            std::to_string(max_order) + "; order " + std::to_string(n + 1) +
                            " is needed here");
  }
  JetEntry result = *this;
  std::size_t place = static_cast<std::size_t>(n);
  for (; place > 0 && result.axis[place - 1] > along; --place) {
    result.axis[place] = result.axis[place - 1];
  }
  result.axis[place] = static_cast<std::int16_t>(along);
  return result;
}

JetEntry value_of(int unknown) {
  JetEntry entry;
  entry.unknown = static_cast<std::int16_t>(unknown);
  return entry;
}

JetEntry coefficient_entry(int number) {
  return value_of(-1 - number);
}

JetEntry laplacian_of(int unknown) {
  JetEntry entry = value_of(unknown);
  entry.laplacian = true;
  return entry;
}

std::size_t Graph::Hash::operator()(const NodeData& data) const {
  std::uint64_t h = static_cast<std::uint64_t>(data.op);
  const auto mix = [&h](std::uint64_t word) {
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  };
  mix(std::bit_cast<std::uint64_t>(data.value));
  mix(static_cast<std::uint32_t>(data.index));
  mix(static_cast<std::uint64_t>(static_cast<std::uint32_t>(data.a)) << 32 |
      static_cast<std::uint32_t>(data.b));
  if (data.op == Op::jet) {
    mix(static_cast<std::uint64_t>(data.jet.unknown) << 1 | (data.jet.laplacian ? 1u : 0u));
    for (const std::int16_t axis : data.jet.axis) mix(static_cast<std::uint16_t>(axis));
  }
  return static_cast<std::size_t>(h);
}

bool Graph::Equal::operator()(const NodeData& left, const NodeData& right) const {
  return left.op == right.op && left.a == right.a && left.b == right.b &&
         left.index == right.index && left.jet == right.jet &&
         // by bits, so that a NaN equals itself
         std::bit_cast<std::uint64_t>(left.value) == std::bit_cast<std::uint64_t>(right.value);
}

void Graph::share() {
  if (nodes_.empty()) return;
  const Node next = size();
  shared_ = std::make_shared<const Shared>(
      Shared{std::move(shared_), first_, std::move(nodes_), std::move(numbers_)});
  first_ = next;
  nodes_.clear();
  numbers_.clear();
}

const NodeData& Graph::shared_node(Node n) const {
  const Shared* shared = shared_.get();
  while (n < shared->first) shared = shared->below.get();
  return shared->nodes[static_cast<std::size_t>(n - shared->first)];
}

std::optional<Node> Graph::find(const NodeData& data) const {
  if (const auto own = numbers_.find(data); own != numbers_.end()) return own->second;
  for (const Shared* shared = shared_.get(); shared; shared = shared->below.get())
    if (const auto found = shared->numbers.find(data); found != shared->numbers.end())
      return found->second;
  return std::nullopt;
}

Node Graph::unique(const NodeData& data) {
  if (const auto known = find(data)) return *known;
  if (size() >= max_nodes) {
    throw std::length_error("the formulas expand to more than " + std::to_string(max_nodes) +
                            " operations");
  }
  nodes_.push_back(data);
  const Node number = size() - 1;
  numbers_.emplace(data, number);
  return number;
}

Node Graph::constant(double value) {
  NodeData data;
  data.value = value == 0 ? 0.0 : value;  // one zero only
  return unique(data);
}

Node Graph::coordinate(int index) {
  NodeData data;
  data.op = Op::coordinate;
  data.index = index;
  return unique(data);
}

Node Graph::normal(int index) {
  NodeData data;
  data.op = Op::normal;
  data.index = index;
  return unique(data);
}

Node Graph::increment(int index) {
  NodeData data;
  data.op = Op::increment;
  data.index = index;
  return unique(data);
}

Node Graph::jet(const JetEntry& entry) {
  NodeData data;
  data.op = Op::jet;
  data.jet = entry;
  return unique(data);
}

std::optional<double> Graph::constant_value(Node n) const {
  const NodeData& data = (*this)[n];
  if (data.op != Op::constant) return std::nullopt;
  return data.value;
}

std::vector<Node> reachable(const Graph& graph, const std::vector<Node>& roots) {
  std::vector<bool> seen(static_cast<std::size_t>(graph.size()), false);
  std::vector<Node> found;
  const auto visit = [&](Node n) {
    if (n < 0 || seen[static_cast<std::size_t>(n)]) return;
    seen[static_cast<std::size_t>(n)] = true;
    found.push_back(n);
  };
  for (const Node root : roots) visit(root);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const NodeData& data = graph[found[i]];
    visit(data.a);
    visit(data.b);
  }
  std::sort(found.begin(), found.end());  // operands are always made before their users
  return found;
}

std::vector<JetEntry> jet_entries(const Graph& graph, const std::vector<Node>& roots) {
  std::vector<JetEntry> entries;
  for (const Node n : reachable(graph, roots)) {
    if (graph[n].op == Op::jet) entries.push_back(graph[n].jet);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

bool depends_on(const Graph& graph, Node f, Op leaf_kind) {
  const std::vector<Node> nodes = reachable(graph, {f});
  return std::any_of(nodes.begin(), nodes.end(), [&](Node n) { return graph[n].op == leaf_kind; });
}

}  // namespace engd::expr
