#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace engd::report {

/// Text as it may stand between tags or in an attribute.
std::string escaped(const std::string& text);

/// A whole page around a body: no links to anything outside it, so it opens from disk anywhere.
std::string page(const std::string& title, const std::string& body);

/// A table; cells are HTML. The first row is the head; all but the first column are aligned right.
std::string table(const std::vector<std::vector<std::string>>& rows,
                  const std::string& caption = "");

/// A picture with its bytes inside the page: PNG by base64, SVG as it is. Empty when the file is
/// not there.
std::string figure(const std::filesystem::path& picture, const std::string& caption);

/// 2.4e-07 as 2.4&middot;10<sup>-7</sup>.
std::string scientific(double value);
std::string duration(double seconds);

}  // namespace engd::report
