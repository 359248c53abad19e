#include "expr/parser.h"

#include "expr/elaborate.h"
#include "expr/syntax.h"

namespace engd::expr {

void check_syntax(std::string_view text) {
  read_formula(text);
}

Node parse(Graph& graph, std::string_view text, const Scope& scope) {
  check_names(scope);
  return Elaborator(graph, scope).scalar(read_formula(text));
}

}  // namespace engd::expr
