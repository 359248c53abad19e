// Formulas and conditions: the first byte chooses which, and where they stand.
#include "expr/parser.h"
#include "expr/tape.h"
#include "slow.h"
#include "target.h"

namespace {

using namespace engd::expr;

Scope scope_of(unsigned char choice) {
  Scope scope;
  scope.coordinates = {"t", "x", "y", "z1", "z2", "z3"};
  scope.families = {{"z", 3, 3}};
  scope.unknowns = {"u", "v"};
  scope.constants = {{"c", 2.5}, {"zero", 0.0}};
  scope.functions["f"] = {{}, "sin(pi*x)*t"};
  scope.functions["k"] = {{"s"}, "1 + s^2"};
  scope.functions["g"] = {{"a", "b"}, "dot(a, b)"};
  scope.space.dimension = 6;
  scope.space.spatial = {1, 2, 3, 4, 5};
  scope.allow_unknowns = (choice & 2) == 0;
  scope.allow_normal = (choice & 4) == 0;
  return scope;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const SlowInput slow;
  const Scope scope = scope_of(data[0]);
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  Graph graph;
  try {
    if ((data[0] & 1) == 0) {
      const Node node = parse(graph, text, scope);
      const Node derivative = differentiate(graph, node, graph.coordinate(1));
      const std::vector<Node> nodes{node, derivative};
      const Tape tape(graph, nodes);
    } else {
      parse_condition(graph, text, scope);
    }
  } catch (const FormulaError&) {
  } catch (const std::length_error&) {  // formulas that expand without end
  }
  return 0;
}
