#include "expr/residual.h"

#include <fmt/format.h>

#include "expr/elaborate.h"
#include "expr/syntax.h"

namespace engd::expr {

namespace {

bool is_zero(const Syntax& syntax) {
  return syntax.kind == Syntax::Kind::number && syntax.value == 0;
}

/// "laplacian(u) - 1" for laplacian(u) = 1.
std::string difference_text(std::string_view text, const Syntax& left, const Syntax& right) {
  const std::string_view before = text.substr(left.offset, left.length);
  const std::string_view after = text.substr(right.offset, right.length);
  if (is_zero(right)) return std::string(before);
  const bool in_brackets = right.kind == Syntax::Kind::sum || right.kind == Syntax::Kind::negate;
  return in_brackets ? fmt::format("{} - ({})", before, after)
                     : fmt::format("{} - {}", before, after);
}

[[noreturn]] void reject_single_equals(std::string_view text, const Syntax& left,
                                       SyntaxReader& reader) {
  const Token token = reader.next();
  const Syntax right = reader.expression();
  throw FormulaError(
      token.offset, token.length,
      fmt::format("equality is written ==: write {}, or {}", with_equality(text, token.offset),
                  difference_text(text, left, right)));
}

/// left - right, as if it were written so.
Syntax difference(Syntax left, Syntax right) {
  Syntax sum;
  sum.kind = Syntax::Kind::sum;
  sum.offset = left.offset;
  sum.length = right.offset + right.length - left.offset;
  sum.operands.push_back(std::move(left));
  sum.operands.push_back(std::move(right));
  sum.inverse = {false, true};
  return sum;
}

/// left == right as the number or vector that it says is zero. A 0 stands for a vector of zeros,
/// too.
Syntax equation(Syntax left, Syntax right) {
  if (is_zero(right)) return left;
  if (is_zero(left)) return right;
  return difference(std::move(left), std::move(right));
}

}  // namespace

Syntax read_residual(std::string_view text) {
  SyntaxReader reader(tokenize(text));
  if (reader.peek().kind == Token::Kind::end)
    throw FormulaError(0, text.size(), "the formula is empty");
  Syntax whole = reader.expression();
  if (reader.peek().is("=")) reject_single_equals(text, whole, reader);
  if (reader.peek().is("==")) {
    reader.next();
    whole = equation(std::move(whole), reader.expression());
    if (const Token& token = reader.peek(); token.is("==") || token.is("="))
      throw FormulaError(token.offset, token.length,
                         "an equation has one '=='; give each of several a residual of its own: "
                         "residual = [\"...\", \"...\"]");
  }
  if (reader.peek().kind != Token::Kind::end) reader.reject_rest();
  return whole;
}

Residual parse_residual(Graph& graph, std::string_view text, const Scope& scope) {
  check_names(scope);
  Value value = Elaborator(graph, scope).value(read_residual(text));
  return {std::move(value.components), value.is_vector};
}

}  // namespace engd::expr
