// Loss, gradient and Gram matrix against values computed with the code of the paper's authors.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "backend/tested_device.h"
#include "common/problem_text.h"
#include "read/read_problem.h"
#include "solve/level.h"

namespace engd {
namespace {

using Json = nlohmann::json;

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
void compare(problem::Problem& problem, const Json& state, double loss_scale) {
  solve::Level level(problem);
  const auto energy = solve::make_energy(level, 0, 2, testing::tested_device());
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

// Theirs see the coordinates as they are.
const std::vector<std::string> authors_network{"network.normalize=false"};

const char* const square = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
)toml";

TEST(ReferenceDataTest, Poisson2d) {
  for (const Json& state : load("poisson2d")) {
    problem::Problem problem = testing::problem_from(std::string(square) + R"toml(
[[term]]
on = "interior"
residual = "laplacian(u) + 2*pi^2*sin(pi*x)*sin(pi*y)"
points = { grid = 28 }
[[term]]
on = "boundary"
residual = "u"
measure = "integral"
points = { grid = 29 }
)toml",
                                                     authors_network);
    compare(problem, state, 2);
  }
}

TEST(ReferenceDataTest, Heat) {
  for (const Json& state : load("heat")) {
    problem::Problem problem = testing::problem_from(R"toml([problem]
variables = ["t", "x"]
domain = { box = [[0, 1], [0, 1]] }
[[term]]
on = "interior"
residual = "u_t - u_xx/4"
points = { grid = 28 }
[[term]]
on = "initial"
residual = "u - sin(pi*x)"
points = { grid = 29 }
[[term]]
on = ["x == 0", "x == 1"]
residual = "u"
measure = "integral"
points = { grid = 29 }
)toml",
                                                     authors_network);
    compare(problem, state, 2);
  }
}

TEST(ReferenceDataTest, NonlinearRitz) {
  for (const Json& state : load("nonlinear")) {
    problem::Problem problem = testing::problem_from(R"toml([problem]
variables = ["x"]
domain = { interval = [-1, 1] }
[[term]]
on = "interior"
density = "0.5*u_x^2 + 0.25*u^4 - (pi^2*cos(pi*x) + cos(pi*x)^3)*u"
points = { trapezoid = 20000 }
[network]
layers = [32]
)toml",
                                                     authors_network);
    compare(problem, state, 1);
  }
}

TEST(ReferenceDataTest, Poisson5d) {
  for (const Json& state : load("poisson5d")) {
    const testing::TemporaryFolder folder;
    const auto write = [&](const char* name, const Json& points) {
      std::string csv = "x1,x2,x3,x4,x5\n";
      for (const Json& point : points) {
        for (std::size_t j = 0; j < 5; ++j) csv += (j ? "," : "") + point[j].dump();
        csv += "\n";
      }
      folder.write(name, csv);
    };
    write("interior.csv", state["interior_points"]);
    write("boundary.csv", state["boundary_points"]);
    const auto file = folder.write("problem.toml", R"toml([problem]
variables = ["x[5]"]
domain = { box = [0, 1] }
[functions]
exact = "sum(sin(pi*x[i]))"
[[term]]
on = "interior"
residual = "laplacian(u) + pi^2*exact"
points = { file = "interior.csv" }
[[term]]
on = "boundary"
residual = "u - exact"
measure = "integral"
points = { file = "boundary.csv" }
)toml");
    problem::Problem problem = read::read_problem(file.string(), authors_network);
    compare(problem, state, 1);
  }
}

}  // namespace
}  // namespace engd
