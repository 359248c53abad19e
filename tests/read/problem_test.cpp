#include <array>
#include <cmath>
#include <numbers>

#include "common/files.h"
#include "expr/tape.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using geometry::PointRule;
using testing::poisson;
using testing::replace;
using testing::TemporaryFolder;

Problem read(const std::string& text) {
  const TemporaryFolder folder;
  return read_problem(folder.write("problem.toml", text).string());
}

/// The shortest problem there is: everything else has a default.
const std::string shortest = R"([problem]
variables = "x"
domain = { interval = [0, 2] }
[[term]]
on = "interior"
residual = "u_xx + 1"
[[term]]
on = "boundary"
residual = "u"
)";

TEST(Problem, ReadsTheExampleOfTheDesign) {
  const Problem problem = read(poisson);
  EXPECT_EQ(problem.title, "Poisson equation on the unit square");
  EXPECT_EQ(problem.scope.coordinates, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(problem.scope.unknowns, (std::vector<std::string>{"u"}));
  EXPECT_EQ(problem.scope.space.spatial, (std::vector<int>{0, 1}));
  EXPECT_EQ(problem.domain.lower, (std::vector<double>{0, 0}));
  EXPECT_EQ(problem.domain.upper, (std::vector<double>{1, 1}));
  EXPECT_EQ(problem.source_text, poisson);
  ASSERT_EQ(problem.terms.size(), 2u);
  const Term& interior = problem.terms[0];
  EXPECT_EQ(interior.name, "interior");
  EXPECT_EQ(interior.on, "interior");
  EXPECT_EQ(interior.measure, Measure::mean);
  EXPECT_EQ(interior.points.kind, PointRule::Kind::grid);
  EXPECT_EQ(interior.points.count, (std::vector<int>{30}));
  ASSERT_EQ(interior.residuals.size(), 1u);
  EXPECT_EQ(interior.residuals[0].text, "laplacian(u) + f");
  EXPECT_EQ(interior.residuals[0].place.line, 16);
  EXPECT_EQ(interior.residuals[0].place.column, 12);
  EXPECT_EQ(interior.residuals[0].place.text, "laplacian(u) + f");
  EXPECT_EQ(problem.terms[1].region.patches.size(), 4u);
  ASSERT_TRUE(problem.has_solution());
  const std::array<double, 2> point{0.5, 0.25};
  EXPECT_DOUBLE_EQ(expr::evaluate_scalar(problem.graph, problem.solution[0]->node, point),
                   std::sin(std::numbers::pi / 4));
  EXPECT_EQ(problem.network.layers, (std::vector<int>{64}));
  ASSERT_EQ(problem.stages.size(), 1u);
  EXPECT_EQ(problem.stages[0].iterations, 500);
}

TEST(Problem, DefaultsOfTheShortestFile) {
  const Problem problem = read(shortest);
  EXPECT_EQ(problem.title, "problem");  // the file's name
  EXPECT_EQ(problem.scope.unknowns, (std::vector<std::string>{"u"}));
  EXPECT_EQ(problem.terms[0].name, "term1");
  EXPECT_EQ(problem.terms[1].name, "term2");
  EXPECT_EQ(problem.terms[0].weight, 1);
  EXPECT_EQ(problem.terms[0].points.kind, PointRule::Kind::grid);
  EXPECT_EQ(problem.terms[0].points.count, (std::vector<int>{772}));  // 4 * 193
  EXPECT_FALSE(problem.has_solution());
  EXPECT_EQ(problem.network.layers, (std::vector<int>{64}));
  EXPECT_EQ(problem.network.init.kind, network::Initialisation::Kind::domain);
  EXPECT_TRUE(problem.network.init.std.empty());
  EXPECT_TRUE(problem.network.normalize);
  ASSERT_EQ(problem.stages.size(), 1u);
  EXPECT_TRUE(optim::is<optim::Adaptive>(problem.stages[0].method));
  EXPECT_EQ(problem.evaluate_every, 0);
  EXPECT_EQ(problem.evaluation.count, (std::vector<int>{7720}));  // ten times that
}

TEST(Problem, PointsOfDensitiesAreGaussPoints) {
  const auto points = [](const std::string& variables, const std::string& what) {
    return read("[problem]\nvariables = " + variables + "\ndomain = { box = [0, 1] }\n[[term]]\n" +
                what + "\n[network]\nlayers = [8]\n")
        .terms[0]
        .points;
  };
  const auto expect = [](const PointRule& rule, PointRule::Kind kind, int count) {
    EXPECT_EQ(rule.kind, kind);
    EXPECT_EQ(rule.count, std::vector{count});
  };
  const std::string density = "on = \"interior\"\ndensity = \"norm2(grad(u)) - u\"\n";
  expect(points("[\"x\"]", density), PointRule::Kind::gauss, 200);
  expect(points("[\"x\", \"y\"]", density), PointRule::Kind::gauss, 30);
  expect(points("[\"x\", \"y\"]", "on = \"boundary\"\ndensity = \"u^2\"\n"), PointRule::Kind::gauss,
         30);
  expect(points("[\"x[3]\"]", density), PointRule::Kind::gauss, 16);
  expect(points("[\"x[4]\"]", density), PointRule::Kind::sobol, 4096);
  expect(points("[\"x[3]\"]", density + "points = 20"), PointRule::Kind::gauss, 20);
  expect(points("[\"x[4]\"]", density + "points = 999"), PointRule::Kind::sobol, 999);
  expect(points("[\"x\"]", "on = \"interior\"\nresidual = \"u\"\npoints = 7"),
         PointRule::Kind::grid, 7);
}

// A further network is like the one before it, where the file does not say otherwise.
TEST(Problem, SeveralNetworks) {
  std::string text = poisson;
  replace(text, "[network]", "[[network]]");
  const Problem problem = read(text + R"(
[[network]]
layers = [20, 10]
activation = "sin"
init = { kind = "domain" }
[[network]]
scale = "1e-3*k"
)");
  EXPECT_EQ(problem.network.layers, (std::vector<int>{64}));
  ASSERT_EQ(problem.corrections.size(), 2u);
  const auto& [second, scale] = problem.corrections[0];
  EXPECT_EQ(second.layers, (std::vector<int>{20, 10}));
  EXPECT_EQ(second.activation, network::Activation::sin);
  EXPECT_EQ(second.init.kind, network::Initialisation::Kind::domain);
  EXPECT_TRUE(second.init.std.empty());
  EXPECT_FALSE(scale);
  EXPECT_EQ(problem.corrections[1].network.layers, (std::vector<int>{20, 10}));
  EXPECT_EQ(problem.corrections[1].scale, 2e-3);
  EXPECT_TRUE(read(poisson).corrections.empty());
}

TEST(Problem, CanBeMovedAndOutlivesTheReader) {
  std::string text = poisson;
  replace(text, "on = \"boundary\"", "on = \"x == 0 and y + k*x > 0.5\"");
  Problem first = read(text);
  const Problem problem = std::move(first);
  const auto& keep = problem.terms[1].region.keep;
  ASSERT_TRUE(keep);
  EXPECT_TRUE(keep(std::array{0.0, 0.75}));
  EXPECT_FALSE(keep(std::array{0.0, 0.25}));
}

TEST(Problem, FamiliesOfCoordinates) {
  std::string text = shortest;
  replace(text, "variables = \"x\"", "variables = [\"t\", \"x[3]\"]");
  replace(text, "interval = [0, 2]", "t = [0, 2], x = [-1, 1], x2 = [0, 'pi']");
  replace(text, "u_xx + 1", "u_t - laplacian(u) - sum(x[i]^2)");
  const Problem problem = read(text);
  EXPECT_EQ(problem.scope.coordinates, (std::vector<std::string>{"t", "x1", "x2", "x3"}));
  ASSERT_EQ(problem.scope.families.size(), 1u);
  EXPECT_EQ(problem.scope.families[0].first, 1);
  EXPECT_EQ(problem.scope.families[0].count, 3);
  EXPECT_EQ(problem.scope.space.dimension, 4);
  EXPECT_EQ(problem.scope.space.spatial, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(problem.domain.lower, (std::vector<double>{0, -1, 0, -1}));
  EXPECT_EQ(problem.domain.upper, (std::vector<double>{2, 1, std::numbers::pi, 1}));
  EXPECT_EQ(problem.terms[0].points.kind, PointRule::Kind::sobol);  // four dimensions
  EXPECT_EQ(problem.terms[0].points.count, (std::vector<int>{4096}));
  EXPECT_EQ(problem.terms[1].points.kind, PointRule::Kind::sobol);  // three
  EXPECT_EQ(problem.evaluation.kind, PointRule::Kind::sobol);
  EXPECT_EQ(problem.evaluation.count, (std::vector<int>{40960}));
}

TEST(Problem, TimeIsTOrWhatTheFileSays) {
  const auto spatial = [](const std::string& variables, const std::string& time) {
    std::string text = shortest;
    replace(text, "variables = \"x\"", "variables = " + variables + "\n" + time);
    replace(text, "interval", "box");
    return read(text).scope.space.spatial;
  };
  EXPECT_EQ(spatial("['x', 't']", ""), (std::vector<int>{0}));
  EXPECT_EQ(spatial("['x', 's']", ""), (std::vector<int>{0, 1}));
  EXPECT_EQ(spatial("['x', 's']", "time = 's'"), (std::vector<int>{0}));
  EXPECT_EQ(spatial("['x', 't']", "time = ''"), (std::vector<int>{0, 1}));
  EXPECT_EQ(spatial("['x', 't']", "time = false"), (std::vector<int>{0, 1}));
  EXPECT_EQ(spatial("['x', 't']", "time = 'x'"), (std::vector<int>{1}));
}

TEST(Problem, ConstantsUseEarlierOnesAndBoundsUseConstants) {
  std::string text = shortest;
  // In the order of the file, not of the alphabet.
  replace(text, "interval = [0, 2]", "interval = ['-b', 'a + 1']");
  text += "[constants]\nb = 3\na = 'b/2'\n";
  const Problem problem = read(text);
  EXPECT_EQ(problem.scope.constants.at("a"), 1.5);
  EXPECT_EQ(problem.domain.lower[0], -3);
  EXPECT_EQ(problem.domain.upper[0], 2.5);
}

TEST(Problem, FunctionsWithParametersAndVectors) {
  std::string text = shortest;
  replace(text, "u_xx + 1", "div(flux) + k(u, 2) + g(flux)");
  text += "[functions]\nflux = 'k(x, 1)*grad(u)'\n'k(s, a)' = '1 + a*s^2'\n'g(v)' = 'dot(v, v)'\n";
  const Problem problem = read(text);
  EXPECT_EQ(problem.scope.functions.at("k").parameters, (std::vector<std::string>{"s", "a"}));
  EXPECT_TRUE(problem.scope.functions.at("flux").parameters.empty());
}

TEST(Problem, DensitiesAreIntegralsOnGaussPoints) {
  std::string text = shortest;
  replace(text, "residual = \"u_xx + 1\"", "density = \"0.5*u_x^2 - u\"\nweight = '2*pi'");
  const Problem problem = read(text);
  ASSERT_TRUE(problem.terms[0].density);
  EXPECT_TRUE(problem.terms[0].residuals.empty());
  EXPECT_EQ(problem.terms[0].measure, Measure::integral);
  EXPECT_EQ(problem.terms[0].points.kind, PointRule::Kind::gauss);
  EXPECT_DOUBLE_EQ(problem.terms[0].weight, 2 * std::numbers::pi);
}

TEST(Problem, MeasureCanBeChosen) {
  std::string text = shortest;
  replace(text, "u_xx + 1\"", "u_xx + 1\"\nmeasure = 'integral'");
  EXPECT_EQ(read(text).terms[0].measure, Measure::integral);
}

TEST(Problem, SeveralUnknownsResidualsAndParts) {
  std::string text = R"toml([problem]
variables = ["x", "y"]
unknowns = ["u", "v", "p"]
domain = { x = [0, 2], y = [0, 1] }
[[term]]
name = "stokes"
on = "interior"
residual = ["-laplacian(u) + p_x", "-laplacian(v) + p_y", "u_x + v_y"]
points = { gauss = [20, 10] }
[[term]]
name = "walls"
on = ["boundary.bottom", "y == 1", "boundary.bottom"]
residual = ["u", "v"]
points = { random = 100, resample = 10 }
[[term]]
name = "outflow"
on = "boundary.right"
residual = "dn(u) - p*n_x"
[solution]
u = "y*(1 - y)"
v = 0
)toml";
  const Problem problem = read(text);
  EXPECT_EQ(problem.terms[0].residuals.size(), 3u);
  EXPECT_EQ(problem.terms[0].points.count, (std::vector<int>{20, 10}));
  EXPECT_EQ(problem.terms[1].region.patches.size(), 2u);  // a part named twice counts once
  EXPECT_DOUBLE_EQ(problem.terms[1].region.measure(), 4);
  EXPECT_EQ(problem.terms[1].points.resample, 10);
  EXPECT_EQ(problem.terms[1].on, "[\"boundary.bottom\", \"y == 1\", \"boundary.bottom\"]");
  EXPECT_TRUE(problem.solution[1].has_value());
  EXPECT_FALSE(problem.solution[2].has_value());
  EXPECT_FALSE(problem.has_solution());  // not of p
}

TEST(Problem, PointsFromAFileNextToTheProblem) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "data");
  folder.write("data/a.csv", "x\n0.5\n");
  std::string text = shortest;
  replace(text, "u_xx + 1\"", "u_xx + 1\"\npoints = { file = 'data/a.csv' }");
  const Problem problem = read_problem(folder.write("p.toml", text).string());
  EXPECT_EQ(problem.terms[0].points.kind, PointRule::Kind::file);
  EXPECT_EQ(problem.terms[0].points.file, (folder.path() / "data/a.csv").string());
}

TEST(Problem, EveryRuleOfPoints) {
  using Kind = PointRule::Kind;
  const std::vector<std::pair<std::string, Kind>> rules{
      {"grid", Kind::grid},     {"trapezoid", Kind::trapezoid}, {"gauss", Kind::gauss},
      {"random", Kind::random}, {"sobol", Kind::sobol},         {"halton", Kind::halton}};
  for (const auto& [name, kind] : rules) {
    std::string text = shortest + "[evaluation]\npoints = { " + name + " = 77 }\nevery = 5\n";
    const Problem problem = read(text);
    EXPECT_EQ(problem.evaluation.kind, kind);
    EXPECT_EQ(problem.evaluation.count, (std::vector<int>{77}));
    EXPECT_EQ(problem.evaluate_every, 5);
  }
}

TEST(Problem, NetworkOptions) {
  const Problem problem = read(shortest + R"([network]
layers = [20, 30]
activation = "gelu"
normalize = true
init = { kind = "normal", std = [0.1, 0.2, 0.3] }
)");
  EXPECT_EQ(problem.network.layers, (std::vector<int>{20, 30}));
  EXPECT_EQ(problem.network.activation, network::Activation::gelu);
  EXPECT_TRUE(problem.network.normalize);
  EXPECT_EQ(problem.network.init.std, (std::vector<double>{0.1, 0.2, 0.3}));
  EXPECT_EQ(read(shortest + "[network]\ninit = { kind = 'glorot' }\n").network.init.kind,
            network::Initialisation::Kind::glorot);
  EXPECT_EQ(read(shortest + "[network]\ninit = { scale = { x = '2*pi' } }\n").network.init.scale[0],
            2 * std::numbers::pi);
  EXPECT_EQ(read(shortest + "[network]\ninit = { connections = 1 }\n").network.init.connections, 1);
  EXPECT_EQ(read(shortest + "[network]\nconnections = 1\n").network.connections, 1);
}

TEST(Problem, EveryFieldOfTheOptimizer) {
  std::string drawn = shortest;
  drawn += "points = { random = 2, resample = 1 }\n";
  const Problem problem = read(drawn + R"([[optimizer]]
method = "hngd"
iterations = 2e3
solver = "qr_svd"
damping = 1e-8
cutoff = 1e-12
metric = "h1"
step = "backtracking"
grid_base = 0.7
grid_count = 20
target_loss = 1e-14
gradient_tolerance = 1e-9
time_limit = 60
least_progress = 0.5
progress_iterations = 7
target_error = 1e-3
[[optimizer]]
method = "lbfgs"
history = 5
[[optimizer]]
method = "adam"
beta1 = 0.8
beta2 = 0.99
epsilon = 1e-7
learning_rate = 0.01
decay_start = 10
decay_every = 20
decay_factor = 0.5
minimum_rate = 1e-5
[[optimizer]]
low_ratio = 0.1
patience = 7
momentum = 0.25
corrections = 3
acceleration = 0.5
judge = "fresh"
batch_growth = 2
batch_limit = 4
starts = 2
[solution]
u = "x*(2 - x)/2"
)");
  const optim::Options& options = problem.stages.at(0);
  const auto& hngd = std::get<optim::Hngd>(options.method);
  EXPECT_EQ(options.iterations, 2000);
  EXPECT_EQ(hngd.natural.solver, linalg::Method::qr_svd);
  EXPECT_EQ(hngd.natural.damping, 1e-8);
  EXPECT_EQ(hngd.natural.cutoff, 1e-12);
  EXPECT_EQ(hngd.sobolev_order, 1);
  const optim::Grid& grid = std::get<optim::Backtracking>(options.step).grid;
  EXPECT_EQ(grid.base, 0.7);
  EXPECT_EQ(grid.count, 20);
  EXPECT_EQ(options.stopping.target_loss, 1e-14);
  EXPECT_EQ(options.stopping.gradient_tolerance, 1e-9);
  EXPECT_EQ(options.stopping.time_limit, 60);
  EXPECT_EQ(options.stopping.least_progress, 0.5);
  EXPECT_EQ(options.stopping.progress_iterations, 7);
  EXPECT_EQ(options.stopping.target_error, 1e-3);
  EXPECT_EQ(std::get<optim::Lbfgs>(problem.stages.at(1).method).history, 5);
  const auto& adam = std::get<optim::Adam>(problem.stages.at(2).method);
  const auto& schedule = std::get<optim::Schedule>(problem.stages.at(2).step);
  EXPECT_EQ(adam.beta1, 0.8);
  EXPECT_EQ(adam.beta2, 0.99);
  EXPECT_EQ(adam.epsilon, 1e-7);
  EXPECT_EQ(schedule.constant.learning_rate, 0.01);
  EXPECT_EQ(schedule.decay_start, 10);
  EXPECT_EQ(schedule.decay_every, 20);
  EXPECT_EQ(schedule.decay_factor, 0.5);
  EXPECT_EQ(schedule.minimum_rate, 1e-5);
  const auto& adaptive = std::get<optim::Adaptive>(problem.stages.at(3).method);
  EXPECT_EQ(adaptive.low_ratio, 0.1);
  EXPECT_EQ(adaptive.patience, 7);
  EXPECT_EQ(adaptive.momentum, 0.25);
  EXPECT_EQ(adaptive.corrections, 3);
  EXPECT_EQ(adaptive.acceleration, 0.5);
  EXPECT_TRUE(adaptive.judge_fresh);
  EXPECT_EQ(adaptive.batch_growth, 2);
  EXPECT_EQ(adaptive.batch_limit, 4);
  EXPECT_EQ(problem.stages.at(3).starts, 2);
}

// The start belongs to the method of the first stage, unless the file fixes it.
TEST(Problem, TheStartBelongsToTheMethod) {
  using Kind = network::Initialisation::Kind;
  const auto start = [](const std::string& method, const std::string& network) {
    return read(shortest + "[network]\n" + network + "\n[optimizer]\nmethod = '" + method + "'\n")
        .network;
  };
  for (const char* method : {"auto", "adaptive", "multistep"}) {
    EXPECT_EQ(start(method, "layers = [8]").init.kind, Kind::domain);
    EXPECT_TRUE(start(method, "init = { kind = 'auto' }").normalize);
    EXPECT_EQ(start(method, "init = { kind = 'auto' }").init.kind, Kind::domain);
    EXPECT_EQ(start(method, "init = { kind = 'normal', std = 0.2 }").init.kind, Kind::normal);
    EXPECT_FALSE(start(method, "normalize = false").normalize);
  }
  for (const char* method : {"engd", "hngd", "gd", "adam", "bfgs", "lbfgs"}) {
    EXPECT_EQ(start(method, "init = { kind = 'auto' }").init.kind, Kind::normal);
    EXPECT_FALSE(start(method, "layers = [8]").normalize);
    EXPECT_EQ(start(method, "init = { kind = 'domain', std = 0.5 }").init.kind, Kind::domain);
  }
}

TEST(Problem, DefaultsDependOnTheMethod) {
  struct Case {
    const char* name;
    const char *method, *step;
    int iterations, by_table;
  };
  const std::vector<Case> cases{
      {"engd", "engd", "grid", 500, 11},         {"auto", "adaptive", "grid", 200, 33},
      {"adaptive", "adaptive", "grid", 200, 33}, {"multistep", "multistep", "grid", 300, 300},
      {"hngd", "hngd", "grid", 500, 500},        {"gd", "gd", "grid", 200000, 200000},
      {"adam", "adam", "schedule", 200000, 22},  {"bfgs", "bfgs", "wolfe", 500, 500},
      {"lbfgs", "lbfgs", "wolfe", 500, 500}};
  for (const Case& c : cases) {
    const std::string section = "[optimizer]\nmethod = '" + std::string(c.name) + "'\n";
    const optim::Options options = read(shortest + section).stages.at(0);
    EXPECT_EQ(optim::name(options.method), c.method) << c.name;
    EXPECT_EQ(optim::name(options.step), c.step) << c.name;
    EXPECT_EQ(options.iterations, c.iterations) << c.name;
    EXPECT_FALSE(optim::solver_of(options.method).has_value());
    const std::string table = section + "iterations = { engd = 11, adam = 22, adaptive = 33 }\n";
    EXPECT_EQ(read(shortest + table).stages.at(0).iterations, c.by_table) << c.name;
  }
}

TEST(Problem, SolverNames) {
  using linalg::Method;
  const std::vector<std::pair<std::string, std::optional<Method>>> names{
      {"auto", std::nullopt},
      {"gram_eigen", Method::gram_eigen},
      {"pseudo_inverse", Method::gram_eigen},
      {"gram_svd", Method::gram_svd},
      {"qr_svd", Method::qr_svd},
      {"gram_cholesky", Method::gram_cholesky},
      {"cholesky", Method::gram_cholesky},
      {"kernel", Method::kernel},
      {"kernel_cholesky", Method::kernel_cholesky}};
  for (const auto& [name, method] : names) {
    const Problem problem =
        read(shortest + "[optimizer]\nmethod = 'engd'\nsolver = '" + name + "'\n");
    EXPECT_EQ(optim::solver_of(problem.stages[0].method), method);
  }
}

TEST(Problem, SeveralStages) {
  const Problem problem = read(shortest + R"([[optimizer]]
method = "adam"
iterations = 100
[[optimizer]]
method = "engd"
cutoff = "auto"
)");
  ASSERT_EQ(problem.stages.size(), 2u);
  EXPECT_TRUE(optim::is<optim::Adam>(problem.stages[0].method));
  EXPECT_EQ(problem.stages[0].iterations, 100);
  EXPECT_EQ(problem.stages[1].iterations, 500);
}

TEST(Problem, AByteOrderMarkAndWindowsLineEndsAreFine) {
  std::string text = "\xEF\xBB\xBF";
  for (char c : shortest) text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(read(text).terms.size(), 2u);
}

}  // namespace
}  // namespace engd::read
