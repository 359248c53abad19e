#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "expr/graph.h"
#include "expr/tape_code.h"

namespace engd::expr {

/// A list of formulas compiled to straight-line code over blocks of points.
class Tape {
 public:
  static constexpr int block = 128;  ///< most points a call evaluates

  Tape() = default;
  Tape(const Graph& graph, std::span<const Node> outputs);

  /// What the caller supplies: one array of values for each of these leaves, ascending.
  std::span<const Leaf> inputs() const { return inputs_; }
  int outputs() const;
  std::optional<double> constant_output(int k) const;  ///< when output k is a plain number
  bool on_host_only() const;                           ///< it has functions that cards do not have

  /// in[i][q] is input i at point q, out[k][q] receives output k; n <= block. Outputs are also
  /// where intermediate values are read again, so they may not overlap inputs. Thread-safe:
  /// `workspace` (at least workspace_size() values, 64-byte aligned) is the caller's.
  void evaluate(int n, const double* const* in, double* const* out, double* workspace) const;
  std::size_t workspace_size() const;

  /// The code itself, for other machines: inputs, outputs and registers are numbered in this order.
  std::span<const Instruction> code() const { return code_; }
  int registers() const { return registers_; }

 private:
  class Compiler;

  std::vector<Leaf> inputs_;
  std::vector<std::optional<double>> constants_;  ///< of the outputs
  std::vector<Instruction> code_;
  int registers_ = 0;  ///< blocks of the workspace
};

/// One formula at one point, by an obvious loop over its nodes: the oracle of Tape's tests, and for
/// constants. value(leaf) gives the value of a leaf.
double evaluate_scalar(const Graph& graph, Node f, const std::function<double(const Leaf&)>& value);

/// The same for a formula of the coordinates only.
double evaluate_scalar(const Graph& graph, Node f, std::span<const double> coordinates);

}  // namespace engd::expr
