#include <cmath>
#include <engd/solution.hpp>
#include <numbers>

#include "common/contains.h"
#include "common/temporary_folder.h"
#include "small.h"

namespace engd::testing {
namespace {

/// Solved once, to many digits.
const Solution& precise() {
  static const Solution solution = [] {
    Problem p = small_poisson();
    p.set("network.layers", "[32]");
    p.set("optimizer.iterations", "80");
    return solve(p, {.threads = 1});
  }();
  return solution;
}

constexpr double accuracy = 1e-5;  // of derivatives of a solution with an error of 1e-8

TEST(ApiSolution, Values) {
  const Solution& s = precise();
  EXPECT_EQ(s.variables(), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(s.unknowns(), std::vector<std::string>{"u"});
  EXPECT_NEAR(s({0.5, 0.5}), 1, accuracy);
  const std::vector<double> points{0.5, 0.5, 0.25, 0.5, 7, 7};
  const Values all = s.evaluate(points);
  EXPECT_EQ(all.names, std::vector<std::string>{"u"});
  ASSERT_EQ(all.rows, 3u);
  EXPECT_EQ(all(0), s({0.5, 0.5}));
  EXPECT_TRUE(std::isnan(all(2)));  // outside
  const Values some = s.evaluate(points, "u, grad(u)");
  EXPECT_EQ(some.columns(), 3u);
  EXPECT_NEAR(some(1, 1), std::numbers::pi * std::sqrt(0.5), accuracy);
  EXPECT_EQ(some(0, 0), all(0));
  EXPECT_EQ(s.evaluate(points, laplacian(formula("u")))(0),
            s.evaluate(points, "laplacian(u)", 2)(0));
}

TEST(ApiSolution, DerivativesAreLimitsOfDifferences) {
  const auto d = precise().derivative(std::vector{0.3, 0.6}, "u_xy");
  ASSERT_EQ(d.size(), 1u);
  const auto error = [&](double h) {
    const Solution& s = precise();
    const double difference = (s({0.3 + h, 0.6 + h}) - s({0.3 - h, 0.6 + h}) -
                               s({0.3 + h, 0.6 - h}) + s({0.3 - h, 0.6 - h})) /
                              (4 * h * h);
    return std::fabs(difference - d[0]);
  };
  EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), 2, 0.1);
}

TEST(ApiSolution, Integrals) {
  EXPECT_NEAR(precise().integral("boundary", "dn(u)"), -8, 10 * accuracy);
  EXPECT_NEAR(precise().integral("interior", "u"), 4 / std::pow(std::numbers::pi, 2), accuracy);
  EXPECT_NEAR(precise().integral("x < 0.5 and y < 0.5", "u"), 1 / std::pow(std::numbers::pi, 2),
              1e-3);  // quasi-random points at the cut
}

TEST(ApiSolution, MistakesArePointedAt) {
  const Solution& s = precise();
  const std::vector<double> points{0.5, 0.5};
  const std::string unknown = text_of([&] { s.evaluate(points, "u, uu_x"); });
  EXPECT_TRUE(contains(unknown, "'uu' is not declared")) << unknown;
  EXPECT_TRUE(contains(unknown, "    u, uu_x\n       ^~~~")) << unknown;
  EXPECT_TRUE(contains(text_of([&] { s.integral("boundry", "u"); }), "boundary"));
  EXPECT_EQ(text_of([&] { s.integral("interior", "grad(u)"); }),
            "'grad(u)' has 2 components: an integral is of one");
  EXPECT_TRUE(contains(text_of([&] { s.integral("interior", "dn(u)"); }), "normal"));
  EXPECT_EQ(text_of([&] { s.evaluate(std::vector{1.0}); }),
            "1 coordinates do not make points of dimension 2");
  EXPECT_EQ(text_of([&] { s({0.5}); }), "a point has 2 coordinates here, and 1 are given");
  EXPECT_EQ(text_of([&] { s.evaluate(points, "u", 0); }), "threads = 0: must be 1 to 1024");
}

TEST(ApiSolution, ErrorsHistoryAndEnd) {
  const Solution& s = precise();
  EXPECT_LT(*s.error(), 1e-6);
  EXPECT_GT(*s.h1_error(), *s.error());
  EXPECT_FALSE(s.estimate());
  const auto history = s.history();
  ASSERT_GT(history.size(), 50u);
  EXPECT_EQ(history.front().iteration, 0);
  EXPECT_EQ(history.back().loss, s.loss());
  EXPECT_EQ(history.back().term_losses.size(), 2u);
  EXPECT_EQ(history.back().rel_l2, s.error());
  EXPECT_FALSE(s.termination().failed);
  EXPECT_FALSE(s.termination().sentence.empty());
}

TEST(ApiSolution, SavedAndLoadedItIsTheSame) {
  const TemporaryFolder folder;
  precise().save(folder / "m.h5");
  const Solution again = load(folder / "m.h5");
  EXPECT_EQ(again({0.3, 0.4}), precise()({0.3, 0.4}));
  EXPECT_TRUE(std::isnan(again.loss()));
  EXPECT_FALSE(again.error());
  EXPECT_FALSE(again.h1_error());
  EXPECT_TRUE(again.history().empty());
  EXPECT_TRUE(again.termination().name.empty());
  EXPECT_EQ(again.seed(), 0u);
  EXPECT_EQ(again.folder(), "");
  EXPECT_EQ(error_of([&] { precise().save(folder / "no/folder/m.h5"); }).code(), ErrorCode::failed);
  EXPECT_EQ(text_of([&] { load(folder / "n.h5"); }),
            (folder / "n.h5").string() + ": there is no such run folder or model file");
}

TEST(ApiSolution, OfARunFolderHasAllOfIt) {
  const TemporaryFolder folder;
  const Solution s =
      solve(small_poisson(), {.seed = 4, .threads = 1, .folder = folder / "run", .report = false});
  const Solution again = load(folder / "run");
  EXPECT_EQ(again.loss(), s.loss());
  EXPECT_EQ(again.error(), s.error());
  EXPECT_EQ(again.history().size(), s.history().size());
  EXPECT_EQ(again.termination().sentence, s.termination().sentence);
  EXPECT_EQ(again.seed(), 4u);
  EXPECT_EQ(again({0.1, 0.2}), s({0.1, 0.2}));
  EXPECT_TRUE(contains(text_of([&] { load(folder / "run", 5); }), "the run has no seed 5"));
}

TEST(ApiSolution, CoefficientsWithStandardErrors) {
  Problem p;
  const auto [x] = p.coordinates({{"x", 0, 1}});
  const auto u = p.unknown("u"), k = p.coefficient("k", 1);
  p.term("interior", diff(u, x) - k * u, {.weight = 1e6});
  std::vector<double> places, values;
  for (int i = 0; i < 20; ++i) {
    places.push_back(0.05 * i);
    values.push_back(std::exp(0.5 * 0.05 * i) + (i % 2 == 0 ? 0.01 : -0.01));
  }
  p.data(u, places, values, {.name = "seen", .noise = 0.01});
  p.set("network.layers", "[6]");
  p.set("optimizer.method", "multistep");
  p.set("optimizer.iterations", "40");
  const Solution s = solve(p, {.threads = 1});
  const Coefficient found = s.coefficient("k");
  ASSERT_TRUE(found.standard_error);
  EXPECT_TRUE(found.determined);
  EXPECT_NEAR(found.value, 0.5, 4 * *found.standard_error);
  EXPECT_EQ(s.coefficients().size(), 1u);
  EXPECT_EQ(s.history().back().coefficients.front(), found.value);
  EXPECT_EQ(text_of([&] { s.coefficient("q"); }), "no coefficient 'q'; known: k");
  EXPECT_EQ(text_of([] { precise().coefficient("q"); }),
            "no coefficient 'q': the problem has none");
  const TemporaryFolder folder;
  s.save(folder / "m.h5");
  EXPECT_EQ(load(folder / "m.h5").coefficient("k").value, found.value);
}

TEST(ApiSolution, WhatWasChosenIsAProblemThatSaysItAll) {
  const Solution s = solve(parse(open_text), {.threads = 1, .accuracy = 1e-4});
  EXPECT_TRUE(s.estimate());
  EXPECT_TRUE(contains(s.chosen(), "[network]")) << s.chosen();
  EXPECT_TRUE(contains(s.chosen(), "automatic = false"));
  EXPECT_EQ(solve(parse(s.chosen()), {.threads = 1}).loss(), s.loss());
}

}  // namespace
}  // namespace engd::testing
