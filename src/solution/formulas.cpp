#include "solution/formulas.h"

#include <fmt/format.h>

#include "expr/residual.h"
#include "read/source.h"
#include "support/text.h"

namespace engd::solution {

namespace {

Formulas::Part part_of(const std::string& whole, std::size_t begin, std::size_t end) {
  const std::string_view piece = std::string_view(whole).substr(begin, end - begin);
  const std::string_view formula = trimmed(piece);
  const std::size_t blanks_before = formula.empty() ? 0 : piece.find(formula.front());
  return {whole, begin + blanks_before, std::string(formula)};
}

}  // namespace

Formulas::Formulas(std::string text, std::string source) : source_(std::move(source)) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c != ',' || depth > 0) continue;
    parts_.push_back(part_of(text, begin, at));
    begin = at + 1;
  }
  parts_.push_back(part_of(text, begin, text.size()));
}

Formulas::Formulas(const std::vector<std::string>& texts) : source_("formula") {
  for (const std::string& text : texts) add(text);
}

void Formulas::add(const std::string& text) {
  parts_.push_back(part_of(text, 0, text.size()));
}

std::vector<expr::Node> Formulas::parse(expr::Graph& graph, const expr::Scope& scope,
                                        std::vector<std::string>* names) const {
  std::vector<expr::Node> nodes;
  for (const Part& part : parts_) {
    try {
      const expr::Residual formula = expr::parse_residual(graph, part.text, scope);
      nodes.insert(nodes.end(), formula.components.begin(), formula.components.end());
      for (std::size_t k = 0; names && k < formula.components.size(); ++k)
        names->push_back(formula.is_vector ? fmt::format("{}[{}]", part.text, k + 1) : part.text);
    } catch (const expr::FormulaError& error) {
      const read::Source source{source_, part.whole, false};
      throw read::error_with_caret(source, {part.offset + error.offset, error.length},
                                   error.what());
    }
  }
  return nodes;
}

}  // namespace engd::solution
