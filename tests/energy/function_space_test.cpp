// What the natural gradient is in function space: the statements of the paper, to round-off.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "common/discretisation.h"
#include "linalg/solver.h"

namespace engd {
namespace {

using testing::density;
using testing::Discretisation;
using testing::residual;
using testing::Statement;
namespace points = testing::points;

Vector solve(linalg::Method method, const energy::Linearisation& now, double cutoff = -1) {
  const linalg::System system{&now.A, nullptr, now.r.size() > 0 ? &now.r : nullptr, &now.g};
  Vector d;
  const auto solution = linalg::make_solver(method)->solve(system, {method, 0, cutoff}, d);
  EXPECT_EQ(solution.outcome, linalg::Outcome::ok);
  return d;
}

// Lemma 1: A G^+ A^* x is the projection of x on the range of A, also where A has a null space. The
// scalar product on X = R^n is <x, y> = x^T M y; sqrt(M) A are the rows.
TEST(FunctionSpaceTest, LemmaOneOnRandomMaps) {
  std::mt19937_64 engine(3);
  std::normal_distribution<double> normal;
  for (const auto& [n, p, rank] : {std::tuple{40, 12, 12}, {40, 12, 7}, {9, 20, 9}, {1, 1, 1}}) {
    const auto random = [&](Index rows, Index cols) {
      return Matrix::NullaryExpr(rows, cols, [&] { return normal(engine); }).eval();
    };
    const Matrix A = random(n, rank) * random(rank, p);
    const Vector m = random(n, 1).cwiseAbs() + Vector::Constant(n, 0.1), x = random(n, 1);
    energy::Linearisation now;
    now.A = m.cwiseSqrt().asDiagonal() * A;
    now.r = m.cwiseSqrt().asDiagonal() * x;
    now.g = A.transpose() * m.asDiagonal() * x;  // A^* x
    for (linalg::Method method :
         {linalg::Method::gram_eigen, linalg::Method::qr_svd, linalg::Method::kernel}) {
      const Vector projection = A * solve(method, now, 1e-12);
      // <x - projection, A v> = 0 for all v, and a projection projects what is left to zero.
      const Vector rest = A.transpose() * m.asDiagonal() * (x - projection);
      EXPECT_LT(rest.norm(), 1e-10 * now.A.norm() * now.r.norm()) << n << " x " << p;
    }
  }
}

// Theorem 1 for a quadratic energy: the push-forward of the energy natural gradient is the
// a-orthogonal projection of u_theta - u* on the tangent space. The residual rows r are the error's
// image under (sqrt(w) Laplace, sqrt(w) trace), so a(error - push-forward, tangent) = A^T (r - A
// d).
TEST(FunctionSpaceTest, TheoremOneForThePoissonEquation) {
  Statement poisson =
      Statement("x y", {{0, 1}, {0, 1}}).with_layers({12}) +
      residual("interior", "laplacian(u) + 2*pi^2*sin(pi*x)*sin(pi*y)", points::gauss(16)) +
      residual("boundary", "u", points::gauss(16), {.integral = true});
  poisson.network.init = {.kind = network::Initialisation::Kind::normal, .std = {1.0}};
  Discretisation made(poisson);
  const auto energy = made.make_energy(0, 2);
  for (int seed = 0; seed < 3; ++seed) {
    const Vector theta = made.network.initial(seed);
    energy::Linearisation now;
    energy->rows(theta, {}, now);
    const Vector d = solve(linalg::Method::qr_svd, now);
    // A backward stable solve leaves a rest of some eps |A| (|A| |d| + |r|).
    const double scale = now.A.norm() * d.norm() + now.r.norm();
    const double rest = 1e-14 * now.A.norm() * scale;
    ASSERT_LT(rest, 1e-6 * now.g.norm()) << "the bound would hold for any direction";
    EXPECT_LT((now.A.transpose() * (now.r - now.A * d)).norm(), rest);

    // The same in terms of functions: with the error replaced by its projection, a Newton step of
    // size 1 in function space, the energy falls exactly by half the projection's squared a-norm.
    const double decrease = 0.5 * (now.A * d).squaredNorm();
    EXPECT_NEAR(0.5 * (now.r - now.A * d).squaredNorm(), now.loss - decrease,
                1e-14 * now.r.norm() * scale);
  }
}

// The nonlinear energy: the push-forward v = Du d solves D^2E(u)(v, w) = DE(u) w for every tangent
// w. Both sides are computed from values and slopes of the tangent functions on the quadrature
// points, not from the metric's rows.
TEST(FunctionSpaceTest, NewtonDirectionOfTheNonlinearEnergy) {
  Statement ritz =
      Statement("x", {{-1, 1}}).where("f", "pi^2*cos(pi*x) + cos(pi*x)^3").with_layers({3}) +
      density("interior", "0.5*u_x^2 + 0.25*u^4 - f*u", points::gauss(60));
  ritz.network.init = {.kind = network::Initialisation::Kind::normal, .std = {2.0}};
  Discretisation made(ritz);
  const auto energy = made.make_energy(0, 1);
  const Vector theta = made.network.initial(1);
  energy::Linearisation now, tangents;
  energy->rows(theta, {}, now);
  const Vector d = solve(linalg::Method::qr_svd, now);

  // H^1 rows: first sqrt(w) d_i u at all points, then sqrt(w) d_i u_x.
  energy->rows(theta, {1}, tangents);
  const Index n = tangents.A.rows() / 2;
  const Matrix value = tangents.A.topRows(n), slope = tangents.A.bottomRows(n);
  const geometry::PointSet at = made.place(points::gauss(60), "interior");
  const Matrix u =
      made.values(theta, std::vector{expr::value_of(0), expr::value_of(0).differentiated(0)}, at);

  const Vector pushed_value = value * d, pushed_slope = slope * d;
  const Vector weight = 3 * u.col(0).cwiseAbs2();
  const Vector left =
      slope.transpose() * pushed_slope + value.transpose() * weight.cwiseProduct(pushed_value);
  Vector right = Vector::Zero(left.size());
  for (Index q = 0; q < n; ++q) {
    const double x = at.coordinate(q, 0), root = std::sqrt(at.weights[q]), uq = u(q, 0);
    const double f = M_PI * M_PI * std::cos(M_PI * x) + std::pow(std::cos(M_PI * x), 3);
    right += root * (u(q, 1) * slope.row(q) + (uq * uq * uq - f) * value.row(q)).transpose();
  }
  EXPECT_LT((right - now.g).norm(), 1e-12 * right.norm());  // DE(u) w is the gradient
  // A backward stable solve leaves a rest of some eps |A|^2 |d|.
  const double rest = 1e-14 * now.A.squaredNorm() * d.norm();
  ASSERT_LT(rest, 1e-6 * right.norm()) << "the bound would hold for any direction";
  EXPECT_LT((left - right).norm(), rest);
}

}  // namespace
}  // namespace engd
