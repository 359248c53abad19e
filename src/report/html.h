#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace engd::report {

/// Text as it may stand between tags or in an attribute.
std::string escaped(const std::string& text);
std::string code(const std::string& text);  ///< the same, as a piece of a program

/// A whole page around a body: no links to anything outside it, so it opens from disk anywhere.
std::string page(const std::string& title, const std::string& body);

/// Cells are HTML. All but the first column and the text columns are aligned right.
struct Table {
  using Row = std::vector<std::string>;
  std::vector<std::pair<std::string, int>>
      groups;  ///< heads over so many columns each; may be empty
  Row head;
  std::vector<Row> body, foot;
  std::vector<std::size_t> text_columns;  ///< aligned left
  std::string caption;
};
std::string html(const Table& table);

/// A list of terms (plain text) and what is said of them (HTML).
using Facts = std::vector<std::pair<std::string, std::string>>;
std::string facts(const Facts& facts);
std::string cards(const Facts& facts);  ///< large, for the few numbers that matter

/// A picture with its bytes inside the page: PNG by base64, SVG as it is. Empty when the file is
/// not there.
std::string figure(const std::filesystem::path& picture, const std::string& caption);
/// Figures beside each other, two or three where the window is wide enough; empty when there are
/// none.
std::string figures(const std::vector<std::string>& figures, int columns = 2);

/// 2.4e-07 as 2.4·10<sup>−7</sup>.
std::string scientific(double value);
std::string duration(double seconds);

}  // namespace engd::report
