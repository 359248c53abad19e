#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "expr/elaborate.h"
#include "expr/parser.h"
#include "expr/syntax.h"

namespace engd::expr {

namespace {

using Kind = Condition::Kind;

bool is_word(const Token& token) {
  return token.is_word("and") || token.is_word("or") || token.is_word("not");
}

Kind comparison_kind(const Token& token) {
  if (token.is("==")) return Kind::equal;
  if (token.is("!=")) return Kind::not_equal;
  if (token.is("<")) return Kind::less;
  if (token.is("<=")) return Kind::less_equal;
  if (token.is(">")) return Kind::greater;
  return Kind::greater_equal;
}

/// either := both ('or' both)*, both := negation ('and' negation)*,
/// negation := 'not' negation | '(' either ')' | comparison
class ConditionReader {
 public:
  ConditionReader(std::string_view text, Elaborator& elaborator)
      : text_(text), reader_(tokenize(text)), elaborator_(elaborator) {}

  Condition whole() {
    if (reader_.peek().kind == Token::Kind::end) throw FormulaError(0, 0, "the condition is empty");
    Condition condition = either();
    if (reader_.peek().kind != Token::Kind::end) reader_.reject_rest();
    return condition;
  }

 private:
  Condition either() { return joined("or", Kind::either, &ConditionReader::both); }
  Condition both() { return joined("and", Kind::both, &ConditionReader::negation); }

  Condition joined(std::string_view word, Kind kind, Condition (ConditionReader::*part)()) {
    Condition first = (this->*part)();
    if (!reader_.peek().is_word(word)) return first;
    Condition all;
    all.kind = kind;
    all.operands.push_back(std::move(first));
    while (reader_.peek().is_word(word)) {
      reader_.next();
      all.operands.push_back((this->*part)());
    }
    return all;
  }

  Condition negation() {
    const Token token = reader_.peek();
    if (token.is_word("not")) {
      const Deeper deeper(depth_, token);
      reader_.next();
      Condition condition;
      condition.kind = Kind::negation;
      condition.operands.push_back(negation());
      return condition;
    }
    if (token.is("(") && brackets_a_condition()) {
      const Deeper deeper(depth_, token);
      reader_.next();
      Condition inner = either();
      reader_.expect(")", token);
      return inner;
    }
    return comparison();
  }

  /// comparison := sum (op sum)+ ; a chain a < b < c is both of its comparisons.
  Condition comparison() {
    const Syntax first = reader_.expression();
    if (const Token& token = reader_.peek(); token.is("=")) {
      throw FormulaError(
          token.offset, token.length,
          fmt::format("equality is written ==: {}", with_equality(text_, token.offset)));
    }
    if (!reader_.peek().is_comparison()) {
      throw FormulaError(first.offset, first.length,
                         "a condition is needed here: compare with ==, !=, <, <=, > or >=");
    }
    std::vector<Condition> links;
    Node left = elaborator_.scalar(first);
    while (reader_.peek().is_comparison()) {
      Condition link;
      link.kind = comparison_kind(reader_.next());
      link.left = left;
      left = link.right = elaborator_.scalar(reader_.expression());
      links.push_back(std::move(link));
    }
    if (links.size() == 1) return links[0];
    Condition chain;
    chain.kind = Kind::both;
    chain.operands = std::move(links);
    return chain;
  }

  /// Whether the bracket ahead holds a condition, as in (x < 1 or y < 1), or a formula, as in
  /// (x + 1)*2 < 3: only the former has a comparison or a word inside.
  bool brackets_a_condition() const {
    int depth = 0;
    for (std::size_t i = 0; reader_.peek(i).kind != Token::Kind::end; ++i) {
      const Token& token = reader_.peek(i);
      if (token.is("(")) ++depth;
      if (token.is(")") && --depth == 0) return false;
      if (token.is_comparison() || is_word(token)) return true;
    }
    return false;
  }

  struct Deeper {
    Deeper(int& depth, const Token& at) : depth(depth) {
      if (depth >= SyntaxReader::max_depth) {
        throw FormulaError(at.offset, at.length,
                           fmt::format("the condition is nested more than {} levels deep",
                                       SyntaxReader::max_depth));
      }
      ++depth;
    }
    ~Deeper() { --depth; }
    int& depth;
  };

  std::string_view text_;
  SyntaxReader reader_;
  Elaborator& elaborator_;
  int depth_ = 0;
};

}  // namespace

Condition parse_condition(Graph& graph, std::string_view text, const Scope& scope) {
  check_names(scope);
  Scope coordinates_only = scope;
  coordinates_only.allow_unknowns = false;
  coordinates_only.allow_normal = false;
  Elaborator elaborator(graph, coordinates_only);
  return ConditionReader(text, elaborator).whole();
}

bool looks_like_condition(std::string_view text) {
  if (text.find_first_of("<>=!") != std::string_view::npos) return true;
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_letter(text[end])) ++end;
    const std::string_view word = text.substr(i, end - i);
    if (word == "and" || word == "or" || word == "not") return true;
    i = std::max(end, i + 1);
  }
  return false;
}

}  // namespace engd::expr
