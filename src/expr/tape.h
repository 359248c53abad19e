#pragma once

#include <optional>
#include <span>
#include <vector>

#include "expr/graph.h"

namespace engd::expr {

/// A list of formulas compiled to straight-line code over blocks of points.
class Tape {
 public:
  static constexpr int block = 128;  ///< most points a call evaluates

  /// What the caller supplies: one array of values for each of these leaves.
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
  std::vector<Input> inputs_;
  // the rest is the implementation's
};

/// One formula at one point, by obvious recursion: the oracle of Tape's tests, and for constants.
/// `T` is double or a dual number; leaf(node_data) gives the value of a leaf.
double evaluate_scalar(const Graph& graph, Node f, std::span<const double> coordinates);

}  // namespace engd::expr
