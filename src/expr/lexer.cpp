#include "expr/lexer.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "expr/parser.h"
#include "expr/synonyms.h"

namespace engd::expr {

namespace {

// The C library's tests depend on the locale; formulas do not.
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::size_t number_length(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && is_digit(text[i])) ++i;
  if (i < text.size() && text[i] == '.') ++i;
  while (i < text.size() && is_digit(text[i])) ++i;
  // "2e" and "2exp(x)" are a number and a name, "2e-3" is one number
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    std::size_t j = i + 1;
    if (j < text.size() && (text[j] == '+' || text[j] == '-')) ++j;
    if (j < text.size() && is_digit(text[j])) {
      while (j < text.size() && is_digit(text[j])) ++j;
      i = j;
    }
  }
  return i;
}

Token number_token(std::string_view text, std::size_t offset) {
  Token token;
  token.kind = Token::Kind::number;
  token.offset = offset;
  token.length = number_length(text.substr(offset));
  token.text = text.substr(offset, token.length);
  const auto result =
      std::from_chars(token.text.data(), token.text.data() + token.text.size(), token.value);
  if (result.ec != std::errc() || !std::isfinite(token.value)) {
    throw FormulaError(
        offset, token.length,
        fmt::format("the number {} is outside the range of floating point numbers", token.text));
  }
  const std::size_t next = offset + token.length;
  if (next < text.size() && text[next] == '.') {
    throw FormulaError(offset, token.length + 1, fmt::format("malformed number '{}.'", token.text));
  }
  return token;
}

/// One whole character of UTF-8, so that a message never cuts it.
std::string_view character_at(std::string_view text, std::size_t offset) {
  std::size_t length = 1;
  while (offset + length < text.size() &&
         (static_cast<unsigned char>(text[offset + length]) & 0xC0u) == 0x80u) {
    ++length;
  }
  return text.substr(offset, length);
}

[[noreturn]] void reject(std::string_view text, std::size_t offset) {
  const std::string_view character = character_at(text, offset);
  throw FormulaError(
      offset, character.size(),
      fmt::format("unexpected character '{}'{}", character, character_instead(text, offset)));
}

Token symbol_token(std::string_view text, std::size_t offset) {
  const std::string_view two = text.substr(offset, 2);
  if (two == "**") return {Token::Kind::symbol, "^", 0, offset, 2};
  if (two == "==" || two == "!=" || two == "<=" || two == ">=") {
    return {Token::Kind::symbol, std::string(two), 0, offset, 2};
  }
  if (std::string_view("+-*/^()[],<>=").find(text[offset]) == std::string_view::npos) {
    reject(text, offset);
  }
  return {Token::Kind::symbol, std::string(1, text[offset]), 0, offset, 1};
}

}  // namespace

bool Token::is_comparison() const {
  return is("==") || is("!=") || is("<") || is("<=") || is(">") || is(">=");
}

std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  std::size_t i = 0;
  while (i < text.size()) {
    const char c = text[i];
    if (is_space(c)) {
      ++i;
      continue;
    }
    if (is_digit(c) || (c == '.' && i + 1 < text.size() && is_digit(text[i + 1]))) {
      tokens.push_back(number_token(text, i));
    } else if (is_letter(c)) {
      std::size_t end = i;
      while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
      tokens.push_back({Token::Kind::name, std::string(text.substr(i, end - i)), 0, i, end - i});
    } else {
      tokens.push_back(symbol_token(text, i));
    }
    i = tokens.back().offset + tokens.back().length;
  }
  tokens.push_back({Token::Kind::end, "", 0, text.size(), 0});
  return tokens;
}

}  // namespace engd::expr
