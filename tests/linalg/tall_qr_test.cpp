#include "linalg/tall_qr.h"

#include <gtest/gtest.h>

#include "prescribed.h"

namespace engd::linalg {
namespace {

struct Shape {
  Index rows, columns;
  int threads;
};

// One piece, pieces that are as short as allowed, uneven ones; one column, one row.
const std::vector<Shape> tall_shapes{{1, 1, 1},    {7, 1, 3},    {33, 33, 4},  {64, 31, 2},
                                     {128, 32, 2}, {131, 32, 2}, {401, 33, 4}, {1020, 70, 3}};

TEST(TallQr, TheFactorsAreOrthogonalAndGiveTheMatrix) {
  for (const auto [rows, columns, threads] : tall_shapes) {
    const Matrix A = testing::random_matrix(rows, columns, 5);
    TallQr qr;
    qr.matrix() = A;
    qr.factor(threads);
    Matrix R = Matrix::Zero(rows, columns);
    R.topRows(columns).triangularView<Eigen::Upper>() = qr.triangle();
    Matrix QR = R;
    qr.apply('N', QR.data(), columns, rows);
    EXPECT_LE((QR - A).norm(), 1e-14 * A.norm()) << rows << " x " << columns;
    Matrix Q = Matrix::Identity(rows, rows);
    qr.apply('N', Q.data(), rows, rows);
    const Matrix X = testing::random_matrix(rows, 3, 6);
    EXPECT_LE((Q.transpose() * (Q * X) - X).norm(), 1e-14 * X.norm());
    Matrix Y = X;
    qr.apply('T', Y.data(), 3, rows);
    EXPECT_LE((Y - Q.transpose() * X).norm(), 1e-13 * X.norm());
  }
}

// Columns that span fourteen orders of magnitude: small ones keep their digits.
TEST(TallQr, IsBackwardStableByColumn) {
  Matrix A = testing::random_matrix(300, 40, 7);
  for (Index j = 0; j < 40; ++j) A.col(j) *= std::pow(10.0, -14.0 * static_cast<double>(j) / 39);
  TallQr qr;
  qr.matrix() = A;
  qr.factor(3);
  Matrix QR = Matrix::Zero(300, 40);
  QR.topRows(40).triangularView<Eigen::Upper>() = qr.triangle();
  qr.apply('N', QR.data(), 40, 300);
  for (Index j = 0; j < 40; ++j)
    EXPECT_LE((QR.col(j) - A.col(j)).norm(), 1e-14 * A.col(j).norm()) << j;
}

// Pieces depend on the shape alone: 1, 2, 4 and 8 of them here.
TEST(TallQr, TheNumberOfThreadsDoesNotChangeABit) {
  for (const Index rows : {50, 200, 400, 1400}) {
    const Matrix A = testing::random_matrix(rows, 20, 9);
    Matrix one;
    for (const int threads : {1, 2, 3, 4, 9}) {
      TallQr qr;
      qr.matrix() = A;
      qr.factor(threads);
      if (threads == 1) one = qr.matrix();
      EXPECT_EQ((qr.matrix() - one).norm(), 0) << rows << " rows, " << threads << " threads";
    }
  }
}

TEST(TallQr, TheSameAgainWithLessAndMore) {
  TallQr qr;
  for (Index rows : {400, 40, 400}) {
    const Matrix A = testing::random_matrix(rows, 20, 8);
    qr.matrix() = A;
    qr.factor(4);
    TallQr fresh;
    fresh.matrix() = A;
    fresh.factor(4);
    EXPECT_EQ((qr.matrix() - fresh.matrix()).norm(), 0) << rows;
  }
}

}  // namespace
}  // namespace engd::linalg
