// Networks on what other networks have left: the energy is that of the sum.
#include <gtest/gtest.h>

#include <cmath>

#include "backend/cpu/unknowns.h"
#include "read/problem_text.h"
#include "solve/scale.h"
#include "solve/training.h"

namespace engd::solve {
namespace {

using testing::problem_from;

const std::string networks = R"toml(
[[network]]
layers = [5]
init = { kind = "normal", std = 0.9 }
[[network]]
layers = [4]
)toml";

const std::string line = R"toml([problem]
variables = ["x"]
domain = { interval = [-1, 2] }
[functions]
f = "sin(3*x)"
)toml";

const std::string plane = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[-1, 1], [0, 1]] }
[functions]
f = "sin(3*x)*exp(y)"
)toml";

const std::string many = R"toml([problem]
variables = ["x[10]"]
domain = { box = [0, 1] }
)toml";

/// A level with one frozen network, and the one network that is the same: v + s N has the neurons
/// of both, the outputs of the second times s.
struct Pair {
  problem::Problem problem, merged;
  Level level;
  Vector theta, merged_theta;
  Index hidden = 0;  ///< parameters of the second network before its outputs
  static constexpr double s = 0.25;

  explicit Pair(const std::string& toml)
      : problem(problem_from(toml + networks)),
        merged(problem_from(toml + "[network]\nlayers = [9]\n")) {
    const network::Mlp first = make_network(problem);
    const Vector v = first.initial(1);
    level.frozen.push_back({first, v, {1.0}});
    level.scale = {s};
    const network::Mlp second = make_network(problem, level), both = make_network(merged);
    theta = second.initial(2);
    merged_theta.resize(both.parameters());
    const int d = both.dimension();
    const auto& layers = both.layers();
    for (int i = 0; i < 9; ++i) {
      const bool of_first = i < 5;
      const network::Mlp& mlp = of_first ? first : second;
      const Vector& from = of_first ? v : theta;
      const int k = of_first ? i : i - 5;
      for (int j = 0; j < d; ++j)
        merged_theta[layers[0].weights + i * d + j] = from[mlp.layers()[0].weights + k * d + j];
      merged_theta[layers[0].biases + i] = from[mlp.layers()[0].biases + k];
      merged_theta[layers[1].weights + i] = (of_first ? 1 : s) * from[mlp.layers()[1].weights + k];
    }
    merged_theta[layers[1].biases] =
        v[first.layers()[1].biases] + s * theta[second.layers()[1].biases];
    hidden = second.layers()[1].weights;
  }

  /// The loss and the gradient of the level's network, by the merged one.
  double merged_gradient(Vector& g) {
    Vector of_both;
    const double loss = make_energy(merged, 0, 1)->gradient(merged_theta, of_both);
    const int d = problem.domain.dimension();
    g.resize(theta.size());
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < d; ++j) g[i * d + j] = of_both[(5 + i) * d + j];
      g[4 * d + i] = of_both[9 * d + 5 + i];
    }
    g.tail(5) = s * of_both.tail(5);
    return loss;
  }
};

class LevelTest : public ::testing::TestWithParam<std::string> {};

// Polynomials of the jet and others, with and without a hard condition, residuals and densities;
// the points of densities are so many that integration by parts is exact to round-off.
INSTANTIATE_TEST_SUITE_P(
    Energies, LevelTest,
    ::testing::Values(
        plane + "[[term]]\non = \"interior\"\nresidual = \"laplacian(u) + u*u_x - f\"\n"
                "[[term]]\non = \"boundary\"\nresidual = \"dn(u) + u^3 - f\"\n",
        plane + "[hard.u]\nvalue = \"f\"\n"
                "[[term]]\non = \"interior\"\nresidual = \"laplacian(u) + exp(u)*u_y - f\"\n",
        line + "[[term]]\non = \"interior\"\npoints = { gauss = 80 }\n"
               "density = \"0.5*u_x^2 + 0.25*u^4 - f*u\"\n",
        line + "[[term]]\non = \"interior\"\npoints = { gauss = 80 }\nmeasure = \"mean\"\n"
               "weight = 3\ndensity = \"0.5*u_x^2*(1 + x^2) + exp(u) - f*u\"\n",
        plane + "[hard.u]\nvalue = \"f\"\non = \"x == -1\"\n"
                "[[term]]\non = \"interior\"\npoints = { gauss = 40 }\n"
                "density = \"0.5*norm2(grad(u)) + 0.25*u^4 - f*u\"\n"
                "[[term]]\non = \"boundary\"\nresidual = \"u\"\n",
        line + "[[term]]\non = \"interior\"\npoints = { trapezoid = 50 }\n"
               "density = \"0.5*u_x^2 - f*u\"\n",
        line + "[[term]]\non = \"interior\"\npoints = { gauss = 40 }\n"
               "density = \"0.5*u_xx^2 - f*u\"\n",
        line + "[[term]]\non = \"interior\"\npoints = { gauss = 80 }\n"
               "density = \"sqrt(1 + u_x^2) - cos(u) + abs(2 + u)^2.5 - f*u\"\n",
        line + "[[term]]\non = \"interior\"\npoints = { gauss = 80 }\n"
               "residual = \"asinh(u_x) + max(u, f)*erfc(u) - log10(2 + tanh(u)) + cbrt(u - 9)\"\n",
        plane + "[[term]]\non = \"interior\"\nresidual = \"norm(grad(u))^1.5 - f\"\n",
        many + "[[term]]\non = \"interior\"\npoints = { halton = 50 }\n"
               "residual = \"norm(grad(u)) - 1 + laplacian(u)\"\n",
        many + "[[term]]\non = \"interior\"\npoints = { halton = 50 }\n"
               "density = \"norm2(grad(u))^2 - u\"\n",
        plane + "[hard.u]\nvalue = \"f\"\non = \"y == 0\"\n"
                "[[term]]\non = \"x == -1\"\nshift = \"x\"\n"
                "residual = [\"jump(u)\", \"jump(u_x)\", \"u*shift(u_y) + shift(x*u)^2\"]\n",
        plane + "[[term]]\non = \"interior\"\nresidual = \"u\"\n"
                "[[term]]\non = \"x == -1\"\nshift = { x = 0.5 }\nresidual = \"jump(exp(u))\"\n"));

TEST_P(LevelTest, LossAndGradientAreThoseOfTheSum) {
  Pair pair(GetParam());
  const LevelTerms parts = make_level_terms(pair.problem, pair.level);
  ASSERT_EQ(parts.owner.size(), parts.terms.size());
  ASSERT_EQ(parts.offset.size(), pair.problem.terms.size());
  Vector g, want, by_term;
  double loss =
      make_energy(pair.problem, parts.terms, 0, 1, pair.level)->gradient(pair.theta, g, &by_term);
  for (const double offset : parts.offset) loss += offset;
  const double whole = pair.merged_gradient(want);
  EXPECT_NEAR(loss, whole, 1e-12 * (1 + std::fabs(whole)));
  EXPECT_LE((g - want).norm(), 1e-11 * (1 + want.norm()));

  Vector of_terms = Eigen::Map<const Vector>(parts.offset.data(), std::ssize(parts.offset));
  for (std::size_t t = 0; t < parts.owner.size(); ++t)
    of_terms[parts.owner[t]] += by_term[static_cast<Index>(t)];
  Vector merged_terms;
  make_energy(pair.merged, 0, 1)->loss(pair.merged_theta, &merged_terms);
  EXPECT_LE((of_terms - merged_terms).norm(), 1e-12 * (1 + merged_terms.norm()));
}

// Columns of measurements beside a frozen network, in a residual that is a polynomial and in one
// that is none.
TEST(LevelTest, MeasurementsBesideAFrozenNetwork) {
  const testing::TemporaryFolder folder;
  const auto plain = folder.write("d.csv", "x,u\n-0.5,1\n0.25,0.5\n1.5,-2\n"),
             more = folder.write("w.csv", "x,w\n-0.5,2\n0.25,-1\n1.5,0\n");
  const auto data = [](const std::filesystem::path& file) {
    return "[[term]]\nname = \"data\"\ndata = \"" + file.string() + "\"\n";
  };
  for (const std::string& term : {data(plain), data(more) + "residual = \"u*w - u^2 - exp(w)\"\n",
                                  data(more) + "residual = \"exp(u) - w*cos(u)\"\n"}) {
    Pair pair(line + term);
    const LevelTerms parts = make_level_terms(pair.problem, pair.level);
    Vector g, want;
    const double whole = pair.merged_gradient(want);
    const double loss =
        make_energy(pair.problem, parts.terms, 0, 1, pair.level)->gradient(pair.theta, g);
    EXPECT_NEAR(loss, whole, 1e-13 * (1 + whole)) << term;
    EXPECT_LE((g - want).norm(), 1e-12 * (1 + want.norm())) << term;
  }
}

TEST_P(LevelTest, UnknownsAreThoseOfTheSum) {
  Pair pair(GetParam());
  geometry::PointRule rule;
  rule.kind = geometry::PointRule::Kind::halton;
  rule.count = {200};
  const auto points = geometry::place_points(rule, geometry::interior_of(pair.problem.domain), {},
                                             pair.problem.scope.coordinates);
  const std::vector<expr::JetEntry> entries{expr::value_of(0), expr::value_of(0).differentiated(0)};
  Matrix got, want;
  cpu::Unknowns(make_network(pair.problem, pair.level), make_ansatz(pair.problem, pair.level),
                pair.problem.graph, entries, pair.problem.scope.space, points, 1)
      .evaluate(pair.theta, got);
  cpu::Unknowns(make_network(pair.merged), make_ansatz(pair.merged), pair.merged.graph, entries,
                pair.merged.scope.space, points, 1)
      .evaluate(pair.merged_theta, want);
  EXPECT_LE((got - want).norm(), 1e-13 * want.norm());
}

// Only where integration by parts is what the points do.
TEST(LevelTest, EulerAndLagrangeForGaussPointsOfFirstOrder) {
  const auto terms = [](const std::string& term) {
    Pair pair(line + "[[term]]\non = \"interior\"\n" + term);
    return make_terms(pair.problem, pair.level).size();
  };
  EXPECT_EQ(terms("density = \"u_x^2 - u\"\npoints = { gauss = 9 }\n"), 2u);
  EXPECT_EQ(terms("density = \"u_x^2 - u\"\npoints = { trapezoid = 9 }\n"), 1u);
  EXPECT_EQ(terms("density = \"u_xx^2 - u\"\npoints = { gauss = 9 }\n"), 1u);
  EXPECT_EQ(terms("residual = \"u_x - u\"\npoints = { gauss = 9 }\n"), 1u);
}

const std::string waves = R"toml([problem]
variables = ["x"]
domain = { interval = [-1, 1] }
[[term]]
on = "interior"
residual = "u - tanh(x) - 1e-6*cos(25*x)"
points = { gauss = 100 }
[[network]]
layers = [1]
normalize = false
[[network]]
layers = [40]
init = { kind = "domain" }
)toml";

Level tanh_level(problem::Problem& problem) {
  Level level;
  Vector theta(4);
  theta << 1, 0, 1, 0;
  level.frozen.push_back({make_network(problem), theta, {1.0}});
  return level;
}

// The root mean square of 1e-6 cos is 1e-6 / sqrt(2); features of the usual frequency do not see
// the cosine.
TEST(ScaleTest, IsTheSizeOfWhatIsLeft) {
  problem::Problem problem = problem_from(waves);
  Level level = tanh_level(problem);
  ASSERT_TRUE(fit_to_rest(problem, 0, 1, level));
  EXPECT_NEAR(level.scale[0], 1e-6 / std::sqrt(2), 1e-7);
  EXPECT_GT(level.frequency, 1);
}

TEST(ScaleTest, AStartOfTheFileIsKept) {
  problem::Problem problem = problem_from(waves, {"network.1.init.std=3"});
  Level level = tanh_level(problem);
  ASSERT_TRUE(fit_to_rest(problem, 0, 1, level));
  EXPECT_EQ(level.frequency, 1);
}

TEST(ScaleTest, NothingIsLeftOfAnExactSolution) {
  problem::Problem problem = problem_from(waves, {"term.0.residual=u"});
  Level level;
  level.frozen.push_back({make_network(problem), Vector::Zero(4), {1.0}});
  EXPECT_FALSE(fit_to_rest(problem, 0, 1, level));
}

const std::string small = R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
[hard.u]
[[term]]
on = "interior"
density = "0.5*u_x^2 - 9*pi^2*sin(3*pi*x)*u"
points = { gauss = 60 }
[solution]
u = "sin(3*pi*x)"
[[network]]
layers = [8]
[[network]]
layers = [32]
activation = "sin"
[optimizer]
iterations = 60
)toml";

Trained train(problem::Problem& problem) {
  return Training(problem, 0, 1).run({}, {});
}

// What the second network gains is more than a digit; the loss is that of the sum, whose least
// value is -1/2 |u|^2 of the energy: -9 pi^2 / 4.
TEST(TrainingTest, AFurtherNetworkLearnsTheRest) {
  problem::Problem one = problem_from(small, {"network=[{layers=[8]}]"}), two = problem_from(small);
  const Trained first = train(one), both = train(two);
  EXPECT_EQ(first.level.frozen.size(), 0u);
  ASSERT_EQ(both.level.frozen.size(), 1u);
  EXPECT_EQ(both.level.frozen[0].theta, first.theta);
  const double before = first.error->measure(first.theta).rel_l2,
               after = both.error->measure(both.theta).rel_l2;
  EXPECT_LT(before, 1e-3);
  EXPECT_LT(after, 0.1 * before);
  EXPECT_LE(both.ending.iterations, 120);
  EXPECT_GT(both.ending.iterations, first.ending.iterations);
  EXPECT_NEAR(both.loss, -9 * M_PI * M_PI / 4, 1e-9);
}

TEST(TrainingTest, ANetworkThatLowersNothingIsLeftOut) {
  problem::Problem one = problem_from(small, {"network=[{layers=[8]}]", "optimizer.iterations=0"}),
                   two = problem_from(small, {"network.1.scale=1e3", "optimizer.iterations=0"});
  const Trained first = train(one), both = train(two);
  EXPECT_EQ(both.level.frozen.size(), 0u);
  EXPECT_EQ(both.theta, first.theta);
  EXPECT_EQ(both.loss, first.loss);
  EXPECT_NE(both.ending.sentence.find("; network 2 did not lower the loss and is left out"),
            std::string::npos)
      << both.ending.sentence;
}

// Losses that observers see go on where the first network ended.
TEST(TrainingTest, LossesAreThoseOfTheSum) {
  problem::Problem problem = problem_from(small, {"network.1.scale=1e-12"});
  double last = 0;
  bool second = false;
  const auto observe = [&](const Moment& moment) {
    ASSERT_EQ(moment.loss_by_term.size(), 1);
    EXPECT_NEAR(moment.loss, moment.loss_by_term.sum(), 1e-12 * std::fabs(moment.loss));
    if (moment.state.theta.size() > 25 && !second) {
      second = true;
      EXPECT_NEAR(moment.loss, last, 1e-10);
    }
    last = moment.loss;
  };
  Training(problem, 0, 1).run(observe, {});
  EXPECT_TRUE(second);
}

TEST(TrainingTest, EndsWhereTheTargetIsReachedOrTheUserSaysSo) {
  problem::Problem problem = problem_from(small, {"optimizer.target_loss=-1"});
  const Trained reached = train(problem);
  EXPECT_EQ(reached.ending.termination, optim::Termination::target_loss);
  EXPECT_TRUE(reached.level.frozen.empty());
  int asked = 0;
  problem::Problem other = problem_from(small);
  const Trained stopped = Training(other, 0, 1).run({}, [&] { return ++asked > 1; });
  EXPECT_EQ(stopped.ending.termination, optim::Termination::interrupted);
  EXPECT_TRUE(stopped.level.frozen.empty());
}

}  // namespace
}  // namespace engd::solve
