#include "expr/tape.h"

#include <gtest/gtest.h>

#include <limits>

#include "formulas.h"

namespace engd::expr {
namespace {

using testing::FormulaSource;
using testing::KnownJet;
using testing::plane;

/// Inputs, outputs and workspace for a tape at n points; what is not written keeps a mark.
class Bench {
 public:
  static constexpr double mark = -12345.0;

  Bench(const Tape& tape, const std::vector<KnownJet>& points) : tape_(tape), n_(points.size()) {
    for (const Leaf& input : tape.inputs()) {
      in_.emplace_back();
      for (const KnownJet& point : points) in_.back().push_back(point(input));
    }
    out_.assign(static_cast<std::size_t>(tape.outputs()), std::vector<double>(n_ + 1, mark));
  }

  void run() {
    std::vector<const double*> in;
    std::vector<double*> out;
    for (const auto& values : in_) in.push_back(values.data());
    for (auto& values : out_) out.push_back(values.data());
    std::vector<double> storage(tape_.workspace_size() + 8);
    void* aligned = storage.data();
    std::size_t space = storage.size() * sizeof(double);
    ASSERT_NE(std::align(64, tape_.workspace_size() * sizeof(double), aligned, space), nullptr);
    tape_.evaluate(static_cast<int>(n_), in.data(), out.data(), static_cast<double*>(aligned));
    for (const auto& values : out_) EXPECT_EQ(values[n_], mark) << "wrote beyond the points";
  }

  double out(std::size_t k, std::size_t q) const { return out_[k][q]; }

 private:
  const Tape& tape_;
  std::size_t n_;
  std::vector<std::vector<double>> in_, out_;
};

std::vector<KnownJet> some_points(int n) {
  std::vector<KnownJet> points;
  for (int q = 0; q < n; ++q) points.push_back({0.3 + 0.01 * q, 0.9 - 0.013 * q});
  return points;
}

TEST(Tape, AgreesWithTheObviousLoopOnRandomFormulas) {
  const Scope scope = plane();
  const std::vector<int> sizes{1, 31, 32, 33, 127, 128};
  for (unsigned seed = 0; seed < 600; ++seed) {
    FormulaSource source(seed, KnownJet{0.4, 0.5});
    Graph graph;
    std::vector<Node> outputs;
    for (int k = 0; k < 3; ++k) {
      const Node f = parse(graph, source.make(5).text, scope);
      outputs.push_back(f);
      // derivatives share much with the formula, and pair sines with cosines
      outputs.push_back(differentiate(graph, f, graph.coordinate(0)));
    }
    const Tape tape(graph, outputs);
    const auto points = some_points(sizes[seed % sizes.size()]);
    Bench bench(tape, points);
    bench.run();
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      for (std::size_t q = 0; q < points.size(); ++q) {
        const double expected = evaluate_scalar(graph, outputs[k], points[q]);
        // roundings of some hundred operations, conditioned by functions of slope up to 10
        ASSERT_NEAR(bench.out(k, q), expected, 1e-11 * (1 + std::fabs(expected)))
            << "seed " << seed << " output " << k << " point " << q << ": "
            << to_string(graph, outputs[k], scope.coordinates, scope.unknowns);
      }
    }
  }
}

TEST(Tape, EveryInstruction) {
  Scope scope = plane();
  scope.allow_normal = true;
  const std::vector<const char*> formulas{"x",
                                          "3",
                                          "-x",
                                          "x + y",
                                          "x + 2",
                                          "x - y",
                                          "2 - x",
                                          "x*y",
                                          "3*x",
                                          "x*y + u",
                                          "u - x*y",
                                          "x*y + 2",
                                          "3*x + y",
                                          "3*x + 2",
                                          "y - 3*x",
                                          "2 - 3*x*y",
                                          "x/u",
                                          "x/3",
                                          "3/x",
                                          "x^y",
                                          "x^2.5",
                                          "2.5^x",
                                          "x^2",
                                          "x^3",
                                          "x^10",
                                          "x^-7",
                                          "sin(x)",
                                          "cos(y)",
                                          "sin(u)*cos(u)",
                                          "min(x, y)",
                                          "max(x, 0.5)",
                                          "min(0.5, u)",
                                          "tan(x)",
                                          "asin(x/4)",
                                          "acos(x/4)",
                                          "atan(x)",
                                          "sinh(x)",
                                          "cosh(x)",
                                          "tanh(x)",
                                          "exp(x)",
                                          "log(x)",
                                          "sqrt(x)",
                                          "abs(x - 1)",
                                          "sign(x - 1)",
                                          "erf(x)",
                                          "n_x*u_x",
                                          "laplacian(u)",
                                          "x",
                                          "x + y",
                                          "3",
                                          "-(x*y)",
                                          "u - (-v)",
                                          "-x - y",
                                          "-x*y - u",
                                          "(x - y)*(y - x)"};
  Graph graph;
  std::vector<Node> outputs;
  for (const char* formula : formulas) outputs.push_back(parse(graph, formula, scope));
  outputs.push_back(
      differentiate(graph, parse(graph, "min(x, 0.5 + y)*x", scope), graph.coordinate(0)));
  const Tape tape(graph, outputs);
  EXPECT_EQ(tape.outputs(), static_cast<int>(outputs.size()));
  const auto points = some_points(33);
  Bench bench(tape, points);
  bench.run();
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    for (std::size_t q = 0; q < points.size(); ++q) {
      const double expected = evaluate_scalar(graph, outputs[k], points[q]);
      EXPECT_NEAR(bench.out(k, q), expected, 2e-15 * (1 + std::fabs(expected)))
          << (k < formulas.size() ? formulas[k] : "derivative of min") << " at point " << q;
    }
  }
}

TEST(Tape, InputsAreSortedAndUnique) {
  Scope scope = plane();
  scope.allow_normal = true;
  Graph graph;
  const Tape tape(graph, std::vector<Node>{parse(graph, "v*u_x + n_y*y + u_x*x", scope)});
  ASSERT_EQ(tape.inputs().size(), 5u);
  EXPECT_EQ(tape.inputs()[0].kind, Leaf::Kind::coordinate);
  EXPECT_EQ(tape.inputs()[0].index, 0);
  EXPECT_EQ(tape.inputs()[1].index, 1);
  EXPECT_EQ(tape.inputs()[2].kind, Leaf::Kind::normal);
  EXPECT_EQ(tape.inputs()[3], value_of(0).differentiated(0));
  EXPECT_EQ(tape.inputs()[4], value_of(1));
}

TEST(Tape, KnowsConstantOutputs) {
  Graph graph;
  const Tape tape(graph, std::vector<Node>{graph.constant(2.5), graph.coordinate(0)});
  EXPECT_EQ(tape.constant_output(0), 2.5);
  EXPECT_EQ(tape.constant_output(1), std::nullopt);
  EXPECT_EQ(Tape().outputs(), 0);
}

TEST(Tape, LongSumsNeedFewRegisters) {
  Scope scope;
  for (int i = 1; i <= 100; ++i) {
    scope.coordinates.push_back("x" + std::to_string(i));
    scope.space.spatial.push_back(i - 1);
  }
  scope.families = {{"x", 0, 100}};
  Graph graph;
  const Node f = parse(graph, "sum(sin(pi*x[i])*exp(-x[i]^2))", scope);
  const Tape tape(graph, std::vector<Node>{f});
  EXPECT_LE(tape.workspace_size(), 4u * Tape::block);
  std::vector<double> point(100);
  std::vector<const double*> in;
  for (std::size_t i = 0; i < 100; ++i) point[i] = 0.02 * static_cast<double>(i) - 0.7;
  for (const Leaf& input : tape.inputs()) in.push_back(&point[input.index]);
  alignas(64) double workspace[4 * Tape::block];
  double result = 0;
  double* out = &result;
  tape.evaluate(1, in.data(), &out, workspace);
  EXPECT_NEAR(result, evaluate_scalar(graph, f, point), 1e-13);
}

TEST(Tape, ValuesDoNotDependOnThePlaceInTheBlock) {
  const Scope scope = plane();
  Graph graph;
  const Node f =
      parse(graph, "sin(x*y)*exp(-u)/(1 + x^2) + tanh(3*x)*log(2 + y) - x*y + x^5", scope);
  const Tape tape(graph, std::vector<Node>{f});
  const std::vector<KnownJet> points = some_points(128);
  Bench whole(tape, points);
  whole.run();
  for (std::size_t q = 0; q < points.size(); ++q) {
    Bench single(tape, {points[q]});
    single.run();
    ASSERT_EQ(single.out(0, 0), whole.out(0, q)) << q;
  }
}

TEST(Tape, NanReachesTheResult) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Scope scope = plane();
  Graph graph;
  for (const char* formula : {"min(x, 1)", "max(1, x)", "sign(x)", "abs(x)", "tanh(x)", "exp(x)",
                              "log(x)", "sin(x)", "cos(x)", "x^3", "sqrt(x)", "erf(x)"}) {
    const Node f = parse(graph, formula, scope);
    const Tape tape(graph, std::vector<Node>{f});
    alignas(64) double workspace[8 * Tape::block];
    ASSERT_LE(tape.workspace_size(), 8u * Tape::block);
    double in[9]{nan, 0, 0, 0, nan, 0, 0, 0, nan}, result[9];
    const double* input = in;
    double* out = result;
    tape.evaluate(9, &input, &out, workspace);
    for (int q = 0; q < 9; ++q) EXPECT_EQ(std::isnan(result[q]), q % 4 == 0) << formula << q;
    EXPECT_TRUE(std::isnan(evaluate_scalar(graph, f, std::vector<double>{nan, 0}))) << formula;
  }
}

}  // namespace
}  // namespace engd::expr
