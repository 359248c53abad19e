#include "api/statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace engd::api {

namespace {

/// A basic string of TOML.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      result += c;
  }
  return result + '"';
}

/// Collects the lines of a file with their owners.
class Writer {
 public:
  explicit Writer(std::vector<Statement::Line>* lines) : lines_(lines) {}

  void line(const std::string& text, const std::string& owner = {}, int prefix = 0) {
    text_ += text + '\n';
    if (lines_) lines_->push_back({owner, prefix});
  }
  /// key = "formula"
  void formula(const std::string& key, const std::string& formula, const std::string& owner) {
    line(key + " = " + quoted(formula), owner, static_cast<int>(key.size()) + 4);
  }
  std::string take() { return std::move(text_); }

 private:
  std::vector<Statement::Line>* lines_;
  std::string text_;
};

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + quoted(name);
  return '[' + text + ']';
}

void write_problem(const Statement& stated, Writer& writer) {
  writer.line("[problem]");
  if (!stated.title.empty()) writer.line("title = " + quoted(stated.title), "the title");
  std::vector<std::string> names, intervals;
  for (const Statement::Coordinate& one : stated.coordinates) {
    names.push_back(one.name);
    intervals.push_back(fmt::format("[{}, {}]", one.lower, one.upper));
  }
  writer.line("variables = " + quoted_list(names), "the coordinates");
  if (!stated.unknowns.empty())
    writer.line("unknowns = " + quoted_list(stated.unknowns), "the unknowns");
  if (stated.domain.empty())
    writer.line(fmt::format("domain = {{ box = [{}] }}", fmt::join(intervals, ", ")),
                "the coordinates");
  else
    writer.line("domain = " + stated.domain, "the domain");
}

void write_table(const std::string& table, const std::string& owner,
                 const std::vector<Statement::Named>& named, Writer& writer) {
  if (named.empty()) return;
  writer.line('[' + table + ']');
  for (const Statement::Named& one : named)
    writer.formula(quoted(one.name), one.value, fmt::format("{} '{}'", owner, one.name));
}

void write_coefficients(const Statement& stated, Writer& writer) {
  if (stated.coefficients.empty()) return;
  writer.line("[coefficients]");
  for (const Statement::Named& one : stated.coefficients)
    writer.line(fmt::format("{} = {{ start = {}, positive = {} }}", quoted(one.name), one.value,
                            one.positive),
                fmt::format("coefficient '{}'", one.name));
}

void write_term(const Statement::Term& term, const std::string& owner, Writer& writer) {
  writer.line("[[term]]", owner);
  if (!term.name.empty()) writer.line("name = " + quoted(term.name), owner);
  if (!term.on.empty()) writer.formula("on", term.on, owner);
  if (!term.file.empty()) writer.line("data = " + quoted(term.file), owner);
  if (!term.density.empty()) writer.formula("density", term.density, owner);
  if (term.residuals.size() == 1) writer.formula("residual", term.residuals.front(), owner);
  if (term.residuals.size() > 1) {
    writer.line("residual = [", owner);
    for (const std::string& one : term.residuals) writer.line("  " + quoted(one) + ",", owner, 3);
    writer.line("]", owner);
  }
  if (term.options.weight) writer.line(fmt::format("weight = {}", *term.options.weight), owner);
  if (!term.options.points.empty()) writer.line("points = " + term.options.points, owner);
  if (term.options.noise) writer.line(fmt::format("noise = {}", *term.options.noise), owner);
}

bool can_be_a_name(const std::string& text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
         std::ranges::all_of(text,
                             [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

std::string name_of(const Statement::Term& term, std::size_t number) {
  return term.name.empty() ? fmt::format("term{}", number + 1) : term.name;
}

/// Without the first characters of the line, and without what closes a string.
std::string shifted(const std::string& excerpt, int prefix) {
  constexpr std::size_t indent = 4;
  const std::size_t end = excerpt.find('\n');
  if (end == std::string::npos) return excerpt;
  std::string line = excerpt.substr(indent, end - indent), caret = excerpt.substr(end + 1 + indent);
  const auto cut = std::min(static_cast<std::size_t>(prefix), line.size());
  line.erase(0, cut);
  while (line.ends_with(',') || line.ends_with('"')) {
    const bool closes = line.ends_with('"');
    line.pop_back();
    if (closes) break;
  }
  const std::size_t begin = std::min(caret.find_first_not_of(' '), caret.size());
  const std::size_t hidden = cut > begin ? cut - begin : 0;  // of the caret: the opening quote
  caret.erase(0, cut);
  if (hidden > 0 && !caret.empty()) caret.front() = '^';
  if (caret.empty()) caret = "^";
  if (caret.size() > line.size() + 1) caret.resize(std::max<std::size_t>(1, line.size()));
  return "    " + line + "\n    " + caret;
}

}  // namespace

void Statement::add(Term term) {
  term.name = term.options.name;
  if (term.name.empty() && can_be_a_name(term.on) &&
      std::ranges::none_of(terms, [&](const Term& other) { return other.name == term.on; }))
    term.name = term.on;
  terms.push_back(std::move(term));
}

std::string Statement::text(std::vector<Line>* lines) const {
  Writer writer(lines);
  write_problem(*this, writer);
  write_table("constants", "constant", constants, writer);
  write_coefficients(*this, writer);
  write_table("functions", "function", functions, writer);
  for (std::size_t k = 0; k < terms.size(); ++k)
    write_term(terms[k], fmt::format("term '{}'", name_of(terms[k], k)), writer);
  write_table("solution", "the solution of", solution, writer);
  return writer.take();
}

Complaint Statement::retell(const Complaint& complaint) const {
  std::vector<Line> lines;
  text(&lines);
  Complaint told = complaint;
  const auto number = static_cast<std::size_t>(complaint.line);
  const Line none;
  const Line& line = number >= 1 && number <= lines.size() ? lines[number - 1] : none;
  // Where names are declared in files.
  constexpr std::string_view in_files = "declared in [constants], [functions] or problem.unknowns";
  if (const std::size_t at = told.sentence.find(in_files); at != std::string::npos)
    told.sentence.replace(at, in_files.size(), "stated by constant(), function() or unknown()");
  told.source = line.owner.empty() ? "the problem" : line.owner;
  told.line = 0;
  told.column = line.prefix > 0 ? std::max(1, complaint.column - line.prefix) : 0;
  told.excerpt = line.prefix > 0 ? shifted(complaint.excerpt, line.prefix) : "";
  return told;
}

}  // namespace engd::api
