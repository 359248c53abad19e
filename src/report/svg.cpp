#include "report/svg.h"

namespace engd::report {

namespace {

/// Cuts out every stretch from `first` to the end of the `last` that follows it.
void cut(std::string& text, const std::string& first, const std::string& last) {
  std::string kept;
  std::size_t at = 0;
  while (true) {
    const std::size_t from = text.find(first, at);
    const std::size_t to = from == std::string::npos ? from : text.find(last, from + first.size());
    if (to == std::string::npos) break;
    kept.append(text, at, from - at);
    at = to + last.size();
  }
  text = kept.append(text, at);
}

}  // namespace

std::string inlined_svg(const std::string& file) {
  const std::size_t begin = file.find("<svg"), end = file.rfind("</svg>");
  if (begin == std::string::npos || end == std::string::npos) return {};
  std::string svg = file.substr(begin, end + 6 - begin);
  cut(svg, " xmlns=\"", "\"");
  cut(svg, " xmlns:xlink=\"", "\"");
  cut(svg, "<title>", "</title>\n");
  cut(svg, "<desc>", "</desc>\n");
  cut(svg, " id=\"gnuplot_", "\"");
  const std::size_t definitions_end = svg.find("</defs>");
  if (definitions_end != std::string::npos &&
      svg.find("#gp", definitions_end) == std::string::npos &&
      svg.find("url(", definitions_end) == std::string::npos)
    cut(svg, "<defs>", "</defs>\n");
  return svg;
}

}  // namespace engd::report
