#include <type_traits>

#include "backend/cuda/kernels.h"

namespace engd::cuda {

namespace {

constexpr int block = 256;

unsigned blocks_of(long long count) {
  return static_cast<unsigned>((count + block - 1) / block);
}

__global__ void add_sums_kernel(const double* partial, long long count, long long stride,
                                double* sums, long long sums_stride) {
  __shared__ double part[block];
  partial += blockIdx.x * stride;
  double sum = 0;
  for (long long k = threadIdx.x; k < count; k += block) sum += partial[k];
  part[threadIdx.x] = sum;
  for (int half = block / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x * sums_stride] += part[0];
}

__global__ void make_candidates_kernel(const double* theta, const double* direction,
                                       const double* steps, long long parameters, double* thetas) {
  const long long i = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
  // Product and difference are rounded one by one, as on the CPU.
  if (i < parameters)
    thetas[blockIdx.y * parameters + i] =
        __dsub_rn(theta[i], __dmul_rn(steps[blockIdx.y], direction[i]));
}

// support/random.h: Philox, and its layout.
__device__ double uniform(const BoxDrawing& boxes, unsigned long long index) {
  const unsigned long long pair = index / 2;
  unsigned counter[4] = {static_cast<unsigned>(pair),
                         static_cast<unsigned>(pair >> 32) | (boxes.purpose << 24), boxes.stream,
                         boxes.draw};
  unsigned key[2] = {static_cast<unsigned>(boxes.seed), static_cast<unsigned>(boxes.seed >> 32)};
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xD2511F53ULL * counter[0], b = 0xCD9E8D57ULL * counter[2];
    const unsigned c1 = counter[1], c3 = counter[3];
    counter[0] = static_cast<unsigned>(b >> 32) ^ c1 ^ key[0];
    counter[1] = static_cast<unsigned>(b);
    counter[2] = static_cast<unsigned>(a >> 32) ^ c3 ^ key[1];
    counter[3] = static_cast<unsigned>(a);
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  const int first = index % 2 == 0 ? 0 : 2;
  const unsigned long long bits =
      (static_cast<unsigned long long>(counter[first]) << 20) | (counter[first + 1] >> 12);
  return (static_cast<double>(bits) + 0.5) * 0x1p-52;
}

__global__ void draw_in_boxes_kernel(BoxDrawing boxes, long long count, double* x,
                                     double* normals) {
  const long long q = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
  if (q >= count) return;
  const int d = boxes.dimension, size = 1 + 3 * d;
  unsigned long long next = static_cast<unsigned long long>(q) * boxes.cube;
  int box = 0;
  if (boxes.boxes > 1) {
    const double place = __dmul_rn(uniform(boxes, next++), boxes.table[(boxes.boxes - 1) * size]);
    while (box + 1 < boxes.boxes && !(place < boxes.table[box * size])) ++box;
  }
  const double* lower = boxes.table + box * size + 1;
  const double *upper = lower + d, *normal = upper + d;
  for (int j = 0; j < d; ++j) {
    double s = lower[j];
    if (lower[j] != upper[j]) {
      s = fma(uniform(boxes, next++), upper[j] - lower[j], lower[j]);
      s = s < lower[j] ? lower[j] : (upper[j] < s ? upper[j] : s);
    }
    x[j * count + q] = s;
    if (normals) normals[j * count + q] = normal[j];
  }
}

constexpr int row_x = 32, row_y = 8;

__global__ void layer_rows_kernel(LayerRows layer, bool staged) {
  extern __shared__ double shared[];
  const int q = static_cast<int>(blockIdx.x) % layer.points,
            k = static_cast<int>(blockIdx.x) / layer.points;
  const int thread = threadIdx.y * row_x + threadIdx.x;
  const long long z_step = static_cast<long long>(layer.rows) * layer.points * layer.outputs;
  const long long a_step = static_cast<long long>(layer.points) * layer.inputs;
  const double* z_bar =
      layer.z_bar + (static_cast<long long>(k) * layer.points + q) * layer.outputs;
  const double* a = layer.a + static_cast<long long>(q) * layer.inputs;
  long long z_stride = z_step, a_stride = a_step;
  if (staged) {
    double* z_shared = shared;
    double* a_shared = shared + layer.channels * layer.outputs;
    for (int e = thread; e < layer.channels * layer.outputs; e += row_x * row_y)
      z_shared[e] = z_bar[e / layer.outputs * z_step + e % layer.outputs];
    for (int e = thread; e < layer.channels * layer.inputs; e += row_x * row_y)
      a_shared[e] = a[e / layer.inputs * a_step + e % layer.inputs];
    __syncthreads();
    z_bar = z_shared;
    a = a_shared;
    z_stride = layer.outputs;
    a_stride = layer.inputs;
  }
  double* row = layer.A + (k * layer.kind_stride + q) * layer.parameters;
  for (int i = threadIdx.y; i < layer.outputs; i += row_y) {
    for (int j = threadIdx.x; j < layer.inputs; j += row_x) {
      double sum = 0;
      for (int c = 0; c < layer.channels; ++c) sum += z_bar[c * z_stride + i] * a[c * a_stride + j];
      row[layer.weights + static_cast<long long>(i) * layer.inputs + j] = sum;
    }
  }
  for (int i = thread; i < layer.outputs; i += row_x * row_y)
    row[layer.biases + i] = layer.value < 0 ? 0.0 : z_bar[layer.value * z_stride + i];
}

__global__ void add_channel_products_kernel(const double* Z, const double* A, int channels,
                                            double bias, int m, int n, double* K,
                                            long long stride) {
  const long long entries = static_cast<long long>(m) * n;
  const long long id = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
  if (id >= entries) return;
  double sum = Z[id] * (A[id] + bias);
  for (int c = 1; c < channels; ++c) sum += Z[c * entries + id] * A[c * entries + id];
  K[id / m * stride + id % m] += sum;
}

/// One block a row.
__global__ void add_row_products_kernel(const double* Z, const double* T, int channels,
                                        const double* x, double bias, int rows, int points,
                                        int width, double alpha, double* y) {
  __shared__ double part[block];
  const long long row = blockIdx.x, q = row % points;
  double sum = 0;
  for (int c = 0; c < channels; ++c) {
    const double* z = Z + (static_cast<long long>(c) * rows + row) * width;
    const double* t = T + (static_cast<long long>(c) * points + q) * width;
    for (int i = threadIdx.x; i < width; i += block)
      sum += z[i] * (c == 0 ? t[i] + bias * x[i] : t[i]);
  }
  part[threadIdx.x] = sum;
  for (int half = block / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) y[row] += alpha * part[0];
}

constexpr int square = 32;

/// Below the diagonal M(j, i) = M(i, j) for i > j, or the other way round; by squares, whose
/// entries are read and written along columns. The diagonal of M is kept, or restored.
template <typename Diagonal>
__global__ void mirror_kernel(double* M, long long n, Diagonal* diagonal) {
  constexpr bool restore = std::is_const_v<Diagonal>;
  if (blockIdx.x < blockIdx.y) return;
  __shared__ double part[square][square + 1];
  const long long i0 = static_cast<long long>(blockIdx.x) * square,
                  j0 = static_cast<long long>(blockIdx.y) * square;
  const long long from_row = restore ? j0 : i0, from_column = restore ? i0 : j0;
  for (int k = threadIdx.y; k < square; k += row_y) {
    const long long i = from_row + threadIdx.x, j = from_column + k;
    if (i < n && j < n && (restore ? i < j : i > j)) part[k][threadIdx.x] = M[j * n + i];
  }
  __syncthreads();
  for (int k = threadIdx.y; k < square; k += row_y) {
    const long long i = from_column + threadIdx.x, j = from_row + k;
    if (i >= n || j >= n) continue;
    if (i == j) {
      if constexpr (restore)
        M[j * n + i] = diagonal[i];
      else
        diagonal[i] = M[j * n + i];
    } else if (restore ? i > j : i < j) {
      M[j * n + i] = part[threadIdx.x][k];
    }
  }
}

template <typename Diagonal>
void mirror(cudaStream_t stream, double* M, long long n, Diagonal* diagonal) {
  const auto squares = static_cast<unsigned>((n + square - 1) / square);
  mirror_kernel<<<dim3(squares, squares), dim3(square, row_y), 0, stream>>>(M, n, diagonal);
}

__global__ void scale_columns_kernel(double* A, long long size, long long parameters,
                                     const double* D) {
  const long long id = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
  if (id < size) A[id] /= D[id % parameters];
}

__global__ void add_to_diagonal_kernel(double* M, long long n, double value) {
  const long long i = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
  if (i < n) M[i * n + i] += value;
}

__global__ void gather_rows_kernel(const double* A, long long length, const int* indices,
                                   double* to) {
  const double* row = A + indices[blockIdx.x] * length;
  for (long long i = threadIdx.x; i < length; i += block) to[blockIdx.x * length + i] = row[i];
}

__global__ void copy_diagonal_kernel(const double* M, long long n, double* to) {
  const long long i = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
  if (i < n) to[i] = M[i * n + i];
}

}  // namespace

void add_sums(cudaStream_t stream, const double* partial, long long count, long long stride,
              int lists, double* sums, long long sums_stride) {
  add_sums_kernel<<<static_cast<unsigned>(lists), block, 0, stream>>>(partial, count, stride, sums,
                                                                      sums_stride);
}

void make_candidates(cudaStream_t stream, const double* theta, const double* direction,
                     const double* steps, long long parameters, int count, double* thetas) {
  make_candidates_kernel<<<dim3(blocks_of(parameters), static_cast<unsigned>(count)), block, 0,
                           stream>>>(theta, direction, steps, parameters, thetas);
}

void draw_in_boxes(cudaStream_t stream, const BoxDrawing& boxes, long long count, double* x,
                   double* normals) {
  draw_in_boxes_kernel<<<blocks_of(count), block, 0, stream>>>(boxes, count, x, normals);
}

void write_layer_rows(cudaStream_t stream, const LayerRows& layer) {
  const std::size_t bytes = sizeof(double) * static_cast<std::size_t>(layer.channels) *
                            static_cast<std::size_t>(layer.outputs + layer.inputs);
  const bool staged = bytes <= 48 * 1024;
  layer_rows_kernel<<<static_cast<unsigned>(layer.points * layer.rows), dim3(row_x, row_y),
                      staged ? bytes : 0, stream>>>(layer, staged);
}

void add_channel_products(cudaStream_t stream, const double* Z, const double* A, int channels,
                          double bias, int m, int n, double* K, long long stride) {
  add_channel_products_kernel<<<blocks_of(static_cast<long long>(m) * n), block, 0, stream>>>(
      Z, A, channels, bias, m, n, K, stride);
}

void add_row_products(cudaStream_t stream, const double* Z, const double* T, int channels,
                      const double* x, double bias, int rows, int points, int width, double alpha,
                      double* y) {
  add_row_products_kernel<<<static_cast<unsigned>(rows), block, 0, stream>>>(
      Z, T, channels, x, bias, rows, points, width, alpha, y);
}

void keep_lower(cudaStream_t stream, double* M, long long n, double* diagonal) {
  mirror(stream, M, n, diagonal);
}

void restore_lower(cudaStream_t stream, double* M, long long n, const double* diagonal) {
  mirror(stream, M, n, diagonal);
}

void scale_columns(cudaStream_t stream, double* A, long long rows, long long parameters,
                   const double* D) {
  scale_columns_kernel<<<blocks_of(rows * parameters), block, 0, stream>>>(A, rows * parameters,
                                                                           parameters, D);
}

void add_to_diagonal(cudaStream_t stream, double* M, long long n, double value) {
  add_to_diagonal_kernel<<<blocks_of(n), block, 0, stream>>>(M, n, value);
}

void gather_rows(cudaStream_t stream, const double* A, long long length, const int* indices,
                 long long count, double* to) {
  gather_rows_kernel<<<static_cast<unsigned>(count), block, 0, stream>>>(A, length, indices, to);
}

void copy_diagonal(cudaStream_t stream, const double* M, long long n, double* to) {
  copy_diagonal_kernel<<<blocks_of(n), block, 0, stream>>>(M, n, to);
}

}  // namespace engd::cuda
