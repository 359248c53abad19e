#include "io/suggest.h"

#include <algorithm>
#include <cctype>

namespace engd::io {
namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Levenshtein distance: insertions, deletions and replacements that turn a into b.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string list_names(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

std::string did_you_mean(const std::string& written, const std::vector<std::string>& names) {
  if (written.size() > 100) return "";
  const std::string low = lower_case(written);
  std::string best;
  // About a third of the letters may differ: fewer for short words, where everything is close.
  std::size_t limit = std::min<std::size_t>(3, (low.size() + 1) / 3);
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(low, lower_case(name));
    if (distance <= limit && (best.empty() || distance < limit)) {
      best = name;
      limit = distance;
    }
  }
  return best.empty() ? "" : "; did you mean '" + best + "'?";
}

}  // namespace engd::io
