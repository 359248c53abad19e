// Numbers that are not numbers, metrics that are none: a typed outcome with its reason, and never a
// success.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "optim/driver.h"
#include "optim/quadratic.h"

namespace engd::optim {
namespace {

using testing::nan;

constexpr double inf = std::numeric_limits<double>::infinity();
const std::vector<Method> methods = [] {
  std::vector<Method> all;
  for (const auto& [name, method] : alternatives<Method>()) all.push_back(method);
  return all;
}();

/// Where a bad number appears.
enum class Fault { loss, gradient, rows, gram };

/// 1/2 |r|^2 with r = (1 - x, 10 (y - x^2)), in which one evaluation gives a bad number.
class Faulty final : public testing::FormulaEnergy {
 public:
  Faulty(Fault fault, double bad, int from, int count)
      : FormulaEnergy(
            2,
            [this](const Vector& x) {
              return hit(Fault::loss) ? bad_ : 0.5 * residual(x).squaredNorm();
            },
            [this](const Vector& x) {
              Vector g = slopes(x).transpose() * residual(x);
              if (hit(Fault::gradient)) g[1] = bad_;
              return g;
            }),
        fault_(fault),
        bad_(bad),
        from_(from),
        count_(count) {}

  bool least_squares() const override { return true; }
  Index row_count(const energy::Metric&) const override { return 2; }
  double residuals(const Vector& x, Vector& r) override {
    r = residual(x);
    return loss(x, nullptr);
  }
  void rows(const Vector& x, const energy::Metric&, energy::Linearisation& out) override {
    out.A = slopes(x);
    if (hit(Fault::rows)) out.A(1, 0) = bad_;
    out.r = residual(x);
    out.loss = gradient(x, out.g, &out.loss_by_term);
  }
  void gram(const Vector& x, const energy::Metric& metric, energy::Linearisation& out) override {
    rows(x, metric, out);
    out.G = out.A.transpose() * out.A;
    if (hit(Fault::gram)) out.G(0, 0) = bad_;
  }

  static double true_loss(const Vector& x) { return 0.5 * residual(x).squaredNorm(); }
  bool happened = false;

 private:
  static Vector residual(const Vector& x) {
    Vector r(2);
    r << 1 - x[0], 10 * (x[1] - x[0] * x[0]);
    return r;
  }
  static Matrix slopes(const Vector& x) {
    Matrix a(2, 2);
    a << -1, 0, -20 * x[0], 10;
    return a;
  }
  bool hit(Fault where) {
    if (where != fault_) return false;
    const bool now = seen_ >= from_ && seen_ < from_ + count_;
    ++seen_;
    happened |= now;
    return now;
  }

  Fault fault_;
  double bad_;
  int from_, count_, seen_ = 0;
};

Options options_of(const Method& method) {
  Options options = defaults(method);
  options.iterations = 40;
  options.starts = 1;
  if (is<Adam>(method)) options.step = Fixed{};
  return options;
}

State start() {
  State state;
  state.theta = Vector(2);
  state.theta << -1.2, 1;
  return state;
}

/// One bad number, or bad numbers from some moment on: the run ends with a reason that is no
/// success, or goes on and ends where the loss is the one it says.
TEST(EventsTest, ABadNumberIsHandledOrEndsTheRunWithItsReason) {
  int stopped = 0, handled = 0;
  for (const Method& method : methods)
    for (const Fault fault : {Fault::loss, Fault::gradient, Fault::rows, Fault::gram})
      for (const double bad : {nan, inf, -inf})
        for (const int from : {0, 1, 5, 17})
          for (const int count : {1, 1000000}) {
            Faulty energy(fault, bad, from, count);
            State state = start();
            const Result result = minimise(energy, options_of(method), state);
            const std::string what = name(method) + ", fault " +
                                     std::to_string(static_cast<int>(fault)) + ", from " +
                                     std::to_string(from) + ": " + result.sentence;
            EXPECT_TRUE(state.theta.allFinite()) << what;
            if (!energy.happened) continue;
            if (failed(result.termination)) {
              ++stopped;
              EXPECT_NE(result.sentence.find("not finite"), std::string::npos) << what;
            } else {
              ++handled;
              ASSERT_TRUE(std::isfinite(state.loss)) << what;
              EXPECT_NEAR(state.loss, Faulty::true_loss(state.theta), 1e-12 * (1 + state.loss))
                  << what;
            }
          }
  EXPECT_GT(stopped, 50);  // both happen often
  EXPECT_GT(handled, 50);
}

/// What is wrong from the first evaluation on has a name.
TEST(EventsTest, TheReasonIsExact) {
  const auto sentence = [](Fault fault, const Method& method, double bad = nan) {
    Faulty energy(fault, bad, 0, 1000000);
    State state = start();
    return minimise(energy, options_of(method), state).sentence;
  };
  for (const Method& method : methods) {
    EXPECT_EQ(sentence(Fault::loss, method), "iteration 0: the loss is not finite");
    EXPECT_EQ(sentence(Fault::gradient, method),
              "iteration 0: the gradient of the loss is not finite");
  }
  for (const Method& method : std::vector<Method>{Adaptive{}, Multistep{}, Engd{}, Hngd{}})
    EXPECT_EQ(sentence(Fault::rows, method),
              "iteration 0: the rows of the metric, or their squares, are not finite");
  // Finite, but its square is not.
  EXPECT_EQ(sentence(Fault::rows, Engd{}, 1e200),
            "iteration 0: the rows of the metric, or their squares, are not finite");
}

TEST(EventsTest, AStepOutOfTheNumbersIsDivergenceAlsoInTheLastIteration) {
  auto energy = testing::quadratic(Vector::Constant(2, 1.0));
  State state = start();
  const Result result = minimise(
      energy, {.method = Gd{}, .iterations = 1, .step = Fixed{.learning_rate = 1e308}}, state);
  EXPECT_EQ(result.termination, Termination::diverged);
  EXPECT_EQ(result.sentence, "after iteration 1: the loss or the parameters are not finite");
}

/// Metrics of rank one, of rank zero, and with a negative eigenvalue.
class Metrics final : public testing::FormulaEnergy {
 public:
  explicit Metrics(const Matrix& gram)
      : FormulaEnergy(
            2, [](const Vector& x) { return 0.5 * x.squaredNorm(); },
            [](const Vector& x) { return x; }),
        gram_(gram) {
    metric.resize(1, 2);
    metric << (gram(0, 0) > 0 ? 1.0 : 0.0), 0.0;
  }
  void gram(const Vector& x, const energy::Metric& which, energy::Linearisation& out) override {
    rows(x, which, out);
    out.G = gram_;
  }

 private:
  Matrix gram_;
};

TEST(EventsTest, SingularZeroAndIndefiniteMetrics) {
  const auto end = [](const Matrix& gram, Options options) {
    Metrics energy(gram);
    State state = start();
    const Result result = minimise(energy, options, state);
    EXPECT_TRUE(state.theta.allFinite());
    EXPECT_TRUE(std::isfinite(state.loss));
    return std::pair(result.termination, result.sentence);
  };
  const Matrix zero = Matrix::Zero(2, 2);
  Matrix singular = zero, indefinite = zero;
  singular(0, 0) = 1;
  indefinite.diagonal() << 1, -1;
  using linalg::Method;
  const auto engd = [](Method solver, double damping = 0) {
    return Options{.method = Engd{.solver = solver, .damping = damping}, .iterations = 30};
  };
  // The pseudo-inverse lives with what is there: the first coordinate is solved, then no direction
  // lowers the loss any more.
  for (const Matrix& gram : {singular, indefinite}) {
    const auto [why, sentence] = end(gram, engd(Method::gram_eigen));
    EXPECT_TRUE(why == Termination::stalled || why == Termination::iterations) << sentence;
  }
  EXPECT_EQ(end(zero, engd(Method::gram_eigen)),
            std::pair(Termination::no_direction,
                      "iteration 0: " + linalg::describe(linalg::Outcome::zero)));
  EXPECT_EQ(end(indefinite, engd(Method::gram_cholesky)),
            std::pair(Termination::no_direction,
                      "iteration 0: " + linalg::describe(linalg::Outcome::not_positive_definite)));
  EXPECT_EQ(end(indefinite, engd(Method::gram_cholesky, 2)).first, Termination::iterations);
  // Damped methods find their damping; without any metric there is no step.
  for (const auto& method : {optim::Method(Adaptive{}), optim::Method(Multistep{})}) {
    const auto [why, sentence] = end(singular, {.method = method, .iterations = 30});
    EXPECT_FALSE(failed(why)) << sentence;
    EXPECT_EQ(end(zero, {.method = method, .iterations = 30}).first, Termination::no_direction);
  }
}

TEST(EventsTest, ZeroResidualAtTheStartIsTheEndAndNoStep) {
  for (const Method& method : methods) {
    Faulty energy(Fault::loss, nan, 1000000, 0);
    State state;
    state.theta = Vector::Ones(2);
    const Result result = minimise(energy, options_of(method), state);
    EXPECT_EQ(result.termination, Termination::gradient_tolerance) << name(method);
    EXPECT_EQ(result.iterations, 0);
    EXPECT_EQ(state.loss, 0);
    EXPECT_EQ(state.theta, Vector::Ones(2));
  }
}

TEST(EventsTest, OneParameter) {
  for (const Method& method : methods) {
    testing::FormulaEnergy energy(
        1, [](const Vector& x) { return 0.5 * x[0] * x[0]; }, [](const Vector& x) { return x; });
    energy.metric = Matrix::Ones(1, 1);
    State state;
    state.theta = Vector::Constant(1, 3.0);
    Options options = options_of(method);
    options.iterations = 200;
    if (is<Adam>(method)) options.step = Fixed{.learning_rate = 0.1};
    const Result result = minimise(energy, options, state);
    EXPECT_FALSE(failed(result.termination)) << name(method) << result.sentence;
    EXPECT_LT(std::fabs(state.theta[0]), 0.1) << name(method);
  }
}

}  // namespace
}  // namespace engd::optim
