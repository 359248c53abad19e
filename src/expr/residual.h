#pragma once

#include <string_view>
#include <vector>

#include "expr/parser.h"
#include "expr/syntax.h"

namespace engd::expr {

/// What a residual says is zero: a number, or the components of a vector.
struct Residual {
  std::vector<Node> components;
  bool is_vector = false;
};

/// The syntax of a residual: of an equation "left == right" that of left - right. Throws
/// FormulaError.
Syntax read_residual(std::string_view text);

/// Reads a formula of a number or a vector, or an equation "left == right", which is the difference
/// left - right. `==` stands outside of all brackets, once. Throws FormulaError.
Residual parse_residual(Graph& graph, std::string_view text, const Scope& scope);

}  // namespace engd::expr
