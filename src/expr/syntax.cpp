#include "expr/syntax.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/functions.h"
#include "expr/parser.h"
#include "expr/synonyms.h"

namespace engd::expr {

namespace {

/// Counts how deep the reader is, for as long as it lives.
struct Nesting {
  Nesting(int& depth, const Token& at) : depth(depth) {
    if (++depth > SyntaxReader::max_depth) {
      --depth;
      throw FormulaError(
          at.offset, at.length,
          fmt::format("the formula is nested more than {} levels deep", SyntaxReader::max_depth));
    }
  }
  ~Nesting() { --depth; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;
  int& depth;
};

Syntax at(Syntax::Kind kind, const Token& token) {
  Syntax syntax;
  syntax.kind = kind;
  syntax.text = token.text;
  syntax.value = token.value;
  syntax.offset = syntax.name_offset = token.offset;
  syntax.length = syntax.name_length = token.length;
  return syntax;
}

void stretch(Syntax& syntax, std::size_t begin, std::size_t end) {
  syntax.offset = begin;
  syntax.length = end - begin;
}

std::size_t end_of(const Syntax& syntax) {
  return syntax.offset + syntax.length;
}

[[noreturn]] void reject_start(const Token& token) {
  if (token.kind == Token::Kind::end) {
    throw FormulaError(token.offset, token.length, "the formula ends where a value is missing");
  }
  throw FormulaError(token.offset, token.length,
                     fmt::format("a value is missing before '{}'", token.text));
}

bool is_reserved(const Token& token) {
  return token.is_word("and") || token.is_word("or") || token.is_word("not");
}

}  // namespace

const Token& SyntaxReader::peek(std::size_t ahead) const {
  return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
}

Token SyntaxReader::next() {
  Token token = peek();
  if (position_ + 1 < tokens_.size()) ++position_;
  return token;
}

void SyntaxReader::expect(std::string_view symbol, const Token& opened_by) {
  if (peek().is(symbol)) {
    next();
    return;
  }
  if (peek().kind == Token::Kind::end) {
    throw FormulaError(
        opened_by.offset, opened_by.length,
        fmt::format("'{}' is never closed: '{}' is missing", opened_by.text, symbol));
  }
  if (peek().is_comparison() || peek().is("=") || is_reserved(peek())) reject_rest();
  std::string_view brackets;
  if (symbol == "]" && peek().is(",")) brackets = "; functions have round brackets, f(x, y)";
  if (symbol == ")" && peek().is(",")) brackets = "; vectors have square brackets, [a, b]";
  throw FormulaError(peek().offset, peek().length,
                     fmt::format("'{}' is expected before '{}'{}{}", symbol, peek().text, brackets,
                                 operator_hint()));
}

/// sum := term (('+' | '-') term)*
Syntax SyntaxReader::expression() {
  const Nesting nesting(depth_, peek());
  Syntax first = term();
  if (!peek().is("+") && !peek().is("-")) return first;
  Syntax sum = at(Syntax::Kind::sum, peek());
  const std::size_t begin = first.offset;
  sum.operands.push_back(std::move(first));
  sum.inverse.push_back(false);
  while (peek().is("+") || peek().is("-")) {
    sum.inverse.push_back(next().text == "-");
    sum.operands.push_back(term());
  }
  stretch(sum, begin, end_of(sum.operands.back()));
  return sum;
}

/// term := factor (('*' | '/') factor)*
Syntax SyntaxReader::term() {
  Syntax first = factor();
  if (!peek().is("*") && !peek().is("/")) return first;
  Syntax product = at(Syntax::Kind::product, peek());
  const std::size_t begin = first.offset;
  product.operands.push_back(std::move(first));
  product.inverse.push_back(false);
  while (peek().is("*") || peek().is("/")) {
    product.inverse.push_back(next().text == "/");
    product.operands.push_back(factor());
  }
  stretch(product, begin, end_of(product.operands.back()));
  return product;
}

/// factor := ('-' | '+') factor | postfix ('^' factor)?      so -x^2 = -(x^2) and 2^-1 is read
Syntax SyntaxReader::factor() {
  const Nesting nesting(depth_, peek());
  if (peek().is("+")) {
    next();
    return factor();
  }
  if (peek().is("-")) {
    Syntax negate = at(Syntax::Kind::negate, next());
    negate.operands.push_back(factor());
    stretch(negate, negate.offset, end_of(negate.operands.back()));
    return negate;
  }
  Syntax base = postfix();
  if (!peek().is("^")) return base;
  Syntax power = at(Syntax::Kind::power, next());
  const std::size_t begin = base.offset;
  power.operands.push_back(std::move(base));
  power.operands.push_back(factor());
  stretch(power, begin, end_of(power.operands.back()));
  return power;
}

/// postfix := primary ('[' sum ']')*
Syntax SyntaxReader::postfix() {
  Syntax base = primary();
  for (int brackets = 0; peek().is("["); ++brackets) {
    const Token bracket = next();
    if (brackets == max_depth) {
      throw FormulaError(bracket.offset, bracket.length, "too many indices");
    }
    Syntax index = at(Syntax::Kind::index, bracket);
    const std::size_t begin = base.offset;
    index.operands.push_back(std::move(base));
    index.operands.push_back(expression());
    stretch(index, begin, peek().offset + 1);
    expect("]", bracket);
    base = std::move(index);
  }
  return base;
}

/// primary := number | name | name '(' list ')' | '(' sum ')' | '[' list ']'
Syntax SyntaxReader::primary() {
  const Token token = peek();
  if (token.kind == Token::Kind::number) return at(Syntax::Kind::number, next());
  if (token.kind == Token::Kind::name) {
    if (is_reserved(token)) reject_rest();
    next();
    if (!peek().is("(")) return at(Syntax::Kind::name, token);
    Syntax call = at(Syntax::Kind::call, token);
    const Token bracket = next();
    call.operands = list(")", bracket);
    stretch(call, token.offset, peek().offset + 1);
    expect(")", bracket);
    return call;
  }
  if (token.is("(")) {
    next();
    Syntax inner = expression();
    stretch(inner, token.offset, peek().offset + 1);
    expect(")", token);
    return inner;
  }
  if (token.is("[")) {
    Syntax vector = at(Syntax::Kind::vector, next());
    vector.operands = list("]", token);
    stretch(vector, token.offset, peek().offset + 1);
    expect("]", token);
    return vector;
  }
  if (token.is_comparison()) reject_rest();
  reject_start(token);
}

std::vector<Syntax> SyntaxReader::list(std::string_view closing, const Token& opened_by) {
  std::vector<Syntax> items;
  if (peek().is(closing)) return items;
  for (;;) {
    if (peek().kind == Token::Kind::end) expect(closing, opened_by);
    items.push_back(expression());
    if (!peek().is(",")) return items;
    next();
  }
}

/// "; did you mean 2*x?" where an operator is missing before the next token.
std::string SyntaxReader::operator_hint() const {
  if (position_ == 0) return "";
  const Token& token = peek();
  const Token& before = tokens_[position_ - 1];
  const bool starts_value =
      token.kind == Token::Kind::number || token.kind == Token::Kind::name || token.is("(");
  if (!starts_value) return "";
  // sin^2(x), which books write for sin(x)^2
  if (position_ >= 3 && token.is("(") && tokens_[position_ - 2].is("^") &&
      find_builtin(tokens_[position_ - 3].text))
    return fmt::format("; did you mean {}(...)^{}?", tokens_[position_ - 3].text, before.text);
  if (before.kind == Token::Kind::name && find_builtin(before.text))
    return fmt::format("; did you mean {}({})?", before.text, token.text);
  if (before.kind == Token::Kind::symbol && !before.is(")") && !before.is("]")) return "";
  return fmt::format("; did you mean {}*{}?", before.is(")") ? "(...)" : before.text,
                     token.is("(") ? "(...)" : token.text);
}

Syntax read_formula(std::string_view text) {
  SyntaxReader reader(tokenize(text));
  if (reader.peek().kind == Token::Kind::end) {
    throw FormulaError(0, text.size(), "the formula is empty");
  }
  Syntax syntax = reader.expression();
  if (reader.peek().kind != Token::Kind::end) reader.reject_rest();
  return syntax;
}

void SyntaxReader::reject_rest() const {
  const Token& token = peek();
  std::string message;
  if (token.is("=") || token.is("==")) {
    message = fmt::format(
        "'{}' makes a condition, but a number is needed here; only a residual may be an equation, "
        "left == right, outside of all brackets",
        token.text);
  } else if (token.is_comparison()) {
    message = fmt::format("'{}' makes a condition, but a number is needed here; {}", token.text,
                          cases_instead());
  } else if (is_reserved(token)) {
    message = fmt::format("'{}' makes a condition, but a number is needed here", token.text);
  } else if (token.is(")") || token.is("]")) {
    message = fmt::format("'{}' closes nothing", token.text);
  } else if (token.is(",")) {
    message =
        "a comma is allowed only between the arguments of a function or in a vector [a, b]; "
        "decimals have a point, 0.5";
  } else {
    message = fmt::format(
        "an operator is missing before '{}'; multiplication is written with *, "
        "functions with brackets: f(x){}",
        token.text, operator_hint());
  }
  throw FormulaError(token.offset, token.length, message);
}

std::string with_equality(std::string_view text, std::size_t offset) {
  return fmt::format("{}=={}", text.substr(0, offset), text.substr(offset + 1));
}

}  // namespace engd::expr
