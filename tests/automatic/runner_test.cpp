#include "automatic/runner.h"

#include <gtest/gtest.h>

#include "automatic/kinds.h"
#include "automatic/stated.h"

namespace engd::automatic {
namespace {

using testing::stated;

Runner runner(const std::string& text = testing::oscillator) {
  const problem::Problem problem = stated(text);
  return {with_choice(problem, choice_of({Kind::tanh}, 40, 4, problem)), Machine{3, 1}};
}

/// Stops before the iteration of this number, counted from the start of the call.
auto after(int iterations) {
  return [iterations, asked = 0]() mutable { return asked++ >= iterations; };
}

// To the bit: what is chosen is a file whose run has no stops.
TEST(Runner, GoesOnAsIfItHadNotStopped) {
  Runner whole = runner(), parts = runner();
  whole.run(after(25));
  for (const int iterations : {4, 1, 13, 7}) parts.run(after(iterations));
  EXPECT_EQ(parts.iterations(), 25);
  EXPECT_EQ(parts.loss(), whole.loss());
  ASSERT_EQ(parts.pieces().size(), 1u);
  EXPECT_EQ(parts.pieces()[0].theta, whole.pieces()[0].theta);
  // Its history is that of the iterations before the state that it goes on from.
  EXPECT_EQ(parts.history().size(), 25u);
  EXPECT_EQ(parts.history().back().iteration, 24);
}

TEST(Runner, EndsWithItsIterations) {
  problem::Problem problem = stated(testing::oscillator, {"optimizer.iterations=3"});
  Runner one(problem, {0, 1});
  one.run([] { return false; });
  EXPECT_TRUE(one.has_ended());
  EXPECT_FALSE(one.has_failed());
  EXPECT_EQ(one.iterations(), 3);
  one.run([] { return false; });
  EXPECT_EQ(one.iterations(), 3);
}

TEST(Runner, MeasuresEveryTerm) {
  Runner one = runner();
  one.run(after(0));
  const auto before = measure_terms(one.pieces(), {3, 1});
  one.run(after(40));
  const auto now = measure_terms(one.pieces(), {3, 1});
  ASSERT_EQ(now.size(), 2u);
  EXPECT_EQ(now[0].term, "term1");
  EXPECT_EQ(now[1].term, "term2");
  for (std::size_t t = 0; t < now.size(); ++t) {
    EXPECT_GT(before[t].relative, 1e-2);
    EXPECT_LT(now[t].relative, 1e-4);  // 40 iterations on a smooth solution give many more digits
  }
}

// A summand that stands alone has no size of its own: next to nothing, its residual is one.
TEST(Runner, MeasuresWhatStandsAlone) {
  const problem::Problem problem = stated(R"toml([problem]
variables = "t"
domain = { t = [0, 1] }
[[term]]
on = "interior"
residual = "u_tt"
[[term]]
on = "boundary"
residual = "u - t"
)toml");
  Runner one(with_choice(problem, choice_of({Kind::tanh}, 30, 4, problem)), {3, 1});
  one.run(after(40));
  const auto terms = measure_terms(one.pieces(), {3, 1});
  ASSERT_EQ(terms.size(), 2u);
  EXPECT_GT(terms[0].relative, 0);
  EXPECT_LT(terms[0].relative, 1e-4);
}

TEST(Runner, KnowsWhereAnUnknownIs) {
  const auto places = places_of(stated(R"toml([problem]
variables = ["x", "y"]
unknowns = ["inner", "outer"]
domain = { shape = "disk", radius = 1 }
[subdomains.core]
shape = "disk"
radius = 0.5
[[term]]
on = "inside.core"
residual = "laplacian(inner) - 1"
[[term]]
on = "outside.core"
residual = "laplacian(outer) - 1"
[[term]]
on = "interface.core"
residual = ["inner - outer", "dn(inner) - dn(outer)"]
[[term]]
on = "boundary"
residual = "outer"
)toml"));
  ASSERT_EQ(places.size(), 2u);
  for (const Place& place : places)
    for (std::ptrdiff_t q = 0; q < place.points.count; ++q) {
      const double r = std::hypot(place.points.coordinate(q, 0), place.points.coordinate(q, 1));
      EXPECT_EQ(r < 0.5, place.unknown == 0) << r;
    }
}

}  // namespace
}  // namespace engd::automatic
