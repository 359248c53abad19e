#include "report/html.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <span>
#include <sstream>

#include "io/base64.h"

namespace engd::report {

namespace {

constexpr const char* style = R"css(
body { font: 16px/1.5 system-ui, sans-serif; color: #1c2733; max-width: 66rem; margin: 2rem auto; padding: 0 1.2rem; }
h1 { font-size: 1.7rem; margin-bottom: .2rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; }
p.lead { color: #55636f; margin-top: 0; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { caption-side: bottom; text-align: left; color: #55636f; font-size: .9rem; padding-top: .4rem; }
th, td { padding: .25rem .8rem; border-bottom: 1px solid #dde3e8; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } th { border-bottom: 2px solid #9aa7b2; }
figure { margin: 1.2rem 0; } figure img, figure svg { max-width: 100%; height: auto; }
figcaption { color: #55636f; font-size: .9rem; }
pre { background: #f4f6f8; padding: 1rem; overflow-x: auto; font-size: .85rem; line-height: 1.4; }
)css";

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
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

std::string page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      escaped(title), style, body);
}

std::string table(const std::vector<std::vector<std::string>>& rows, const std::string& caption) {
  std::string html = "<table>\n";
  if (!caption.empty()) html += "<caption>" + caption + "</caption>\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    html += "<tr>";
    const char* tag = r == 0 ? "th" : "td";
    for (const std::string& cell : rows[r]) html += fmt::format("<{}>{}</{}>", tag, cell, tag);
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

std::string figure(const std::filesystem::path& picture, const std::string& caption) {
  std::string bytes = content_of(picture);
  if (bytes.empty()) return {};
  std::string inner;
  if (picture.extension() == ".svg") {
    const auto start = bytes.find("<svg");
    if (start == std::string::npos) return {};
    inner = bytes.substr(start);
  } else {
    inner = fmt::format("<img alt=\"{}\" src=\"data:image/png;base64,{}\">", caption,
                        io::base64(std::as_bytes(std::span(bytes))));
  }
  return fmt::format("<figure id=\"{}\">{}<figcaption>{}</figcaption></figure>\n",
                     escaped(picture.stem().string()), inner, caption);
}

std::string scientific(double value) {
  if (!std::isfinite(value)) return "not finite";
  if (value == 0) return "0";
  const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(value)) + 1e-9));
  if (exponent >= -1 && exponent <= 2) return fmt::format("{:.2g}", value);
  double mantissa = value / std::pow(10.0, exponent);
  return fmt::format("{:.1f}&middot;10<sup>{}</sup>", mantissa, exponent);
}

std::string duration(double seconds) {
  if (seconds < 1e-2) return fmt::format("{:.2f} ms", 1e3 * seconds);
  if (seconds < 1) return fmt::format("{:.0f} ms", 1e3 * seconds);
  if (seconds < 90) return fmt::format("{:.1f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.1f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace engd::report
