#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/leaf.h"

namespace engd::expr {

enum class Op : std::uint8_t {
  constant,  ///< a number
  leaf,      ///< a value that comes from outside
  // operations
  add,
  multiply,
  divide,
  power,
  negate,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  sqrt,
  abs,
  sign,
  erf,
  min,
  max,
  step,  ///< step(a) = 1 where a >= 0, else 0: `heaviside`, and in derivatives of min and max
  asinh,
  acosh,
  atanh,
  expm1,  ///< exp(a) - 1
  log1p,  ///< log(1 + a)
  erfc,
  cbrt,
  floor,
  gamma,
  atan2,  ///< atan2(y, x)
  // functions b of an order a, a whole number >= 0: derivatives have neighbouring orders
  bessel_j,
  bessel_y,
  bessel_i,
  bessel_k,
  polygamma,  ///< the derivative of order a of digamma(b), which is the one of log(gamma(b))
};

using Node = std::int32_t;

struct NodeData {
  Op op = Op::constant;
  double value = 0;     ///< constant
  Leaf leaf;            ///< leaf
  Node a = -1, b = -1;  ///< operands

  bool is(Leaf::Kind kind) const { return op == Op::leaf && leaf.kind == kind; }
  bool is_jet_entry() const { return op == Op::leaf && leaf.is_jet_entry(); }
};

/// The coordinates that the differential operators grad, div and laplacian act on: all but time.
struct Space {
  int dimension = 0;
  std::vector<int> spatial;
};

/// A directed acyclic graph of scalar formulas. Nodes are unique (equal formulas have equal
/// numbers) and simplified as they are made, so that common subexpressions are shared for free.
/// A copy goes on from the numbers of its original, and both grow by themselves.
class Graph {
 public:
  /// From now on, copies have the nodes of now in common, and copy only what is added later.
  void share();

  Node constant(double value);
  Node leaf(const Leaf& leaf);
  Node coordinate(int index) { return leaf(Leaf::of(Leaf::Kind::coordinate, index)); }
  Node normal(int index) { return leaf(Leaf::of(Leaf::Kind::normal, index)); }
  Node jet(const JetEntry& entry) { return leaf(entry); }
  Node increment(int index) { return leaf(Leaf::of(Leaf::Kind::increment, index)); }
  Node unary(Op op, Node a);
  Node binary(Op op, Node a, Node b);

  Node add(Node a, Node b) { return binary(Op::add, a, b); }
  Node subtract(Node a, Node b) { return add(a, negate(b)); }
  Node multiply(Node a, Node b) { return binary(Op::multiply, a, b); }
  Node divide(Node a, Node b) { return binary(Op::divide, a, b); }
  Node power(Node a, Node b) { return binary(Op::power, a, b); }
  Node negate(Node a) { return unary(Op::negate, a); }

  const NodeData& operator[](Node n) const {
    return n < first_ ? shared_node(n) : nodes_[static_cast<std::size_t>(n - first_)];
  }
  Node size() const { return first_ + static_cast<Node>(nodes_.size()); }
  std::optional<double> constant_value(Node n) const;

  /// A graph never grows beyond this: `unary` and `binary` throw std::length_error instead.
  static constexpr Node max_nodes = 1'000'000;

 private:
  struct Hash {
    std::size_t operator()(const NodeData& data) const;
  };
  struct Equal {
    bool operator()(const NodeData& left, const NodeData& right) const;
  };
  struct Scaled {  ///< factor * node
    double factor;
    Node node;
  };
  struct Powered {  ///< base ^ exponent, a positive whole number
    Node base;
    double exponent;
  };

  using Numbers = std::unordered_map<NodeData, Node, Hash, Equal>;
  struct Shared {  ///< nodes that copies have in common, from number `first` on
    std::shared_ptr<const Shared> below;
    Node first = 0;
    std::vector<NodeData> nodes;
    Numbers numbers;
  };

  const NodeData& shared_node(Node n) const;
  std::optional<Node> find(const NodeData& data) const;
  Node unique(const NodeData& data);
  Node scale(double factor, Node a);
  Node sum(Node a, Node b);
  Node product(Node a, Node b);
  Node quotient(Node a, Node b);
  Node power_of(Node a, Node b);
  Node whole_power(Node a, double exponent);
  Node opposite(Node a);
  Node function(Op op, Node a);
  Node extremum(Op op, Node a, Node b);
  std::vector<Node> operands(Op op, Node a, Node b) const;
  Node merged_terms(Node a, Node b);
  Node merged_factors(Node a, Node b);
  Scaled scaled(Node n) const;
  Powered powered(Node n) const;
  bool is_constant(Node n, double value) const;

  std::shared_ptr<const Shared> shared_;
  Node first_ = 0;               ///< the number of the first node that is not shared
  std::vector<NodeData> nodes_;  ///< from there on
  Numbers numbers_;              ///< of these
};

/// What is known of every operation without looking at a formula (operations.cpp, one row each).
/// The value of an operation (not of a leaf) on numbers; `b` is ignored by functions of one number.
double apply(Op op, double a, double b);
int operand_count(Op op);          ///< 0 for leaves, 1 or 2
const char* function_name(Op op);  ///< "sin" for Op::sin; "+", "*", ... for the arithmetic
enum class Parity : std::uint8_t { none, even, odd };
Parity parity(Op op);      ///< of a function of one number
bool on_host_only(Op op);  ///< a function that cards do not have: of the coordinates alone

/// The nodes that `roots` are made of, themselves included, ascending: operands before users.
std::vector<Node> reachable(const Graph& graph, const std::vector<Node>& roots);

/// Partial derivative of `f` with respect to a leaf.
Node differentiate(Graph& graph, Node f, Node leaf);

/// d/dx_axis of x -> f(x, jet of u at x): the chain rule through every jet entry.
/// Throws std::length_error when a derivative of u beyond max_order is needed.
Node total_derivative(Graph& graph, Node f, int axis, const Space& space);

/// All jet entries that `f` depends on, ascending.
std::vector<JetEntry> jet_entries(const Graph& graph, const std::vector<Node>& roots);
bool depends_on(const Graph& graph, Node f, Leaf::Kind kind);

/// For messages: `coordinates` and `unknowns` are the user's names.
std::string to_string(const Graph& graph, Node f, const std::vector<std::string>& coordinates,
                      const std::vector<std::string>& unknowns);
}  // namespace engd::expr
