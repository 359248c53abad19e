#pragma once

#include <string>
#include <vector>

#include "expr/lexer.h"

namespace engd::expr {

/// A formula as written: names are not looked up yet, so that the body of sum(...) or of a function
/// can be given several meanings. Sums and products are flat lists: their length costs no depth.
struct Syntax {
  enum class Kind {
    number,   ///< value
    name,     ///< text
    call,     ///< text(operands)
    index,    ///< operands[0] [ operands[1] ]
    sum,      ///< operands, inverse: subtracted
    product,  ///< operands, inverse: divided by
    power,    ///< operands[0] ^ operands[1]
    negate,   ///< - operands[0]
    vector,   ///< [operands]
  };
  Kind kind = Kind::number;
  std::string text;
  double value = 0;
  std::vector<Syntax> operands;
  std::vector<bool> inverse;
  std::size_t offset = 0, length = 0;            ///< of the whole
  std::size_t name_offset = 0, name_length = 0;  ///< of the name, or the operator of a sum
};

/// Reads scalar formulas from a list of tokens by recursive descent; nesting is limited.
class SyntaxReader {
 public:
  static constexpr int max_depth = 200;

  explicit SyntaxReader(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  Syntax expression();
  const Token& peek(std::size_t ahead = 0) const;
  Token next();
  void expect(std::string_view symbol, const Token& opened_by);
  /// Why the next token cannot follow what has been read. Throws FormulaError.
  [[noreturn]] void reject_rest() const;

 private:
  std::string operator_hint() const;
  Syntax term();
  Syntax factor();
  Syntax postfix();
  Syntax primary();
  std::vector<Syntax> list(std::string_view closing, const Token& opened_by);

  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  int depth_ = 0;
};

/// The syntax of one whole formula. Throws FormulaError.
Syntax read_formula(std::string_view text);

/// "laplacian(u) == 1" for "laplacian(u) = 1", the '=' at `offset`.
std::string with_equality(std::string_view text, std::size_t offset);

}  // namespace engd::expr
