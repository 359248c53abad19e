// Every option is described, once.
#include "optim/options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "optim/custom_step.h"

namespace engd::optim {
namespace {

template <typename T>
concept Settings = requires(T t) {
  T::describe(t, [](auto&&...) {});
};

/// Stands for any value but for settings: these are initialised member by member.
struct Anything {
  template <typename T>
  requires(!Settings<T>) operator T() const { return T(); }
};

/// The members of an aggregate, and of settings in it.
template <typename T, typename... Given>
constexpr int members() {
  if constexpr (requires { T{Given{}..., Anything{}}; })
    return members<T, Given..., Anything>();
  else
    return sizeof...(Given);
}

struct Inner {
  double a;
  int b;
  template <typename Self, typename F>
  static void describe(Self& self, F&& field);
};
struct Outer {
  Inner inner;
  std::optional<double> c;
  bool d;
};
static_assert(members<Inner>() == 2 && members<Outer>() == 4);

template <typename T>
void expect_all_described(const char* name) {
  const T settings{};
  std::set<const void*> described;
  std::set<std::string> keys;
  T::describe(settings,
              [&](const std::string& key, const auto& value, const auto&, const char* text) {
                described.insert(&value);
                keys.insert(key);
                EXPECT_NE(text, nullptr) << key;
              });
  EXPECT_EQ(described.size(), members<T>()) << name << " has a member that is not described";
  EXPECT_EQ(keys.size(), members<T>()) << name;
}

TEST(OptionsTest, EveryMemberIsDescribed) {
  for_each<Method>([](auto one) { expect_all_described<decltype(one)>(one.name); });
  for_each<StepRule>([](auto one) { expect_all_described<decltype(one)>(one.name); });
  expect_all_described<Stopping>("stopping");
  // Of the others method, step and stopping are chosen or described as a whole; nobody sets solved.
  int described = 0;
  const Options options;
  Options::describe(options, [&](auto&&...) { ++described; });
  EXPECT_EQ(members<Options>(), described + 3 + members<Stopping>());
}

TEST(OptionsTest, EveryKeyIsThereOnceWithItsOwners) {
  std::set<std::string> names;
  for (const Key& key : keys()) EXPECT_TRUE(names.insert(key.name).second) << key.name;
  const auto all = keys();
  const auto owners = [&](const char* name) {
    const auto key = std::ranges::find(all, name, &Key::name);
    return std::pair(key->methods, key->steps);
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(owners("solver"), std::pair(Names{"adaptive", "engd", "hngd"}, Names{}));
  EXPECT_EQ(owners("grid_base"), std::pair(Names{}, Names{"grid", "backtracking"}));
  EXPECT_EQ(owners("time_limit"), std::pair(Names{}, Names{}));
}

// A rule that was added is chosen by its name, and has no keys and no line in the documentation.
TEST(OptionsTest, AnAddedStepRuleHasNoOptions) {
  struct Half final : CustomStep {
    double choose(LossLine&) override { return 0.5; }
  };
  const std::vector<Key> before = keys();
  const auto listed = alternatives<StepRule>();
  add_step_rule("half_of_options_test", [] { return std::make_unique<Half>(); });
  EXPECT_EQ(keys().size(), before.size());
  EXPECT_EQ(alternatives<StepRule>().size(), listed.size());
  ASSERT_EQ(step_rule_names().size(), listed.size() + 1);
  const auto [name, rule] = step_rule_names().back();
  EXPECT_EQ(name, "half_of_options_test");
  EXPECT_EQ(optim::name(rule), name);
  Options options = defaults(Gd{});
  options.step = rule;
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(settings_of(options), (Pairs{{"method", "\"gd\""},
                                         {"step", "\"half_of_options_test\""},
                                         {"iterations", "200000"},
                                         {"starts", "1"}}));
}

// What is written gives the options back; defaults are not written, but for the first three.
TEST(OptionsTest, SettingsAreWhatDiffersFromTheDefaults) {
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(settings_of(defaults(Adaptive{})),
            (Pairs{{"method", "\"adaptive\""}, {"iterations", "200"}, {"starts", "20"}}));
  Options options{.method = Hngd{.natural = {.solver = linalg::Method::kernel, .cutoff = 1e-12},
                                 .sobolev_order = 1},
                  .iterations = 7,
                  .step = Schedule{.decay_every = 5},
                  .stopping = {.target_error = 1e-3}};
  EXPECT_EQ(settings_of(options), (Pairs{{"method", "\"hngd\""},
                                         {"step", "\"schedule\""},
                                         {"iterations", "7"},
                                         {"starts", "1"},
                                         {"solver", "\"kernel\""},
                                         {"cutoff", "1e-12"},
                                         {"metric", "\"h1\""},
                                         {"decay_every", "5"},
                                         {"target_error", "0.001"}}));
  options = {.method = Adaptive{.judge_fresh = true}};
  EXPECT_EQ(settings_of(options), (Pairs{{"method", "\"adaptive\""},
                                         {"iterations", "500"},
                                         {"starts", "1"},
                                         {"judge", "\"fresh\""}}));
}

}  // namespace
}  // namespace engd::optim
