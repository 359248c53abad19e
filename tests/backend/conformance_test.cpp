// Every function of the energy interface against the plain reference.
#include <gtest/gtest.h>

#include <algorithm>

#include "backend/cases.h"
#include "backend/device_error.h"
#include "backend/reference/reference_energy.h"
#include "backend/tested_device.h"
#include "common/discretisation.h"
#include "energy/first_variation.h"
#include "support/state_archive.h"

namespace engd {
namespace {

using energy::Linearisation;
using energy::Metric;
using testing::Case;
using testing::Discretisation;
using testing::residual;
using testing::Statement;
namespace points = testing::points;

reference::ReferenceEnergy plain_energy(const Discretisation& made, std::uint64_t seed) {
  return {made.network, made.terms, made.graph, made.scope.space, made.scope.coordinates, seed};
}

class ConformanceTest : public ::testing::TestWithParam<Case> {
 protected:
  ConformanceTest()
      : made_(GetParam().statement),
        fast_(made_.make_energy(7, 2, testing::tested_device())),
        plain_(plain_energy(made_, 7)),
        theta_(made_.network.initial(3)) {}

  template <typename A, typename B>
  void expect_close(const A& got, const B& want, const char* what) {
    ASSERT_EQ(got.rows(), want.rows()) << what;
    ASSERT_EQ(got.cols(), want.cols()) << what;
    EXPECT_LE((got - want).norm(), GetParam().tolerance * (1e-3 + want.norm())) << what;
  }

  Discretisation made_;
  std::unique_ptr<energy::Energy> fast_;
  reference::ReferenceEnergy plain_;
  Vector theta_;
};

TEST_P(ConformanceTest, Sizes) {
  EXPECT_EQ(fast_->parameters(), plain_.parameters());
  EXPECT_EQ(fast_->points(), plain_.points());
  EXPECT_EQ(fast_->least_squares(), plain_.least_squares());
  EXPECT_EQ(fast_->term_names(), plain_.term_names());
}

TEST_P(ConformanceTest, LossByTerm) {
  Vector got, want;
  const double loss = fast_->loss(theta_, &got), plain = plain_.loss(theta_, &want);
  EXPECT_NEAR(loss, plain, GetParam().tolerance * (1e-3 + std::fabs(plain)));
  expect_close(got, want, "loss by term");
}

TEST_P(ConformanceTest, LossesOfManySteps) {
  const Vector direction = made_.network.initial(11);
  const std::vector<double> steps{1, 0.5, 0.25, 1e-3, 0};
  std::vector<double> got(steps.size()), want(steps.size());
  fast_->losses(theta_, direction, steps, got);
  plain_.losses(theta_, direction, steps, want);
  for (std::size_t k = 0; k < steps.size(); ++k)
    EXPECT_NEAR(got[k], want[k], GetParam().tolerance * (1e-3 + std::fabs(want[k])));
}

TEST_P(ConformanceTest, LossesAtManyParameters) {
  Matrix thetas(made_.network.parameters(), 4);
  for (Index k = 0; k < 4; ++k)
    thetas.col(k) = made_.network.initial(static_cast<std::uint64_t>(20 + k));
  std::vector<double> got(3), want(3), by_default(3);  // fewer than there are columns
  fast_->losses_at(thetas, got);
  plain_.losses_at(thetas, want);
  fast_->energy::Energy::losses_at(thetas, by_default);
  for (std::size_t k = 0; k < got.size(); ++k) {
    EXPECT_NEAR(got[k], want[k], GetParam().tolerance * (1e-3 + std::fabs(want[k])));
    // A card's library may multiply one matrix in another way than many.
    if (testing::tested_device() == backend::Device::cpu) {
      EXPECT_EQ(got[k], by_default[k]);
    } else {
      EXPECT_NEAR(got[k], by_default[k], 1e-13 * (1e-3 + std::fabs(want[k])));
    }
  }
}

// The residuals of `rows` without the rows; the plain backend orders them differently.
TEST_P(ConformanceTest, Residuals) {
  if (!fast_->least_squares()) return;
  Vector got, want, by_default;
  const double loss = fast_->residuals(theta_, got);
  const double plain = plain_.residuals(theta_, want);
  EXPECT_NEAR(loss, plain, GetParam().tolerance * (1e-3 + plain));
  EXPECT_NEAR(loss, 0.5 * got.squaredNorm(), 1e-13 * (1e-3 + loss));
  std::sort(want.begin(), want.end());
  fast_->energy::Energy::residuals(theta_, by_default);
  expect_close(got, by_default, "residuals and those of rows");
  std::sort(got.begin(), got.end());
  expect_close(got, want, "residuals");
}

TEST_P(ConformanceTest, DampingMetric) {
  Vector got, want;
  fast_->damping_metric(theta_, got);
  plain_.damping_metric(theta_, want);
  EXPECT_EQ(got, want);
  EXPECT_EQ(got.size(), made_.network.parameters());
  EXPECT_GT(got.minCoeff(), 0);
}

TEST_P(ConformanceTest, Gradient) {
  Vector got, want, by_term;
  const double loss = fast_->gradient(theta_, got, &by_term);
  plain_.gradient(theta_, want, nullptr);
  expect_close(got, want, "gradient");
  EXPECT_DOUBLE_EQ(loss, by_term.sum());
}

// Rows come in any order and, for densities, in any orthogonal basis: their Gram matrix counts.
TEST_P(ConformanceTest, RowsAndGramInEveryMetric) {
  for (int order : {-1, 0, 1, 2}) {
    Linearisation rows, gram, want;
    fast_->rows(theta_, {order}, rows);
    fast_->gram(theta_, {order}, gram);
    plain_.rows(theta_, {order}, want);
    EXPECT_EQ(rows.A.rows(), fast_->row_count({order}));
    const Matrix G = want.A.transpose() * want.A;
    expect_close((rows.A.transpose() * rows.A).eval(), G, "A^T A");
    expect_close(gram.G, G, "G");
    expect_close(rows.g, want.g, "g of rows");
    expect_close(gram.g, want.g, "g of gram");
    EXPECT_EQ(rows.r.size() > 0, order < 0 && fast_->least_squares());
    if (rows.r.size() > 0) {
      expect_close((rows.A.transpose() * rows.r).eval(), want.g, "A^T r");
      EXPECT_NEAR(rows.r.squaredNorm() / 2, rows.loss, 1e-13 * (1e-3 + rows.loss));
    }
  }
}

TEST_P(ConformanceTest, SameBitsWithAnyNumberOfThreads) {
  for (int threads : {1, 3}) {
    Discretisation again(GetParam().statement);
    const auto other = again.make_energy(7, threads, testing::tested_device());
    Linearisation a, b;
    fast_->gram(theta_, {}, a);
    other->gram(theta_, {}, b);
    EXPECT_EQ(a.G, b.G);
    EXPECT_EQ(a.g, b.g);
    EXPECT_EQ(fast_->loss(theta_), other->loss(theta_));
  }
}

std::vector<Case> cases_of_device() {
  std::vector<Case> list = testing::cases();
  if (testing::tested_device() == backend::Device::cpu)
    for (Case& one : testing::cpu_cases()) list.push_back(std::move(one));
  return list;
}

INSTANTIATE_TEST_SUITE_P(Cases, ConformanceTest, ::testing::ValuesIn(cases_of_device()),
                         [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(Coefficients, ConformanceTest,
                         ::testing::ValuesIn(testing::coefficient_cases()),
                         [](const auto& info) { return info.param.name; });

TEST(RedrawTest, NewPointsEveryFewIterations) {
  const Statement line = Statement("x", {{0, 1}}) +
                         residual("interior", "u_xx + 1", points::every(3, points::random(50))) +
                         residual("boundary", "u");
  Discretisation made(line), again(line);
  const auto energy = made.make_energy(1, 2, testing::tested_device());
  reference::ReferenceEnergy plain = plain_energy(again, 1);
  const Vector theta = made.network.initial(0);
  const double before = energy->loss(theta);
  EXPECT_FALSE(energy->redraw(0));
  EXPECT_FALSE(energy->redraw(2));
  EXPECT_EQ(energy->loss(theta), before);
  EXPECT_TRUE(energy->redraw(3));
  const double after = energy->loss(theta);
  EXPECT_NE(after, before);
  EXPECT_TRUE(plain.redraw(3));
  EXPECT_NEAR(plain.loss(theta, nullptr), after, 1e-13);
  EXPECT_TRUE(energy->redraws() && plain.redraws());
  energy->enlarge(2);
  plain.enlarge(2);
  EXPECT_TRUE(energy->redraw(6) && plain.redraw(6));
  EXPECT_EQ(energy->points(), 102);
  EXPECT_EQ(plain.points(), 102);
  EXPECT_NE(energy->loss(theta), after);
  EXPECT_NEAR(plain.loss(theta, nullptr), energy->loss(theta), 1e-13);
  // Another energy that goes on from here has the same points, and the same next ones.
  StateArchive saved;
  energy->exchange(saved);
  Discretisation third(line);
  const auto resumed = third.make_energy(1, 2, testing::tested_device());
  StateArchive loaded(saved.values());
  resumed->exchange(loaded);
  loaded.require_all_read();
  EXPECT_EQ(resumed->points(), 102);
  EXPECT_EQ(resumed->loss(theta), energy->loss(theta));
  EXPECT_TRUE(energy->redraw(9) && resumed->redraw(9));
  EXPECT_EQ(resumed->loss(theta), energy->loss(theta));
  EXPECT_EQ(resumed->points(), energy->points());
}

// Points and weights that follow the residual are the same on every device.
TEST(RedrawTest, AdaptationIsTheSameOnEveryDevice) {
  for (const auto adaptation : {geometry::Adaptation::rad, geometry::Adaptation::r3}) {
    geometry::PointRule rule = points::every(3, points::random(50));
    rule.adaptation = adaptation;
    const Statement plane = Statement("x t", {{0, 1}}) +
                            residual("interior", {"u_t - u_xx", "u*u_x"}, rule, {.causal = 3}) +
                            residual("initial", "u - x", points::grid(30), {.balanced = true});
    Discretisation made(plane), again(plane);
    const auto energy = made.make_energy(1, 2, testing::tested_device()),
               host = again.make_energy(1, 1);
    const Vector theta = made.network.initial(0);
    for (const int iteration : {0, 3, 10}) {
      EXPECT_TRUE(energy->adapt(iteration, theta) && host->adapt(iteration, theta));
      Vector got, want;
      energy->loss(theta, &got);
      host->loss(theta, &want);
      EXPECT_LE((got - want).norm(), 1e-12 * want.norm()) << iteration;
    }
    EXPECT_TRUE(energy->level() && host->level());
    EXPECT_NEAR(energy->loss(theta), host->loss(theta), 1e-12 * host->loss(theta));
  }
}

// Random points of boxes, faces and slices, with data that depend on points and normals: the same
// points on every device.
TEST(RedrawTest, TheSamePointsAsThePlainReference) {
  const Statement flow =
      Statement("x y t", {{-1, 2}, {0.3, 0.7}, {0, 5}})
          .where("f", "sin(3*x)*exp(y) + t^2")
          .with(testing::perceptron({6})) +
      residual("interior", "u_t - laplacian(u) + f*u", points::every(1, points::random(70))) +
      residual("lateral", "dn(u) + u - f", points::every(2, points::random(40))) +
      residual("initial", "u - f", points::every(1, points::random(33)));
  Discretisation made(flow), again(flow);
  const auto energy = made.make_energy(5, 2, testing::tested_device());
  reference::ReferenceEnergy plain = plain_energy(again, 5);
  const Vector theta = made.network.initial(0);
  for (int iteration = 1; iteration < 6; ++iteration) {
    EXPECT_TRUE(energy->redraw(iteration));
    EXPECT_TRUE(plain.redraw(iteration));
    Vector r, want;
    EXPECT_NEAR(energy->residuals(theta, r), plain.residuals(theta, want), 1e-11);
    ASSERT_EQ(r.size(), want.size());
    EXPECT_LE((r - want).norm(), 1e-12 * want.norm()) << "iteration " << iteration;
  }
}

/// The energy of a density beside frozen networks, but for the number that they alone give it.
std::vector<energy::Term> varied(Discretisation& made, const std::string& density,
                                 const geometry::PointRule& rule) {
  const energy::Variation variation =
      energy::first_variation(made.graph, made.parse(density), made.ansatz, made.scope.space)
          .value();
  const auto over = [&](const char* where, expr::Node integrand) {
    return energy::Term{where,
                        energy::Density::of_density(made.graph, integrand, 2),
                        made.region(where),
                        rule,
                        false,
                        1,
                        made.ansatz.fields()};
  };
  return {over("interior", variation.inside), over("boundary", variation.boundary)};
}

// Beside a frozen network, under a hard condition: residuals, and densities in the form of Euler
// and Lagrange.
TEST(FrozenTest, ConformsToo) {
  const Statement plane =
      Statement("x y", {{0, 1}, {0, 2}}).with_hard("u", "y", "x").with(testing::perceptron({4, 3}));
  const network::Mlp first = Discretisation(plane).network;
  const Statement further =
      plane.with_layers({5}).beside({{first, first.initial(1), {1.0}}}, {0.1});
  for (const bool is_density : {false, true}) {
    Discretisation made(further + residual("interior", "laplacian(u) + u*u_x", points::gauss(5)));
    if (is_density) made.terms = varied(made, "0.5*norm2(grad(u)) + u^4 - x*u", points::gauss(5));
    const auto fast = made.make_energy(7, 2, testing::tested_device());
    reference::ReferenceEnergy plain = plain_energy(made, 7);
    const Vector theta = made.network.initial(3);
    Linearisation got, want;
    fast->rows(theta, {}, got);
    plain.rows(theta, {}, want);
    EXPECT_NEAR(got.loss, want.loss, 1e-13 * (1 + std::fabs(want.loss)));
    EXPECT_LE((got.g - want.g).norm(), 1e-12 * want.g.norm());
    const Matrix G = want.A.transpose() * want.A;
    EXPECT_LE((got.A.transpose() * got.A - G).norm(), 1e-12 * G.norm());
  }
}

}  // namespace
}  // namespace engd
