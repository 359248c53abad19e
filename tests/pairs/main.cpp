// pairs: problem files for every pair, and a covering array of the triples, of the format's
// features.
//   pairs show "windows = 2, method = adam"     the file with these levels and else plain ones
//   pairs count                                  how many factors, levels, pairs, triples, files
//   pairs list FILES                             the levels of each of these files
//   pairs run FILES CASE [PROCESSES=2] [EVERY=1] the cases of these files, and a table
//   pairs shrink CASE LEVELS                     fewer levels with which the case still fails
// FILES: each (a file for each pair, else plain), pairs or triples (covering arrays)
// CASE: solve, resume, everywhere (resume at all moments), reference or forms
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "pairs/campaign.h"
#include "pairs/covering.h"
#include "pairs/problem_file.h"

namespace engd::pairs {
namespace {

Choice parse(const std::string& text) {
  const Compatibility rules;
  Choice choice;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(", ", at), text.size());
    const std::string part = text.substr(at, end - at);
    const std::size_t equal = part.find(" = ");
    choice.set(part.substr(0, equal), part.substr(equal + 3));
    at = end + 2;
  }
  if (!rules.complete(choice)) fmt::print("no file has all of these\n");
  return choice;
}

Case case_called(const std::string& name) {
  if (name == "solve") return solve_case;
  if (name == "resume") return resume_case;
  if (name == "everywhere") return resume_everywhere;
  if (name == "reference") return reference_case;
  if (name == "forms") return forms_case;
  throw std::runtime_error("no case '" + name + "'");
}

struct Files {
  std::vector<Choice> choices;
  std::vector<bool> allowed;  ///< rules say nothing against them
};

Files each_pair() {
  const Compatibility rules;
  Files files;
  for (const Levels& pair : all_pairs()) {
    Choice choice;
    if (!choice_with(rules, pair, choice)) continue;
    files.choices.push_back(choice);
    files.allowed.push_back(rules.together(rules.number(pair[0].first, pair[0].second),
                                           rules.number(pair[1].first, pair[1].second)));
  }
  return files;
}

Files files_called(const std::string& name) {
  if (name == "each") return each_pair();
  Files files{covering(Compatibility(), name == "pairs" ? 2 : 3).choices, {}};
  files.allowed.assign(files.choices.size(), true);
  return files;
}

Files every(const Files& all, int step) {
  Files some;
  for (std::size_t k = 0; k < all.choices.size(); k += static_cast<std::size_t>(step)) {
    some.choices.push_back(all.choices[k]);
    some.allowed.push_back(all.allowed[k]);
  }
  return some;
}

void count() {
  const Compatibility rules;
  const Covering pairs = covering(rules, 2), triples = covering(rules, 3);
  fmt::print("{} factors with {} levels\n", factors().size(), rules.levels());
  fmt::print("{} pairs, {} that go together\n", all_pairs().size(), pairs.covered);
  fmt::print("{} files cover all pairs ({} impossible)\n", pairs.choices.size(), pairs.impossible);
  fmt::print("{} files cover all {} triples ({} impossible)\n", triples.choices.size(),
             triples.covered, triples.impossible);
}

int run(const Files& files, const std::string& name, int processes) {
  const Campaign campaign =
      run_campaign(files.choices, case_called(name), processes, [](const Campaign::Failure& one) {
        fmt::print("FAILED: {}\n    {}\n", one.choice, one.text);
        std::fflush(stdout);
      });
  fmt::print("{} files: {} ran, {} were refused with a message, {} known failures, {} failed\n",
             campaign.all(), campaign.ran, campaign.refused, campaign.known,
             campaign.failures.size());
  for (const auto& [message, times] : campaign.refusals)
    fmt::print("{:6} refused: {}\n", times, message);
  for (std::size_t k = 0; k < files.choices.size(); ++k) {
    const bool refused = campaign.verdicts[k].kind == Verdict::Kind::refused;
    if (refused && files.allowed[k])
      fmt::print("a rule is missing: {}\n    {}\n", files.choices[k].text(),
                 campaign.verdicts[k].text);
    if (campaign.seconds[k] > 10)
      fmt::print("{:.0f} s: {}\n", campaign.seconds[k], files.choices[k].text());
  }
  return campaign.failures.empty() ? 0 : 1;
}

bool fails(const Choice& choice, const std::string& name) {
  return run_campaign({choice}, case_called(name), 1).failures.size() == 1;
}

/// Sets levels back to plain ones, one after another, while the case fails.
int shrink(Choice choice, const std::string& name) {
  const Compatibility rules;
  if (!fails(choice, name)) {
    fmt::print("does not fail\n");
    return 0;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (int f = 0; f < std::ssize(factors()); ++f) {
      if (choice[f] == 0 || !rules.fits(choice, f, 0)) continue;
      Choice plainer = choice;
      plainer.set(f, 0);
      if (!fails(plainer, name)) continue;
      choice = plainer;
      changed = true;
    }
  }
  fmt::print("{}\n{}\n", choice.text(), problem_file(choice).text);
  return run({{choice}, {true}}, name, 1);
}

int main_of(const std::vector<std::string>& arguments) {
  const auto given = [&](std::size_t k, const std::string& otherwise) {
    return k < arguments.size() ? arguments[k] : otherwise;
  };
  const std::string what = given(0, "");
  if (what == "show") {
    const ProblemFile file = problem_file(parse(given(1, "")));
    fmt::print("{}", file.text);
    for (const auto& [name, text] : file.files) fmt::print("--- {}\n{}", name, text);
    return 0;
  }
  if (what == "count") return count(), 0;
  if (what == "list") {
    for (const Choice& choice : files_called(given(1, "pairs")).choices)
      fmt::print("{}\n", choice.text());
    return 0;
  }
  if (what == "one") {
    const Files files{{parse(given(2, ""))}, {true}};
    return run(files, given(1, "solve"), 1);
  }
  if (what == "shrink") return shrink(parse(given(2, "")), given(1, "solve"));
  if (what == "run")
    return run(every(files_called(given(1, "pairs")), std::stoi(given(4, "1"))), given(2, "solve"),
               std::stoi(given(3, "2")));
  fmt::print(stderr,
             "usage: pairs show LEVELS | list FILES | count | one CASE LEVELS | shrink CASE LEVELS "
             "| run FILES "
             "CASE [PROCESSES] [EVERY]\n");
  return 2;
}

}  // namespace
}  // namespace engd::pairs

int main(int argc, char** argv) {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  try {
    return engd::pairs::main_of({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "pairs: {}\n", error.what());
    return 2;
  }
}
