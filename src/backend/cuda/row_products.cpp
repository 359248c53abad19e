// Products with the rows of a linearisation, however these are kept.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "backend/cuda/algebra.h"
#include "backend/cuda/cuda_energy.h"
#include "backend/cuda/kernels.h"
#include "backend/device_error.h"

namespace engd::cuda {

namespace {

// Rows that are made again are so many at a time, fewer where they are very long.
constexpr Index rows_at_a_time = 8192;
constexpr double bytes_at_a_time = 4.0 * (1 << 30);
// Of what is free beside the matrices.
constexpr double structure_share = 0.5;
// Below, launching many small products costs more than they save.
constexpr Index structure_from = 2048;

double bytes_of(Index rows, Index columns) {
  return 8.0 * static_cast<double>(rows) * static_cast<double>(columns);
}

double gib(double bytes) {
  return bytes / (1 << 30);
}

Index piece_rows(Index parameters) {
  return std::clamp<Index>(static_cast<Index>(bytes_at_a_time / bytes_of(1, parameters)), 1,
                           rows_at_a_time);
}

}  // namespace

Storage CudaEnergy::storage_for(const energy::Metric& metric, Index order, int matrices) {
  const Index p = parameters(), rows = row_count(metric);
  const double free = static_cast<double>(device_.free_bytes()),
               needed = matrices * bytes_of(order, order) + 2 * bytes_of(piece_rows(p), p);
  if (!(needed <= 0.97 * free))
    throw DeviceError(fmt::format(
        "matrices of order {} and room to compute them need {:.1f} GiB, the card has {:.1f} "
        "GiB free",
        order, gib(needed), gib(free)));
  // For tests and measurements.
  const char* asked = std::getenv("ENGD_CUDA_ROWS");
  const std::string_view name = asked ? asked : "";
  const bool kernel = order == rows && rows < p;
  const bool structure = kernel && StructuredRows::applies(layout_for(metric));
  if (name == "pieces" || (name == "structure" && !structure)) return Storage::pieces;
  if (name == "structure") return Storage::structure;
  if (name == "whole") return Storage::whole;
  if (structure && rows >= structure_from && StructuredRows::pays(layout_for(metric)) &&
      StructuredRows::bytes(layout_for(metric)) <= structure_share * (free - needed))
    return Storage::structure;
  return bytes_of(rows, p) <= rows_share * (free - needed) ? Storage::whole : Storage::pieces;
}

void CudaEnergy::visit_rows(DeviceLinearisation& here, Numbers& space, const RowVisitor& visit) {
  const Index p = parameters();
  theta_.set(device_, numbers(here.theta));
  if (here.D.size() > 0) scale_.set(device_, numbers(here.D));
  piece_sum_.resize(1);
  piece_sum_.zero(device_);
  Index begin = 0;
  for (const auto& integral : layout_for(here.metric)) {
    const Index count = integral->points();
    if (integral->rows() == 0) continue;
    const Index kinds = integral->rows() / count;
    const Index most =
        std::min(integral->chunk(1, true), std::max<Index>(1, piece_rows(p) / kinds));
    space.resize(most * kinds * p);
    for (Index first = 0; first < count; first += most) {
      const Index n = std::min(most, count - first);
      integral->write_rows(theta_.data(), first, n, work_, space.data(), nullptr, n,
                           piece_sum_.data());
      if (here.D.size() > 0)
        scale_columns(device_.stream(), space.data(), n * kinds, p, scale_.data());
      for (Index k = 0; k < kinds; ++k)
        visit(begin + k * count + first, n, space.data() + k * n * p);
    }
    begin += integral->rows();
  }
}

void CudaEnergy::scale(DeviceLinearisation& here, const Vector& D) {
  scale_.set(device_, numbers(D));
  if (here.storage == Storage::whole)
    scale_columns(device_.stream(), here.A.data(), here.rows, D.size(), scale_.data());
  else
    here.D = D;
  scale_columns(device_.stream(), here.g.data(), 1, D.size(), scale_.data());
}

void CudaEnergy::multiply(DeviceLinearisation& here, double alpha, const double* x, double beta,
                          double* y) {
  const Index p = parameters();
  if (here.storage == Storage::whole) {
    cuda::multiply(device_, here.A.data(), here.rows, p, alpha, x, beta, y);
    return;
  }
  if (here.storage == Storage::structure) {
    here.factors.multiply(device_, alpha, x, beta, y);
    return;
  }
  visit_rows(here, here.A, [&](Index first, Index count, const double* A) {
    cuda::multiply(device_, A, count, p, alpha, x, beta, y + first);
  });
}

void CudaEnergy::multiply_transposed(DeviceLinearisation& here, double alpha, const double* y,
                                     double beta, double* x) {
  const Index p = parameters();
  if (here.storage == Storage::whole) {
    cuda::multiply_transposed(device_, here.A.data(), here.rows, p, alpha, y, beta, x);
    return;
  }
  if (here.storage == Storage::structure) {
    here.factors.multiply_transposed(device_, alpha, y, beta, x);
    return;
  }
  visit_rows(here, here.A, [&](Index first, Index count, const double* A) {
    cuda::multiply_transposed(device_, A, count, p, alpha, y + first, beta, x);
    beta = 1;
  });
}

void CudaEnergy::gram_of_rows(DeviceLinearisation& here) {
  const Index p = parameters();
  here.G.resize(p * p);
  if (here.storage == Storage::whole) {
    cuda::gram(device_, here.A.data(), here.rows, p, here.G.data(), false);
    return;
  }
  bool started = false;
  visit_rows(here, here.A, [&](Index, Index count, const double* A) {
    cuda::gram(device_, A, count, p, here.G.data(), started);
    started = true;
  });
}

void CudaEnergy::kernel(DeviceLinearisation& here, double* K, Numbers& columns) {
  switch (here.storage) {
    case Storage::whole:
      cuda::kernel(device_, here.A.data(), here.rows, parameters(), K, columns);
      return;
    case Storage::pieces:
      kernel_in_pieces(here, K, columns);
      return;
    case Storage::structure:
      theta_.set(device_, numbers(here.theta));
      here.factors.set(device_, layout_for(here.metric), theta_.data(), here.D, work_);
      here.factors.kernel(device_, here.rows, K);
  }
}

// Each piece with every one before it and with itself.
void CudaEnergy::kernel_in_pieces(DeviceLinearisation& here, double* K, Numbers& space) {
  const Index p = parameters(), rows = here.rows;
  const double one = 1, zero = 0;
  visit_rows(here, space, [&](Index first, Index count, const double* A) {
    visit_rows(here, here.A, [&](Index other, Index others, const double* B) {
      if (other > first) return;
      check(cublasDgemm(device_.blas(), CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(count),
                        static_cast<int>(others), static_cast<int>(p), &one, A, static_cast<int>(p),
                        B, static_cast<int>(p), &zero, K + other * rows + first,
                        static_cast<int>(rows)),
            "a piece of the kernel matrix");
    });
  });
}

}  // namespace engd::cuda
