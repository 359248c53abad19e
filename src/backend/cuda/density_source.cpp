// The density of a term: its formulas, and what they give to losses, gradients and rows.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <stdexcept>
#include <vector>

#include "backend/cuda/formula_source.h"
#include "backend/cuda/term_source.h"

namespace engd::cuda {

namespace {

// The coefficients of the equation, and their derivatives in what is trained.
std::string coefficients_source(const network::Mlp& mlp) {
  std::string values, slopes;
  for (int k = 0; k < mlp.coefficients(); ++k) {
    const std::string trained = fmt::format("theta[{}]", mlp.first_coefficient() + k);
    const bool positive = mlp.options().coefficients[static_cast<std::size_t>(k)].positive;
    values += fmt::format("  c[{}] = {};\n", k, positive ? "exp(" + trained + ")" : trained);
    slopes += fmt::format("  s[{}] = {};\n", k, positive ? "exp(" + trained + ")" : "1.0");
  }
  const char* head =
      "__device__ __forceinline__ void coefficient_{}(const double* theta, double* {}) {{\n{}}}\n";
  return fmt::format("#define COEFFICIENTS {}\n#define FIRST_COEFFICIENT {}\n", mlp.coefficients(),
                     mlp.first_coefficient()) +
         fmt::format(fmt::runtime(head), "values", "c", values) +
         fmt::format(fmt::runtime(head), "slopes", "s", slopes);
}

// Where a leaf's value stands: at point q, in the network's output there and at the partners, among
// the coefficients.
std::string leaf_source(const expr::Leaf& leaf, const network::JetPlan& plan) {
  const auto of_points = [&](const char* array) {
    return fmt::format("points.{}[{} * points.stride + q]", array, leaf.index);
  };
  switch (leaf.kind) {
    case expr::Leaf::Kind::coordinate:
      return of_points("x");
    case expr::Leaf::Kind::data:
      return of_points("data");
    case expr::Leaf::Kind::normal:
      return of_points("normals");
    case expr::Leaf::Kind::coefficient:
      return fmt::format("c[{}]", leaf.index);
    case expr::Leaf::Kind::jet: {
      const bool value = !leaf.laplacian && leaf.order() == 0;
      return fmt::format("{}[((Index){} * points.count + q) * UNKNOWNS + {}]{}",
                         leaf.place == expr::Leaf::Place::partner ? "partner" : "jets",
                         plan.used_index(leaf), leaf.index,
                         value ? fmt::format(" + theta[biases + {}]", leaf.index) : "");
    }
    case expr::Leaf::Kind::field:
    case expr::Leaf::Kind::measured:
    case expr::Leaf::Kind::increment:
      break;
  }
  throw std::logic_error(
      fmt::format("cards have no leaves of the kind {}", expr::kind_name(leaf.kind)));
}

// in[] of a tape.
std::string inputs_source(const std::string& name, const expr::Tape& tape,
                          const network::JetPlan& plan) {
  std::string source = fmt::format(
      "__device__ __forceinline__ void {}_inputs(const PointsView& points, int q, const double* "
      "jets, const double* partner, const double* theta, Index biases, double* in) {{\n"
      "  double c[COEFFICIENTS + 1];\n  coefficient_values(theta, c);\n",
      name);
  int k = 0;
  for (const expr::Leaf& input : tape.inputs())
    source += fmt::format("  in[{}] = {};\n", k++, leaf_source(input, plan));
  return source + "}\n";
}

constexpr const char* loss_kernel = R"cuda(
__device__ __forceinline__ double weighted_loss(const double* values, double w) {
  double sum = 0;
#pragma unroll
  for (int k = 0; k < VALUES; ++k) sum += SQUARES ? 0.5 * w * values[k] * values[k] : w * values[k];
  return sum;
}

// Partial sums of the loss, and residuals sqrt(w) r where `r` is not null.
extern "C" __global__ void density_loss(PointsView points, const double* theta, Index parameters,
                                        Index biases, const double* jets, const double* partner,
                                        Index jets_stride, double* partial, Index partial_stride,
                                        double* r, Index kind_stride) {
  const int q = blockIdx.x * BLOCK + threadIdx.x;
  double loss = 0;
  if (q < points.count) {
    double in[VALUE_INPUTS + 1], out[VALUE_OUTPUTS];
    value_inputs(points, q, jets + blockIdx.z * jets_stride, partner + blockIdx.z * jets_stride,
                 theta + blockIdx.z * parameters, biases, in);
    value_formulas(in, out);
    const double w = points.weights[q];
    loss = weighted_loss(out, w);
    if (r)
      for (int k = 0; k < VALUES; ++k) r[k * kind_stride + q] = sqrt(w) * out[k];
  }
  loss = block_sum(loss);
  if (threadIdx.x == 0) partial[blockIdx.z * partial_stride + blockIdx.x] = loss;
}
)cuda";

std::string jet_cotangent(const network::JetPlan& plan, const expr::JetEntry& jet,
                          const std::string& row) {
  if (jet.is_coefficient()) return fmt::format("c_bar[{}][{}]", row, jet.index);
  const bool at_partner = jet.place == expr::Leaf::Place::partner;
  return fmt::format("bar[{}][{}][{}{}]", row, plan.used_index(jet),
                     at_partner ? "UNKNOWNS + " : "", jet.index);
}

// `partial` has the losses of the blocks, then their parts of each coefficient's derivative.
constexpr const char* gradient_head = R"cuda(
extern "C" __global__ void density_gradient(PointsView points, const double* theta, Index biases,
                                            const double* jets, const double* partner,
                                            double* cotangents, double* partner_cotangents,
                                            double* partial) {
  const int q = blockIdx.x * BLOCK + threadIdx.x;
  double loss = 0, c_bar[1][COEFFICIENTS + 1] = {};
  if (q < points.count) {
    double in[SLOPE_INPUTS + 1], out[SLOPE_OUTPUTS], bar[1][USED][SIDES * UNKNOWNS] = {};
    slope_inputs(points, q, jets, partner, theta, biases, in);
    slope_formulas(in, out);
    const double w = points.weights[q];
    loss = weighted_loss(out, w);
)cuda";

constexpr const char* gradient_tail = R"cuda(
#pragma unroll
    for (int c = 0; c < USED; ++c)
#pragma unroll
      for (int u = 0; u < UNKNOWNS; ++u) {
        cotangents[((Index)c * points.count + q) * UNKNOWNS + u] = bar[0][c][u];
        if (SIDES == 2)
          partner_cotangents[((Index)c * points.count + q) * UNKNOWNS + u] =
              bar[0][c][(SIDES - 1) * UNKNOWNS + u];
      }
  }
  loss = block_sum(loss);
  if (threadIdx.x == 0) partial[blockIdx.x] = loss;
  double slopes[COEFFICIENTS + 1];
  coefficient_slopes(theta, slopes);
  for (int k = 0; k < COEFFICIENTS; ++k) {
    const double sum = block_sum(slopes[k] * c_bar[0][k]);
    if (threadIdx.x == 0) partial[(k + 1) * gridDim.x + blockIdx.x] = sum;
  }
}
)cuda";

// The entries of the coefficients go straight to the rows of A, where it is not null.
constexpr const char* rows_head = R"cuda(
extern "C" __global__ void density_rows(PointsView points, const double* theta, Index biases,
                                        const double* jets, const double* partner,
                                        double* cotangents, double* partner_cotangents,
                                        double* partial, double* r, Index kind_stride, double* A,
                                        Index parameters) {
  const int q = blockIdx.x * BLOCK + threadIdx.x;
  double loss = 0;
  if (q < points.count) {
    double in[CURVATURE_INPUTS + 1], out[CURVATURE_OUTPUTS];
    double bar[ROWS][USED][SIDES * UNKNOWNS] = {}, c_bar[ROWS][COEFFICIENTS + 1] = {};
    curvature_inputs(points, q, jets, partner, theta, biases, in);
    curvature_formulas(in, out);
    const double w = points.weights[q];
    loss = weighted_loss(out, w);
)cuda";

constexpr const char* rows_tail = R"cuda(
#pragma unroll
    for (int k = 0; k < ROWS; ++k)
#pragma unroll
      for (int c = 0; c < USED; ++c)
#pragma unroll
        for (int u = 0; u < UNKNOWNS; ++u) {
          const Index at = (((Index)c * ROWS + k) * points.count + q) * UNKNOWNS + u;
          cotangents[at] = bar[k][c][u];
          if (SIDES == 2) partner_cotangents[at] = bar[k][c][(SIDES - 1) * UNKNOWNS + u];
        }
    double slopes[COEFFICIENTS + 1];
    coefficient_slopes(theta, slopes);
    for (int k = 0; A && k < ROWS; ++k)
      for (int c = 0; c < COEFFICIENTS; ++c)
        A[(k * kind_stride + q) * parameters + FIRST_COEFFICIENT + c] = slopes[c] * c_bar[k][c];
  }
  loss = block_sum(loss);
  if (threadIdx.x == 0) partial[blockIdx.x] = loss;
}
)cuda";

// V with columns sqrt(max(lambda_k, 0)) v_k, by Jacobi's rotations, as
// linalg::positive_square_root.
constexpr const char* square_root = R"cuda(
template <int J>
__device__ void positive_square_root(double (&H)[J][J], double (&V)[J][J]) {
  bool finite = true;
  for (int i = 0; i < J; ++i)
    for (int j = 0; j < J; ++j) {
      V[i][j] = i == j;
      finite = finite && isfinite(H[i][j]);
    }
  for (int sweep = 0; sweep < 30 && finite; ++sweep) {
    bool diagonal = true;
    for (int i = 0; i < J; ++i)
      for (int j = i + 1; j < J; ++j) {
        if (fabs(H[i][j]) <= 2.220446049250313e-16 * sqrt(fabs(H[i][i] * H[j][j]))) continue;
        diagonal = false;
        const double theta = (H[j][j] - H[i][i]) / (2 * H[i][j]);
        const double t = copysign(1.0, theta) / (fabs(theta) + hypot(theta, 1.0));
        const double c = 1 / hypot(t, 1.0), s = t * c;
        for (int k = 0; k < J; ++k) {
          const double a = H[k][i], b = H[k][j];
          H[k][i] = c * a - s * b;
          H[k][j] = s * a + c * b;
        }
        for (int k = 0; k < J; ++k) {
          const double a = H[i][k], b = H[j][k];
          H[i][k] = c * a - s * b;
          H[j][k] = s * a + c * b;
        }
        for (int k = 0; k < J; ++k) {
          const double a = V[k][i], b = V[k][j];
          V[k][i] = c * a - s * b;
          V[k][j] = s * a + c * b;
        }
      }
    if (diagonal) break;
  }
  for (int k = 0; k < J; ++k)
    for (int i = 0; i < J; ++i)
      V[i][k] = finite ? V[i][k] * sqrt(fmax(H[k][k], 0.0)) : nan_value();
}
)cuda";

std::string gradient_source(const energy::Density& density, const network::JetPlan& plan) {
  std::string body;
  for (const auto& slope : density.slopes())
    body += fmt::format(
        "    {} += w * {}out[{}];\n", jet_cotangent(plan, density.jets()[slope.jet], "0"),
        density.least_squares() ? fmt::format("out[{}] * ", slope.row) : "", slope.output);
  return gradient_head + body + gradient_tail;
}

std::string rows_source(const energy::Density& density, const network::JetPlan& plan) {
  std::string body;
  const auto& jets = density.jets();
  if (density.least_squares()) {
    body += "    const double root = sqrt(w);\n";
    for (const auto& slope : density.slopes())
      body += fmt::format("    {} = root * out[{}];\n",
                          jet_cotangent(plan, jets[slope.jet], std::to_string(slope.row)),
                          slope.output);
    body +=
        "    if (r)\n      for (int k = 0; k < VALUES; ++k) r[k * kind_stride + q] = root * "
        "out[k];\n";
  } else if (density.diagonal_curvature()) {
    int k = 0;
    for (const auto& entry : density.curvatures())
      body += fmt::format("    {0} = out[{1}] <= 0 ? 0.0 : sqrt(w * out[{1}]);\n",
                          jet_cotangent(plan, jets[entry.jet], std::to_string(k++)), entry.output);
  } else {
    std::vector<int> touched;
    for (const auto& entry : density.curvatures()) {
      touched.push_back(entry.row);
      touched.push_back(entry.jet);
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    const auto position = [&](int jet) {
      return std::lower_bound(touched.begin(), touched.end(), jet) - touched.begin();
    };
    body += "    const double root = sqrt(w);\n    double H[ROWS][ROWS] = {}, V[ROWS][ROWS];\n";
    for (const auto& entry : density.curvatures())
      body += fmt::format("    H[{0}][{1}] = H[{1}][{0}] = out[{2}];\n", position(entry.row),
                          position(entry.jet), entry.output);
    body += "    positive_square_root(H, V);\n    for (int k = 0; k < ROWS; ++k) {\n";
    for (std::size_t c = 0; c < touched.size(); ++c)
      body += fmt::format("      {} = root * V[{}][k];\n",
                          jet_cotangent(plan, jets[touched[c]], "k"), c);
    body += "    }\n";
  }
  return (density.least_squares() || density.diagonal_curvature() ? "" : square_root) +
         std::string(rows_head) + body + rows_tail;
}

// Data columns from the points alone, for points that are drawn on the card; nothing where the
// host has to compute them.
std::string data_source(const energy::Density& density, const network::JetPlan& plan) {
  const expr::Tape& tape = density.data();
  if (tape.on_host_only()) return {};
  const auto on_host = [](const expr::Leaf& input) {
    return input.kind == expr::Leaf::Kind::field || input.kind == expr::Leaf::Kind::measured;
  };
  if (std::any_of(tape.inputs().begin(), tape.inputs().end(), on_host)) return {};
  std::string body;
  int k = 0;
  for (const expr::Leaf& input : tape.inputs())
    body += fmt::format("  in[{}] = {};\n", k++, leaf_source(input, plan));
  return formula_source("data_formulas", tape) +
         fmt::format(R"cuda(
extern "C" __global__ void data_columns(PointsView points, double* data) {{
  const int q = blockIdx.x * BLOCK + threadIdx.x;
  if (q >= points.count) return;
  double in[{}], out[{}];
{}  data_formulas(in, out);
  for (int k = 0; k < {}; ++k) data[k * points.stride + q] = out[k];
}}
)cuda",
                     tape.inputs().size() + 1, tape.outputs() + 1, body, tape.outputs());
}

}  // namespace

std::string density_source(const network::Mlp& mlp, const network::JetPlan& plan,
                           const energy::Density& density) {
  std::string source = coefficients_source(mlp);
  for (const auto& [name, tape] :
       {std::pair("value", &density.value()), std::pair("slope", &density.slope()),
        std::pair("curvature", &density.curvature())}) {
    std::string upper = name;
    for (char& c : upper) c = static_cast<char>(std::toupper(c));
    source += fmt::format("#define {0}_INPUTS {1}\n#define {0}_OUTPUTS {2}\n", upper,
                          tape->inputs().size(), tape->outputs());
    source += inputs_source(name, *tape, plan);
    source += formula_source(std::string(name) + "_formulas", *tape);
  }
  return source + loss_kernel + gradient_source(density, plan) + rows_source(density, plan) +
         data_source(density, plan);
}

}  // namespace engd::cuda
