#include "automatic/choice.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "automatic/kinds.h"
#include "automatic/runner.h"
#include "automatic/stated.h"
#include "solve/level.h"

namespace engd::automatic {
namespace {

using testing::many;
using testing::oscillator;
using testing::poisson;
using testing::stated;

const std::vector<Kind> kinds{Kind::tanh,       Kind::packets, Kind::deep_tanh,
                              Kind::deep_sines, Kind::waves,   Kind::as_written};

void expect_same_rule(const geometry::PointRule& a, const geometry::PointRule& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.count, b.count);
  EXPECT_EQ(a.resample, b.resample);
}

// What is written into a file gives the network, the points and the method of the race.
TEST(Choice, IsThatOfItsSettings) {
  for (const std::string& text : {oscillator, poisson}) {
    const problem::Problem problem = stated(text);
    const std::vector<double> frequency =
        problem.domain.dimension() == 1 ? std::vector{0.4} : std::vector{3.0, 1.0 / 3};
    for (const Kind kind : kinds)
      for (const Entrant& entrant :
           {Entrant{kind, optim::Multistep{}}, Entrant{kind, optim::Adaptive{}},
            Entrant{kind, optim::Multistep{}, 1, frequency}}) {
        SCOPED_TRACE(name(entrant));
        const Choice choice = choice_of(entrant, 100, 4, problem);
        const problem::Problem chosen = with_choice(problem, choice);
        const problem::Problem read = stated(text, settings_of(problem, choice));
        const network::Trainable a = *solve::Level(chosen).trainable,
                                 b = *solve::Level(read).trainable;
        ASSERT_EQ(a.parameters(), b.parameters());
        EXPECT_EQ(a.initial(3), b.initial(3));
        ASSERT_EQ(chosen.terms.size(), read.terms.size());
        for (std::size_t t = 0; t < read.terms.size(); ++t)
          expect_same_rule(chosen.terms[t].points, read.terms[t].points);
        ASSERT_EQ(read.stages.size(), 1u);
        EXPECT_EQ(optim::settings_of(chosen.stages[0]), optim::settings_of(read.stages[0]));
        EXPECT_EQ(chosen.stages[0].iterations, read.stages[0].iterations);
        EXPECT_EQ(chosen.stages[0].starts, read.stages[0].starts);
      }
  }
}

// Beyond three coordinates: functions of few of them, on points that are drawn again.
TEST(Choice, IsThatOfItsSettingsInManyDimensions) {
  const problem::Problem problem = stated(many);
  for (const Kind kind : {Kind::sums, Kind::pairs, Kind::products})
    for (const double size : {100.0, 300.0}) {
      SCOPED_TRACE(name(kind));
      const Choice choice = choice_of({kind}, size, 4, problem, true);
      const problem::Problem chosen = with_choice(problem, choice);
      const problem::Problem read = stated(many, settings_of(problem, choice));
      const network::Trainable a = *solve::Level(chosen).trainable,
                               b = *solve::Level(read).trainable;
      ASSERT_EQ(a.parameters(), b.parameters());
      EXPECT_EQ(a.initial(3), b.initial(3));
      EXPECT_LE(static_cast<double>(a.parameters()), size);
      EXPECT_GE(static_cast<double>(a.parameters()), 0.6 * size);
      for (std::size_t t = 0; t < read.terms.size(); ++t) {
        expect_same_rule(chosen.terms[t].points, read.terms[t].points);
        EXPECT_EQ(read.terms[t].points.resample, 1);
      }
    }
}

TEST(Choice, HasNetworksOfFewCoordinatesWhereThereAreMany) {
  const auto has = [](const problem::Problem& problem, Kind kind) {
    const std::vector<Entrant> all = entrants(problem);
    return std::ranges::any_of(all, [&](const Entrant& one) { return one.kind == kind; });
  };
  for (const Kind kind : {Kind::sums, Kind::pairs, Kind::products}) {
    EXPECT_FALSE(has(stated(poisson), kind));
    EXPECT_TRUE(has(stated(many), kind));
  }
  EXPECT_FALSE(has(stated(many, {"problem.periodic=x1"}), Kind::pairs));
  // A product of many factors is zero almost everywhere.
  const problem::Problem more = stated(many, {"problem.variables=x[20]"});
  EXPECT_TRUE(has(more, Kind::sums));
  EXPECT_FALSE(has(more, Kind::products));
  EXPECT_FALSE(has(more, Kind::packets));
  // Every coordinate is seen by as many neurons as any other.
  for (const double size : {30.0, 200.0})
    EXPECT_EQ(network_of({Kind::sums}, size, more).layers.front() % 20, 0);
}

TEST(Choice, HasWindowsOfTime) {
  const problem::Problem problem = stated(oscillator);
  const Choice choice = choice_of({Kind::tanh, optim::Multistep{}, 8}, 40, 4, problem);
  const problem::Problem chosen = with_choice(problem, choice);
  const problem::Problem read = stated(oscillator, settings_of(problem, choice));
  EXPECT_EQ(chosen.windows, 8);
  EXPECT_EQ(read.windows, 8);
  expect_same_rule(chosen.evaluation, read.evaluation);
  EXPECT_EQ(chosen.stages[0].stopping.least_progress, read.stages[0].stopping.least_progress);
  EXPECT_GT(read.stages[0].stopping.least_progress, 0);
  EXPECT_EQ(chosen.stages[0].stopping.progress_iterations,
            read.stages[0].stopping.progress_iterations);
}

TEST(Choice, HasOtherFrequenciesAlongAllCoordinatesAndEach) {
  const auto others = with_other_frequencies({Kind::waves}, stated(poisson));
  ASSERT_EQ(others.size(), 6u);
  EXPECT_EQ(others[0].frequency, (std::vector<double>{3, 3}));
  EXPECT_EQ(others[2].frequency, (std::vector<double>{3, 1}));
  EXPECT_EQ(others[5].frequency, (std::vector<double>{1, 1 / 3.0}));
  EXPECT_EQ(with_other_frequencies({Kind::waves}, stated(oscillator)).size(), 2u);
  // The start that belongs to Adam has no frequency.
  EXPECT_TRUE(
      with_other_frequencies({Kind::tanh}, stated(poisson, {"optimizer.method=adam"})).empty());
  EXPECT_TRUE(with_other_frequencies({Kind::as_written}, stated(poisson)).empty());
}

TEST(Choice, HasTheSizeAskedFor) {
  const problem::Problem problem = stated(poisson);
  for (const Kind kind : kinds) {
    if (kind == Kind::as_written) continue;
    for (const double size : {100.0, 400.0}) {
      const auto got = static_cast<double>(
          parameters_of(with_choice(problem, choice_of({kind}, size, 4, problem))));
      // One neuron more in each layer would be too many.
      EXPECT_LE(got, size) << name(kind);
      EXPECT_GE(got, 0.8 * size) << name(kind);
    }
  }
}

TEST(Choice, LeavesWhatIsWritten) {
  const problem::Problem problem =
      stated(poisson, {"network.layers=[7]", "optimizer.method=engd", "optimizer.iterations=9",
                       "term.1.points={gauss=11}"});
  const std::vector<Entrant> all = entrants(problem);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].kind, Kind::as_written);
  EXPECT_TRUE(optim::is<optim::Engd>(all[0].method));
  const Choice choice = choice_of(all[0], 500, 4, problem);
  EXPECT_FALSE(choice.network);
  EXPECT_FALSE(choice.optimizer);
  ASSERT_EQ(choice.points.size(), 1u);
  EXPECT_EQ(choice.points[0].first, 0u);
  const problem::Problem chosen = with_choice(problem, choice);
  EXPECT_EQ(chosen.network.layers, std::vector{7});
  EXPECT_EQ(chosen.stages[0].iterations, 9);
  expect_same_rule(chosen.terms[1].points, problem.terms[1].points);
}

TEST(Choice, EntrantsAreThoseThatTheFileLeavesOpen) {
  EXPECT_EQ(entrants(stated(poisson)).size(), 7u);
  // An ordinary equation is solved in windows of time as well.
  EXPECT_EQ(entrants(stated(oscillator)).size(), 8u);
  EXPECT_EQ(entrants(stated(oscillator)).back().windows, 8);
  EXPECT_EQ(entrants(stated(oscillator, {"problem.periodic=t"})).size(), 7u);
  // A written network is trained by both methods; a written method trains all networks.
  EXPECT_EQ(entrants(stated(poisson, {"network.layers=[7]"})).size(), 2u);
  EXPECT_EQ(entrants(stated(poisson, {"optimizer.method=multistep"})).size(), 6u);
  // An energy has no residuals that multistep could correct.
  const problem::Problem energy = stated(R"toml([problem]
variables = "x"
domain = { x = [0, 1] }
[[term]]
on = "interior"
density = "u_x^2/2 + u^2/2 - u"
)toml");
  for (const Entrant& entrant : entrants(energy))
    EXPECT_TRUE(optim::is<optim::Adaptive>(entrant.method));
}

}  // namespace
}  // namespace engd::automatic
