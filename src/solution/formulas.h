#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "expr/parser.h"

namespace engd::solution {

/// Formulas of a problem's names, as a user writes them: "u, u_x, grad(u)".
class Formulas {
 public:
  /// Splits at commas outside of brackets. `source` is what messages call the text: "--of".
  explicit Formulas(std::string text, std::string source = "formula");
  /// One formula each; commas are not looked at.
  explicit Formulas(const std::vector<std::string>& texts);

  struct Part {
    std::string whole;       ///< the text that a message shows
    std::size_t offset = 0;  ///< of the formula in it
    std::string text;        ///< the formula, without blanks around it
  };
  void add(const std::string& text);
  const std::vector<Part>& parts() const { return parts_; }
  const std::string& source() const { return source_; }

  /// Components of all formulas, in order. Throws InputError with the text and a caret.
  std::vector<expr::Node> parse(expr::Graph& graph, const expr::Scope& scope,
                                std::vector<std::string>* names = nullptr) const;

 private:
  std::vector<Part> parts_;
  std::string source_;
};

}  // namespace engd::solution
