#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "expr/graph.h"

namespace engd::expr {

/// A list of formulas compiled to straight-line code over blocks of points.
class Tape {
 public:
  static constexpr int block = 128;  ///< most points a call evaluates

  /// What the caller supplies: one array of values for each of these leaves, in the order
  /// coordinates, normals, jet entries, each ascending.
  struct Input {
    Op kind = Op::coordinate;  ///< coordinate, normal or jet
    int index = 0;             ///< of coordinate and normal
    JetEntry jet;
  };

  Tape() = default;
  Tape(const Graph& graph, std::span<const Node> outputs);

  std::span<const Input> inputs() const { return inputs_; }
  int outputs() const;
  std::optional<double> constant_output(int k) const;  ///< when output k is a plain number

  /// in[i][q] is input i at point q, out[k][q] receives output k; n <= block. Thread-safe:
  /// `workspace` (at least workspace_size() values, 64-byte aligned) is the caller's.
  void evaluate(int n, const double* const* in, double* const* out, double* workspace) const;
  std::size_t workspace_size() const;

 private:
  /// out = operation on blocks and numbers; the comments name the blocks a, b, c and the number k.
  enum class Code : std::uint8_t {
    fill,               // k
    copy,               // a
    negate,             // -a
    add,                // a + b
    shift,              // a + k
    subtract,           // a - b
    subtract_from,      // k - a
    multiply,           // a * b
    scale,              // k * a
    multiply_add,       // a * b + c
    multiply_subtract,  // c - a * b
    multiply_shift,     // a * b + k
    scale_add,          // k * a + b
    scale_shift,        // k * a + m
    divide,             // a / b
    divide_by,          // a / k
    divide_from,        // k / a
    power,              // a ^ b
    power_real,         // a ^ k
    power_base,         // k ^ a
    power_whole,        // a ^ k, k a whole number
    sincos,             // out = sin(a), second = cos(a)
    minimum,            // min(a, b)
    maximum,            // max(a, b)
    function,           // the function `op` of a
  };
  /// Blocks are numbered: inputs first, then outputs, then the workspace.
  struct Instruction {
    Code code = Code::fill;
    Op op = Op::sin;
    std::int32_t out = -1, second = -1;
    std::int32_t a = -1, b = -1, c = -1;
    double k = 0, m = 0;
  };
  class Compiler;

  static void execute(const Instruction& instruction, int n, double* out, double* second,
                      const double* a, const double* b, const double* c);

  std::vector<Input> inputs_;
  std::vector<std::optional<double>> constants_;  ///< of the outputs
  std::vector<Instruction> code_;
  int registers_ = 0;  ///< blocks of the workspace
};

/// One formula at one point, by an obvious loop over its nodes: the oracle of Tape's tests, and for
/// constants. leaf(data) gives the value of a coordinate, a normal or a jet entry.
double evaluate_scalar(const Graph& graph, Node f,
                       const std::function<double(const NodeData&)>& leaf);

/// The same for a formula of the coordinates only.
double evaluate_scalar(const Graph& graph, Node f, std::span<const double> coordinates);

}  // namespace engd::expr
