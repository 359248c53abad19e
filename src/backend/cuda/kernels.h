#pragma once

#include <cuda_runtime.h>

/// Kernels that do not depend on the problem. A is stored row by row: row r at A + r * parameters.
namespace engd::cuda {

/// sums[k * sums_stride] += the sum of partial[k * stride .. + count], for k < lists, each in an
/// order that is always the same.
void add_sums(cudaStream_t stream, const double* partial, long long count, long long stride,
              int lists, double* sums, long long sums_stride);

/// Points of a term drawn uniformly in boxes of equal dimension (box_draw.h): `cube` random numbers
/// a point, of a stream of support/random.h; the table holds 1 + 3 dimension numbers a box.
struct BoxDrawing {
  unsigned long long seed;
  unsigned purpose, stream, draw;
  int dimension, cube, boxes;
  const double* table;
};
void draw_in_boxes(cudaStream_t stream, const BoxDrawing& boxes, long long count, double* x,
                   double* normals);

/// thetas[k] = theta - steps[k] * direction.
void make_candidates(cudaStream_t stream, const double* theta, const double* direction,
                     const double* steps, long long parameters, int count, double* thetas);

/// The entries of a layer's weights and biases in the rows of A: of row (k, q), at
/// A + (k * kind_stride + q) * parameters,
///     W_ij: sum over channels c of z_bar[c, k, q, i] a[c, q, j],   b_i: z_bar[value, k, q, i],
/// where `value` is the channel of the value, negative where it is not carried (then 0).
struct LayerRows {
  int points, rows, outputs, inputs, channels, value;
  const double *z_bar, *a;
  double* A;
  long long parameters, weights, biases, kind_stride;
};
void write_layer_rows(cudaStream_t stream, const LayerRows& layer);

/// K(i, j) += the sum over channels c of Z[c](i, j) (A[c](i, j) + [c = 0] bias), Z[c] and A[c] m x
/// n matrices one after another, K with leading dimension `stride`.
void add_channel_products(cudaStream_t stream, const double* Z, const double* A, int channels,
                          double bias, int m, int n, double* K, long long stride);

/// y[k * points + q] += alpha times the sum over channels c and i < width of
/// Z[c, k, q, i] (T[c, q, i] + [c = 0] bias x[i]), for all rows k * points + q.
void add_row_products(cudaStream_t stream, const double* Z, const double* T, int channels,
                      const double* x, double bias, int rows, int points, int width, double alpha,
                      double* y);

/// Divides column i of A by D[i].
void scale_columns(cudaStream_t stream, double* A, long long rows, long long parameters,
                   const double* D);

/// Row k of `to` is row indices[k] of A; rows have `length` entries.
void gather_rows(cudaStream_t stream, const double* A, long long length, const int* indices,
                 long long count, double* to);

/// M(i, i) += value, of an n x n matrix.
void add_to_diagonal(cudaStream_t stream, double* M, long long n, double value);

/// Copies the lower triangle of an n x n matrix to the upper one or back, with its diagonal to or
/// from `diagonal`.
void keep_lower(cudaStream_t stream, double* M, long long n, double* diagonal);
void restore_lower(cudaStream_t stream, double* M, long long n, const double* diagonal);

/// to[i] = M(i, i).
void copy_diagonal(cudaStream_t stream, const double* M, long long n, double* to);

}  // namespace engd::cuda
