#include "report/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <span>
#include <sstream>

#include "formats/base64.h"
#include "report/style.h"
#include "report/svg.h"

namespace engd::report {

namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string rows(const Table& table, const std::vector<Table::Row>& rows, const char* cell) {
  std::string text;
  for (const Table::Row& row : rows) {
    text += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) {
      const bool is_text = std::find(table.text_columns.begin(), table.text_columns.end(), c) !=
                           table.text_columns.end();
      text += fmt::format("<{}{}>{}</{}>", cell, is_text ? " class=\"text\"" : "", row[c], cell);
    }
    text += "</tr>\n";
  }
  return text;
}

std::string list(const char* kind, const char* before, const char* after, const Facts& facts) {
  if (facts.empty()) return {};
  std::string text = fmt::format("<dl class=\"{}\">\n", kind);
  for (const auto& [term, said] : facts)
    text += fmt::format("{}<dt>{}</dt><dd>{}</dd>{}\n", before, escaped(term), said, after);
  return text + "</dl>\n";
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string result;
  for (char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string code(const std::string& text) {
  return "<code>" + escaped(text) + "</code>";
}

std::string page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      escaped(title), style, body);
}

std::string html(const Table& table) {
  std::string text = "<div class=\"wide\"><table>\n";
  if (!table.caption.empty()) text += "<caption>" + table.caption + "</caption>\n";
  text += "<thead>\n";
  if (!table.groups.empty()) {
    text += "<tr>";
    for (const auto& [name, columns] : table.groups)
      text += fmt::format("<th class=\"group\" colspan=\"{}\">{}</th>", columns, name);
    text += "</tr>\n";
  }
  text += rows(table, {table.head}, "th") + "</thead>\n";
  text += "<tbody>\n" + rows(table, table.body, "td") + "</tbody>\n";
  if (!table.foot.empty()) text += "<tfoot>\n" + rows(table, table.foot, "td") + "</tfoot>\n";
  return text + "</table></div>\n";
}

std::string facts(const Facts& facts) {
  return list("facts", "", "", facts);
}

std::string cards(const Facts& facts) {
  return list("cards", "<div class=\"card\">", "</div>", facts);
}

std::string figure(const std::filesystem::path& picture, const std::string& caption) {
  const std::string bytes = content_of(picture);
  const bool is_svg = picture.extension() == ".svg";
  const std::string inner = bytes.empty() ? ""
                            : is_svg
                                ? inlined_svg(bytes)
                                : fmt::format("<img alt=\"\" src=\"data:image/png;base64,{}\">",
                                              formats::base64(std::as_bytes(std::span(bytes))));
  if (inner.empty()) return {};
  return fmt::format("<figure id=\"{}\">{}<figcaption>{}</figcaption></figure>\n",
                     escaped(picture.stem().string()), inner, caption);
}

std::string figures(const std::vector<std::string>& figures, int columns) {
  std::string text;
  for (const std::string& figure : figures) text += figure;
  if (text.empty()) return text;
  return fmt::format("<div class=\"figures{}\">\n{}</div>\n", columns == 3 ? " three" : "", text);
}

std::string scientific(double value) {
  if (!std::isfinite(value)) return "not finite";
  if (value == 0) return "0";
  // As printf rounds it: 9.96e-8 is 1.0e-07.
  const std::string text = fmt::format("{:.1e}", std::fabs(value));
  const int exponent = std::stoi(text.substr(text.find('e') + 1));
  const char* sign = value < 0 ? "−" : "";
  if (exponent >= -1 && exponent <= 2)
    return fmt::format("<span class=\"p\">{}{:.{}f}</span>", sign, std::fabs(value),
                       std::max(0, 1 - exponent));
  return fmt::format("<span class=\"e\">{}{}·10<sup>{}{}</sup></span>", sign,
                     text.substr(0, text.find('e')), exponent < 0 ? "−" : "", std::abs(exponent));
}

std::string duration(double seconds) {
  if (!std::isfinite(seconds)) return "not finite";
  if (seconds < 1e-2) return fmt::format("{:.2f} ms", 1e3 * seconds);
  if (seconds < 1) return fmt::format("{:.0f} ms", 1e3 * seconds);
  if (seconds < 90) return fmt::format("{:.1f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.1f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace engd::report
