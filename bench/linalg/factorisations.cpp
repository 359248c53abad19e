// Medians, in milliseconds, of LAPACK's factorisations and of the solvers made of them.
//
//     build/bin/bench_factorisations [threads...]        (default: 1 2)

#include <cblas.h>
#include <fmt/core.h>
#include <lapacke.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "linalg/blas.h"
#include "linalg/solver.h"

namespace {

using namespace engd;
using namespace engd::linalg;

/// Median over repetitions for about half a second; `prepare` is not timed.
template <class Prepare, class Work>
double median_ms(Prepare prepare, Work work) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  double total = 0;
  while (times.size() < 3 || (total < 500 && times.size() < 51)) {
    prepare();
    const auto start = Clock::now();
    work();
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    total += times.back();
  }
  std::nth_element(times.begin(), times.begin() + static_cast<long>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

/// Rows like those of a network: singular values fall by eight orders of magnitude, and no column
/// is small by itself.
Matrix decaying_rows(Index rows, Index parameters) {
  std::srand(1);
  const Index rank = std::min(rows, parameters);
  Matrix left = Matrix::Random(rows, rank);
  for (Index j = 0; j < rank; ++j)
    left.col(j) *= std::pow(10.0, -8 * static_cast<double>(j) / static_cast<double>(rank));
  const Matrix right = Matrix::Random(rank, parameters);
  Matrix A(rows, parameters);
  const int m = static_cast<int>(rows), n = static_cast<int>(parameters),
            k = static_cast<int>(rank);
  const BlasThreads scope(threads());
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, left.data(), m, right.data(),
              k, 0.0, A.data(), m);
  return A;
}

/// One line: the routines on G of order n = the columns of A.
void routines(const Matrix& A, int thread_count) {
  const Index p = A.cols();
  const int n = static_cast<int>(p), rows = static_cast<int>(A.rows());
  Matrix G, M, Z(p, p), U(p, p), Q;
  Vector values(p), off(p), tau(p), tridiagonal(p), tridiagonal_off(p);
  std::vector<double> work(static_cast<std::size_t>(8 * p * p + 200 * p));
  std::vector<int> integers(static_cast<std::size_t>(20 * p)),
      support(static_cast<std::size_t>(2 * p));
  const int lwork = static_cast<int>(work.size()), liwork = static_cast<int>(integers.size());
  gram(A, G);

  const BlasThreads scope(thread_count);
  const auto copy = [&] { M = G; };
  const double dsyrk = median_ms(copy, [&] {
    cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, n, rows, 1.0, A.data(), rows, 0.0, M.data(),
                n);
  });
  const double dsyevd = median_ms(copy, [&] {
    LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', n, M.data(), n, values.data(), work.data(),
                        lwork, integers.data(), liwork);
  });
  const double dsyevr = median_ms(copy, [&] {
    int found = 0;
    LAPACKE_dsyevr_work(LAPACK_COL_MAJOR, 'V', 'A', 'L', n, M.data(), n, 0, 0, 0, 0, 0, &found,
                        values.data(), Z.data(), n, support.data(), work.data(), lwork,
                        integers.data(), liwork);
  });
  const double dsytrd = median_ms(copy, [&] {
    LAPACKE_dsytrd_work(LAPACK_COL_MAJOR, 'L', n, M.data(), n, tridiagonal.data(),
                        tridiagonal_off.data(), tau.data(), work.data(), lwork);
  });
  const double dstedc = median_ms(
      [&] {
        values = tridiagonal;
        off = tridiagonal_off;
      },
      [&] {
        LAPACKE_dstedc_work(LAPACK_COL_MAJOR, 'I', n, values.data(), off.data(), Z.data(), n,
                            work.data(), lwork, integers.data(), liwork);
      });
  // Two-stage reduction: LAPACK has it for eigenvalues alone.
  const double two_stage = median_ms(copy, [&] {
    LAPACKE_dsyevd_2stage_work(LAPACK_COL_MAJOR, 'N', 'L', n, M.data(), n, values.data(),
                               work.data(), lwork, integers.data(), liwork);
  });
  const double dgesdd = median_ms(copy, [&] {
    LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, 'A', n, n, M.data(), n, values.data(), U.data(), n,
                        Z.data(), n, work.data(), lwork, integers.data());
  });
  const double dpotrf = median_ms(
      [&] {
        M = G;
        M.diagonal().array() += 1e-3 * G(0, 0);
      },
      [&] { LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, M.data(), n); });
  const double dgeqrf = median_ms([&] { Q = A; },
                                  [&] {
                                    LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, rows, n, Q.data(), rows,
                                                        tau.data(), work.data(), lwork);
                                  });
  fmt::print(
      "{:5} {:5} {:3} {:8.2f} {:8.2f} {:8.2f} {:8.2f} {:8.2f} {:8.2f} {:8.2f} {:8.2f} {:8.2f}\n",
      rows, n, thread_count, dsyrk, dsyevd, dsyevr, dsytrd, dstedc, two_stage, dgesdd, dpotrf,
      dgeqrf);
}

/// One line: Solver::solve with everything in it, from A and r to d.
void solvers(const Matrix& A, int thread_count) {
  const Vector r = Vector::Random(A.rows());
  const Vector g = A.transpose() * r;
  Vector d;
  fmt::print("{:5} {:5} {:3}", A.rows(), A.cols(), thread_count);
  for (Method method : {Method::gram_eigen, Method::gram_svd, Method::qr_svd, Method::gram_cholesky,
                        Method::kernel, Method::kernel_cholesky}) {
    const bool by_gram = method == Method::gram_eigen || method == Method::gram_svd ||
                         method == Method::gram_cholesky;
    if ((by_gram ? A.cols() : method == Method::qr_svd ? 0 : A.rows()) > 1500) {
      fmt::print(" {:>15}", "-");
      continue;
    }
    auto solver = make_solver(method);
    const SolverOptions options{.method = method, .damping = 1e-6};
    const double time =
        median_ms([] {}, [&] { solver->solve({.A = &A, .r = &r, .g = &g}, options, d); });
    fmt::print(" {:15.2f}", time);
  }
  fmt::print("\n");
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> thread_counts;
  for (int i = 1; i < argc; ++i) thread_counts.push_back(std::atoi(argv[i]));
  if (thread_counts.empty()) thread_counts = {1, 2};

  fmt::print("OpenBLAS kernels: {}\n\n", openblas_get_corename());
  fmt::print("{:>5} {:>5} {:>3} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "rows",
             "n", "thr", "dsyrk", "dsyevd", "dsyevr", "dsytrd", "dstedc", "2stage-N", "dgesdd",
             "dpotrf", "dgeqrf");
  for (Index n : {97, 257, 449, 1020}) {
    const Matrix A = decaying_rows(n == 1020 ? 5301 : 1020, n);
    for (int count : thread_counts) routines(A, count);
  }

  fmt::print("\n{:>5} {:>5} {:>3} {:>15} {:>15} {:>15} {:>15} {:>15} {:>15}\n", "rows", "n", "thr",
             "gram_eigen", "gram_svd", "qr_svd", "gram_cholesky", "kernel", "kernel_cholesky");
  for (auto [rows, parameters] : {std::pair<Index, Index>{1020, 257}, {3500, 449}, {1020, 5301}}) {
    const Matrix A = decaying_rows(rows, parameters);
    for (int count : thread_counts) {
      set_threads(count);
      solvers(A, count);
    }
  }
}
