#include <fmt/format.h>

#include <cstring>
#include <functional>
#include <vector>

#include "pairs/problem_file.h"
#include "pairs/trace.h"
#include "pairs/verdict.h"
#include "read/read_problem.h"
#include "support/error.h"

namespace engd::pairs {

namespace {

/// A number that depends on nothing but the features (FNV-1a).
std::uint64_t number_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash ^ (hash >> 29);
}

/// Parameters are compared as bits: NaN is NaN.
bool same(const Vector& a, const Vector& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

/// What differs between a run and one that was broken off and gone on with; or nothing.
std::string difference(const Trace& whole, const Trace& first, const Trace& second) {
  std::vector<std::string> joined = first.lines;
  joined.insert(joined.end(), second.lines.begin(), second.lines.end());
  if (joined.size() != whole.lines.size())
    return fmt::format("{} + {} lines of history in place of {}", first.lines.size(),
                       second.lines.size(), whole.lines.size());
  for (std::size_t k = 0; k < joined.size(); ++k)
    if (joined[k] != whole.lines[k])
      return fmt::format("line {} of the history:\n    {}\n    {}", k, joined[k], whole.lines[k]);
  if (second.parameters.size() != whole.parameters.size()) return "the number of networks";
  for (std::size_t k = 0; k < whole.parameters.size(); ++k)
    if (!same(second.parameters[k], whole.parameters[k])) return fmt::format("network {}", k);
  if (second.ending != whole.ending)
    return fmt::format("the ending: '{}' in place of '{}'", second.ending, whole.ending);
  return {};
}

/// A way to break a run off.
struct Leave {
  Break how;
  int moment;
};

std::vector<Leave> random_leaves(const Choice& choice, int moments) {
  std::vector<Leave> leaves;
  std::uint64_t random = number_of(choice.text());
  for (const Break how : {Break::kill, Break::kill, Break::interrupt}) {
    leaves.push_back({how, static_cast<int>(random % static_cast<std::uint64_t>(moments))});
    random = number_of(std::to_string(random));
  }
  return leaves;
}

std::vector<Leave> all_leaves(int moments) {
  std::vector<Leave> leaves;
  for (int moment = 0; moment < moments; ++moment)
    for (const Break how : {Break::kill, Break::interrupt}) leaves.push_back({how, moment});
  return leaves;
}

std::string leave_and_go_on(const Choice& choice, const std::filesystem::path& folder,
                            const std::function<std::vector<Leave>(int)>& leaves) {
  const std::string file = problem_file(choice).write(folder).string();
  const auto run = [&](Break how, int moment, std::optional<StateArchive::Values>& kept) {
    return train(read::read_problem(file), seed_of(choice), threads_of(choice), how, moment, kept);
  };
  std::optional<StateArchive::Values> none;
  Trace whole;
  try {
    whole = run(Break::never, -1, none);
  } catch (const InputError& error) {
    return refused(error.what());
  }
  if (whole.offers == 0) return ran();
  for (const auto& [how, moment] : leaves(whole.offers)) {
    const std::string when =
        fmt::format("{} at moment {} of {}: ", how == Break::kill ? "killed" : "interrupted",
                    moment, whole.offers);
    std::optional<StateArchive::Values> kept;
    const Trace first = run(how, moment, kept);
    if (!kept) return failed(when + "no checkpoint");
    try {
      const Trace second = run(Break::never, -1, kept);
      if (const std::string what = difference(whole, first, second); !what.empty())
        return failed(when + "differs in " + what);
    } catch (const InputError& error) {
      return failed(when + error.what());
    }
  }
  return ran();
}

}  // namespace

std::string resume_case(const Choice& choice, const std::filesystem::path& folder) {
  return leave_and_go_on(choice, folder,
                         [&](int moments) { return random_leaves(choice, moments); });
}

std::string resume_everywhere(const Choice& choice, const std::filesystem::path& folder) {
  return leave_and_go_on(choice, folder, all_leaves);
}

}  // namespace engd::pairs
