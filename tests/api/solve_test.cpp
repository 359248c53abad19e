#include <cmath>
#include <engd/functions.hpp>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <thread>

#include "common/contains.h"
#include "common/temporary_folder.h"
#include "small.h"

namespace engd::testing {
namespace {

namespace fs = std::filesystem;

TEST(ApiSolve, WithoutAFolderNothingIsWritten) {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  const Solution fixed = solve(small_poisson(), {.threads = 1});
  const Solution raced = solve(parse(open_text), {.threads = 1, .accuracy = 1e-3});
  fs::current_path(before);
  EXPECT_TRUE(fs::is_empty(folder.path()));
  EXPECT_EQ(fixed.folder(), "");
  EXPECT_TRUE(raced.estimate().has_value());
}

TEST(ApiSolve, WithAFolderItIsTheSameAndTheFilesAreThere) {
  const TemporaryFolder folder;
  const Options options{.threads = 1, .folder = folder / "run", .report = false};
  const Solution with = solve(small_poisson(), options);
  const Solution without = solve(small_poisson(), {.threads = 1});
  EXPECT_EQ(with.loss(), without.loss());
  EXPECT_EQ(with.folder(), folder / "run");
  for (const char* file : {"model.h5", "summary.json", "history.csv", "problem.toml"})
    EXPECT_TRUE(fs::exists(folder / "run" / file)) << file;
  const Error again = error_of([&] { solve(small_poisson(), options); });
  EXPECT_EQ(again.code(), ErrorCode::input);
  EXPECT_EQ(again.message(), "the folder '" + options.folder +
                                 "' holds the results of a run: replace them with "
                                 "Options::replace, or choose another folder by Options::folder");
  Options replacing = options;
  replacing.replace = true;
  EXPECT_NO_THROW(solve(small_poisson(), replacing));
}

TEST(ApiSolve, SeedsAreDifferentStarts) {
  const double zero = solve(small_poisson(), {.threads = 1}).loss();
  const Solution one = solve(small_poisson(), {.seed = 1, .threads = 1});
  EXPECT_NE(one.loss(), zero);
  EXPECT_EQ(one.seed(), 1u);
}

TEST(ApiSolve, OptionsHaveRanges) {
  const Problem p = small_poisson();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(text_of([&] { solve(p, {.threads = -1}); }),
            "Options::threads = -1: must be 1 to 1024, or 0 for all that there are");
  EXPECT_EQ(text_of([&] { solve(p, {.accuracy = nan}); }),
            "Options::accuracy = nan: must be a relative error, 0 to 1");
  EXPECT_EQ(text_of([&] { solve(p, {.time = -1}); }),
            "Options::time = -1: must be seconds, 0.001 to 1e9, or 0 for an amount of work");
}

TEST(ApiSolve, ATimeEndsTheRun) {
  const Solution s = solve(parse(open_text), {.threads = 1, .accuracy = 0, .time = 0.3});
  EXPECT_FALSE(s.termination().failed) << s.termination().why_failed;
}

TEST(ApiSolve, AccuracyThatIsMissedIsAFailureAndNoError) {
  Problem p = parse(open_text);
  p.set("problem.automatic", "{ work = 1e9 }");
  const Termination end = solve(p, {.threads = 1, .accuracy = 1e-15}).termination();
  EXPECT_TRUE(end.failed);
  EXPECT_TRUE(contains(end.why_failed, "more would help: Options::time = ")) << end.why_failed;
  EXPECT_FALSE(end.interrupted);
}

class Counting : public Observer {
 public:
  void see(const Moment& moment) override {
    ++moments;
    last = moment;
  }
  void race(const std::string&) override { ++races; }
  void tell(const std::string& line) override { told += line; }
  bool wants_to_stop() override { return last.iteration >= stop_at; }

  int moments = 0, races = 0, stop_at = std::numeric_limits<int>::max();
  Moment last;
  std::string told;
};

TEST(ApiObserver, SeesEveryIteration) {
  Counting observer;
  const Solution s = solve(small_poisson(), {.threads = 1}, observer);
  EXPECT_EQ(observer.moments, 9);  // 8 iterations and the end
  EXPECT_TRUE(observer.last.final);
  EXPECT_EQ(observer.last.iteration, 8);
  EXPECT_EQ(observer.last.loss, s.loss());
  EXPECT_EQ(observer.last.error, s.error());
}

/// Evaluates another solution wherever it is called.
class Evaluating final : public Counting {
 public:
  void race(const std::string& line) override {
    Counting::race(line);
    look();
  }
  bool wants_to_stop() override {
    look();
    return false;
  }

 private:
  void look() const {
    EXPECT_EQ(std::this_thread::get_id(), caller_);
    EXPECT_EQ(other_({0.3, 0.3}), value_);
  }
  const std::thread::id caller_ = std::this_thread::get_id();
  const Solution other_ = solve(small_poisson(), {.threads = 1});
  const double value_ = other_({0.3, 0.3});
};

// In the thread that solves, though networks train in others.
TEST(ApiObserver, SeesTheRace) {
  for (const int threads : {1, 3}) {
    Evaluating observer;
    solve(parse(open_text), {.threads = threads, .accuracy = 1e-6}, observer);
    EXPECT_GT(observer.races, 0);
  }
}

TEST(ApiObserver, IsToldWhyThereIsNoRace) {
  Problem p = parse(open_text);
  p.set("network", "[{ layers = [5] }, { layers = [5] }]");
  p.set("optimizer.iterations", "3");
  Counting observer;
  solve(p, {.threads = 1, .accuracy = 1e-2}, observer);
  EXPECT_TRUE(contains(observer.told, "are solved with the settings of the file"));
}

TEST(ApiObserver, Stops) {
  Counting observer;
  observer.stop_at = 3;
  const Solution s = solve(small_poisson(), {.threads = 1}, observer);
  EXPECT_TRUE(s.termination().interrupted);
  EXPECT_EQ(s.termination().name, "interrupted");
  EXPECT_LE(observer.last.iteration, 4);
  EXPECT_TRUE(std::isfinite(s({0.5, 0.5})));
}

TEST(ApiObserver, StopsTheRace) {
  Counting observer;
  observer.stop_at = 0;
  const Solution s = solve(parse(open_text), {.threads = 1, .accuracy = 1e-9}, observer);
  EXPECT_TRUE(s.termination().interrupted);
}

TEST(ApiObserver, MayBeAFunction) {
  int calls = 0;
  const Solution s = solve(small_poisson(), {.threads = 1}, [&](const Moment& moment) {
    ++calls;
    return moment.iteration < 2;
  });
  EXPECT_TRUE(s.termination().interrupted);
  EXPECT_GE(calls, 3);
  EXPECT_NO_THROW(solve(small_poisson(), {.threads = 1}, std::function<bool(const Moment&)>()));
}

TEST(ApiObserver, WhatItThrowsComesOut) {
  struct Mine {};
  EXPECT_THROW(solve(small_poisson(), {.threads = 1}, [](const Moment&) -> bool { throw Mine(); }),
               Mine);
  EXPECT_THROW(solve(small_poisson(), {.threads = 1},
                     [](const Moment&) -> bool { throw std::domain_error("mine"); }),
               std::domain_error);
  EXPECT_NO_THROW(solve(small_poisson(), {.threads = 1}));  // nothing is left behind
}

}  // namespace
}  // namespace engd::testing
