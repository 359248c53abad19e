#include "linalg/bidiagonalise.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>

namespace engd::linalg {
namespace {

using Side = Bidiagonalisation::Side;

Matrix random_matrix(Index n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Matrix A(n, n);
  for (Index k = 0; k < A.size(); ++k) A.data()[k] = normal(random);
  return A;
}

struct Case {
  std::string name;
  Matrix A;
};

std::vector<Case> cases() {
  std::vector<Case> list;
  for (Index n : {1, 2, 3, 7, 8, 9, 16, 31, 33, 64, 100, 257, 601})
    list.push_back({"random_" + std::to_string(n), random_matrix(n, 1)});
  Matrix graded = random_matrix(40, 2);
  for (Index j = 0; j < 40; ++j) graded.col(j) *= std::pow(10.0, -0.5 * static_cast<double>(j));
  list.push_back({"graded", graded});
  Matrix triangle = random_matrix(30, 3);
  triangle.triangularView<Eigen::StrictlyLower>().setZero();
  list.push_back({"triangle", triangle});
  list.push_back({"zero", Matrix::Zero(12, 12)});
  list.push_back({"identity", Matrix::Identity(17, 17)});
  list.push_back({"rank_one", random_matrix(20, 4).col(0) * random_matrix(20, 5).row(0)});
  list.push_back({"tiny", 1e-300 * random_matrix(10, 6)});
  return list;
}

class BidiagonaliseTest : public ::testing::TestWithParam<Case> {};

TEST_P(BidiagonaliseTest, GivesTheMatrixBack) {
  const Matrix& A = GetParam().A;
  const Index n = A.rows();
  Bidiagonalisation reduction;
  for (int repetition = 0; repetition < 2; ++repetition) reduction.reduce(A);
  Matrix B = Matrix::Zero(n, n);
  B.diagonal() = reduction.diagonal();
  if (n > 1) B.diagonal(1) = reduction.above().head(n - 1);
  // Q B, then (P (Q B)^T)^T.
  reduction.apply(Side::left, false, B.data(), n, n);
  Matrix back = B.transpose();
  reduction.apply(Side::right, false, back.data(), n, n);
  const double tolerance = 20 * std::sqrt(n) * std::numeric_limits<double>::epsilon();
  EXPECT_LE((back.transpose() - A).norm(), tolerance * A.norm());
}

TEST_P(BidiagonaliseTest, ReflectionsAreOrthogonal) {
  const Index n = GetParam().A.rows();
  Bidiagonalisation reduction;
  reduction.reduce(GetParam().A);
  for (Side side : {Side::left, Side::right})
    for (Index count : {1, 2, 7}) {
      // Columns further apart than they are long: what is between them stays.
      Matrix x = random_matrix(n + 8, 7).topLeftCorner(n + 3, count);
      const Matrix before = x;
      reduction.apply(side, false, x.data(), count, x.rows());
      for (Index c = 0; c < count; ++c)
        EXPECT_NEAR(x.col(c).head(n).norm(), before.col(c).head(n).norm(),
                    1e-13 * static_cast<double>(n));
      EXPECT_EQ(x.bottomRows(3), before.bottomRows(3));
      reduction.apply(side, true, x.data(), count, x.rows());
      EXPECT_LE((x - before).norm(), 1e-14 * static_cast<double>(n) * before.norm());
    }
}

INSTANTIATE_TEST_SUITE_P(Cases, BidiagonaliseTest, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace engd::linalg
