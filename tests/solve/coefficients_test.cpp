// How sure coefficients are: what happens over many draws.
#include "solve/coefficients.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "read/problem_text.h"
#include "solve/training.h"
#include "support/random.h"

namespace engd::solve {
namespace {

using testing::problem_from;
using testing::TemporaryFolder;

TEST(StandardErrors, NothingIsKnownWithoutData) {
  problem::Problem problem = problem_from(R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
[coefficients]
k = 1
[[term]]
on = "interior"
residual = "u_x + k*u"
[network]
layers = [3]
)toml");
  const Level level(problem);
  const auto estimates = estimate_coefficients(level, level.trainable->initial(0), 0, 1);
  ASSERT_EQ(estimates.size(), 1u);
  EXPECT_EQ(estimates[0].value, 1);
  EXPECT_FALSE(estimates[0].standard_error);
}

/// u' + k u = 0 with u(0) not known, measured at `points` places.
std::string decay_text(const std::string& data, const std::string& noise,
                       const std::string& weight) {
  return R"toml([problem]
variables = ["t"]
domain = { t = [0, 2] }
[coefficients]
k = { start = 1, positive = true }
[[term]]
on = "interior"
residual = "u_t + k*u"
points = { gauss = 16 }
weight = )toml" +
         weight + R"toml(
[[term]]
name = "data"
data = ")toml" +
         data + "\"\n" + noise + R"toml(
[solution]
k = 1.5
[network]
layers = [6]
[optimizer]
iterations = 60
starts = 1
)toml";
}

void write_data(const std::filesystem::path& file, double sigma, std::uint64_t seed) {
  const RandomStream random{seed, Purpose::points, 0, 0};
  std::ofstream stream(file);
  stream.precision(17);
  stream << "t,u\n";
  for (std::uint64_t i = 0; i < 20; ++i) {
    const double t = 0.1 * static_cast<double>(i);
    stream << t << ',' << 2 * std::exp(-1.5 * t) + sigma * random.normal(i) << '\n';
  }
}

// Over many draws of the noise the estimate is within its own standard errors as often as a normal
// variable is, whether the noise is given or estimated.
TEST(StandardErrors, CoverTheTruthAtTheRightRate) {
  const TemporaryFolder folder;
  const double sigma = 0.02;
  const int draws = 60;
  for (const bool given : {true, false}) {
    const std::string noise = given ? "noise = 0.02" : "", weight = given ? "1e6" : "1e2";
    int within_one = 0, within_two = 0;
    double squares = 0;
    for (int draw = 0; draw < draws; ++draw) {
      write_data(folder / "d.csv", sigma, static_cast<std::uint64_t>(draw));
      problem::Problem problem =
          problem_from(decay_text((folder / "d.csv").string(), noise, weight));
      const Trained trained = Training(Level(problem), 0, 1).run();
      const auto estimate = estimate_coefficients(trained.level, trained.theta, 0, 1).front();
      ASSERT_TRUE(estimate.determined && estimate.standard_error);
      const double z = (estimate.value - 1.5) / *estimate.standard_error;
      within_one += std::fabs(z) <= 1;
      within_two += std::fabs(z) <= 2;
      squares += z * z;
    }
    // Binomial: 68% and 95% of 60 are 41 +- 3.6 and 57 +- 1.6; chi^2 / 60 is 1 +- 0.18.
    EXPECT_NEAR(within_one, 41, 9) << noise;
    EXPECT_GE(within_two, 53) << noise;
    EXPECT_NEAR(squares / draws, 1, 0.5) << noise;
  }
}

}  // namespace
}  // namespace engd::solve
