#include <fmt/format.h>

#include <array>

#include "expr/synonyms.h"

namespace engd::expr {

namespace {

/// Characters of mathematics, in UTF-8, and what to write.
struct Sign {
  std::string_view character, words;
};

constexpr std::array signs{
    Sign{"&", "write 'and'"},
    Sign{"|", "write 'or', and abs(...) for the absolute value"},
    Sign{"!", "write 'not'"},
    Sign{"'", "derivatives are written u_x, or diff(u, x)"},
    Sign{"%", "the rest of a division is x - m*floor(x/m), in formulas of the coordinates"},
    Sign{"\\", "formulas are no LaTeX: u_xx, grad(u), a/b, sqrt(x), pi"},
    Sign{"$", "formulas are no LaTeX: u_xx, grad(u), a/b, sqrt(x), pi"},
    Sign{";", "several residuals are a list: residual = [\"...\", \"...\"]"},
    Sign{"\"", "a formula stands in one pair of quotes"},
    Sign{"#", "a comment stands behind the closing quotes"},
    Sign{"\u0394", "the Laplacian is laplacian(u)"},
    Sign{"\u2206", "the Laplacian is laplacian(u)"},
    Sign{"\u2207", "write grad(u), div(v) or laplacian(u)"},
    Sign{"\u2202", "derivatives are written u_x, u_xy, or diff(u, x)"},
    Sign{"\u222b", "there are no integrals in formulas; a term with a density is one"},
    Sign{"\u221a", "write sqrt(...)"},
    Sign{"\u03c0", "write pi"},
    Sign{"\u221e", "numbers are finite"},
    Sign{"\u00b2", "write ^2"},
    Sign{"\u00b3", "write ^3"},
    Sign{"\u00b7", "write *"},
    Sign{"\u22c5", "write *"},
    Sign{"\u00d7", "write *"},
    Sign{"\u00f7", "write /"},
    Sign{"\u2212", "write -"},
    Sign{"\u2013", "write -"},
    Sign{"\u2032", "derivatives are written u_x, or diff(u, x)"},
    Sign{"\u2264", "write <="},
    Sign{"\u2265", "write >="},
    Sign{"\u2260", "write !="},
};

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

std::string character_instead(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(offset);
  const char before = offset > 0 ? text[offset - 1] : ' ';
  if (rest.starts_with('{') || rest.starts_with('}'))
    return before == '_' || before == '^' ? "; derivatives are written u_xx, powers x^(2*k)"
                                          : "; group with ( )";
  if (rest.starts_with('.') && is_name_character(before))
    return "; functions stand alone, sin(x) without np or math, and derivatives are u_x";
  if (rest.starts_with(":=")) return "; equality is written ==";
  if (rest.starts_with('?') || rest.starts_with(':')) return fmt::format("; {}", cases_instead());
  for (const Sign& sign : signs)
    if (rest.starts_with(sign.character)) return fmt::format("; {}", sign.words);
  const auto first = static_cast<unsigned char>(rest.front());
  return first >= 0x80u ? "; names are made of the letters a to z, A to Z" : "";
}

}  // namespace engd::expr
