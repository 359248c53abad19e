#include "pairs/campaign.h"

#include <regex>

namespace engd::pairs {

namespace {

/// The first line of a message without its place.
std::string kind_of(const std::string& message) {
  const std::string line = message.substr(0, message.find('\n'));
  return std::regex_replace(line, std::regex("^/[^:]*:([0-9]+:)*([0-9]+:)? *"), "");
}

}  // namespace

Campaign run_campaign(const std::vector<Choice>& choices, Case work, int processes,
                      const std::function<void(const Campaign::Failure&)>& tell) {
  Campaign campaign;
  campaign.verdicts.resize(choices.size());
  campaign.seconds.resize(choices.size());
  Children children(processes, [&](int number, const Ended& ended) {
    const auto k = static_cast<std::size_t>(number);
    const Verdict verdict = judge(ended);
    campaign.verdicts[k] = verdict;
    campaign.seconds[k] = ended.seconds;
    switch (verdict.kind) {
      case Verdict::Kind::ran:
        ++campaign.ran;
        break;
      case Verdict::Kind::refused:
        ++campaign.refused;
        ++campaign.refusals[kind_of(verdict.text)];
        break;
      case Verdict::Kind::failed:
        if (known_failure(choices[k], verdict.text)) {
          ++campaign.known;
          break;
        }
        campaign.failures.push_back({choices[k].text(), verdict.text});
        if (tell) tell(campaign.failures.back());
        break;
    }
  });
  for (std::size_t k = 0; k < choices.size(); ++k)
    children.start(static_cast<int>(k), [&choices, k, work](const std::filesystem::path& folder) {
      return work(choices[k], folder);
    });
  children.finish();
  return campaign;
}

}  // namespace engd::pairs
