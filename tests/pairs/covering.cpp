#include "pairs/covering.h"

#include <algorithm>
#include <numeric>

namespace engd::pairs {

namespace {

int levels_of(int factor) {
  return static_cast<int>(factors()[static_cast<std::size_t>(factor)].levels.size());
}
int count_factors() {
  return static_cast<int>(factors().size());
}

/// The same numbers everywhere (splitmix64).
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

/// Tuples of levels, by the numbers of Compatibility in ascending order, that no choice has yet.
class Open {
 public:
  Open(const Compatibility& rules, int strength)
      : rules_(rules), strength_(strength), levels_(static_cast<std::size_t>(rules.levels())) {
    open_.assign(strength == 2 ? levels_ * levels_ : levels_ * levels_ * levels_, true);
  }

  bool has(int a, int b, int c = -1) const { return open_[place(a, b, c)]; }
  bool close(int a, int b, int c = -1) {
    const std::size_t at = place(a, b, c);
    const bool was = open_[at];
    open_[at] = false;
    return was;
  }

  /// How many open tuples a level makes with those chosen (sorted).
  int gain(const std::vector<int>& chosen, int level) const {
    int sum = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (strength_ == 2) sum += has_sorted(chosen[i], level);
      for (std::size_t j = i + 1; strength_ == 3 && j < chosen.size(); ++j)
        sum += has_sorted(chosen[i], chosen[j], level);
    }
    return sum;
  }

  /// Closes what a choice has; how many were open.
  std::int64_t close_all(const std::vector<int>& chosen) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      for (std::size_t j = i + 1; j < chosen.size(); ++j) {
        if (strength_ == 2) sum += close(chosen[i], chosen[j]);
        for (std::size_t k = j + 1; strength_ == 3 && k < chosen.size(); ++k)
          sum += close(chosen[i], chosen[j], chosen[k]);
      }
    return sum;
  }

 private:
  std::size_t place(int a, int b, int c) const {
    const std::size_t two = static_cast<std::size_t>(a) * levels_ + static_cast<std::size_t>(b);
    return strength_ == 2 ? two : two * levels_ + static_cast<std::size_t>(c);
  }
  bool has_sorted(int a, int b) const { return has(std::min(a, b), std::max(a, b)); }
  bool has_sorted(int a, int b, int c) const {  // a < b
    if (c > b) return has(a, b, c);
    return c > a ? has(a, c, b) : has(c, a, b);
  }

  const Compatibility& rules_;
  int strength_;
  std::size_t levels_;
  std::vector<bool> open_;
};

std::vector<int> numbers_of(const Compatibility& rules, const Choice& choice) {
  std::vector<int> chosen;
  for (int f = 0; f < count_factors(); ++f)
    if (choice[f] != Choice::open) chosen.push_back(rules.number(f, choice[f]));
  return chosen;
}

/// Whether each factor that is open has a level left.
bool has_ways(const Compatibility& rules, const Choice& choice) {
  for (int f = 0; f < count_factors(); ++f) {
    bool any = choice[f] != Choice::open;
    for (int l = 0; !any && l < levels_of(f); ++l) any = rules.fits(choice, f, l);
    if (!any) return false;
  }
  return true;
}

/// Fills a choice, factor after factor in a random order, with the levels that close most.
bool fill(const Compatibility& rules, const Open& open, Numbers& numbers, Choice& choice) {
  std::vector<int> order(static_cast<std::size_t>(count_factors()));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[numbers.next() % k]);
  for (const int f : order) {
    if (choice[f] != Choice::open) continue;
    const std::vector<int> chosen = numbers_of(rules, choice);
    std::vector<std::pair<int, int>> ways;  // minus the gain, level
    const auto turn = static_cast<int>(numbers.next() % static_cast<std::uint64_t>(levels_of(f)));
    for (int l = 0; l < levels_of(f); ++l)
      if (rules.fits(choice, f, l)) ways.emplace_back(-open.gain(chosen, rules.number(f, l)), l);
    std::sort(ways.begin(), ways.end(), [&](const auto& a, const auto& b) {
      const auto turned = [&](int l) { return (l + turn) % levels_of(f); };
      return a.first != b.first ? a.first < b.first : turned(a.second) < turned(b.second);
    });
    const Choice before = choice;
    for (const auto& [gain, level] : ways) {
      choice = before;
      choice.set(f, level);
      if (has_ways(rules, choice)) break;
      choice = before;
    }
    if (choice[f] == Choice::open) return false;
  }
  return true;
}

class Coverer {
 public:
  Coverer(const Compatibility& rules, int strength) : rules_(rules), open_(rules, strength) {}

  void cover(const Levels& levels) {
    Choice choice;
    for (const auto& [factor, level] : levels) {
      if (!rules_.fits(choice, factor, level)) return;
      choice.set(factor, level);
    }
    Choice filled = choice;
    if (!fill(rules_, open_, numbers_, filled)) {
      filled = choice;
      if (!rules_.complete(filled)) {
        ++result_.impossible;
        return;
      }
    }
    result_.covered += open_.close_all(numbers_of(rules_, filled));
    result_.choices.push_back(filled);
  }
  bool is_open(int a, int b, int c = -1) const { return open_.has(a, b, c); }
  Covering result() { return std::move(result_); }

 private:
  const Compatibility& rules_;
  Open open_;
  Numbers numbers_{2024};
  Covering result_;
};

}  // namespace

std::vector<Levels> all_pairs() {
  std::vector<Levels> all;
  for (int f = 0; f < count_factors(); ++f)
    for (int g = f + 1; g < count_factors(); ++g)
      for (int a = 0; a < levels_of(f); ++a)
        for (int b = 0; b < levels_of(g); ++b) all.push_back({{f, a}, {g, b}});
  return all;
}

bool choice_with(const Compatibility& rules, const Levels& levels, Choice& choice) {
  for (const auto& [factor, level] : levels) choice.set(factor, level);
  return rules.complete(choice);
}

Covering covering(const Compatibility& rules, int strength) {
  Coverer coverer(rules, strength);
  for (const Levels& pair : all_pairs()) {
    const auto [f, a] = pair[0];
    const auto [g, b] = pair[1];
    const int first = rules.number(f, a), second = rules.number(g, b);
    if (strength == 2 && coverer.is_open(first, second)) coverer.cover(pair);
    if (strength == 2 || !rules.together(first, second)) continue;
    for (int h = g + 1; h < count_factors(); ++h)
      for (int c = 0; c < levels_of(h); ++c)
        if (coverer.is_open(first, second, rules.number(h, c)))
          coverer.cover({{f, a}, {g, b}, {h, c}});
  }
  return coverer.result();
}

}  // namespace engd::pairs
