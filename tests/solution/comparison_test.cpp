#include "solution/comparison.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/contains.h"
#include "common/files.h"
#include "solution/trained.h"

namespace engd::solution {
namespace {

using testing::contains;
using testing::input_error_of;
using testing::TemporaryFolder;
using testing::trained;

/// A solution whose network is zero: u is `value`, v is zero.
Solution exactly(const std::string& value, const std::string& variables, const std::string& box,
                 const std::string& more = "") {
  const TemporaryFolder folder;
  auto problem = std::make_shared<const problem::Problem>(read::read_problem(
      folder
          .write("problem.toml",
                 "[problem]\nvariables = [" + variables +
                     "]\nunknowns = [\"u\", \"v\"]\ndomain = { " + box +
                     " }\n[hard.u]\nvalue = \"" + value +
                     "\"\non = \"boundary\"\n"
                     "[[term]]\non = \"interior\"\nresidual = [\"u - v\", \"v_x\"]\n"
                     "[network]\nlayers = [3]\n" +
                     more)
          .string()));
  solve::Piece piece{{std::shared_ptr<void>(), problem.get()}, solve::Level(*problem), {}, {}};
  piece.theta.setZero(piece.level.trainable->parameters());
  return {problem, {piece}, 0};
}

const std::string square = "x = [0, 1], y = [0, 1]";

TEST(ComparisonTest, NormsOfAKnownDifference) {
  const Solution a = exactly("2*x*y", "\"x\", \"y\"", square),
                 b = exactly("x*y", "\"y\", \"x\"", square);
  const Comparison comparison = compare(a, b, Formulas("u, u_x, grad(u)"), 1);
  ASSERT_EQ(comparison.differences.size(), 4u);
  const Difference& u = comparison.differences[0];
  EXPECT_EQ(u.name, "u");
  EXPECT_NEAR(u.l2, 1.0 / 3, 1e-13) << "of x y, whichever coordinate comes first";
  EXPECT_NEAR(u.reference_l2, 1.0 / 3, 1e-13);
  EXPECT_NEAR(u.maximum, 1, 1e-14) << "in a corner";
  EXPECT_NEAR(u.reference_maximum, 1, 1e-14);
  EXPECT_NEAR(comparison.differences[1].l2, 1 / std::sqrt(3.0), 1e-13);
  EXPECT_NEAR(comparison.common, 1, 1e-15);
}

TEST(ComparisonTest, OfASolutionWithItself) {
  const Solution a = exactly("x + y", "\"x\", \"y\"", square);
  for (const Difference& one : compare(a, a, Formulas("u, v"), 2).differences) {
    EXPECT_EQ(one.l2, 0);
    EXPECT_EQ(one.maximum, 0);
    EXPECT_EQ(one.reference_l2 > 0, one.name == "u");
  }
}

TEST(ComparisonTest, OverWhatIsCommon) {
  const Solution a = exactly("2*x", "\"x\", \"y\"", "x = [0, 1], y = [0, 1]"),
                 b = exactly("x", "\"x\", \"y\"", "x = [0.5, 3], y = [-1, 2]"),
                 c = exactly("x", "\"x\", \"y\"", "x = [2, 3], y = [0, 1]");
  const Comparison comparison = compare(a, b, Formulas("u"), 1);
  EXPECT_NEAR(comparison.common, 0.5, 1e-2);
  EXPECT_NEAR(comparison.differences[0].l2, std::sqrt(0.875 / 3), 1e-2);
  EXPECT_EQ(comparison.differences[0].maximum, 1);
  EXPECT_TRUE(contains(input_error_of([&] { compare(a, c, Formulas("u"), 1); }),
                       "the solutions have no point in common: their x lie apart"));
}

TEST(ComparisonTest, WhatCannotBeComparedIsRefused) {
  const Solution a = exactly("x", "\"x\", \"y\"", square),
                 other = trained(
                     "[problem]\nvariables = [\"x\", \"t\"]\nunknowns = [\"w\"]\n"
                     "domain = { x = [0, 1], t = [0, 1] }\n[[term]]\non = "
                     "\"interior\"\nresidual = \"w\"\npoints = { grid = 4 }\n"
                     "[network]\nlayers = [3]\n[optimizer]\niterations = 1\n");
  EXPECT_TRUE(contains(input_error_of([&] { compare(a, other, Formulas("1"), 1); }),
                       "the solutions have other coordinates: x, y, and x, t"));
  EXPECT_TRUE(contains(input_error_of([&] { common_unknowns(a, other.unknowns(), "the second"); }),
                       "the solution has the unknowns u, v, and the second has none of them: w"));
  EXPECT_TRUE(contains(input_error_of([&] { compare(a, a, Formulas("log(-1 - x)"), 1); }),
                       "log(-1 - x) is not finite at some point"));
}

TEST(ComparisonTest, UpToAConstantWhereNothingFixesIt) {
  const std::string free = "[solution]\nu = { value = \"x\", up_to = \"constant\" }\nv = \"0\"\n";
  const Solution a = exactly("x + 5", "\"x\", \"y\"", square, free),
                 b = exactly("x", "\"x\", \"y\"", square);
  const Comparison comparison = compare(a, b, Formulas("u"), 1);
  EXPECT_LE(comparison.differences[0].l2, 1e-14);
  EXPECT_LE(comparison.differences[0].maximum, 1e-13);
  EXPECT_NEAR(comparison.differences[0].reference_l2, std::sqrt(1.0 / 12), 1e-13);
}

TEST(ComparisonTest, WithTheRowsOfATable) {
  const TemporaryFolder folder;
  const Solution a = exactly("x + y", "\"x\", \"y\"", square);
  const auto table = [&](const std::string& text) {
    return compare_with_table(a, folder.write("t.csv", text), Formulas("u"), 1);
  };
  const Comparison comparison =
      table("y,u,name,x\n0.5,1,here,0.25\n0,4,,1\n9,1,far,9\n0.1,,empty,0.1\n");
  EXPECT_EQ(comparison.points, 2);
  EXPECT_NEAR(comparison.common, 2.0 / 4, 1e-15);
  const Difference& u = comparison.differences[0];
  EXPECT_NEAR(u.l2, std::sqrt((0.0625 + 9) / 2), 1e-14);
  EXPECT_NEAR(u.maximum, 3, 1e-14);
  EXPECT_NEAR(u.reference_l2, std::sqrt(17 / 2.0), 1e-14);
  EXPECT_TRUE(contains(input_error_of([&] { table("x,u\n1,2\n"); }),
                       "t.csv:1: missing column 'y'; the columns are x, u"));
  EXPECT_TRUE(contains(input_error_of([&] { table("1,2,3\n"); }), "must name the columns"));
  EXPECT_TRUE(contains(input_error_of([&] { table("x,y,u\n5,5,5\n"); }),
                       "no row is a point of the domain"));
}

TEST(ComparisonTest, PicturesAreOfTheDifference) {
  const Solution a = exactly("2*x*y", "\"x\", \"y\"", square),
                 b = exactly("x*y", "\"x\", \"y\"", square);
  const formats::SampledField field = difference_on_grid(a, b, Formulas("u"), 1);
  EXPECT_EQ(field.grid.count, (std::vector<int>{201, 201}));
  ASSERT_EQ(field.arrays.size(), 1u);
  EXPECT_EQ(field.arrays[0].name, "u");
  EXPECT_NEAR(field.arrays[0].values[201 * 100 + 50], 0.125, 1e-15);
}

}  // namespace
}  // namespace engd::solution
