#include "check/names_in.h"

#include <fmt/format.h>

#include "expr/lexer.h"
#include "expr/parser.h"

namespace engd::check {

std::set<std::string> words_in(const std::string& text) {
  std::set<std::string> words;
  try {
    for (const expr::Token& token : expr::tokenize(text))
      if (token.kind == expr::Token::Kind::name) words.insert(token.text);
  } catch (const expr::FormulaError&) {
    // No formula: the name of a part, or of a file.
  }
  return words;
}

std::set<std::string> names_in(const problem::Problem& problem, const std::string& formula) {
  std::set<std::string> found;
  std::vector<std::string> texts{formula};
  while (!texts.empty()) {
    const std::string text = std::move(texts.back());
    texts.pop_back();
    for (const std::string& word : words_in(text)) {
      if (!found.insert(word).second) continue;
      const auto function = problem.scope.functions.find(word);
      if (function != problem.scope.functions.end()) texts.push_back(function->second.text);
    }
  }
  return found;
}

std::string definitions_in(const problem::Problem& problem,
                           const std::vector<std::string>& formulas) {
  std::set<std::string> names;
  for (const std::string& formula : formulas) names.merge(names_in(problem, formula));
  std::string text;
  int count = 0;
  for (const std::string& name : names) {
    const auto place = problem.places.find(name);
    if (place == problem.places.end() || place->second.line == 0 || ++count > 6) continue;
    text +=
        fmt::format("{}{} in line {}", text.empty() ? "; names: " : ", ", name, place->second.line);
  }
  return text;
}

}  // namespace engd::check
