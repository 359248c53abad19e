#include <cmath>
#include <cstdio>
#include <engd/activation.hpp>
#include <engd/step_rule.hpp>
#include <stdexcept>

#include "common/contains.h"
#include "common/temporary_folder.h"
#include "small.h"

namespace engd::testing {
namespace {

/// sin, once more.
class Wave : public Activation {
 public:
  double derivative(int order, double z) const override {
    const double values[] = {std::sin(z), std::cos(z), -std::sin(z), -std::cos(z)};
    return values[order % 4];
  }
};

class Broken : public Activation {
 public:
  double derivative(int, double) const override { throw std::domain_error("broken"); }
};

Problem with_activation(const std::string& name) {
  Problem p = small_poisson();
  p.set("network.activation", name);
  return p;
}

/// Names are for the process: added once.
void add_wave() {
  static const bool added = [] {
    add_activation("wave", std::make_shared<Wave>());
    add_activation("broken", std::make_shared<Broken>());
    return true;
  }();
  static_cast<void>(added);
}

TEST(ApiActivation, OneThatIsOursGivesOurs) {
  add_wave();
  for (const char* layers : {"[12]", "[8, 8]"}) {
    Problem mine = with_activation("wave"), ours = with_activation("sin");
    mine.set("network.layers", layers);
    ours.set("network.layers", layers);
    mine.set("optimizer.iterations", "2");
    ours.set("optimizer.iterations", "2");
    const double loss = solve(ours, {.threads = 1}).loss();
    EXPECT_NEAR(solve(mine, {.threads = 2}).loss(), loss, 1e-6 * loss) << layers;
  }
}

TEST(ApiActivation, ModelsKeepTheName) {
  add_wave();
  const TemporaryFolder folder;
  const Solution s = solve(with_activation("wave"), {.threads = 1});
  s.save(folder / "m.h5");
  EXPECT_EQ(load(folder / "m.h5")({0.2, 0.3}), s({0.2, 0.3}));
  const std::string command =
      ENGD_BINARY_DIR "/bin/load_model " + (folder / "m.h5").string() + " 2>&1";
  std::FILE* other = ::popen(command.c_str(), "r");
  std::string said;
  for (int c = std::fgetc(other); c != EOF; c = std::fgetc(other)) said += static_cast<char>(c);
  EXPECT_EQ(WEXITSTATUS(::pclose(other)), 2);
  EXPECT_EQ(said, "the model file '" + (folder / "m.h5").string() +
                      "' has the activation 'wave', which this program does not know\n");
}

TEST(ApiActivation, WhatItThrowsComesOut) {
  add_wave();
  EXPECT_THROW(solve(with_activation("broken"), {.threads = 1}), std::domain_error);
  EXPECT_THROW(solve(with_activation("broken"), {.threads = 2}), std::domain_error);
}

TEST(ApiActivation, CardsRefuseIt) {
  add_wave();
  const Error error =
      error_of([] { solve(with_activation("wave"), {.threads = 1, .device = Device::cuda}); });
  EXPECT_EQ(error.code(), ErrorCode::device);
}

TEST(ApiActivation, NamesAreNamesAndOnlyOnce) {
  add_wave();
  const auto add = [](const std::string& name) {
    return text_of([&] { add_activation(name, std::make_shared<Wave>()); });
  };
  EXPECT_EQ(add("wave"), "there is an activation 'wave' already");
  EXPECT_EQ(add("tanh"), "there is an activation 'tanh' already");
  EXPECT_EQ(add("2 waves"),
            "the name of the activation '2 waves' must be a letter and then "
            "letters, digits and _");
  EXPECT_EQ(text_of([] { add_activation("none", nullptr); }), "the activation 'none' is empty");
  EXPECT_TRUE(contains(text_of([] { check(with_activation("wav")); }), "did you mean 'wave'"));
}

/// Armijo's rule, once more.
class Halving : public StepRule {
 public:
  double choose(Line& line) override {
    double step = 1;
    while (line.loss(step) > line.loss(0) + 1e-4 * step * line.slope() && step > 1e-9) step /= 2;
    return step;
  }
};
class Nowhere : public StepRule {
 public:
  double choose(Line&) override { return 0; }
};
class Throwing : public StepRule {
 public:
  double choose(Line&) override { throw std::domain_error("broken"); }
};

Problem with_step(const std::string& name) {
  Problem p = small_poisson();
  p.set("optimizer.method", "gd");
  p.set("optimizer.step", name);
  return p;
}

void add_rules() {
  static const bool added = [] {
    add_step_rule("halving", [] { return std::make_unique<Halving>(); });
    add_step_rule("nowhere", [] { return std::make_unique<Nowhere>(); });
    add_step_rule("throwing", [] { return std::make_unique<Throwing>(); });
    add_step_rule("unmade", [] { return std::unique_ptr<StepRule>(); });
    return true;
  }();
  static_cast<void>(added);
}

TEST(ApiStepRule, OneThatIsOursGivesOurs) {
  add_rules();
  EXPECT_EQ(solve(with_step("halving"), {.threads = 1}).loss(),
            solve(with_step("backtracking"), {.threads = 1}).loss());
}

TEST(ApiStepRule, WithoutAStepTheStageEnds) {
  add_rules();
  const Solution s = solve(with_step("nowhere"), {.threads = 1});
  EXPECT_EQ(s.history().size(), 1u);
  EXPECT_TRUE(contains(s.termination().sentence, "no step")) << s.termination().sentence;
}

TEST(ApiStepRule, WhatItThrowsComesOut) {
  add_rules();
  EXPECT_THROW(solve(with_step("throwing"), {.threads = 1}), std::domain_error);
  EXPECT_EQ(text_of([] { solve(with_step("unmade"), {.threads = 1}); }),
            "the step rule 'unmade' was not made");
}

TEST(ApiStepRule, NamesAreNamesAndOnlyOnce) {
  add_rules();
  const auto add = [](const std::string& name) {
    return text_of([&] { add_step_rule(name, [] { return std::make_unique<Halving>(); }); });
  };
  EXPECT_EQ(add("halving"), "there is a step rule 'halving' already");
  EXPECT_EQ(add("grid"), "there is a step rule 'grid' already");
  EXPECT_EQ(add(""),
            "the name of the step rule '' must be a letter and then letters, digits and _");
  EXPECT_EQ(text_of([] { add_step_rule("empty", nullptr); }), "the step rule 'empty' is empty");
  const std::string belongs = text_of([] {
    Problem p = with_step("halving");
    p.set("optimizer.grid_base", "0.3");
    check(p);
  });
  EXPECT_TRUE(contains(belongs, "and the step is halving")) << belongs;
}

}  // namespace
}  // namespace engd::testing
