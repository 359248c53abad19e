#include <gtest/gtest.h>

#include <cmath>

#include "common/contains.h"
#include "common/files.h"
#include "read/problem_text.h"
#include "results/model_file.h"
#include "solution/trained.h"

namespace engd::solution {
namespace {

using testing::contains;
using testing::input_error_of;
using testing::TemporaryFolder;

const std::string text = R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
[[term]]
on = "interior"
residual = "u_xx + 1"
points = { gauss = 8 }
[[term]]
on = "boundary"
residual = "u"
[network]
layers = [4]
[optimizer]
iterations = 3
)toml";

results::Model model_of_seeds(const std::vector<std::uint64_t>& seeds) {
  const problem::Problem problem = testing::problem_from(text);
  results::Model model;
  model.network = problem.network;
  model.box = problem.domain;
  model.variables = problem.scope.coordinates;
  model.unknowns = problem.scope.unknowns;
  model.problem_text = problem.source_text;
  for (const std::uint64_t seed : seeds) {
    const Vector theta = solve::Level(problem).trainable->initial(seed);
    model.seeds.push_back({seed, {theta.begin(), theta.end()}, {}, {}, {}});
  }
  return model;
}

/// A summary in which the seeds have these errors, estimates and losses.
std::string summary(const std::vector<std::array<const char*, 3>>& of_seeds) {
  std::string seeds;
  for (std::size_t k = 0; k < of_seeds.size(); ++k) {
    const auto& [error, estimate, loss] = of_seeds[k];
    seeds +=
        (k == 0 ? "" : ",") + std::string("{\"seed\":") + std::to_string(k + 3) +
        ",\"rel_l2\":" + error + ",\"rel_h1\":null,\"estimated_rel_l2\":" + estimate +
        ",\"loss\":" + loss +
        ",\"iterations\":1,\"seconds\":1,\"ms_per_iteration\":1,\"termination\":\"iterations\","
        "\"message\":\"\"}";
  }
  return "{\"problem\":\"p\",\"title\":\"\",\"file\":\"p.toml\",\"optimizer\":\"\",\"device\":"
         "\"cpu\","
         "\"parameters\":1,\"points\":1,\"iterations\":1,\"version\":\"\",\"machine\":\"\","
         "\"threads\":1,\"seeds\":[" +
         seeds + "]}";
}

TEST(LoadTest, TheBestSeedIsTaken) {
  const TemporaryFolder folder;
  results::save_model(folder / "model.h5", model_of_seeds({3, 4, 5}));
  const auto best = [&] { return Solution::load(folder.path()).seed(); };
  EXPECT_EQ(best(), 3u) << "nothing tells";
  folder.write("summary.json", "{");
  EXPECT_EQ(best(), 3u) << "a summary that cannot be read";
  const std::pair<std::vector<std::array<const char*, 3>>, std::uint64_t> cases[] = {
      {{{"1e-3", "null", "1"}, {"1e-5", "null", "2"}, {"1e-4", "null", "0.1"}}, 4},
      {{{"null", "1e-3", "1"}, {"null", "1e-2", "1"}, {"null", "1e-4", "1"}}, 5},
      {{{"null", "null", "1"}, {"null", "null", "0.5"}, {"null", "null", "null"}}, 4},
      {{{"null", "null", "null"}, {"1e-1", "null", "1"}, {"null", "1e-8", "1"}}, 4},
  };
  for (const auto& [of_seeds, seed] : cases) {
    folder.write("summary.json", summary(of_seeds));
    EXPECT_EQ(best(), seed) << summary(of_seeds);
  }
  EXPECT_EQ(Solution::load(folder.path(), 5).seed(), 5u);
  EXPECT_TRUE(contains(input_error_of([&] { Solution::load(folder.path(), 7); }),
                       "the run has no seed 7; it has 3, 4, 5"));
}

TEST(LoadTest, WhatIsNoSolutionIsRefused) {
  const TemporaryFolder folder;
  const auto message = [&](const std::filesystem::path& path) {
    return input_error_of([&] { Solution::load(path); });
  };
  EXPECT_TRUE(contains(message(folder / "none"), "there is no such run folder or model file"));
  EXPECT_TRUE(contains(message(folder.path()), "holds no model.h5: no run has ended"));
  EXPECT_TRUE(contains(message(folder.write("a.h5", "no model")), "a.h5"));
  const auto saved = [&](auto change) {
    results::Model model = model_of_seeds({0});
    change(model);
    results::save_model(folder / "model.h5", model);
    return message(folder / "model.h5");
  };
  EXPECT_EQ(saved([](results::Model&) {}), "");
  EXPECT_TRUE(contains(saved([](auto& model) { model.seeds[0].parameters.pop_back(); }),
                       "a network has 13 parameters, and 12 are there"));
  EXPECT_TRUE(contains(saved([](auto& model) { model.seeds.clear(); }), "the model has no seed"));
  EXPECT_TRUE(contains(saved([](auto& model) { model.unknowns = {"v"}; }),
                       "the problem in it is not the one that it was trained for"));
  EXPECT_TRUE(contains(saved([](auto& model) { model.box.upper = {2}; }), "is not the one"));
  EXPECT_TRUE(contains(saved([](auto& model) {
                         model.seeds[0].windows.push_back({{model.seeds[0].parameters, {}}});
                       }),
                       "more windows of time than the problem"));
  EXPECT_TRUE(contains(saved([](auto& model) { model.problem_text = "[problem"; }),
                       "the problem that the model was trained for cannot be read"));
}

const std::string inverse = R"toml([problem]
variables = ["t"]
domain = { t = [0, 2] }
[coefficients]
k = { start = 1, positive = true }
[[term]]
name = "equation"
on = "interior"
residual = "u_t + k*u"
points = { gauss = 12 }
[[term]]
name = "data"
data = "d.csv"
[evaluation]
reference = "r.csv"
[network]
layers = [6]
[optimizer]
iterations = 10
target_error = 1e-30
)toml";

TEST(LoadTest, MeasurementsThatAreGoneAreNotMissed) {
  const TemporaryFolder folder, elsewhere;
  folder.write("d.csv", "t,u\n0,2\n0.5,1\n1,0.4\n");
  folder.write("r.csv", "t,u\n0,2\n1,0.5\n");
  auto problem = std::make_shared<const problem::Problem>(
      read::read_problem(folder.write("p.toml", inverse).string()));
  const Solution of_run(problem, solve::Windows(*problem, 0, 1).run().pieces, 0);
  of_run.save(elsewhere / "model.h5");
  const Solution loaded = Solution::load(elsewhere / "model.h5");
  ASSERT_EQ(loaded.coefficients().size(), 1u);
  EXPECT_EQ(loaded.coefficients()[0].name, "k");
  EXPECT_EQ(loaded.coefficients()[0].value, of_run.coefficients()[0].value);
  EXPECT_GT(loaded.coefficients()[0].value, 0);
  const std::vector<double> points{0.1, 1.7};
  EXPECT_EQ(loaded.evaluator("u_t + k*u")(points), of_run.evaluator("u_t + k*u")(points));
}

TEST(LoadTest, AShapeThatIsGoneIsMissed) {
  const TemporaryFolder folder, elsewhere;
  folder.write("s.stl",
               "solid s\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\n"
               "endloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
               "vertex 0 0 1\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\n"
               "vertex 0 0 1\nvertex 0 1 0\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\n"
               "vertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet\nendsolid s\n");
  const std::string solid = R"toml([problem]
variables = ["x", "y", "z"]
domain = { shape = "stl", file = "s.stl" }
[[term]]
on = "interior"
residual = "u - 1"
points = { random = 20 }
[network]
layers = [4]
[optimizer]
iterations = 1
)toml";
  auto problem = std::make_shared<const problem::Problem>(
      read::read_problem(folder.write("p.toml", solid).string()));
  Solution(problem, solve::Windows(*problem, 0, 1).run().pieces, 0).save(elsewhere / "model.h5");
  EXPECT_TRUE(contains(input_error_of([&] { Solution::load(elsewhere / "model.h5"); }), "s.stl"));
  std::filesystem::copy(folder / "s.stl", elsewhere / "s.stl");
  const Solution loaded = Solution::load(elsewhere / "model.h5");
  std::vector<double> values(2);
  EXPECT_EQ(loaded.evaluator("u")
                .evaluate(std::vector<double>{0.1, 0.1, 0.1, 0.9, 0.9, 0.9}, values)
                .outside,
            1);
}

}  // namespace
}  // namespace engd::solution
