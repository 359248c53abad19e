// Loss, gradient and Gram matrix against values computed with the code of the paper's authors.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "backend/tested_device.h"
#include "common/discretisation.h"
#include "common/temporary_folder.h"

namespace engd {
namespace {

using Json = nlohmann::json;
using testing::density;
using testing::residual;
using testing::Statement;
namespace points = testing::points;

/// States of the authors' code: theta and what it gives there.
Json load(const std::string& name) {
  const char* folder = std::getenv("ENGD_REFERENCE_DIR");
  const std::string path =
      (folder ? std::string(folder) : ENGD_SOURCE_DIR "/tests/data") + "/" + name + ".json";
  std::ifstream file(path);
  EXPECT_TRUE(file) << "missing " << path;
  Json states = Json::parse(file)["states"];
  EXPECT_FALSE(states.empty()) << path;
  return states;
}

Vector vector_of(const Json& list) {
  const auto values = list.get<std::vector<double>>();
  return Eigen::Map<const Vector>(values.data(), std::ssize(values));
}

void expect_close(const Vector& got, const Json& want, const char* what) {
  const Vector expected = vector_of(want);
  // Near a minimum the gradient is a small sum of terms of the size of 1, which are rounded.
  EXPECT_LE((got - expected).norm(), 1e-11 * expected.norm() + 1e-14) << what;
}

/// The authors' loss and gradient are `loss_scale` times ours, their Gram matrix is ours.
void compare(Statement statement, const Json& state, double loss_scale) {
  statement.network.normalize = false;  // theirs see the coordinates as they are
  testing::Discretisation made(statement);
  const auto energy = made.make_energy(0, 2, testing::tested_device());
  const Vector theta = vector_of(state["theta"]);
  ASSERT_EQ(theta.size(), energy->parameters());
  energy::Linearisation now;
  energy->gram(theta, {}, now);
  const double loss = state["loss"];
  EXPECT_NEAR(loss_scale * now.loss, loss, 1e-11 * std::fabs(loss));
  expect_close(loss_scale * now.g, state["gradient"], "gradient");
  expect_close(now.G.diagonal(), state["gram_diagonal"], "Gram diagonal");
  Vector alternating(theta.size());
  for (Index k = 0; k < theta.size(); ++k) alternating[k] = k % 2 == 0 ? 1 : -1;
  expect_close(now.G * Vector::Ones(theta.size()), state["gram_times_ones"], "G ones");
  expect_close(now.G * alternating, state["gram_times_alternating"], "G alternating");
}

TEST(ReferenceDataTest, Poisson2d) {
  const Statement poisson =
      Statement("x y", {{0, 1}, {0, 1}}) +
      residual("interior", "laplacian(u) + 2*pi^2*sin(pi*x)*sin(pi*y)", points::grid(28)) +
      residual("boundary", "u", points::grid(29), {.integral = true});
  for (const Json& state : load("poisson2d")) compare(poisson, state, 2);
}

TEST(ReferenceDataTest, Heat) {
  const Statement heat = Statement("t x", {{0, 1}, {0, 1}}) +
                         residual("interior", "u_t - u_xx/4", points::grid(28)) +
                         residual("initial", "u - sin(pi*x)", points::grid(29)) +
                         residual({"x == 0", "x == 1"}, "u", points::grid(29), {.integral = true});
  for (const Json& state : load("heat")) compare(heat, state, 2);
}

TEST(ReferenceDataTest, NonlinearRitz) {
  const Statement ritz =
      Statement("x", {{-1, 1}}).with_layers({32}) +
      density("interior", "0.5*u_x^2 + 0.25*u^4 - (pi^2*cos(pi*x) + cos(pi*x)^3)*u",
              points::trapezoid(20000));
  for (const Json& state : load("nonlinear")) compare(ritz, state, 1);
}

TEST(ReferenceDataTest, Poisson5d) {
  for (const Json& state : load("poisson5d")) {
    const testing::TemporaryFolder folder;
    const auto written = [&](const char* name, const Json& list) {
      std::string csv = "x1,x2,x3,x4,x5\n";
      for (const Json& point : list) {
        for (std::size_t j = 0; j < 5; ++j) csv += (j ? "," : "") + point[j].dump();
        csv += "\n";
      }
      return points::file(folder.write(name, csv).string());
    };
    const auto inside = written("interior.csv", state["interior_points"]),
               around = written("boundary.csv", state["boundary_points"]);
    compare(Statement("x[5]", {{0, 1}}).where("exact", "sum(sin(pi*x[i]))") +
                residual("interior", "laplacian(u) + pi^2*exact", inside) +
                residual("boundary", "u - exact", around, {.integral = true}),
            state, 1);
  }
}

}  // namespace
}  // namespace engd
