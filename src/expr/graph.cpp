#include "expr/graph.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace engd::expr {

std::size_t Graph::Hash::operator()(const NodeData& data) const {
  std::uint64_t h = static_cast<std::uint64_t>(data.op);
  const auto mix = [&h](std::uint64_t word) {
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  };
  mix(std::bit_cast<std::uint64_t>(data.value));
  mix(static_cast<std::uint64_t>(static_cast<std::uint32_t>(data.a)) << 32 |
      static_cast<std::uint32_t>(data.b));
  if (data.op == Op::leaf) {
    const Leaf& leaf = data.leaf;
    mix(static_cast<std::uint64_t>(static_cast<std::uint32_t>(leaf.index)) << 32 |
        static_cast<std::uint64_t>(leaf.kind) << 16 | static_cast<std::uint64_t>(leaf.place) << 8 |
        static_cast<std::uint64_t>(leaf.time_order) << 1 | (leaf.laplacian ? 1u : 0u));
    mix(std::bit_cast<std::uint64_t>(leaf.axis));
  }
  return static_cast<std::size_t>(h);
}

bool Graph::Equal::operator()(const NodeData& left, const NodeData& right) const {
  return left.op == right.op && left.a == right.a && left.b == right.b && left.leaf == right.leaf &&
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

Node Graph::leaf(const Leaf& leaf) {
  NodeData data;
  data.op = Op::leaf;
  data.leaf = leaf;
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
    if (graph[n].is_jet_entry()) entries.push_back(graph[n].leaf);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

bool depends_on(const Graph& graph, Node f, Leaf::Kind kind) {
  const std::vector<Node> nodes = reachable(graph, {f});
  return std::any_of(nodes.begin(), nodes.end(), [&](Node n) { return graph[n].is(kind); });
}

}  // namespace engd::expr
