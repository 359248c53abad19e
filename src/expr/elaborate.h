#pragma once

#include <map>
#include <string>
#include <vector>

#include "expr/functions.h"
#include "expr/parser.h"
#include "expr/syntax.h"

namespace engd::expr {

/// What a part of a formula means: a number or a vector.
struct Value {
  std::vector<Node> components;
  bool is_vector = false;
};

/// Gives meaning to the syntax of a formula: looks names up, expands functions and sums, applies
/// the differential operators. All mistakes are FormulaErrors at the part that is wrong.
class Elaborator {
 public:
  Elaborator(Graph& graph, const Scope& scope) : graph_(graph), scope_(scope) {}

  Node scalar(const Syntax& syntax);
  Value value(const Syntax& syntax);

 private:
  /// What names mean besides the scope: nothing at the top, parameters in the body of a function,
  /// indices in the body of a sum.
  struct Frame {
    std::map<std::string, Value> parameters;
    std::map<std::string, long> indices;
  };
  /// An index in brackets that nothing binds, as i in x[i].
  struct FreeIndex {
    std::string letter;
    const Syntax* base = nullptr;
    bool in_inner_sum = false;
  };

  double constant_factor(Node n) const;
  Value meaning(const Syntax& syntax);
  Value name(const Syntax& syntax);
  Value sum(const Syntax& syntax);
  Value product(const Syntax& syntax);
  Value power(const Syntax& syntax);
  Value index(const Syntax& syntax);
  Value call(const Syntax& syntax);
  Value vector_literal(const Syntax& syntax);

  Value builtin(const BuiltinFunction& function, const Syntax& syntax);
  Value user_function(const Syntax& syntax);
  Value expansion(const std::string& function, const Syntax& use, Frame frame);
  Value derivative(const Syntax& call);
  Value indexed(const Syntax& call, Op op);
  Value at_partner(const Syntax& call, bool jump);
  Node extremum(const Syntax& call, Op op);
  std::vector<Node> numbers(const BuiltinFunction& function, const Syntax& call);

  std::pair<std::string, long> implied_index(const Syntax& call);
  void free_indices(const Syntax& syntax, std::vector<std::string>& bound, bool in_inner_sum,
                    std::vector<FreeIndex>& found) const;
  void free_names(const Syntax& syntax, const std::vector<std::string>& bound,
                  std::vector<std::string>& found) const;
  bool is_bound(const std::string& name) const;
  long index_range(const Syntax& base);

  Node derivative_by_name(const Syntax& syntax);
  std::string suffix_hint(const std::string& suffix, const std::string& unknown) const;
  Node unknown(const Syntax& syntax, const JetEntry& entry);
  Node normal(const Syntax& syntax, int coordinate);
  bool is_normal(const std::string& name) const;
  std::vector<Node> normal_vector(const Syntax& syntax);
  std::vector<Node> vector(const Syntax& syntax);
  Node differentiable(const Syntax& argument, const Syntax& call);
  void check_differentiable(const std::vector<Node>& nodes, const Syntax& at) const;
  long whole_number(const Syntax& syntax, const std::string& what);
  long component(const Syntax& index, long count, const std::string& of);
  void check_space(const Syntax& call) const;
  Value combined(Op op, const Value& a, const Value& b, const Syntax& at);
  [[noreturn]] void unknown_name(const Syntax& syntax) const;
  bool has_unknown(const Syntax& syntax) const;
  [[noreturn]] void unknown_function(const Syntax& syntax) const;

  Graph& graph_;
  const Scope& scope_;
  Frame frame_;
  std::vector<std::string> expanding_;     ///< functions whose bodies we are in
  std::map<std::string, Syntax> bodies_;   ///< of functions, read once
  std::map<std::string, Value> expanded_;  ///< functions without parameters
  bool failed_inside_ = false;             ///< a mistake in a function is on its way out
  int depth_ = 0;
  long steps_ = 0;
};

[[noreturn]] void fail(const Syntax& at, const std::string& message);       ///< at the whole part
[[noreturn]] void fail_name(const Syntax& at, const std::string& message);  ///< at its name

}  // namespace engd::expr
