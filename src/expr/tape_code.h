#pragma once

#include <cstdint>

#include "expr/graph.h"

namespace engd::expr {

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
  function_of_two,    // the function `op` of a and b
};
/// Blocks are numbered: inputs first, then outputs, then the workspace.
struct Instruction {
  Code code = Code::fill;
  Op op = Op::sin;
  std::int32_t out = -1, second = -1;
  std::int32_t a = -1, b = -1, c = -1;
  double k = 0, m = 0;
};

/// Runs one instruction over n points; the pointers are those of its blocks.
void execute(const Instruction& instruction, int n, double* out, double* second, const double* a,
             const double* b, const double* c);

}  // namespace engd::expr
