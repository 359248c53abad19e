#include "automatic/race.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <thread>

#include "automatic/stated.h"
#include "common/temporary_folder.h"
#include "solve/evaluation.h"

namespace engd::automatic {
namespace {

using testing::its_solution;
using testing::oscillator;
using testing::stated;

RaceOptions options(double accuracy, double work, int threads = 1) {
  RaceOptions options;
  options.machine = {5, threads};
  options.accuracy = accuracy;
  options.work = work;
  return options;
}

double error_of(const std::string& text, const Candidate& best) {
  const problem::Problem problem =
      stated(text + its_solution, settings_of(stated(text), best.choice));
  solve::Level level(problem);
  return solve::make_solution_error(level, 1)->measure(best.runner->pieces()[0].theta).rel_l2;
}

// The estimate is told without the solution, and is good to a factor.
TEST(Race, ReachesTheAccuracyAskedForWithAPartOfTheBudget) {
  const problem::Problem problem = stated(oscillator);
  Race race(problem, options(1e-8, default_work));
  const Outcome outcome = race.run();
  EXPECT_EQ(outcome.end, End::accuracy);
  EXPECT_LT(outcome.fraction, 0.05);
  ASSERT_TRUE(outcome.best && !outcome.others.empty() && outcome.estimate);
  EXPECT_LE(outcome.estimate->rel_l2, 1e-8);
  const double error = error_of(oscillator, *outcome.best);
  EXPECT_LE(error, 1e-7);
  EXPECT_GE(10 * outcome.estimate->rel_l2, error);
  int chosen = 0;
  for (const results::Racer& one : race.table()) chosen += one.why_left == "chosen";
  EXPECT_EQ(chosen, 1);
}

void expect_equal(const std::vector<results::Racer>& one, const std::vector<results::Racer>& two) {
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t k = 0; k < one.size(); ++k) {
    EXPECT_EQ(one[k].kind, two[k].kind);
    EXPECT_EQ(one[k].parameters, two[k].parameters);
    EXPECT_EQ(one[k].iterations, two[k].iterations);
    EXPECT_EQ(one[k].score, two[k].score);
    EXPECT_EQ(one[k].why_left, two[k].why_left);
  }
}

// Decisions are made by work: the same on every machine, with or without a known solution.
TEST(Race, IsRepeatedToTheBit) {
  const problem::Problem a = stated(oscillator), b = stated(oscillator + its_solution);
  Race first(a, options(0, 2e9)), second(b, options(0, 2e9));
  const Outcome one = first.run(), two = second.run();
  ASSERT_TRUE(one.best && two.best);
  EXPECT_EQ(one.best->score, two.best->score);
  EXPECT_EQ(one.best->runner->pieces()[0].theta, two.best->runner->pieces()[0].theta);
  expect_equal(first.table(), second.table());
}

/// An equation that is not linear, with too many turns for the first networks.
std::string nonlinear() {
  std::string text = oscillator;
  text.replace(text.find("u_tt + u"), 8, "u_tt + 200*u + u^3");
  return text;
}

/// Keeps the processors busy, so that threads run in another order.
class Load {
 public:
  Load() {
    for (int k = 0; k < 2; ++k)
      others_.emplace_back([](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
        }
      });
  }

 private:
  std::vector<std::jthread> others_;
};

// Lanes side by side are judged in their order, whichever is the first to end.
TEST(Race, IsRepeatedToTheBitSideBySide) {
  for (const auto& [text, threads] : {std::pair(oscillator, 3), std::pair(nonlinear(), 2)}) {
    const problem::Problem problem = stated(text);
    Race first(problem, options(0, 2e9, threads)), second(problem, options(0, 2e9, threads));
    const Outcome one = first.run();
    const Load load;
    const Outcome two = second.run();
    ASSERT_TRUE(one.best && two.best);
    EXPECT_EQ(one.end, two.end);
    EXPECT_EQ(one.fraction, two.fraction);
    EXPECT_EQ(one.best->runner->pieces()[0].theta, two.best->runner->pieces()[0].theta);
    ASSERT_TRUE(one.estimate && two.estimate);
    EXPECT_EQ(one.estimate->rel_l2, two.estimate->rel_l2);
    expect_equal(first.table(), second.table());
  }
}

TEST(Race, ReachesTheAccuracySideBySide) {
  const problem::Problem problem = stated(oscillator);
  Race race(problem, options(1e-8, default_work, 2));
  const Outcome outcome = race.run();
  EXPECT_EQ(outcome.end, End::accuracy);
  EXPECT_LT(outcome.fraction, 0.05);
  ASSERT_TRUE(outcome.best && outcome.estimate);
  EXPECT_LE(error_of(oscillator, *outcome.best), 1e-7);
}

// Nobody is begun twice at the same size on the same points, and candidates of a lane grow.
TEST(Race, GrowsItsNetworks) {
  const problem::Problem problem = stated(nonlinear());
  Race race(problem, options(0, 1e10));
  const Outcome outcome = race.run();
  EXPECT_NE(outcome.end, End::accuracy);
  std::map<std::string, std::int64_t> last;
  bool grown = false;
  for (const results::Racer& one : race.table()) {
    const bool again = last.contains(one.kind);
    EXPECT_TRUE(!again || one.parameters * one.points > last[one.kind]) << one.kind;
    grown = grown || again;
    last[one.kind] = one.parameters * one.points;
  }
  EXPECT_TRUE(grown);
  EXPECT_GT(outcome.fraction, 0);
}

// A long time on which single networks find functions that are no solutions.
TEST(Race, SolvesLongTimesInWindows) {
  const std::string text = R"toml([problem]
variables = "t"
unknowns = ["prey", "pred"]
domain = { t = [0, 20] }
[functions]
a = "1.5 + sin(t)/2"
b = "1.2 + 0.7*cos(t)"
[[term]]
on = "interior"
residual = ["prey_t - prey*(1 - pred) - (diff(a, t) - a*(1 - b))", "pred_t - pred*(prey - 1) - (diff(b, t) - b*(a - 1))"]
[[term]]
on = "initial"
residual = ["prey - a", "pred - b"]
)toml";
  const problem::Problem problem = stated(text);
  Race race(problem, options(1e-6, default_work));
  const Outcome outcome = race.run();
  EXPECT_EQ(outcome.end, End::accuracy);
  ASSERT_TRUE(outcome.best);
  problem::Problem known = stated(text + "[solution]\nprey = \"a\"\npred = \"b\"\n",
                                  settings_of(problem, outcome.best->choice));
  const auto points = solve::evaluation_points(known, geometry::interior_of(known.domain));
  const Matrix u = values_at(known, outcome.best->runner->pieces(), points, 1);
  for (std::ptrdiff_t q = 0; q < points.count; ++q)
    EXPECT_NEAR(u(q, 0), 1.5 + std::sin(points.coordinate(q, 0)) / 2, 1e-4);
}

// Where points of training tell little of what is between them, other ones are drawn each time.
TEST(Lane, DrawsPointsAgainInManyDimensions) {
  const problem::Problem problem = stated(R"toml([problem]
variables = "x[5]"
domain = { box = [-1, 1] }
[[term]]
on = "interior"
residual = "laplacian(u) - sin(3*sum(x[i]))"
[network]
layers = [10]
)toml");
  const Scales scales;
  Lane lane(problem, {5, 1}, {Kind::as_written}, scales);
  Meter meter(2e10, 0);
  lane.advance(meter, 1, false, [&] { return lane.candidates().size() > 2; });
  const auto& all = lane.candidates();
  ASSERT_GE(all.size(), 2u);
  EXPECT_TRUE(all[0].has_few_points());
  EXPECT_FALSE(all[0].redrawn);
  EXPECT_TRUE(all[1].redrawn);
  EXPECT_EQ(all[1].rows_each, all[0].rows_each);
  EXPECT_EQ(all[1].runner->problem().terms[0].points.resample, 1);
}

// Lanes in windows begin where no network over all of the time does well, and not where one does.
TEST(Race, CutsTheTime) {
  const auto lanes_in_windows = [](const std::string& equation) {
    const problem::Problem problem = stated(R"toml([problem]
variables = ["x", "t"]
domain = { x = [-1, 1], t = [0, 1] }
periodic = "x"
[[term]]
on = "initial"
residual = "u + sin(pi*x)"
[[term]]
on = "interior"
residual = ")toml" + equation + "\"\n");
    Race race(problem, options(0, 1.5e10));
    race.run();
    std::vector<results::Racer> all = race.table();
    std::erase_if(all, [](const auto& one) {
      return one.kind.find("windows of time, hard start") == std::string::npos;
    });
    return all;
  };
  EXPECT_GE(lanes_in_windows("u_t + u*u_x - 0.01*u_xx").size(), 2u);
  EXPECT_EQ(lanes_in_windows("u_t + u_x").size(), 0u);
}

TEST(Race, EndsWithItsBudget) {
  const problem::Problem problem = stated(testing::poisson);
  Race race(problem, options(0, 1e9));
  const Outcome outcome = race.run();
  EXPECT_EQ(outcome.end, End::budget);
  // The iteration that exceeds the budget is the last one.
  EXPECT_GE(outcome.fraction, 1);
  EXPECT_LT(outcome.fraction, 1.3);
}

// Everything has ended, and nothing larger fits into what is left.
TEST(Race, EndsWhereNothingFits) {
  const problem::Problem problem =
      stated(oscillator, {"optimizer.method=multistep", "optimizer.iterations=3"});
  for (const double work : {1e8, 1e9}) {
    Race race(problem, options(0, work));
    EXPECT_EQ(race.run().end, End::budget);
  }
}

TEST(Race, StopsWhenAsked) {
  const problem::Problem problem = stated(testing::poisson);
  for (const int threads : {1, 3}) {
    RaceOptions stopped = options(0, default_work, threads);
    int asked = 0;
    stopped.interrupted = [&] { return ++asked > 20; };
    Race race(problem, stopped);
    const Outcome outcome = race.run();
    EXPECT_EQ(outcome.end, End::interrupted);
    EXPECT_LT(outcome.fraction, 0.1);
  }
}

// By the thread that made the race, also where lanes are in others.
TEST(Race, TellsHowItStands) {
  const problem::Problem problem = stated(nonlinear());
  RaceOptions told = options(0, 3e9, 3);
  const auto caller = std::this_thread::get_id();
  std::vector<std::string> lines;
  const auto enter = [&] { EXPECT_EQ(std::this_thread::get_id(), caller); };
  told.interrupted = [&] {
    enter();
    return false;
  };
  told.tell = [&](const std::string& line) {
    enter();
    lines.push_back(line);
  };
  Race race(problem, told);
  race.run();
  ASSERT_FALSE(lines.empty());
  for (const std::string& line : lines) {
    EXPECT_TRUE(line.starts_with("race ")) << line;
    EXPECT_NE(line.find("; trains "), std::string::npos) << line;
  }
}

// A candidate whose bits depend on how many threads BLAS has, or that has no room, is left until it
// is alone.
TEST(Lane, WaitsForAllThreadsAndForRoom) {
  const problem::Problem problem = stated(testing::poisson, {"network.layers=[160]"});
  const Scales scales;
  const auto stop_after = [](int iterations) {
    return [iterations, asked = 0]() mutable { return asked++ > iterations; };
  };
  for (const Share& share : {Share{1}, Share{1, 1e3}}) {
    Lane lane(problem, {5, 2}, {Kind::as_written}, scales);
    Meter meter(1e12, 0);
    lane.run_beside_others(share);
    lane.advance(meter, 1, false, stop_after(3));
    EXPECT_TRUE(lane.waits());
    EXPECT_EQ(lane.spent(), 0);
    EXPECT_FALSE(lane.is_exhausted());
    lane.run_alone();
    EXPECT_FALSE(lane.waits());
    lane.advance(meter, 1, false, stop_after(3));
    EXPECT_GT(lane.spent(), 0);
    EXPECT_TRUE(lane.needs_all_threads());
  }
}

// What is dropped has left no trace.
TEST(Lane, IsCopied) {
  const problem::Problem problem = stated(oscillator);
  const Scales scales;
  Lane lane(problem, {5, 1}, {Kind::tanh}, scales);
  Meter meter(1e12, 0);
  const auto advance = [&](Lane& one) {
    one.advance(meter, one.spent() + 1e-4, false, [] { return false; });
    return one.candidates().back().score;
  };
  advance(lane);
  const double spent = lane.spent(), score = lane.candidates().back().score;
  Lane copy = lane.copy();
  const double next = advance(copy);
  EXPECT_LT(next, score);
  EXPECT_EQ(lane.spent(), spent);
  EXPECT_EQ(lane.candidates().back().score, score);
  EXPECT_EQ(advance(lane), next);
}

TEST(Meter, CountsWork) {
  Meter meter(1e6, 0);
  meter.add(2.5e5);
  EXPECT_DOUBLE_EQ(meter.fraction(), 0.25);
  EXPECT_DOUBLE_EQ(meter.cost_of(1e5), 0.1);
}

TEST(Candidate, IsSaturatedWhereTwiceTheWorkGainsLittle) {
  const problem::Problem problem =
      stated(oscillator, {"optimizer.method=multistep", "optimizer.iterations=5000"});
  Candidate one;
  one.runner = std::make_unique<Runner>(problem, Machine{0, 1});
  one.runner->run([asked = 0]() mutable { return asked++ >= 30; });
  one.score = 1e-3;
  one.falls = {3, 0.5};
  EXPECT_FALSE(one.is_saturated());
  one.falls = {0.9, 0.5};
  EXPECT_TRUE(one.is_saturated());
  // What is not solved at all may only be starting.
  one.score = 0.5;
  EXPECT_FALSE(one.is_saturated());
  // The mean of the last two, and never uphill.
  EXPECT_DOUBLE_EQ(one.predicted(4), 0.5 * std::pow(4, -0.7));
  one.falls = {-1, -2};
  EXPECT_DOUBLE_EQ(one.predicted(4), 0.5);
}

// Forty measurements of exp(-t) with an error of 0.01, of which the rate is to be found.
TEST(Race, EndsInTheNoiseOfMeasurements) {
  const engd::testing::TemporaryFolder folder;
  std::string table = "t,u\n";
  for (int k = 0; k < 40; ++k) {
    const double t = 0.05 * (k + 1);
    // Numbers without order of root mean square 0.01.
    const double error = 0.01 * std::sqrt(2) * std::sin(17.3 * k * k + k);
    table += fmt::format("{},{}\n", t, std::exp(-t) + error);
  }
  std::ofstream(folder.path() / "decay.csv") << table;
  const problem::Problem problem = stated(fmt::format(R"toml([problem]
variables = "t"
domain = {{ t = [0, 2] }}
[coefficients]
k = {{ start = 3, positive = true }}
[[term]]
on = "interior"
residual = "u_t + k*u"
[[term]]
data = "{}"
noise = 0.01
)toml",
                                                      (folder.path() / "decay.csv").string()));
  Race race(problem, options(0, 1e11));
  const Outcome outcome = race.run();
  EXPECT_EQ(outcome.end, End::noise);
  ASSERT_TRUE(outcome.best && outcome.estimate);
  EXPECT_LT(outcome.fraction, 0.2);
  // The scatter of forty measurements, of the size 0.5.
  EXPECT_GT(outcome.estimate->rel_l2, 1e-3);
  EXPECT_LT(outcome.estimate->rel_l2, 1e-2);
  const geometry::PointSet points =
      solve::evaluation_points(problem, geometry::interior_of(problem.domain));
  const Matrix u = values_at(problem, outcome.best->runner->pieces(), points, 1);
  for (std::ptrdiff_t q = 0; q < points.count; ++q)
    EXPECT_NEAR(u(q, 0), std::exp(-points.coordinate(q, 0)), 0.02);
}

}  // namespace
}  // namespace engd::automatic
