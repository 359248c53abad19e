// What `engd solve` leaves behind: the files of a run and what stands in them.
#include "app_test.h"
#include "results/model_file.h"

namespace engd::testing {
namespace {

using nlohmann::json;

const std::string paper = ENGD_SOURCE_DIR "/problems/paper/";

struct PaperProblem {
  const char* name;
  int parameters, points;
  const char* solution;
  std::vector<std::string> smaller;  ///< --set arguments that make it quick for every method
};

// Networks of the paper have (d + 1) w + w + 1 parameters for one hidden layer of width w.
const std::vector<PaperProblem> paper_problems{
    {"poisson2d", 257, 1020, "solution.vti", {"term.0.points.grid=6"}},
    {"poisson5d", 449, 3500, "solution.vtu", {"term.0.points.random=50"}},
    {"heat", 257, 990, "solution.vti", {"term.0.points.grid=6"}},
    {"nonlinear_ritz", 97, 20000, "solution.vti", {"term.0.points.trapezoid=50"}},
    {"poisson2d_deep", 5301, 1020, "solution.vti", {"network.layers=[6,6,6]"}},
};

void expect_number(const json& value) {
  EXPECT_TRUE(value.is_number()) << value;
}

void expect_spread(const json& value) {
  ASSERT_TRUE(value.is_object()) << value;
  for (const char* name : {"median", "min", "max"}) expect_number(value.at(name));
  EXPECT_LE(value.at("min"), value.at("median"));
  EXPECT_LE(value.at("median"), value.at("max"));
}

/// Every field that tools rely on, with its type.
void expect_complete(const json& summary, std::size_t seeds) {
  for (const char* name : {"problem", "optimizer", "device"})
    EXPECT_TRUE(summary.at(name).is_string()) << name;
  for (const char* name : {"parameters", "points", "iterations"})
    EXPECT_TRUE(summary.at(name).is_number_unsigned()) << name;
  expect_spread(summary.at("rel_l2"));
  expect_spread(summary.at("rel_h1"));
  expect_number(summary.at("ms_per_iteration"));
  ASSERT_EQ(summary.at("seeds").size(), seeds);
  for (const json& seed : summary.at("seeds")) {
    EXPECT_TRUE(seed.at("seed").is_number_unsigned());
    EXPECT_TRUE(seed.at("iterations").is_number_unsigned());
    for (const char* name : {"rel_l2", "rel_h1", "loss", "seconds", "ms_per_iteration"})
      expect_number(seed.at(name));
    EXPECT_TRUE(seed.at("termination").is_string());
  }
}

class PaperTest : public AppTest, public ::testing::WithParamInterface<PaperProblem> {};

TEST_P(PaperTest, IsSolvedAsItStands) {
  const PaperProblem& problem = GetParam();
  const std::string file = paper + problem.name + ".toml";
  const Outcome outcome =
      engd({"solve", file, "--set", "optimizer.iterations=1", "--out", "out", "--seed", "7"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::vector<std::string> expected{"history.csv", "model.h5",       "problem.toml",
                                    "report.html", problem.solution, "summary.json"};
  EXPECT_EQ(listing("out"), expected);

  const json found = summary("out");
  expect_complete(found, 1);
  EXPECT_EQ(found["problem"], problem.name);
  EXPECT_EQ(found["optimizer"], "engd");
  EXPECT_EQ(found["device"], "cpu");
  EXPECT_EQ(found["parameters"], problem.parameters);
  EXPECT_EQ(found["points"], problem.points);
  EXPECT_EQ(found["iterations"], 1);
  EXPECT_EQ(found["seeds"][0]["seed"], 7);
  EXPECT_EQ(found["seeds"][0]["termination"], "iterations");

  std::ifstream original(file);
  EXPECT_EQ(text_of("out/problem.toml"), std::string(std::istreambuf_iterator<char>(original), {}));
  const results::Model model = results::load_model(folder / "out/model.h5");
  ASSERT_EQ(model.seeds.size(), 1u);
  EXPECT_EQ(model.seeds[0].parameters.size(), static_cast<std::size_t>(problem.parameters));
  EXPECT_EQ(model.overrides, std::vector<std::string>{"optimizer.iterations=1"});
}

TEST_P(PaperTest, IsSolvedByEveryMethod) {
  const PaperProblem& problem = GetParam();
  for (const std::string method :
       {"gd", "adam", "bfgs", "lbfgs", "hngd", "engd", "adaptive", "multistep"}) {
    SCOPED_TRACE(method);
    std::vector<std::string> arguments{"solve", problem.name,
                                       "--set", "optimizer.iterations=3",
                                       "--set", "optimizer.method=" + method,
                                       "--out", method};
    for (const std::string& smaller : problem.smaller) {
      arguments.push_back("--set");
      arguments.push_back(smaller);
    }
    const Outcome outcome = engd(arguments);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json found = summary(method);
    expect_complete(found, 1);
    EXPECT_EQ(found["optimizer"], method);
    EXPECT_EQ(found["seeds"][0]["iterations"], 3);
    const auto rows = history(method);
    ASSERT_EQ(rows.size(), 5u);  // header, iterations 0 to 3
    for (std::size_t k = 1; k < rows.size(); ++k) EXPECT_EQ(rows[k].size(), rows[0].size());
    // New points in every iteration change the loss, otherwise each method makes it smaller.
    if (problem.name != std::string("poisson5d")) {
      EXPECT_LT(std::stod(rows[4][3]), std::stod(rows[1][3]));
    }
  }
}

class NetworksTest : public AppTest {};

// Everything a run writes is about the sum of the networks, under the hard condition: the value of
// the solution at the ends is exact.
TEST_F(NetworksTest, RunOneAfterAnother) {
  folder.write("two.toml", tiny_with("[network]\nlayers = [8]",
                                     "[hard]\nu = { value = \"x\" }\n"
                                     "[[network]]\nlayers = [4]\n[[network]]\nlayers = [6]"));
  const std::vector<std::string> arguments{"solve", "two.toml", "--out",
                                           "out",   "--set",    "solution.u=x + sin(pi*x)"};
  const Outcome outcome = engd(arguments);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json found = summary("out");
  expect_complete(found, 1);
  EXPECT_EQ(found["parameters"], 13 + 19);
  EXPECT_EQ(found["iterations"], 10);
  EXPECT_EQ(found["seeds"][0]["iterations"], 10);
  const auto rows = history("out");
  ASSERT_EQ(rows.size(), 12u);  // header, iterations 0 to 10
  EXPECT_LT(std::stod(rows[11][3]), std::stod(rows[6][3]));
  const results::Model model = results::load_model(folder / "out/model.h5");
  ASSERT_EQ(model.corrections.size(), 1u);
  EXPECT_EQ(model.corrections[0].layers, std::vector<int>{6});
  ASSERT_EQ(model.seeds[0].corrections.size(), 1u);
  EXPECT_EQ(model.seeds[0].parameters.size(), 13u);
  EXPECT_EQ(model.seeds[0].corrections[0].parameters.size(), 19u);
  EXPECT_EQ(model.seeds[0].corrections[0].scale.size(), 1u);
  EXPECT_EQ(found["statement"]["network"],
            "1-4-1 tanh; on what is left 1-6-1 tanh; u = x + (4*(x*(1 - x))) * network");
}

TEST_F(NetworksTest, AreNamedByCheck) {
  folder.write("two.toml", tiny_with("[network]\nlayers = [8]",
                                     "[hard.u]\n[[network]]\nlayers = [4]\n[[network]]\n"
                                     "scale = 1e-3\n[[network]]"));
  const Outcome outcome = engd({"check", "two.toml"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part :
       {"hard        u = 0 + (", ") * network on the boundary", "network     1-4-1 tanh",
        "then        1-4-1 tanh, on what is left, at the scale 0.001\n",
        "then        1-4-1 tanh, on what is left, at the scale of what is left\n"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
}

INSTANTIATE_TEST_SUITE_P(Problems, PaperTest, ::testing::ValuesIn(paper_problems),
                         [](const auto& info) { return std::string(info.param.name); });

using SolveTest = AppTest;

TEST_F(SolveTest, HistoryHasAColumnForEachTermAndARowForEachIteration) {
  ASSERT_EQ(engd({"solve", "tiny.toml", "--out", "out"}).code, 0);
  const auto rows = history("out");
  EXPECT_EQ(rows[0], (std::vector<std::string>{"seed", "iteration", "seconds", "loss",
                                               "loss_interior", "loss_ends", "rel_l2", "rel_h1",
                                               "step", "gradient_norm", "rank"}));
  ASSERT_EQ(rows.size(), 7u);
  for (int k = 0; k <= 5; ++k) {
    EXPECT_EQ(rows[k + 1][1], std::to_string(k));
    const double loss = std::stod(rows[k + 1][3]);
    EXPECT_NEAR(loss, std::stod(rows[k + 1][4]) + std::stod(rows[k + 1][5]), 1e-12 * loss);
  }
  EXPECT_EQ(std::stod(rows.back()[3]), summary("out")["seeds"][0]["loss"].get<double>());
  EXPECT_EQ(std::stod(rows.back()[6]), summary("out")["seeds"][0]["rel_l2"].get<double>());
}

TEST_F(SolveTest, ErrorsAreNullWithoutASolution) {
  folder.write("tiny.toml", tiny_with("[solution]\nu = \"sin(pi*x)\"\n", ""));
  const Outcome outcome = engd({"solve", "tiny.toml", "--out", "out", "--seeds", "0..1"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json found = summary("out");
  EXPECT_TRUE(found.at("rel_l2").is_null());
  EXPECT_TRUE(found.at("rel_h1").is_null());
  for (const json& seed : found["seeds"]) {
    EXPECT_TRUE(seed.at("rel_l2").is_null());
    EXPECT_TRUE(seed.at("rel_h1").is_null());
  }
  EXPECT_EQ(history("out")[1][6], "");
  EXPECT_EQ(outcome.out.find("rel L2"), std::string::npos);
}

// A network that is trained on three points: sin(pi x) + 0.3 sin(4 pi x) there and anything
// between.
TEST_F(SolveTest, ResidualsOnFreshPointsAreToldAndWarnedOf) {
  folder.write("few.toml", R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
[[term]]
name = "fit"
on = "interior"
residual = "u - sin(pi*x) - 0.3*sin(4*pi*x)"
points = { gauss = 3 }
[network]
layers = [8]
[optimizer]
iterations = 100
)toml");
  const Outcome few = engd({"solve", "few.toml", "--out", "few"});
  EXPECT_EQ(few.code, 0) << few.err;
  EXPECT_NE(few.out.find("residuals on fresh points: fit "), std::string::npos) << few.out;
  EXPECT_NE(few.err.find("engd: warning: term 'fit': the residual on 1000 fresh points, "),
            std::string::npos)
      << few.err;
  const json residual = summary("few")["seeds"][0]["residuals"][0];
  EXPECT_GT(residual["fresh"], 100 * residual["trained"].get<double>());
  EXPECT_NE(text_of("few/report.html").find("take more points for the term, or fewer neurons"),
            std::string::npos);
  const Outcome many =
      engd({"solve", "few.toml", "--out", "many", "--set", "term.fit.points.gauss=40"});
  EXPECT_EQ(many.err.find("warning"), std::string::npos) << many.err;
  EXPECT_EQ(summary("many")["seeds"][0]["warning"], "");
}

TEST_F(SolveTest, StagesRunOneAfterAnother) {
  folder.write("stages.toml", tiny_with("[optimizer]\nmethod = \"engd\"\niterations = 5\n",
                                        "[[optimizer]]\nmethod = \"adam\"\niterations = 7\n"
                                        "[[optimizer]]\nmethod = \"engd\"\niterations = 4\n"));
  const Outcome outcome = engd({"solve", "stages.toml", "--out", "out"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json found = summary("out");
  EXPECT_EQ(found["optimizer"], "adam+engd");
  EXPECT_EQ(found["iterations"], 11);
  EXPECT_EQ(found["seeds"][0]["iterations"], 11);
  const auto rows = history("out");
  ASSERT_EQ(rows.size(), 13u);
  for (int k = 0; k <= 11; ++k) EXPECT_EQ(rows[k + 1][1], std::to_string(k));
  // The natural gradient writes a rank, Adam none: each ran when it should.
  EXPECT_EQ(rows[7].back(), "");
  EXPECT_NE(rows[8].back(), "");
}

}  // namespace
}  // namespace engd::testing
