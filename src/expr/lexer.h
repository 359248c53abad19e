#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace engd::expr {

/// A word of a formula and where it stands.
struct Token {
  enum class Kind { number, name, symbol, end };
  Kind kind = Kind::end;
  std::string text;  ///< of a symbol: + - * / ^ ( ) [ ] , = == != < <= > >= ; `**` is read as ^
  double value = 0;  ///< of a number
  std::size_t offset = 0, length = 0;

  bool is(std::string_view symbol) const { return kind == Kind::symbol && text == symbol; }
  bool is_word(std::string_view word) const { return kind == Kind::name && text == word; }
  bool is_comparison() const;
};

/// Splits a formula into tokens; the last one is always `end`. Throws FormulaError.
std::vector<Token> tokenize(std::string_view text);

}  // namespace engd::expr
