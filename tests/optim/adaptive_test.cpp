// The damped methods: what they choose on problems whose answer is known, and what they reach.
#include <gtest/gtest.h>

#include <cmath>

#include "common/discretisation.h"
#include "energy/linear_systems.h"
#include "optim/driver.h"
#include "optim/iteration.h"
#include "optim/quadratic.h"

namespace engd::optim {
namespace {

using testing::at;
using testing::density;
using testing::FormulaEnergy;
using testing::nan;
using testing::quadratic;
using testing::residual;
namespace points = testing::points;

/// 1/2 |r(theta)|^2 for two residuals of two parameters, with their rows.
class TwoResiduals final : public FormulaEnergy {
 public:
  using Residual = std::function<Vector(const Vector&)>;
  using Jacobian = std::function<Matrix(const Vector&)>;
  TwoResiduals(Residual r, Jacobian J)
      : FormulaEnergy(
            2, [r](const Vector& x) { return 0.5 * r(x).squaredNorm(); },
            [r, J](const Vector& x) { return Vector(J(x).transpose() * r(x)); }),
        r_(std::move(r)),
        J_(std::move(J)) {}
  bool least_squares() const override { return true; }
  double residuals(const Vector& theta, Vector& r) override {
    r = r_(theta);
    return 0.5 * r.squaredNorm();
  }
  void rows(const Vector& theta, const energy::Metric& which, energy::Linearisation& out) override {
    metric = J_(theta);
    FormulaEnergy::rows(theta, which, out);
    out.r = r_(theta);
  }

 private:
  Residual r_;
  Jacobian J_;
};

/// Rosenbrock's function as a sum of squares: a curved valley.
TwoResiduals valley() {
  return TwoResiduals(
      [](const Vector& x) {
        Vector r(2);
        r << 10 * (x[1] - x[0] * x[0]), 1 - x[0];
        return r;
      },
      [](const Vector& x) {
        Matrix J(2, 2);
        J << -20 * x[0], 10, -1, 0;
        return J;
      });
}

const std::vector<Method> damped{Adaptive{}, Multistep{}};

TEST(DampedMethodsTest, FollowACurvedValley) {
  for (const Method& method : damped) {
    auto energy = valley();
    State state = at({-1.2, 1});
    minimise(energy, {.method = method, .iterations = 60}, state);
    EXPECT_LT((state.theta - Vector::Ones(2)).norm(), 1e-12) << name(method);
  }
}

// Where the model is exact the ratio is 1 for every damping: the scan ends at its smallest.
TEST(AdaptiveTest, TheDampingFallsBySixDecadesWhereTheModelIsExact) {
  auto energy = quadratic(Vector::Constant(2, 3.0));
  State state = at({5, 6});
  const auto iteration = make_iteration({.method = Adaptive{}}, energy);
  Vector d;
  ASSERT_EQ(iteration->compute(energy, state, d), linalg::Outcome::ok);
  const Step step = iteration->choose(energy, state, d);
  ASSERT_TRUE(step.found);
  EXPECT_EQ(step.size, 1);
  // First damping 1e-3 of the largest eigenvalue 3, then 1e-3 times that.
  EXPECT_NEAR(state.damping, 3e-6, 1e-12);
  // d = 3 (theta - 1) / (3 + damping)
  EXPECT_NEAR(d[0], 4 * 3 / (3 + state.damping), 1e-12);
}

// r = (c theta - 1 + k theta^2, 0): with one unknown the ratio of every damping is a formula, and
// the one chosen is the last above the target on the grid of the scan.
TEST(AdaptiveTest, TheScanStopsBeforeTheRatioFallsUnderItsTarget) {
  const double k = 40;
  TwoResiduals energy(
      [=](const Vector& x) {
        Vector r(2);
        r << x[0] - 1 + k * x[0] * x[0], 0;
        return r;
      },
      [=](const Vector& x) {
        Matrix J = Matrix::Zero(2, 2);
        J(0, 0) = 1 + 2 * k * x[0];
        return J;
      });
  const auto ratio = [&](double damping) {  // at theta = 0: J = 1, r = -1
    const double d = -1 / (1 + damping);
    const double r = -d - 1 + k * d * d;
    return (1 - r * r) / (1 - (1 + d) * (1 + d));
  };
  for (double target : {0.02, 0.075, 0.4}) {
    State state = at({0, 0});
    const auto iteration = make_iteration({.method = Adaptive{.low_ratio = target}}, energy);
    Vector d;
    ASSERT_EQ(iteration->compute(energy, state, d), linalg::Outcome::ok);
    ASSERT_TRUE(iteration->choose(energy, state, d).found);
    const double next = state.damping * std::pow(10, -1.0 / 6);
    EXPECT_GE(ratio(state.damping), target);
    EXPECT_LT(ratio(next), target);
  }
}

/// Says that each damping costs a factorisation, and counts them.
class CostlyDampings final : public energy::DampedSystem {
 public:
  CostlyDampings(energy::Energy& energy, int& count) : host_(energy, std::nullopt), count_(count) {}
  linalg::Outcome linearise(const Vector& theta, energy::Linearisation& out) override {
    return host_.linearise(theta, out);
  }
  void steps(std::span<const double> dampings, Matrix& steps,
             std::span<double> decreases) override {
    count_ += static_cast<int>(dampings.size());
    host_.steps(dampings, steps, decreases);
  }
  double largest() const override { return host_.largest(); }
  bool factors_each() const override { return true; }

 private:
  energy::HostDampedSystem host_;
  int& count_;
};

TEST(AdaptiveTest, FewDampingsAreTriedWhereEachCostsAFactorisation) {
  class Costly final : public energy::Energy {
   public:
    explicit Costly(energy::Energy& inner) : inner_(inner) {}
    Index parameters() const override { return inner_.parameters(); }
    Index points() const override { return inner_.points(); }
    Index row_count(const energy::Metric& metric) const override {
      return inner_.row_count(metric);
    }
    bool least_squares() const override { return inner_.least_squares(); }
    const std::vector<std::string>& term_names() const override { return inner_.term_names(); }
    double loss(const Vector& theta, Vector* by_term) override {
      return inner_.loss(theta, by_term);
    }
    void losses(const Vector& theta, const Vector& direction, std::span<const double> steps,
                std::span<double> losses) override {
      inner_.losses(theta, direction, steps, losses);
    }
    double gradient(const Vector& theta, Vector& g, Vector* by_term) override {
      return inner_.gradient(theta, g, by_term);
    }
    void rows(const Vector& theta, const energy::Metric& metric,
              energy::Linearisation& out) override {
      inner_.rows(theta, metric, out);
    }
    void gram(const Vector& theta, const energy::Metric& metric,
              energy::Linearisation& out) override {
      inner_.gram(theta, metric, out);
    }
    bool redraw(int iteration) override { return inner_.redraw(iteration); }
    std::unique_ptr<energy::DampedSystem> damped_system(std::optional<linalg::Method>) override {
      return std::make_unique<CostlyDampings>(inner_, dampings);
    }
    int dampings = 0;

   private:
    energy::Energy& inner_;
  };
  auto inner = valley();
  Costly energy(inner);
  State state = at({-1.2, 1});
  Options options{.method = Adaptive{}, .iterations = 60};
  std::get<Adaptive>(options.method).solver = linalg::Method::gram_cholesky;
  const Result result = minimise(energy, options, state);
  EXPECT_LT((state.theta - Vector::Ones(2)).norm(), 1e-10);
  EXPECT_GE(energy.dampings, result.iterations);
  EXPECT_LE(energy.dampings, 4 * result.iterations);

  // Left to choose, the method takes corrections with one factorisation instead.
  energy.dampings = 0;
  State other = at({-1.2, 1});
  minimise(energy, {.method = Adaptive{}, .iterations = 60}, other);
  EXPECT_LT((other.theta - Vector::Ones(2)).norm(), 1e-10);
  EXPECT_EQ(energy.dampings, 0);
}

// |theta| has a kink at its minimum 0: from there every step is uphill, at every damping.
TEST(AdaptiveTest, StallsWhereNothingLowersTheLoss) {
  FormulaEnergy energy(
      1, [](const Vector& x) { return std::fabs(x[0]); },
      [](const Vector&) { return Vector::Constant(1, -1.0); });
  energy.metric = Matrix::Identity(1, 1);
  for (const Method& method : damped) {
    State state = at({0});
    const Result result = minimise(energy, {.method = method}, state);
    EXPECT_EQ(result.termination, Termination::stalled) << name(method);
    EXPECT_NE(result.sentence.find("no step"), std::string::npos) << result.sentence;
    EXPECT_EQ(state.theta[0], 0);
  }
}

TEST(AdaptiveTest, EndsWhenTheLossHasStoppedFalling) {
  // Two residuals that cannot both be zero: the least loss is 1/4, at 1/2.
  TwoResiduals energy(
      [](const Vector& x) {
        Vector r(2);
        r << std::sin(x[0]) - 0.2, std::sin(x[0]) - 0.6;
        return r;
      },
      [](const Vector& x) {
        Matrix J = Matrix::Zero(2, 2);
        J(0, 0) = J(1, 0) = std::cos(x[0]);
        return J;
      });
  State state = at({0, 0});
  const Result result = minimise(energy, {.method = Adaptive{}, .iterations = 1000}, state);
  EXPECT_EQ(result.termination, Termination::stalled);
  EXPECT_LT(result.iterations, 200);
  EXPECT_NEAR(std::sin(state.theta[0]), 0.4, 1e-6);
}

TEST(DampedMethodsTest, SayWhatIsNotFiniteOrZero) {
  for (const Method& method : damped) {
    auto energy = quadratic(Vector::Constant(2, 3.0));
    energy.metric.setZero();
    State state = at({5, 6});
    EXPECT_EQ(minimise(energy, {.method = method}, state).termination, Termination::no_direction);
    FormulaEnergy bad(
        1, [](const Vector&) { return nan; }, [](const Vector&) { return Vector::Ones(1); });
    state = at({1});
    EXPECT_EQ(minimise(bad, {.method = method}, state).termination, Termination::diverged);
  }
}

// Corrections of an exact model have converged at once: a quarter of the damping each time. One
// that leaves the domain is doubled until it does not, and tried smaller again.
TEST(DampedMethodsTest, DampingOfMultistepFallsByFourAndRisesByTwo) {
  const auto dampings = [](FormulaEnergy& energy, State state, int iterations) {
    std::vector<double> list;
    minimise(energy, {.method = Multistep{}, .iterations = iterations}, state,
             [&](const State& now, double, bool final) {
               if (!final && now.iteration > 0) list.push_back(now.damping);
             });
    return list;
  };
  auto exact = quadratic(Vector::Constant(2, 3.0));
  const auto falling = dampings(exact, at({5, 6}), 4);
  ASSERT_GE(falling.size(), 2u);
  for (std::size_t k = 1; k < falling.size(); ++k)
    EXPECT_NEAR(falling[k] / falling[k - 1], 0.25, 1e-12);

  FormulaEnergy flat(
      1, [](const Vector& x) { return x[0] > 0 ? x[0] - std::log(x[0]) : nan; },
      [](const Vector& x) { return Vector::Constant(1, 1 - 1 / x[0]); });
  flat.metric = Matrix::Constant(1, 1, 0.01);
  // From 1e-2 of the largest eigenvalue, 1e-4, by steps whose number is odd from one of the starts.
  bool odd = false;
  for (const double start : {1.5, 2.0, 3.0, 5.0, 8.0}) {
    const auto risen = dampings(flat, at({start}), 2);
    ASSERT_FALSE(risen.empty());
    const double doublings = std::log2(risen.front() / 1e-6);
    EXPECT_GT(doublings, 1);
    EXPECT_NEAR(doublings, std::round(doublings), 1e-6) << start;
    odd |= std::lround(doublings) % 2 == 1;
  }
  EXPECT_TRUE(odd);
}

// Steps into regions where the loss is not finite are not taken.
TEST(DampedMethodsTest, StayWhereTheLossIsFinite) {
  for (const Method& method : damped) {
    FormulaEnergy energy(
        1, [](const Vector& x) { return x[0] > 0 ? x[0] - std::log(x[0]) : nan; },
        [](const Vector& x) { return Vector::Constant(1, 1 - 1 / x[0]); });
    energy.metric = Matrix::Constant(1, 1, 0.01);  // far too flat: undamped steps leave the domain
    State state = at({3});
    minimise(energy, {.method = method, .iterations = 100}, state);
    EXPECT_NEAR(state.theta[0], 1, 1e-2) << name(method);
  }
}

/// Starting again.
struct Stuck : ::testing::Test {
  /// Two minima: 0.5 at -1 and 0 at +1.
  FormulaEnergy energy{
      1,
      [](const Vector& x) {
        return x[0] < 0 ? 0.5 + (x[0] + 1) * (x[0] + 1) : (x[0] - 1) * (x[0] - 1);
      },
      [](const Vector& x) { return Vector::Constant(1, 2 * (x[0] < 0 ? x[0] + 1 : x[0] - 1)); }};
  Stuck() { energy.metric = Matrix::Constant(1, 1, std::sqrt(2)); }
  Options options{.method = Gd{}, .iterations = 200, .step = Backtracking{}};
};

TEST_F(Stuck, BeginsAgainAndKeepsTheBest) {
  options.starts = 5;
  std::vector<int> attempts;
  State state = at({-0.9});
  const Result result = minimise(energy, options, state, {}, {}, [&](int attempt) {
    attempts.push_back(attempt);
    return Vector::Constant(1, attempt == 2 ? 1.1 : -1.1);
  });
  EXPECT_NEAR(state.theta[0], 1, 1e-7);
  EXPECT_LT(state.loss, 1e-14);
  EXPECT_EQ(state.loss, energy.loss(state.theta, nullptr));
  EXPECT_LE(result.iterations, 200);
  EXPECT_NE(result.sentence.find("; the best of "), std::string::npos) << result.sentence;
  ASSERT_GE(attempts.size(), 2u);
  EXPECT_EQ(attempts[0], 1);
  EXPECT_EQ(attempts[1], 2);
}

TEST_F(Stuck, OnlyAsOftenAsAllowed) {
  for (int starts : {1, 3}) {
    options.starts = starts;
    int asked = 0;
    State state = at({-0.9});
    const Result result = minimise(energy, options, state, {}, {}, [&](int) {
      ++asked;
      return Vector::Constant(1, -1.3);
    });
    EXPECT_EQ(asked, starts - 1);
    EXPECT_TRUE(result.termination == Termination::stalled ||
                result.termination == Termination::gradient_tolerance);
  }
}

TEST_F(Stuck, NotWhereItIsSolved) {
  options.starts = 5;
  options.solved = 1e-3;
  State state = at({1.5});
  const Result result = minimise(energy, options, state, {}, {}, [&](int) -> Vector {
    ADD_FAILURE() << "a solved problem begins again";
    return Vector::Zero(1);
  });
  EXPECT_NE(result.termination, Termination::iterations);
}

TEST_F(Stuck, ALossThatIsNotFiniteIsLeft) {
  FormulaEnergy half(
      1, [](const Vector& x) { return x[0] > 5 ? nan : x[0] * x[0]; },
      [](const Vector& x) { return Vector::Constant(1, 2 * x[0]); });
  options.starts = 2;
  State state = at({6});
  minimise(half, options, state, {}, {}, [](int) { return Vector::Constant(1, 1.0); });
  EXPECT_NEAR(state.theta[0], 0, 1e-6);
}

/// -u'' + u^3 = f, solved by cos(pi x).
testing::Statement interval() {
  return testing::Statement("x", {{-1, 1}})
      .where("f", "pi^2*cos(pi*x) + cos(pi*x)^3")
      .with_layers({12});
}
testing::Statement ritz() {
  return interval() + density("interior", "0.5*u_x^2 + 0.25*u^4 - f*u", points::gauss(60));
}
testing::Statement neumann(const geometry::PointRule& inside = points::gauss(60)) {
  return interval() + residual("interior", "-u_xx + u^3 - f", inside) +
         residual("boundary", "dn(u)");
}

/// What the default reaches in a few iterations on small problems, with a margin of two digits.
double error_after(const testing::Statement& statement, const Options& options,
                   std::uint64_t seed = 0, Vector* theta = nullptr) {
  testing::Discretisation made(statement);
  const auto energy = made.make_energy(seed, 1);
  State state;
  state.theta = made.trainable.initial(seed);
  minimise(*energy, options, state);
  if (theta) *theta = state.theta;
  return made.error_of({"cos(pi*x)"}, points::gauss(100)).measure(state.theta).rel_l2;
}

TEST(DampedMethodsTest, ReachManyDigits) {
  EXPECT_LT(error_after(neumann().with_layers({16}), {.method = Adaptive{}, .iterations = 80}),
            1e-6);
  EXPECT_LT(error_after(neumann(), {.method = Multistep{}, .iterations = 60}), 1e-5);
}

// The energy's differences end at 1e-8 in the error; the derivative along the step goes on.
TEST(DampedMethodsTest, DeepRitzGoesBelowTheRoundOffOfTheEnergy) {
  EXPECT_LT(error_after(ritz().with_layers({16}), {.method = Adaptive{}, .iterations = 80}), 1e-8);
  EXPECT_LT(error_after(ritz(), {.method = Multistep{}, .iterations = 60}), 1e-3);
}

TEST(DampedMethodsTest, FewerRowsThanParameters) {
  // 8 + 2 rows, 37 parameters: the residual can be zero.
  for (const Method& method : damped) {
    testing::Discretisation made(neumann(points::gauss(8)));
    const auto energy = made.make_energy(0, 1);
    ASSERT_LT(energy->row_count({}), energy->parameters());
    State state;
    state.theta = made.trainable.initial(0);
    const double before = energy->loss(state.theta);
    minimise(*energy, {.method = method, .iterations = 40}, state);
    EXPECT_LT(state.loss, 1e-16 * before) << name(method);
  }
}

TEST(DampedMethodsTest, SeveralLayers) {
  EXPECT_LT(error_after(neumann().with_layers({8, 8}), {.method = Adaptive{}, .iterations = 80}),
            1e-4);
}

TEST(DampedMethodsTest, SameSeedSameBits) {
  for (const Method& method : damped) {
    const Options options{.method = method, .iterations = 15};
    Vector first, second, other;
    error_after(neumann(), options, 3, &first);
    error_after(neumann(), options, 3, &second);
    error_after(neumann(), options, 4, &other);
    EXPECT_EQ(first, second) << name(method);
    EXPECT_NE(first, other) << name(method);
  }
}

TEST(DampedMethodsTest, EveryFactorisationServes) {
  Options options{.method = Adaptive{}, .iterations = 60};
  EXPECT_LT(error_after(neumann(), options), 1e-3);
  for (const auto solver :
       {linalg::Method::qr_svd, linalg::Method::qr_pivoted, linalg::Method::gram_eigen,
        linalg::Method::gram_cholesky, linalg::Method::kernel}) {
    std::get<Adaptive>(options.method).solver = solver;
    EXPECT_LT(error_after(neumann(), options), 1e-3) << static_cast<int>(solver);
  }
}

TEST(DampedMethodsTest, RedrawnPoints) {
  EXPECT_LT(error_after(neumann(points::every(1, points::random(100))),
                        {.method = Adaptive{}, .iterations = 60}),
            1e-3);
}

}  // namespace
}  // namespace engd::optim
