#include "pairs/verdict.h"

#include <array>
#include <vector>

#include "pairs/rules.h"

namespace engd::pairs {

namespace {

/// What libraries print when they are given nonsense.
constexpr std::array words{"On entry to", "illegal value", "BLAS :", "Wrong parameter"};

/// The last lines, where sanitizers and assertions say what they have found.
std::string tail(const std::string& text) {
  constexpr std::size_t most = 3000;
  return text.size() <= most ? text : "..." + text.substr(text.size() - most);
}

}  // namespace

Verdict judge(const Ended& ended) {
  if (!ended.death.empty()) return {Verdict::Kind::failed, ended.death + "\n" + tail(ended.output)};
  for (const char* word : words)
    if (const auto at = ended.output.find(word); at != std::string::npos)
      return {Verdict::Kind::failed, "words of BLAS: " + ended.output.substr(at, 200)};
  const auto end = ended.report.find('\n');
  const std::string kind = ended.report.substr(0, end);
  const std::string text = end == std::string::npos ? "" : ended.report.substr(end + 1);
  if (kind == "ran") return {Verdict::Kind::ran, text};
  if (kind == "refused") return {Verdict::Kind::refused, text};
  return {Verdict::Kind::failed, text};
}

const Known* known_failure(const Choice& choice, const std::string& text) {
  static const std::vector<Known> all{};
  for (const Known& known : all)
    if (text.find(known.text) != std::string::npos &&
        matches(known.levels, choice.of(known.factor)) &&
        matches(known.others, choice.of(known.other)))
      return &known;
  return nullptr;
}

}  // namespace engd::pairs
