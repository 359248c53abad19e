#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "pairs/factor.h"
#include "pairs/verdict.h"

namespace engd::pairs {

using Case = std::string (*)(const Choice&, const std::filesystem::path&);

/// Many cases, and what they came to.
struct Campaign {
  struct Failure {
    std::string choice, text;
  };
  int ran = 0, refused = 0, known = 0;
  std::vector<Failure> failures;
  std::map<std::string, int> refusals;  ///< by message, without places
  std::vector<Verdict> verdicts;        ///< in the order of the choices
  std::vector<double> seconds;

  int all() const { return static_cast<int>(verdicts.size()); }
};

/// `tell` hears of every failure as it happens.
Campaign run_campaign(const std::vector<Choice>& choices, Case work, int processes,
                      const std::function<void(const Campaign::Failure&)>& tell = {});

}  // namespace engd::pairs
