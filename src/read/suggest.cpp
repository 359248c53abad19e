#include "read/suggest.h"

#include <cctype>
#include <optional>

#include "expr/names.h"

namespace engd::read {
namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

std::string list_names(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

std::string did_you_mean(const std::string& written, const std::vector<std::string>& names) {
  if (const std::string meant = meant_by(lower_case(written), names); !meant.empty())
    return "; did you mean '" + meant + "'?";
  if (written.size() < 3 || written.size() > 100) return "";  // everything is close to "h3"
  const std::optional<std::string> best = expr::closest(lower_case(written), names);
  return best ? "; did you mean '" + *best + "'?" : "";
}

}  // namespace engd::read
